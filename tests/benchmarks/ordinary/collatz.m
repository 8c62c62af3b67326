% N 2000 200000
best = 0; r = 0;
for n = 1:N
  x = n; c = 0;
  while x ~= 1
    if mod(x, 2) == 0
      x = x / 2;
    else
      x = 3 * x + 1;
    end
    c = c + 1;
  end
  if c > best
    best = c; r = n;
  end
end

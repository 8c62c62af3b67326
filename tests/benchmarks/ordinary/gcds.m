% N 150 1200
r = 0;
for i = 1:N
  for j = 1:N
    a = i; b = j;
    while b > 0
      t = rem(a, b); a = b; b = t;
    end
    r = r + (a == 1);
  end
end

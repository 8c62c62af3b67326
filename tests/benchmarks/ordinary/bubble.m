% N 300 3000
x = zeros(1, N); s = 1;
for k = 1:N
  s = mod(s * 16807, 2147483647);
  x(k) = s;
end
for i = 1:N
  for j = 1:N - i
    if x(j) > x(j + 1)
      t = x(j); x(j) = x(j + 1); x(j + 1) = t;
    end
  end
end
r = x(1) + x(N);

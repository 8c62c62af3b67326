% N 100000 5000000
s = 12345; x = 0; y = 0; far = 0;
for k = 1:N
  s = mod(16807 * s, 2147483647);
  d = floor(s / 536870912);
  switch d
    case 0
      x = x + 1;
    case 1
      x = x - 1;
    case 2
      y = y + 1;
    otherwise
      y = y - 1;
  end
  far = max(far, x * x + y * y);
end
r = far;

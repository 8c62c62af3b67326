% N 40 400
r = 0;
for a = 1:N
  for b = 1:N
    c = (a / N * 3 - 2) + (b / N * 3 - 1.5) * 1i; z = 0; k = 0;
    while k < 60 && abs(z) <= 2
      z = z * z + c; k = k + 1;
    end
    r = r + k;
  end
end

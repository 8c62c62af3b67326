% N 40 400
r = 0;
for a = 1:N
  for b = 1:N
    z = (a / N * 4 - 2.013) + (b / N * 4 - 2.027) * 1i;
    for k = 1:40
      w = z - (z * z * z - 1) / (3 * z * z);
      if abs(w - z) < 1e-9
        break
      end
      z = w;
    end
    r = r + k;
  end
end

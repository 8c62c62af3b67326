% N 50 300
D = zeros(N);
for i = 1:N
  for j = 1:N
    D(i, j) = mod(i * 7 + j * 13, 101) + 1;
  end
end
for k = 1:N
  for i = 1:N
    for j = 1:N
      if D(i, k) + D(k, j) < D(i, j)
        D(i, j) = D(i, k) + D(k, j);
      end
    end
  end
end
r = sum(D(:));

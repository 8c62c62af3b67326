% N 60 300
A = zeros(N); B = zeros(N); C = zeros(N);
for i = 1:N
  for j = 1:N
    A(i, j) = 1 / (i + j); B(i, j) = i - j;
  end
end
for i = 1:N
  for j = 1:N
    t = 0;
    for k = 1:N
      t = t + A(i, k) * B(k, j);
    end
    C(i, j) = t;
  end
end
r = C(1, 2) + C(N, 3);

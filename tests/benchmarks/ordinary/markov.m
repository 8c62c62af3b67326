% N 1500 100000
K = 6; A = zeros(K); B = zeros(K, 4); f = ones(1, K) / K; g = zeros(1, K);
for i = 1:K
  for j = 1:K
    A(i, j) = (1 + mod(i * j, 5)) / 15;
  end
  for j = 1:4
    B(i, j) = (1 + mod(i + 2 * j, 3)) / 8;
  end
end
s = 3; r = 0;
for t = 1:N
  s = mod(s * 16807, 2147483647); o = mod(s, 4) + 1; c = 0;
  for j = 1:K
    a = 0;
    for i = 1:K
      a = a + f(i) * A(i, j);
    end
    g(j) = a * B(j, o); c = c + g(j);
  end
  for j = 1:K
    f(j) = g(j) / c;
  end
  r = r + log(c);
end

% N 250 2500
a = zeros(1, N); b = zeros(1, N); s = 7;
for k = 1:N
  s = mod(s * 16807, 2147483647); a(k) = mod(s, 4);
  s = mod(s * 16807, 2147483647); b(k) = mod(s, 4);
end
L = zeros(N + 1, N + 1);
for i = 1:N
  for j = 1:N
    if a(i) == b(j)
      L(i + 1, j + 1) = L(i, j) + 1;
    else
      L(i + 1, j + 1) = max(L(i, j + 1), L(i + 1, j));
    end
  end
end
r = L(N + 1, N + 1);

% strategy: kernel
% given: n = 30, T = 8 | n = 50000, T = 8
% Complete elliptic integrals by the arithmetic-geometric mean.
m = linspace(0, 0.99, n);
a = ones(1, n); b = sqrt(1 - m); twos = 1;
e = m;
for k = 1:T
    c = (a - b) / 2;
    [a, b] = deal((a + b) / 2, sqrt(a .* b));
    twos = 2 * twos;
    e = e + twos * c.^2;
end
K = pi ./ (2 * a);
E = K .* (1 - e / 2);

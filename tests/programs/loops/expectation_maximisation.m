% strategy: replay
% given: n = 100, T = 30 | n = 20000, T = 10
% A mixture of two normals.
rng(74);
x = [randn(n, 1) - 1.5; 0.7 * randn(n, 1) + 2];
mu1 = -1; mu2 = 1; s1 = 1; s2 = 1; w = 0.5;
for k = 1:T
    a = w * exp(-(x - mu1).^2 / (2 * s1)) / sqrt(s1);
    b = (1 - w) * exp(-(x - mu2).^2 / (2 * s2)) / sqrt(s2);
    g = a ./ (a + b);
    N = sum(g);
    mu1 = sum(g .* x) / N; mu2 = sum((1 - g) .* x) / (2 * n - N);
    s1 = sum(g .* (x - mu1).^2) / N; s2 = sum((1 - g) .* (x - mu2).^2) / (2 * n - N);
    w = N / (2 * n);
end

% strategy: kernel
% given: n = 40, T = 50 | n = 40000, T = 20
% Many one-dimensional problems with Adam: schedules of the step in both moments.
target = linspace(-3, 3, n)';
w = zeros(n, 1); m = zeros(n, 1); v = zeros(n, 1);
for k = 1:T
    g = 2 * (w - target) + 0.1 * cos(w);
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g.^2;
    w = w - 0.05 * (m / (1 - 0.9^k)) ./ (sqrt(v / (1 - 0.999^k)) + 1e-8);
end

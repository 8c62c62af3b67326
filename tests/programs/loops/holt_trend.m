% strategy: kernel
% given: N = 25, T = 20 | N = 20000, T = 10
% Double exponential smoothing with a schedule of the gains.
rng(16);
X = cumsum(randn(N, T), 2);
level = X(:, 1); trend = X(:, 2) - X(:, 1);
F = NaN(N, T);
for t = 2:T
    gain = 1 / (1 + 0.2 * t);
    beta = 0.5 * gain;
    F(:, t) = level + trend;
    old = level;
    level = gain * X(:, t) + (1 - gain) * (level + trend);
    trend = beta * (level - old) + (1 - beta) * trend;
end
forecast = level + 3 * trend;

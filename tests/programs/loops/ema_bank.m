% strategy: kernel
% given: N = 20, T = 30 | N = 30000, T = 12
% Exponential moving averages of many channels over time.
rng(1);
X = randn(N, T);
alpha = 0.1;
Y = zeros(N, T);
Y(:, 1) = X(:, 1);
for t = 2:T
    Y(:, t) = alpha * X(:, t) + (1 - alpha) * Y(:, t - 1);
end

% strategy: replay
% given: N = 8, T = 40 | N = 20000, T = 12
% Adaptive filter: the error is an inner product with the column of the step.
rng(23);
X = randn(N, T) / sqrt(N);
target = cos(1:N) * X;
w = zeros(N, 1);
e = zeros(1, T);
for t = 1:T
    x = X(:, t);
    e(t) = target(t) - w' * x;
    w = w + 0.5 * e(t) * x;
end

% strategy: kernel
% given: N = 16, T = 30 | N = 30000, T = 10
% A difference equation in columns t-1 and t-2 of input and output.
rng(12);
X = rand(N, T) - 0.5;
Y = X;
for t = 3:T
    Y(:, t) = 0.3 * X(:, t) + 0.2 * X(:, t-1) - 0.1 * X(:, t-2) + 0.9 * Y(:, t-1) - 0.5 * Y(:, t-2);
end

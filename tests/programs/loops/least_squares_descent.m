% strategy: replay
% given: n = 60, T = 200 | n = 6000, T = 40
% Gradient descent for linear regression, with the losses kept.
rng(71);
X = [ones(n, 1) randn(n, 2)];
y = X * [1; -2; 0.5] + 0.1 * randn(n, 1);
w = zeros(3, 1);
loss = zeros(1, T);
for k = 1:T
    e = X * w - y;
    loss(k) = e' * e / n;
    w = w - 0.2 * X' * e / n;
end

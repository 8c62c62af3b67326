% strategy: kernel
% given: M = 200, T = 10 | M = 70000, T = 12
% Arithmetic Asian call: the running sum is a second carry.
rng(11);
S = 100 * ones(M, 1);
total = zeros(M, 1);
dt = 1 / T;
for t = 1:T
    dW = sqrt(dt) * randn(M, 1);
    S = S + S .* (0.05 * dt + 0.25 * dW);
    total = total + S;
end
average = total / T;
price = exp(-0.05) * mean(max(average - 100, 0));

% strategy: kernel
% given: M = 300, T = 16 | M = 66000, T = 16
% Heston's stochastic volatility, full truncation.
rng(21);
kappa = 1.5; theta = 0.04; xi = 0.4; rho = -0.7; r = 0.02; dt = 1 / T;
x = log(100) * ones(M, 1);
v = 0.05 * ones(M, 1);
for n = 1:T
    z1 = randn(M, 1);
    z2 = rho * z1 + sqrt(1 - rho^2) * randn(M, 1);
    vp = max(v, 0);
    x = x + (r - vp / 2) * dt + sqrt(vp * dt) .* z1;
    v = v + kappa * (theta - vp) * dt + xi * sqrt(vp * dt) .* z2;
end
S = exp(x);
price = exp(-r) * mean(max(S - 100, 0));
negative = mean(v < 0);

% strategy: kernel
% given: M = 300, T = 12 | M = 70000, T = 16
% The same in singles, the price alone is kept.
rng(7);
S0 = single(100); K = single(95);
dt = 1 / T;
S = S0 * ones(M, 1, 'single');
for t = 1:T
    S = S .* exp((0.02 - 0.3^2 / 2) * dt + 0.3 * sqrt(dt) * randn(M, 1, 'single'));
end
price = exp(-0.02) * mean(max(K - S, 0));

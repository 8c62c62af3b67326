% strategy: kernel
% given: M = 150, T = 15 | M = 66000, T = 10
% Constant elasticity of variance; volatility by the step, read from a vector.
rng(14);
vol = linspace(0.1, 0.4, T);
S = 20 * ones(M, 1);
dt = 1 / T;
for t = 1:T
    sig = vol(t);
    if t > T / 2
        sig = sig * 0.9;
    end
    S = max(S + sig * S.^0.8 * sqrt(dt) .* randn(M, 1), 0.01);
end
price = mean(max(20 - S, 0));

% strategy: kernel
% given: M = 300, T = 9 | M = 66000, T = 9
% Fixed-strike lookback on antithetic pairs: four carries.
rng(5);
up = 50 * ones(M, 1); down = up;
peakUp = up; peakDown = down;
a = (0.04 - 0.5 * 0.3^2) / T; b = 0.3 / sqrt(T);
for step = 1:T
    z = randn(M, 1);
    up = up .* exp(a + b * z);
    down = down .* exp(a - b * z);
    peakUp = max(peakUp, up);
    peakDown = max(peakDown, down);
end
payoff = 0.5 * (max(peakUp - 52, 0) + max(peakDown - 52, 0));
price = exp(-0.04) * mean(payoff);

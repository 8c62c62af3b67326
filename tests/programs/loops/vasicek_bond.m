% strategy: kernel
% given: M = 200, T = 20 | M = 66000, T = 10
% Short rate by Euler steps and its integral by the trapezoidal rule.
rng(77);
a = 0.8; b = 0.05; s = 0.02; dt = 2 / T;
rate = 0.03 * ones(M, 1);
I = zeros(M, 1);
for k = 1:T
    old = rate;
    rate = rate + a * (b - rate) * dt + s * sqrt(dt) * randn(M, 1);
    I = I + 0.5 * (old + rate) * dt;
end
bond = mean(exp(-I));

% strategy: kernel
% given: n = 50, T = 40 | n = 66000, T = 12
% Noisy excitable cells: Euler-Maruyama with two carries.
rng(50);
v = -1 * ones(n, 1); w = zeros(n, 1); dt = 0.05;
for t = 1:T
    v0 = v;
    v = v + dt * (v - v.^3 / 3 - w + 0.5) + 0.1 * sqrt(dt) * randn(n, 1);
    w = w + dt * 0.08 * (v0 + 0.7 - 0.8 * w);
end

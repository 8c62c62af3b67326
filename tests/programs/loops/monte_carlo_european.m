% strategy: kernel
% given: M = 300, T = 12 | M = 70000, T = 16
% European call by geometric Brownian motion.
rng(42);
S0 = 100; K = 105; r = 0.03; sigma = 0.2; years = 1;
dt = years / T;
drift = (r - sigma^2 / 2) * dt;
scale = sigma * sqrt(dt);
S = S0 * ones(M, 1);
for t = 1:T
    S = S .* exp(drift + scale * randn(M, 1));
end
payoff = max(S - K, 0);
price = exp(-r * years) * mean(payoff);
error_ = std(payoff) / sqrt(M);

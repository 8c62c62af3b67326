% Geometric Brownian motion, M paths of T steps; the price of a European call.  Given: M, T, class_name.
%% setup
S0 = 100; K = 105; r = 0.03; sigma = 0.2; years = 1;
dt = years / T;
drift = (r - sigma^2 / 2) * dt;
scale = sigma * sqrt(dt);
%% compute
rng(42);
S = S0 * ones(M, 1, class_name);
for t = 1:T
    S = S .* exp(drift + scale * randn(M, 1, class_name));
end
payoff = max(S - K, 0);
price = exp(-r * years) * mean(payoff);
result = [price, mean(S)];

% Asian call with a running mean and a knock-out mask, M paths of T steps.  Given: M, T, class_name.
%% setup
S0 = 100; K = 105; r = 0.03; sigma = 0.2; years = 1; barrier = 150;
dt = years / T;
drift = (r - sigma^2 / 2) * dt;
scale = sigma * sqrt(dt);
%% compute
rng(42);
S = S0 * ones(M, 1, class_name);
A = zeros(M, 1, class_name);
alive = ones(M, 1, class_name);
for t = 1:T
    S = S .* exp(drift + scale * randn(M, 1, class_name));
    A = A + (S - A) / t;
    alive = alive .* (S < barrier);
end
price = exp(-r * years) * mean(alive .* max(A - K, 0));
result = [price, mean(alive)];

% strategy: replay
% given: M = 200, T = 8 | M = 23000, T = 8
% The basket with a product for the correlation.
rng(9);
C = [1 0.5 0.2; 0.5 1 0.3; 0.2 0.3 1];
R = chol(C);
sigma = [0.2 0.3 0.1];
S = ones(M, 1) * [100 80 120];
dt = 1 / T;
for t = 1:T
    Z = randn(M, 3) * R;
    S = S .* exp(-0.5 * sigma.^2 * dt + sigma .* Z * sqrt(dt));
end
price = mean(max(S * [0.4; 0.35; 0.25] - 98, 0));

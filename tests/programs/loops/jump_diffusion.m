% strategy: kernel
% given: M = 200, T = 12 | M = 66000, T = 8
% Merton's model: uniform numbers decide on jumps, normal ones on their sizes.
rng(31);
S = 40 * ones(M, 1);
jumps = zeros(M, 1);
dt = 1 / T; lambda = 2;
for t = 1:T
    J = rand(M, 1) < lambda * dt;
    Y = -0.1 + 0.15 * randn(M, 1);
    S = S .* exp(0.01 * dt + 0.2 * sqrt(dt) * randn(M, 1) + J .* Y);
    jumps = jumps + J;
end
price = mean(max(S - 42, 0));
perYear = mean(jumps);

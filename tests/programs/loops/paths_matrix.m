% strategy: kernel
% given: M = 120, T = 10 | M = 66000, T = 6
% All paths are kept: column t from column t-1.
rng(13);
P = zeros(M, T + 1);
P(:, 1) = 10;
for t = 1:T
    P(:, t + 1) = P(:, t) .* (1 + 0.001 + 0.02 * randn(M, 1));
end
meanPath = mean(P, 1);
worst = min(P, [], 2);

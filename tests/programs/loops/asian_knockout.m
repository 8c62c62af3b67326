% strategy: kernel
% given: M = 200, T = 10 | M = 70000, T = 12
% Running mean with a knock-out mask, random numbers of a (1,M) row.
rng('default');
S = 100 * ones(1, M);
A = zeros(1, M);
alive = true(1, M);
for k = 1:T
    S = S .* exp(-0.02 / T + 0.2 * sqrt(1 / T) * randn(1, M));
    A = A + (S - A) / k;
    alive = alive & (S < 130);
end
price = mean(alive .* max(A - 98, 0));
knocked = nnz(~alive);

% strategy: kernel
% given: N = 30, T = 25 | N = 20000, T = 14
% Sliding sum of five columns: one comes in, one goes out.
rng(15);
X = floor(10 * rand(N, T));
W = 5;
S = sum(X(:, 1:W), 2);
best = S;
for t = W+1:T
    S = S + X(:, t) - X(:, t - W);
    best = max(best, S);
end

% strategy: replay
% given: n = 30, T = 60 | n = 260, T = 60
% The largest eigenvalue of a symmetric matrix.
rng(70);
B = randn(n); A = B * B' / n + 10 * ones(n) / n;
v = ones(n, 1);
for k = 1:T
    v = A * v;
    v = v / norm(v);
end
lambda = v' * A * v;

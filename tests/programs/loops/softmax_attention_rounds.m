% strategy: replay
% given: n = 12, T = 6 | n = 150, T = 4
% Rows are normalized by their maximum and sum; reductions along both dimensions.
X = sin(reshape(1:n*8, n, 8));
for layer = 1:T
    S = X * X' / sqrt(8);
    S = exp(S - max(S, [], 2));
    S = S ./ sum(S, 2);
    X = S * X;
    X = (X - mean(X, 2)) ./ sqrt(var(X, 1, 2) + 1e-5);
end

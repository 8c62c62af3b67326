% strategy: replay
% given: n = 10, T = 25 | n = 130, T = 25
% The inverse by products alone.
A = eye(n) + sin(reshape(1:n^2, n, n)) / (2 * n);
X = A' / (norm(A, 1) * norm(A, inf));
for k = 1:T
    X = X * (2 * eye(n) - A * X);
end
converged = norm(A * X - eye(n), 'fro') < 1e-10;

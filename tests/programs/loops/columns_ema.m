% strategy: kernel
% given: n = 15, T = 20 | n = 30000, T = 10
% Exponential averages over the columns of a matrix as the loop variable.
X = reshape(cos(1:n*T), n, T);
m = X(:, 1); v = zeros(n, 1); k = 0;
for x = X
    k = k + 1;
    d = x - m;
    m = m + 0.2 * d;
    v = 0.8 * (v + 0.2 * d.^2);
end

% strategy: replay
% given: n = 20, T = 60 | n = 300, T = 40
% Linear system, diagonal against the rest.
A = 0.4 * cos(reshape(1:n^2, n, n)) / n + eye(n);
b = ones(n, 1);
d = diag(A); R = A - diag(d);
x = zeros(n, 1);
for k = 1:T
    x = (b - R * x) ./ d;
end

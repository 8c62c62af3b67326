% strategy: replay
% given: n = 8, T = 40 | n = 140, T = 40
% Taylor's series with a product in every term.
A = sin(reshape(1:n^2, n, n)) / n;
E = eye(n); term = E;
for k = 1:T
    term = term * A / k;
    E = E + term;
end

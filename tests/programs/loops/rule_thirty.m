% strategy: replay
% given: n = 40, T = 30 | n = 20000, T = 20
% Wolfram's rule 30; every generation is a row.
G = false(T, n);
G(1, floor(n / 2)) = true;
for t = 2:T
    c = G(t - 1, :);
    l = [c(n), c(1:n-1)];
    r = [c(2:n), c(1)];
    G(t, :) = xor(l, c | r);
end
alive = sum(G(:));

% strategy: replay
% given: n = 20, T = 60 | n = 250, T = 30
% Damped ranks of a dense link matrix.
L = mod((1:n)' * (1:n), 7) < 2;
L(1, :) = true;
G = L ./ sum(L, 1);
p = ones(n, 1) / n;
for k = 1:T
    p = 0.85 * G * p + 0.15 / n;
end
best = max(p);

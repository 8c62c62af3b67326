% strategy: replay
% given: n = 10, T = 30 | n = 200, T = 25
% A row vector through a stochastic matrix, all distributions kept.
P = mod((1:n)' * (3:n+2), 11) + 1;
P = P ./ sum(P, 2);
H = zeros(T, n);
p = [1 zeros(1, n - 1)];
for t = 1:T
    p = p * P;
    H(t, :) = p;
end

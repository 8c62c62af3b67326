% strategy: ordinary
% given: N = 60, n = 1 | N = 100, n = 1
% American put on a tree that shrinks step by step.
u = exp(0.3 * sqrt(1 / N)); d = 1 / u;
p = (exp(0.05 / N) - d) / (u - d);
disc = exp(-0.05 / N);
S = 100 * u.^(N:-2:-N)';
V = max(105 - S, 0);
for k = N:-1:1
    V = disc * (p * V(1:end-1) + (1 - p) * V(2:end));
    S = S(1:end-1) / u;
    V = max(V, 105 - S);
end
price = V;

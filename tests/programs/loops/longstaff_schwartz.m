% strategy: ordinary
% given: M = 400, T = 6 | M = 4000, T = 8
% American put by regression on the paths in the money.
rng(99);
dt = 1 / T; df = exp(-0.06 * dt);
S = zeros(M, T);
x = 36 * ones(M, 1);
for t = 1:T
    x = x .* exp((0.06 - 0.02) * dt + 0.2 * sqrt(dt) * randn(M, 1));
    S(:, t) = x;
end
cash = max(40 - S(:, T), 0);
for t = T-1:-1:1
    cash = cash * df;
    in = find(S(:, t) < 40);
    X = S(in, t) / 40;
    c = [ones(size(X)) X X.^2] \ cash(in);
    go = 40 - S(in, t) > [ones(size(X)) X X.^2] * c;
    cash(in(go)) = 40 - S(in(go), t);
end
price = mean(cash * df);

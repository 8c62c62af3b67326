% strategy: replay
% given: n = 15, T = 60 | n = 150, T = 30
% Optimal transport with entropy: scaling rows and columns in turn.
x = linspace(0, 1, n);
K = exp(-(x' - x).^2 / 0.05);
a = ones(n, 1) / n; b = (1:n)' / sum(1:n);
u = ones(n, 1);
for k = 1:T
    v = b ./ (K' * u);
    u = a ./ (K * v);
end
P = u .* K .* v';

% strategy: kernel
% given: N = 16, T = 40 | N = 30000, T = 10
% Second-order sections, transposed direct form II, coefficients per channel.
rng(6);
X = randn(N, T);
w = linspace(0.1, 2.5, N)'; Q = 0.9;
al = sin(w) / (2 * Q); a0 = 1 + al;
b0 = (1 - cos(w)) ./ (2 * a0); b1 = (1 - cos(w)) ./ a0; b2 = b0;
a1 = -2 * cos(w) ./ a0; a2 = (1 - al) ./ a0;
Y = zeros(N, T);
s1 = zeros(N, 1); s2 = zeros(N, 1);
for t = 1:T
    x = X(:, t);
    y = b0 .* x + s1;
    s1 = b1 .* x - a1 .* y + s2;
    s2 = b2 .* x - a2 .* y;
    Y(:, t) = y;
end

% strategy: kernel
% given: N = 20, T = 20 | N = 20000, T = 8
% Two states per channel, the covariance written out, a function for the update.
rng(18);
Z = cumsum(0.1 + 0.3 * randn(N, T), 2);
x = Z(:, 1); v = zeros(N, 1);
p11 = ones(N, 1); p12 = zeros(N, 1); p22 = ones(N, 1);
X = zeros(N, T);
for t = 2:T
    x = x + v;
    p11 = p11 + 2 * p12 + p22 + 1e-3;
    p12 = p12 + p22;
    p22 = p22 + 1e-4;
    [x, v, p11, p12, p22] = correct(x, v, p11, p12, p22, Z(:, t), 0.09);
    X(:, t) = x;
end
function [x, v, a, b, c] = correct(x, v, a, b, c, z, r)
    k1 = a ./ (a + r);
    k2 = b ./ (a + r);
    e = z - x;
    x = x + k1 .* e;
    v = v + k2 .* e;
    c = c - k2 .* b;
    b = (1 - k1) .* b;
    a = (1 - k1) .* a;
end

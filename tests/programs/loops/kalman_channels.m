% strategy: kernel
% given: N = 20, T = 25 | N = 30000, T = 10
% Local-level Kalman filters, one per channel, with missing observations.
rng(17);
Z = randn(N, T);
Z(rand(N, T) < 0.1) = NaN;
q = 0.01; r = linspace(0.2, 2, N)';
m = zeros(N, 1); P = ones(N, 1);
for t = 1:T
    P = P + q;
    z = Z(:, t);
    seen = ~isnan(z);
    z(~seen) = 0;
    G = seen .* P ./ (P + r);
    m = m + G .* (z - m);
    P = (1 - G) .* P;
end

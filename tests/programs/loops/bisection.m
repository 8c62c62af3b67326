% strategy: kernel
% given: n = 40, T = 40 | n = 30000, T = 25
% Kepler's equation for many anomalies by halving intervals.
M = linspace(0.1, 3, n)'; ecc = linspace(0, 0.9, n)';
lo = zeros(n, 1); hi = pi * ones(n, 1);
for k = 1:T
    mid = (lo + hi) / 2;
    above = mid - ecc .* sin(mid) > M;
    hi(above) = mid(above);
    lo(~above) = mid(~above);
end
E = (lo + hi) / 2;

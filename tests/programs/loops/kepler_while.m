% strategy: replay
% given: n = 40, top = 20 | n = 30000, top = 20
% Newton's method by a while loop with a tolerance.
M = linspace(0.1, 3, n)'; ecc = 0.4;
E = M; d = inf(n, 1); k = 0;
while k < top && max(abs(d)) > 1e-12
    d = (E - ecc * sin(E) - M) ./ (1 - ecc * cos(E));
    E = E - d;
    k = k + 1;
end

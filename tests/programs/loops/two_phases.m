% strategy: kernel
% given: n = 12, T = 20 | n = 30000, T = 12
% Only the second half is recorded; the first column is given.
Y = zeros(n, T); y = linspace(1, 2, n)';
Y(:, 1) = y;
for t = 2:T
    y = 0.5 * y + 1;
    if t > T / 2
        Y(:, t) = y;
    end
end

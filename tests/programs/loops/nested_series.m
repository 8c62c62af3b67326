% strategy: kernel
% given: n = 30, P = 4, Q = 5 | n = 40000, P = 4, Q = 4
% A loop within a loop, scalars of both indices.
x = linspace(0, 1, n)';
f = zeros(n, 1);
for p = 1:P
    g = ones(n, 1);
    for q = 1:Q
        g = g + cos(p * q * x) / (p^2 + q);
    end
    f = f + g / p;
end

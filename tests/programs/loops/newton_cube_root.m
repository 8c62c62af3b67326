% strategy: kernel
% given: n = 60, T = 30 | n = 50000, T = 20
% Newton's iteration for cube roots, elementwise.
a = linspace(0.1, 1000, n)';
x = a;
for k = 1:T
    x = (2 * x + a ./ x.^2) / 3;
end
residual = max(abs(x.^3 - a) ./ a);

% strategy: kernel
% given: n = 40, T = 40 | n = 50000, T = 25
% tan by its continued fraction, from the bottom up.
x = linspace(-1.4, 1.4, n);
f = zeros(1, n);
for k = 2*T-1:-2:1
    f = x.^2 ./ (k - f);
end
y = f ./ (x + (x == 0));

% strategy: ordinary
% given: T = 200, n = 1 | T = 4000, n = 1
% A scalar recurrence over a vector, as one writes it without filter.
rng(24);
x = randn(1, T);
y = zeros(1, T);
for t = 3:T
    y(t) = x(t) + 1.6 * y(t-1) - 0.8 * y(t-2);
end
energy = sum(y.^2);

% strategy: kernel
% given: n = 40, d = 12 | n = 60000, d = 12
% A polynomial with its coefficients in a vector, from the highest power down.
c = (-1).^(0:d) ./ factorial(0:d);
x = linspace(-2, 3, n);
p = c(end) * ones(1, n);
for k = numel(c)-1:-1:1
    p = p .* x + c(k);
end

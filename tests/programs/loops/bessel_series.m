% strategy: kernel
% given: n = 50, T = 30 | n = 50000, T = 25
% J0 by its series: the term is a carry, the divisor a scalar of the index.
x = linspace(0, 10, n)';
term = ones(n, 1);
J = term;
for k = 1:T
    term = -term .* (x / 2).^2 / k^2;
    J = J + term;
end

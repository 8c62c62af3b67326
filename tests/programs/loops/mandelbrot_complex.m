% strategy: any
% given: n = 24, iterations = 40 | n = 150, iterations = 20
% The same with complex arrays and a masked assignment.
[x, y] = meshgrid(linspace(-2.05, 0.55, n), linspace(-1.2, 1.21, n));
c = x + 1i * y;
z = zeros(n); count = zeros(n);
for k = 1:iterations
    inside = abs(z) <= 2;
    z(inside) = z(inside).^2 + c(inside);
    count(inside) = count(inside) + 1;
end

% strategy: replay
% given: n = 16, T = 60 | n = 140, T = 15
% Poisson's equation by Jacobi's method.
h = 1 / (n - 1);
f = ones(n);
u = zeros(n);
for k = 1:T
    v = u;
    u(2:n-1, 2:n-1) = 0.25 * (v(1:n-2, 2:n-1) + v(3:n, 2:n-1) + v(2:n-1, 1:n-2) + v(2:n-1, 3:n) + h^2 * f(2:n-1, 2:n-1));
end
change = max(abs(u(:) - v(:)));

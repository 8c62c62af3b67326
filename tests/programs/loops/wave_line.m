% strategy: replay
% given: n = 80, T = 60 | n = 20000, T = 12
% Wave equation: three levels in time.
x = linspace(0, 1, n)';
old = exp(-100 * (x - 0.5).^2); u = old;
c2 = 0.81;
for t = 1:T
    new = zeros(n, 1);
    i = 2:n-1;
    new(i) = 2 * u(i) - old(i) + c2 * (u(i+1) - 2 * u(i) + u(i-1));
    old = u;
    u = new;
end

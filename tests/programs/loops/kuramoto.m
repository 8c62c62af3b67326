% strategy: replay
% given: n = 20, T = 30 | n = 20000, T = 10
% Coupled phases through their mean field: reductions in the loop.
omega = linspace(-1, 1, n)';
theta = mod((1:n)' * 2.4, 2 * pi);
order = zeros(1, T);
for t = 1:T
    c = mean(cos(theta)); s = mean(sin(theta));
    r = sqrt(c^2 + s^2); psi = atan2(s, c);
    theta = theta + 0.05 * (omega + 2 * r * sin(psi - theta));
    order(t) = r;
end

% strategy: replay
% given: n = 12, T = 20 | n = 180, T = 8
% Gravitation of all pairs, leapfrog.
k = (1:n)';
x = cos(k) .* sqrt(k); y = sin(k) .* sqrt(k);
vx = -0.1 * y; vy = 0.1 * x; m = 1 + 0.1 * mod(k, 3);
dt = 0.01;
for t = 1:T
    dx = x' - x; dy = y' - y;
    r3 = (dx.^2 + dy.^2 + 0.05).^1.5;
    ax = (dx ./ r3) * m; ay = (dy ./ r3) * m;
    vx = vx + dt * ax; vy = vy + dt * ay;
    x = x + dt * vx; y = y + dt * vy;
end
momentum = [m' * vx, m' * vy];

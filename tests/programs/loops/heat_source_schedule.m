% strategy: replay
% given: n = 40, T = 40 | n = 20000, T = 12
% A source that is switched off halfway, flux ends by new values of the border.
u = zeros(n, 1);
for t = 1:T
    lap = zeros(n, 1);
    lap(2:n-1) = u(1:n-2) - 2 * u(2:n-1) + u(3:n);
    if t <= T / 2
        lap(5) = lap(5) + 1;
    end
    u = u + 0.3 * lap;
    u(1) = u(2); u(n) = u(n - 1);
end

% strategy: replay
% given: n = 60, T = 40 | n = 30000, T = 15
% Heat equation on a line, ends held.
x = linspace(0, 1, n);
u = sin(pi * x) + 0.2 * cos(7 * x);
for t = 1:T
    u(2:end-1) = u(2:end-1) + 0.25 * (u(1:end-2) - 2 * u(2:end-1) + u(3:end));
end

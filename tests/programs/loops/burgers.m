% strategy: replay
% given: n = 64, T = 30 | n = 20000, T = 10
% Lax-Friedrichs for Burgers' equation, concatenated neighbours.
x = linspace(0, 1, n);
u = 1 + 0.5 * sin(2 * pi * x);
for k = 1:T
    right = [u(2:end), u(1)];
    left = [u(end), u(1:end-1)];
    u = 0.5 * (left + right) - 0.1 * (right.^2 - left.^2);
end

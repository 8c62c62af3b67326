% strategy: kernel
% given: n = 30, T = 40 | n = 30000, T = 15
% Runge-Kutta of order four through a function of two outputs.
theta = linspace(0.1, 3, n)'; omega = zeros(n, 1); h = 0.02;
for step = 1:T
    [a1, b1] = pendulum(theta, omega);
    [a2, b2] = pendulum(theta + h/2 * a1, omega + h/2 * b1);
    [a3, b3] = pendulum(theta + h/2 * a2, omega + h/2 * b2);
    [a4, b4] = pendulum(theta + h * a3, omega + h * b3);
    theta = theta + h/6 * (a1 + 2*a2 + 2*a3 + a4);
    omega = omega + h/6 * (b1 + 2*b2 + 2*b3 + b4);
end
function [dt, dw] = pendulum(t, w)
    dt = w;
    dw = -sin(t) - 0.05 * w;
end

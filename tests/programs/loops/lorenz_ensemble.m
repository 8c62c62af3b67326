% strategy: kernel
% given: n = 20, T = 40 | n = 30000, T = 12
% The Lorenz system from many starts, Heun's method.
x = linspace(-10, 10, n); y = x + 1; z = 25 * ones(1, n);
h = 0.005;
for k = 1:T
    dx = 10 * (y - x); dy = x .* (28 - z) - y; dz = x .* y - 8/3 * z;
    xp = x + h * dx; yp = y + h * dy; zp = z + h * dz;
    x = x + h/2 * (dx + 10 * (yp - xp));
    y = y + h/2 * (dy + xp .* (28 - zp) - yp);
    z = z + h/2 * (dz + xp .* yp - 8/3 * zp);
end

% strategy: kernel
% given: n = 40, T = 50 | n = 40000, T = 25
% Damped oscillators by explicit Euler, each with its own frequency.
w = linspace(0.5, 4, n)'; z = 0.1; dt = 0.01;
x = ones(n, 1); v = zeros(n, 1);
for t = 1:T
    a = -2 * z * w .* v - w.^2 .* x;
    x = x + dt * v;
    v = v + dt * a;
end
energy = 0.5 * v.^2 + 0.5 * w.^2 .* x.^2;

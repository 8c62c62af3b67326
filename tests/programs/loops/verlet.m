% strategy: kernel
% given: n = 40, T = 60 | n = 40000, T = 20
% Velocity Verlet in a quartic well; the force is an anonymous function.
force = @(q) q - q.^3;
q = linspace(-1.5, 1.5, n); p = zeros(1, n); dt = 0.02;
f = force(q);
for t = 1:T
    p = p + 0.5 * dt * f;
    q = q + dt * p;
    f = force(q);
    p = p + 0.5 * dt * f;
end
H = 0.5 * p.^2 - 0.5 * q.^2 + 0.25 * q.^4;

% strategy: kernel
% given: n = 64, T = 12 | n = 40000, T = 8
% Chirikov's map on the torus: mod in both coordinates.
theta = linspace(0, 2 * pi, n);
p = linspace(-1, 1, n);
K = 0.5;
for t = 1:T
    p = mod(p + K * sin(theta), 2 * pi);
    theta = mod(theta + p, 2 * pi);
end

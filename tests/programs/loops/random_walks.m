% strategy: kernel
% given: n = 100, T = 50 | n = 70000, T = 20
% Walkers between reflecting walls.
rng(51);
x = zeros(n, 1); far = zeros(n, 1);
for t = 1:T
    x = x + 2 * (rand(n, 1) > 0.5) - 1;
    x(x > 5) = 4;
    x(x < -5) = -4;
    far = max(far, abs(x));
end
spread = mean(x.^2);

% strategy: kernel
% given: n = 15, T = 40 | n = 20000, T = 12
% Predators and prey, symplectic Euler, every state kept.
a = linspace(0.8, 1.2, n)';
prey = 10 * ones(n, 1); pred = 5 * ones(n, 1);
history = zeros(n, T, 2);
hist1 = zeros(n, T); hist2 = zeros(n, T);
for t = 1:T
    prey = prey + 0.01 * prey .* (a - 0.1 * pred);
    pred = pred + 0.01 * pred .* (0.075 * prey - 1.5);
    hist1(:, t) = prey;
    hist2(:, t) = pred;
end
history(:, :, 1) = hist1; history(:, :, 2) = hist2;

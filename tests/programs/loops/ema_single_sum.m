% strategy: kernel
% given: N = 40, T = 24 | N = 30000, T = 12
% Singles, only the final state and a running energy are kept.
rng(4);
X = randn(N, T, 'single');
s = zeros(N, 1, 'single');
energy = zeros(N, 1, 'single');
for t = 1:T
    s = s + 0.25 * (X(:, t) - s);
    energy = energy + s.^2;
end
total = sum(energy);

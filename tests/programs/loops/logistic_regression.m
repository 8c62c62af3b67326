% strategy: replay
% given: n = 80, T = 60 | n = 8000, T = 25
% Full-batch descent with momentum and a decaying rate.
rng(72);
X = [ones(n, 1) randn(n, 3)];
y = double(rand(n, 1) < 1 ./ (1 + exp(-X * [0.5; 1; -1; 2])));
w = zeros(4, 1); m = zeros(4, 1);
for k = 1:T
    p = 1 ./ (1 + exp(-X * w));
    g = X' * (p - y) / n;
    m = 0.9 * m + g;
    w = w - 0.5 / (1 + 0.01 * k) * m;
end
accuracy = mean((p > 0.5) == y);

% strategy: kernel
% given: N = 20, T = 30 | N = 20000, T = 10
% The same over rows, with a smoothing of its own for each channel and a state vector.
rng(2);
X = rand(T, N);
alpha = linspace(0.05, 0.5, N);
Y = zeros(T, N);
y = X(1, :);
Y(1, :) = y;
for t = 2:T
    y = alpha .* X(t, :) + (1 - alpha) .* y;
    Y(t, :) = y;
end
last = y;

% strategy: replay
% given: n = 40, T = 500 | n = 20000, T = 300
% Least squares by gradient descent until the gradient is small, looked at every fifth turn.
u = linspace(-1, 1, n)';
X = [ones(n, 1), u, u.^2];
y = 1 + 2 * u - 3 * u.^2;
w = zeros(3, 1); converged = false;
for k = 1:T
    g = X' * (X * w - y) / n;
    w = w - 0.8 * g;
    if mod(k, 5) == 0
        if norm(g) < 1e-4
            converged = true;
            break
        end
    end
end

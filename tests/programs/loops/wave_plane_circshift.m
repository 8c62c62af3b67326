% strategy: replay
% given: n = 16, T = 20 | n = 140, T = 8
% The wave equation on a torus by circshift.
[X, Y] = meshgrid((0:n-1) / n * 2 * pi);
U = sin(X) .* sin(2 * Y); V = zeros(n);
for t = 1:T
    L = circshift(U, 1, 1) + circshift(U, -1, 1) + circshift(U, [0 1]) + circshift(U, [0 -1]) - 4 * U;
    V = V + 0.1 * L;
    U = U + 0.1 * V;
end

% strategy: replay
% given: n = 16, T = 20 | n = 132, T = 8
% Reaction and diffusion of two fields on a torus, through a function.
[X, Y] = meshgrid(1:n);
U = ones(n); V = 0.25 * exp(-((X - n/2).^2 + (Y - n/2).^2) / 8);
for t = 1:T
    R = U .* V.^2;
    U = U + 0.16 * laplace(U) - R + 0.035 * (1 - U);
    V = V + 0.08 * laplace(V) + R - 0.1 * V;
end
function L = laplace(A)
    L = circshift(A, [1 0]) + circshift(A, [-1 0]) + circshift(A, [0 1]) + circshift(A, [0 -1]) - 4 * A;
end

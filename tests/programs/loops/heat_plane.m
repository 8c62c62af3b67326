% strategy: replay
% given: n = 20, T = 30 | n = 150, T = 12
% Heat equation on a square, border held.
[X, Y] = meshgrid(linspace(0, 1, n));
U = sin(3 * X) .* cos(2 * Y);
for t = 1:T
    U(2:end-1, 2:end-1) = U(2:end-1, 2:end-1) + 0.2 * (U(1:end-2, 2:end-1) + U(3:end, 2:end-1) ...
        + U(2:end-1, 1:end-2) + U(2:end-1, 3:end) - 4 * U(2:end-1, 2:end-1));
end
total = sum(U(:));

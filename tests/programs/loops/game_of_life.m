% strategy: replay
% given: n = 12, T = 20 | n = 130, T = 10
% Conway's life on a torus.
rng(60);
A = rand(n) > 0.6;
for t = 1:T
    N = zeros(n);
    for dx = -1:1
        for dy = -1:1
            if dx ~= 0 || dy ~= 0
                N = N + circshift(A, [dx dy]);
            end
        end
    end
    A = N == 3 | (A & N == 2);
end
population = nnz(A);

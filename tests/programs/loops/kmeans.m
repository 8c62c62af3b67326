% strategy: any
% given: n = 90, T = 12 | n = 20000, T = 6
% Lloyd's algorithm with three centres; empty clusters are kept where they are.
rng(73);
X = [randn(n, 1) + 4 * mod(1:n, 3)', randn(n, 1) - 2 * mod(1:n, 3)'];
C = X(1:3, :);
for it = 1:T
    D = zeros(n, 3);
    for j = 1:3
        D(:, j) = sum((X - C(j, :)).^2, 2);
    end
    [~, label] = min(D, [], 2);
    for j = 1:3
        mine = label == j;
        if any(mine)
            C(j, :) = mean(X(mine, :), 1);
        end
    end
end
inertia = sum(min(D, [], 2));

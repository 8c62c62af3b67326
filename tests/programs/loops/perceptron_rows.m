% strategy: any
% given: n = 60, T = 5 | n = 100, T = 3
% Stochastic descent over rows, a branch on data.
rng(75);
X = [ones(n, 1) randn(n, 2)];
y = sign(X * [0.2; 1; -1]);
w = zeros(3, 1); mistakes = 0;
for epoch = 1:T
    for i = 1:n
        if y(i) * (X(i, :) * w) <= 0
            w = w + y(i) * X(i, :)';
            mistakes = mistakes + 1;
        end
    end
end

% strategy: replay
% given: n = 40, T = 100 | n = 260, T = 100
% Stops by a residual; the number of steps is part of the answer.
A = diag(4 * ones(n, 1)) + diag(-ones(n-1, 1), 1) + diag(-ones(n-1, 1), -1);
b = (1:n)' / n;
x = zeros(n, 1); r = b; p = r; rs = r' * r;
for k = 1:T
    q = A * p;
    alpha = rs / (p' * q);
    x = x + alpha * p;
    r = r - alpha * q;
    new = r' * r;
    if sqrt(new) < 1e-10
        break
    end
    p = r + new / rs * p;
    rs = new;
end

% strategy: ordinary
% given: n = 20, T = 15 | n = 30, T = 10
% Two nested loops over scalars.
A = eye(n) * 3 + cos(reshape(1:n^2, n, n)) / n;
b = (1:n)';
x = zeros(n, 1);
for k = 1:T
    for i = 1:n
        s = b(i);
        for j = 1:n
            if j ~= i
                s = s - A(i, j) * x(j);
            end
        end
        x(i) = s / A(i, i);
    end
end

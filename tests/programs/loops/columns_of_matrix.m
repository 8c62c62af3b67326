% strategy: kernel
% given: n = 40, T = 12 | n = 30000, T = 8
% The loop variable is a column.
A = reshape(sin(1:n*T), n, T);
s = zeros(n, 1); m = -inf(n, 1);
for column = A
    s = s + column.^2;
    m = max(m, column);
end

% strategy: kernel
% given: n = 100, T = 120 | n = 40000, T = 100
% Steps to reach one, for all starts at once.
x = 1:n;
steps = zeros(1, n);
for t = 1:T
    go = x > 1;
    odd = mod(x, 2) == 1;
    next = odd .* (3 * x + 1) + ~odd .* (x / 2);
    x(go) = next(go);
    steps = steps + go;
end
unfinished = sum(x > 1);

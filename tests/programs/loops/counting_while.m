% strategy: kernel
% given: n = 40, T = 20 | n = 30000, T = 12
% A while loop that only counts.
x = linspace(0, 1, n);
k = 1;
while k <= T
    x = x + 0.1 * sin(k * x);
    k = k + 1;
end

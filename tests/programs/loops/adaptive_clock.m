% strategy: kernel
% given: n = 30, top = 2 | n = 30000, top = 2
% Exponential decay over steps of growing length, the last one cut to end on time.
rate = linspace(0.5, 2, n)';
y = ones(n, 1);
t = 0; h = 0.01; steps = 0;
while t < top
    h = min(1.2 * h, 0.1);
    if t + h > top
        h = top - t;
    end
    y = y ./ (1 + h * rate);
    t = t + h;
    steps = steps + 1;
end

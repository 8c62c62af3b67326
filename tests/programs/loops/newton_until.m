% strategy: replay
% given: n = 30, top = 50 | n = 40000, top = 50
% Newton's method for all right-hand sides until the largest step is small.
a = linspace(1, 100, n);
x = a; step = Inf; k = 0;
while max(abs(step)) > 1e-6 && k < top
    step = (x.^3 - a) ./ (3 * x.^2);
    x = x - step;
    k = k + 1;
end

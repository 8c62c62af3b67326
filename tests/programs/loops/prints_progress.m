% strategy: ordinary
% given: n = 50, T = 4 | n = 20000, T = 4
% Output in the loop is never lost or put in another order.
x = linspace(0, 1, n);
for t = 1:T
    x = x + t * x.^2;
    fprintf('%d %.6f\n', t, mean(x));
end

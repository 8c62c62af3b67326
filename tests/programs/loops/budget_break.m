% strategy: kernel
% given: n = 20, T = 60 | n = 30000, T = 50
% A scalar budget runs out before the turns do.
x = zeros(n, 1); w = (1:n)' / n;
budget = 10;
for k = 1:T
    cost = 1 / k + 0.3;
    budget = budget - cost;
    if budget < 0
        spent = k;
        break
    end
    x = x + w * cost;
end

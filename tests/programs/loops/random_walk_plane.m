% strategy: kernel
% given: n = 100, T = 40 | n = 70000, T = 12
% Directions from randi, displacement by comparison.
rng(52);
x = zeros(1, n); y = zeros(1, n); home = zeros(1, n);
for t = 1:T
    d = randi(4, 1, n);
    x = x + (d == 1) - (d == 2);
    y = y + (d == 3) - (d == 4);
    home = home + (x == 0 & y == 0);
end

p.x = 0;
p.v = 1;
p.log = zeros(1, 1000);
for k = 1:100000
    p.x = p.x + 0.01 * p.v;
    p.v = p.v - 0.01 * p.x;
    p.log(mod(k, 1000) + 1) = p.x;
end
fprintf('%.6f\n', p.x + sum(p.log));

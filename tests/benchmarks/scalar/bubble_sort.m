n = 300;
x = mod((1:n) * 7919, 1009);
for i = 1:n - 1
    for j = 1:n - i
        if x(j) > x(j + 1)
            t = x(j);
            x(j) = x(j + 1);
            x(j + 1) = t;
        end
    end
end
fprintf('%d %d %d\n', x(1), x(150), x(end));

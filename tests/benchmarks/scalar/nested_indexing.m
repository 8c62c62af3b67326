n = 300;
a = zeros(n, n);
for i = 1:n
    for j = 1:n
        a(i, j) = i + 2 * j;
    end
end
total = 0;
for i = 2:n
    for j = 1:n
        total = total + a(i, j) - a(i - 1, j);
    end
end
fprintf('%.0f\n', total);

count = 0;
longest = 0;
for start = 1:3000
    n = start;
    steps = 0;
    while n ~= 1 && steps < 1000
        if mod(n, 2) == 0
            n = n / 2;
        else
            n = 3 * n + 1;
        end
        steps = steps + 1;
    end
    if steps > longest || (steps == longest && start < count)
        longest = steps;
        count = start;
    end
end
fprintf('%d %d\n', count, longest);

% strategy: kernel
% given: n = 20, T = 40 | n = 20000, T = 30
% Updates on some days only: a turn is cut short on the others.
level = linspace(1, 2, n); seen = zeros(1, n); last = 0;
for day = 1:T
    level = 0.99 * level;
    if mod(day, 7) == 0 || mod(day, 7) == 6
        continue
    end
    level = level + 0.05;
    if day > T / 2
        last = day;
        continue
    end
    seen = seen + (level > 1.5);
end

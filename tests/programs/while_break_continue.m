% Source: Octave agrees.
k = 0; s = 0;
while true
    k = k + 1;
    if mod(k, 2), continue, end
    if k > 10, break, end
    s = s + k;
end
fprintf('%d %d\n', k, s);
for i = 1:3
    for j = 1:3
        if j == 2, continue, end
        if i == 2, break, end
        fprintf('%d%d ', i, j);
    end
end
fprintf('%d %d\n', i, j);

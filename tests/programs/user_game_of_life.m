% Source: Octave agrees but for the layout that disp gives numbers.
grid = zeros(6); grid(2, 3) = 1; grid(3, 4) = 1; grid(4, 2:4) = 1;
for step = 1:3
    n = zeros(size(grid));
    for dx = -1:1
        for dy = -1:1
            if dx ~= 0 || dy ~= 0, n = n + circshift(grid, [dx dy]); end
        end
    end
    grid = double((grid == 1 & (n == 2 | n == 3)) | (grid == 0 & n == 3));
    fprintf('step %d, alive %d\n', step, sum(grid(:)));
    rows = repmat('.', size(grid)); rows(grid == 1) = '#';
    disp(rows)
end
k = conv2(grid, [1 1 1; 1 0 1; 1 1 1], 'same'); disp(max(k(:)))

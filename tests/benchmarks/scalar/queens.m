function count = place(row, n, columns, up, down)
    if row > n
        count = 1;
        return
    end
    count = 0;
    for c = 1:n
        if ~columns(c) && ~up(row + c) && ~down(row - c + n)
            columns(c) = true;
            up(row + c) = true;
            down(row - c + n) = true;
            count = count + place(row + 1, n, columns, up, down);
            columns(c) = false;
            up(row + c) = false;
            down(row - c + n) = false;
        end
    end
end
fprintf('%d\n', place(1, 7, false(1, 7), false(1, 14), false(1, 14)));

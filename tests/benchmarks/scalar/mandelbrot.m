inside = 0;
for row = 1:60
    for col = 1:80
        x0 = -2 + 3 * (col - 1) / 79;
        y0 = -1.2 + 2.4 * (row - 1) / 59;
        x = 0;
        y = 0;
        k = 0;
        while k < 60 && x * x + y * y <= 4
            t = x * x - y * y + x0;
            y = 2 * x * y + y0;
            x = t;
            k = k + 1;
        end
        if k == 60
            inside = inside + 1;
        end
    end
end
fprintf('%d\n', inside);

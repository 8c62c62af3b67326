% Source: Octave agrees.
a = magic(4); fprintf('%d ', a(end), a(end, 1), a(1, end), a(end - 1, end - 2), a(min(end, 99)));
c = {1:3, 'abc'}; fprintf('%d %s ', c{1}(end), c{end}(end)); s.v = 1:4; fprintf('%d ', s.v(end)); b = 1:3; b(end + 1:end + 2) = 9; fprintf('%d ', b);
f = @(x) x(end); fprintf('%d %d\n', f(1:7), numel(a(:, end)));

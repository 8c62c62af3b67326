% Source: Octave agrees.
[a, b] = deal(1, 2); [b, a] = deal(a, b); fprintf('%d %d ', a, b); [q, ~, r] = unique([3 1 3]); fprintf('%d ', q, r);
[m(2), m(1)] = max([4 8 6]); fprintf('| %d ', m); [s.x, s.y] = size(ones(2, 3)); fprintf('| %d %d ', s.x, s.y); [c{1:2}] = deal('p'); fprintf('| %s%s\n', c{:});

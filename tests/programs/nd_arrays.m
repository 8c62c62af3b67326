% Source: Octave agrees.
a = reshape(1:24, 2, 3, 4); fprintf('%d %d %d|', size(a)); fprintf('%d ', a(2, 3, 4), a(end), a(1, 5), a(2, :, 2));
fprintf('| %d %d %d', size(a(:, :, 2:3))); b = a; b(:, :, 2:4) = []; fprintf('| %d %d', size(b)); fprintf('| %d', ndims(a(:, 1, 1)));
c = zeros(2, 2); c(:, :, 3) = 1; fprintf('| %d %d %d', size(c)); fprintf('| %d', sum(c(:))); p = permute(a, [3 1 2]); fprintf('| %d %d %d\n', size(p));

% Source: Octave agrees.
a = 1:6; a(2) = []; a([1 end]) = []; fprintf('%d ', a);
m = magic(4); m(:, 2) = []; m(1, :) = []; fprintf('| %d ', m);
m(:) = 0; fprintf('| %d %d', size(m)); z = 1:3; z(logical([1 0 1])) = []; fprintf('| %d', z);
x = 'hello'; x(x == 'l') = []; fprintf('| %s\n', x);

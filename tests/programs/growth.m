% Source: Octave agrees.
a = []; a(3) = 1; fprintf('%d ', a); b = 5; b(2, 3) = 7; fprintf('| %d ', b);
c = ''; c(3) = 'x'; fprintf('| %d ', double(c)); d = {}; d{2, 2} = 1; fprintf('| %d %d ', size(d));
e = zeros(2, 0); e(:, end + 1) = [1; 2]; fprintf('| %d ', e); f.x = 1; f(2).x = 2; fprintf('| %d\n', numel(f));

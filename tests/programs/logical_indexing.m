% Source: Octave agrees.
a = magic(4); fprintf('%d ', a(a > 10)); a(a > 10) = -1; fprintf('| %d ', sum(a(:)));
m = [true false true]; v = 10:12; fprintf('| %d ', v(m)); v(~m) = []; fprintf('| %d ', v);
w = 1:5; fprintf('| %d ', w(logical([0 1]))); fprintf('| %d %d\n', size(w(false)));

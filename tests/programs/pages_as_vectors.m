% Source: https://exchangetuts.com/index.php/matlab-odd-linear-indexing-into-array-with-singleton-dimensions-1764515402825747
y(1, 1, 1) = 1; y(1, 1, 2) = 2;
y([1 2]), y([1; 2])
x = reshape(10:10:70, 1, 1, []);
ind = reshape([2 3 4], 1, 1, 1, 1, []);
x(ind)
size(x(x > 20)), size(x([])), size(x(:)), size(x([1 2; 3 4])), size(x(3))
m = magic(4); size(m(reshape(1:3, 1, 1, 3))), size(m(reshape(logical([1 1 0]), 1, 1, 3)))
r = 1:5; size(r(reshape(1:3, 1, 1, 3)))
c = reshape({1, 2, 3}, 1, 1, 3); size(c([1 2]))

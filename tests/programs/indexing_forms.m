% Source: https://www.mathworks.com/help/matlab/math/array-indexing.html; Octave agrees where it has the form.
A = reshape(1:24, 2, 3, 4);
A(:, :, 2), A(2, end, end), A(end), A(:, 5), A(2, [1 3], 4)
size(A(:, :)), size(A(1, :, :)), size(A(:)), size(A(:, 1, [1 1 2]))
A(:, :, 5) = 100; size(A)
m = magic(4);
m(logical(eye(4)))', m(m > 10)', m([1 end], [1 end]), m(:, logical([1 0 0 1]))
m(2, :) = [], m(:, [1 3]) = []
v = 1:5; v(end:-1:1), v([]), v(:)', v([1 1 1]), v(logical([0 1 0 1 0]))
v(end + 1) = 6; v(8) = 1
v([1 3]) = [], v(v == 0) = 9
x = []; x(2, 3) = 1
s(3).a = 'x'; s(2).a = [1 2]; {s.a}
s(2:3).a
[s.a] = deal(0); [s.a]
[s(1:2).a] = deal('p', 'q'); {s.a}
s(2) = []; numel(s)
s(1).b.c(2).d = {1, 'two', {3}};
s(1).b.c(2).d{3}{1}, s(1).b.c(2).d{2}(end)
isempty(s(2).b)
c = {1, 'abc', [4 5 6]; {7}, 8, 'z'};
c{1, 2}(2), c{2, 1}{1}, c(:, 1)', c{1, 3}(end)
[p, q] = c{1, 1:2}
c{3, 4} = 'new'; size(c)
c(2, :) = []; size(c)
c(:, 2:end) = []
d = cell(1, 3); d{2}.x(3) = 5; d{2}.x
f = @() struct('y', {{10, 20}}); f().y
z = 'hello world'; z([1 end]), z(end:-1:1), z(z == 'o') = '0'
t.list{3} = 'c'; t.list

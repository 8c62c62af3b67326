% Source: https://www.mathworks.com/help/matlab/ref/cell.html (display of contents by class and size).
c = {1, 'two', [1 2 3]; "str", {1, 2}, @sin}
d = {[]; ''; {}; zeros(0, 3); ""}
e = {true, int8(5), single(2.5), 1+2i, 1:20, magic(4)}
f = {[true false], int16([1 2 3]), ["a" "b"], ['ab'; 'cd'], struct('x', 1), NaN, -Inf}
g = cell(2, 2)
h = {}
k = cell(0, 3)
l = {{}, {1, {2}}}
m = {1.5, 1e6, 1e-6, 123456.789, pi}
n = {[0.1 0.2 0.3], [1;2], 'a long text that goes on', 1:3 == 2}
o = cell(1, 2, 2)

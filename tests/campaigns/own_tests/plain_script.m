% A script that asserts.
x = linspace(0, 1, 5);
assert(isequal(x, 0:0.25:1))
s = struct('name', {'a', 'b'});
assert(strcmp([s.name], 'ab'))

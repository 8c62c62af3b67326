% Source: https://www.mathworks.com/help/matlab/ref/struct.html
s.name = 'Ann';
s.age = 30;
s.marks = [90 85.5];
s.matrix = magic(4);
s.inner.x = 1;
s.inner.deep.y = {1, 2};
s.list = {1, 'a', [1 2 3]};
s.f = @(x) x + 1;
s.flag = true;
s.flags = [true false];
s.none = [];
s.text = "string";
s.texts = ["a", "b"];
s.n = int8(5);
s.ns = int16([1 2; 3 4]);
s.z = 1 + 2i;
s.single = single(1.5);
s.chars = ['ab'; 'cd'];
s.emptychar = '';
s.emptycell = {};
s.row = 1:3;
s.col = (1:3)';
s.big = 1e10;
s.nan = NaN;
s
t = struct('a', {1, 2, 3})
u = struct()
v = struct('a', {})
w = struct('a', {{1, 2}})
disp(s.inner)
t(2)
x = repmat(struct('p', 0, 'q', 'r'), 2, 2)
y.list = struct('k', {1, 2})
z = [t.a]
s.inner

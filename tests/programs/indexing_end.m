x = 1:10;
disp(x(end))
disp(x(end / 2))
disp(x([1 end]))
disp(x(min(end, 20)))
m = reshape(1:6, 2, 3);
disp(m(end, 1))
disp(m(end))
disp(m(:, end)')
c = {1, {2, [3 4 5]}};
disp(c{end}{end}(end))
s.list = [4 5 6];
disp(s.list(end))
s.list(end + 1) = 7;
disp(s.list)
y = [];
y(end + 1) = 1;
y(end + 1) = 2;
disp(y)
z = 'hello';
disp(z(end:-1:1))
x(x > 5) = 0;
disp(x)
x(end) = [];
disp(numel(x))
q = {1, 'a', [1 2 3]};
disp([q{[1 3]}])
% Source: Octave agrees.

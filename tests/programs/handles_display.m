% Source: https://www.mathworks.com/help/matlab/matlab_prog/creating-a-function-handle.html
f = @sin
a = 2;
g = @(x, y) a * x.^2 + y'
h = {@cos, @(t) t(1, :)}
k = @() disp('hi')
s.f = @(varargin) numel(varargin)
disp(f), disp(g)
func2str(f), func2str(g)
l = @(x) x{1}(2).name.("dyn")
m = @(x) [x, 1; 2, 3]
n = @(x) ~x && true || x >= 3
o = @(s) ['a' s "b"]
p = @() {1, 'two'; []}
q = @(x) -x + !x.^-2
r = @(x) x(end) : 2 : x(1)
f2 = functions(g)
str2func('@(x) x+1')

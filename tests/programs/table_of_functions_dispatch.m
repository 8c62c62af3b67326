% Source: https://www.mathworks.com/help/matlab/matlab_prog/function-precedence-order.html, func2str, functions
function r = helper(x), r = ['local ' num2str(x)]; end
function r = numel_(x), r = numel(x); end
disp(helper(3)), max = @(x) 'shadowed'; max(3), clear max, max([1 5 2])
sum = 10; sum + 1, try, sum([1 2]), catch e, disp(e.identifier), end, clear sum, sum([1 2])
i = 5; i * 2, clear i, i * 2, e = exp(1); e > 2, pi = 3; pi, clear pi, pi
f = @helper; f(1), g = @(varargin) helper(varargin{:}); g(2), h = {@helper, @sin}; h{1}(3), s.fn = @(x) x + 1; s.fn(4), isa(f, 'function_handle')
compose2 = @(f, g) @(x) f(g(x)); inc = @(x) x + 1; dbl = @(x) x * 2; k = compose2(inc, dbl); k(5), func2str(k)
fact = @(self, n) 1; Y = @(n) prod(1:n); Y(5), m = @() disp('called'); m(), m()
a = 3; q = @(x) x + a; a = 100; q(1), functions(q).workspace{1}.a, nargin(q), r = @plus; r(1, 2), isequal(@sin, @sin), isequal(q, q)
t = @(x, varargin) numel(varargin); t(1, 2, 3), u = @(s) s.x; u(struct('x', 9)), v = @(c) c{:}; v({7}), arrayfun(@(n) n^2, 1:3), feval(@(x) x, 5)
w = str2func('helper'); w(8), cellfun(@(fn) fn(0), {@sin, @cos, @(x) x + 2}), ifelse = @(c, a, b) subsref({b, a}, struct('type', '{}', 'subs', {{c + 1}})); ifelse(true, 'y', 'n')
x.data = [1 2 3]; n = @() x.data(2); n(), x.data = 0; n(), p = @(varargin) varargin; numel(p(1, 2, 3)), o = @() deal(1, 2); [aa, bb] = o()

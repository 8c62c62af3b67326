% Source: Octave agrees.
function r = fact(n), if n <= 1, r = 1; else, r = n * fact(n - 1); end, end
function varargout = many(n), for k = 1:n, varargout{k} = k ^ 2; end, end
function r = apply(f, varargin), r = f(varargin{:}); end
fprintf('%d ', fact(5), apply(@fact, 6), apply(@(a, b) a - b, 5, 3));
[a, b, c] = many(3); fprintf('%d%d%d ', a, b, c);
c = cell(1, 2); [c{:}] = many(2); fprintf('%d ', c{:});
f = @(x) @(y) x + y; g = f(3); fprintf('%d\n', g(4));

% Source: https://www.mathworks.com/help/matlab/matlab_oop/implementing-operators-for-your-class.html
classdef Poly
    properties
        c
    end
    methods
        function p = Poly(c)
            if nargin, p.c = c; end
        end
        function r = plus(a, b)
            [a, b] = deal(Poly.of(a), Poly.of(b));
            n = max(numel(a.c), numel(b.c));
            r = Poly([zeros(1, n - numel(a.c)), a.c] + [zeros(1, n - numel(b.c)), b.c]);
        end
        function r = uminus(a), r = Poly(-a.c); end
        function r = minus(a, b), r = a + (-Poly.of(b)); end
        function r = mtimes(a, b), r = Poly(conv(Poly.of(a).c, Poly.of(b).c)); end
        function r = mpower(a, n)
            r = Poly(1);
            for k = 1:n, r = r * a; end
        end
        function tf = eq(a, b), tf = isequal(Poly.of(a).c, Poly.of(b).c); end
        function tf = lt(a, b), tf = numel(a.c) < numel(b.c); end
        function r = not(a), r = all(a.c == 0); end
        function r = and(a, b), r = ~~1 && any(a.c) && any(b.c); end
        function r = ctranspose(a), r = Poly(fliplr(a.c)); end
        function r = colon(a, b), r = sprintf('%d to %d', numel(a.c), numel(b.c)); end
        function r = horzcat(varargin), r = Poly(cell2mat(cellfun(@(p) p.c, varargin, 'UniformOutput', false))); end
        function r = vertcat(varargin), r = numel(varargin); end
        function r = double(a), r = a.c; end
        function s = char(a)
            s = strjoin(arrayfun(@(k) sprintf('%gx^%d', a.c(k), numel(a.c) - k), 1:numel(a.c), 'UniformOutput', false), ' + ');
        end
        function disp(a), fprintf('  <%s>\n', char(a)); end
        function v = subsref(a, s)
            switch s(1).type
                case '()', v = polyval(a.c, s(1).subs{1});
                case '.', v = builtin('subsref', a, s);
                otherwise, error('Poly:brace', 'No braces.');
            end
        end
    end
    methods (Static)
        function p = of(x)
            if isa(x, 'Poly'), p = x; else, p = Poly(x); end
        end
    end
end
p = Poly([1 2]);
q = p * p
p + 1
1 - p
p ^ 3
p(3)
q.c
p == [1 2]
p < q
~Poly([0 0])
p & q
p'
p:q
[p, q]
[p; q; p]
double(p)
try, p{1}, catch e, disp(e.message), end
try, p .* q, catch e, disp(e.message), end
try, p >= q, catch e, disp(e.message), end
x = -p;
x

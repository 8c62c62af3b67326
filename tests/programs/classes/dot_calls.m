% Source: https://www.mathworks.com/help/matlab/matlab_oop/method-invocation.html
classdef Chain
    properties
        Values = []
        Meta = struct('tag', 'none', 'list', {{1, 'two'}})
    end
    methods
        function c = add(c, varargin), c.Values = [c.Values, varargin{:}]; end
        function c = map(c, f), c.Values = arrayfun(f, c.Values); end
        function v = get(c, k), v = c.Values(k); end
        function varargout = split(c), varargout = num2cell(c.Values); end
        function s = info(c), s = struct('n', numel(c.Values), 'sub', struct('total', sum(c.Values))); end
        function n = count(c), n = numel(c.Values); end
        function r = apply(~, f, varargin), r = f(varargin{:}); end
    end
    methods (Static)
        function c = of(varargin), c = Chain; c.Values = [varargin{:}]; end
        function r = version(), r = '1.0'; end
    end
end
c = Chain.of(1, 2, 3).add(4).map(@(x) x ^ 2);
c.Values
c.Values(end), c.Values(end - 1:end), c.get(2), get(c, 3), c.info.sub.total, c.info().n, c.Meta.list{2}(1), c.count
[a, b] = c.split(); fprintf('%d %d\n', a, b);
c.Values(2) = 100; c.Values
c.Meta.tag = 'changed'; c.Meta.list{end + 1} = {3}; c.Meta
name = 'Values'; c.(name)(1), m = 'count'; c.(m)
f = @c.get; f(1)
g = @(k) c.get(k); g(4)
c.apply(@max, 3, 9), Chain.version, c.version
arr = [Chain.of(1), Chain.of(2, 3)]; arr(2).Values, arr(2).add(9).Values, arrayfun(@(o) o.count, arr), numel(arr)
arr(3).Values = 7; arr(3).Values, isempty(arr(2).Meta), arr(1) = Chain.of(8); arr(1).Values
s.obj = c; s.obj.Values(end), s.obj = s.obj.add(5); s.obj.count, k = {c}; k{1}.Values(2), k{1}.Values(2) = 0; k{1}.get(2)
try, c.get(99), catch e, disp(e.message), end
try, c.nothing(), catch e, disp(e.message), end
try, c{1}, catch e, disp(e.message), end
try, c.count(1, 2), catch e, disp(e.message), end
try, Chain.nothing(), catch e, disp(e.message), end
c2 = c; c2.Values = []; isempty(c.Values), isequal(c, c), isequal(c, c2)

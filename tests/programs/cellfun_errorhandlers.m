% Source: https://www.mathworks.com/help/matlab/ref/cellfun.html, arrayfun, structfun
[mx, ix] = cellfun(@max, {[1 9], [4 2 3]})
cellfun(@(s) [s '!'], {'a', 'b'; 'c', 'd'}, 'UniformOutput', false)
cellfun(@isempty, {}), cellfun(@(x) x, {}, 'UniformOutput', false), cellfun('length', {1:3, 'ab'}), cellfun(@class, {1, 'a', {}}, 'UniformOutput', false)
f = @(e, varargin) sprintf('%s|%d|%d', e.message, e.index, numel(varargin));
cellfun(@(x) error('bad:id', 'No %d', x), {1, 2}, 'ErrorHandler', f, 'UniformOutput', false)
arrayfun(@(k) k^2, [1 2; 3 4]), arrayfun(@(a, b) a + b, 1:3, 4:6), arrayfun(@(c) c, 'abc')
[a, b] = arrayfun(@(k) deal(k, -k), 1:3)
class(arrayfun(@(k) single(k), 1:2)), class(arrayfun(@(k) k > 1, 1:2)), class(arrayfun(@(k) 'x', 1:2))
try, arrayfun(@(k) 1:k, 1:2), catch e, disp(e.identifier), disp(e.message), end
try, cellfun(@(a, b) a, {1, 2}, {1}), catch e, disp(e.identifier), disp(e.message), end
try, cellfun(@(x) x, {1, 'a'}), catch e, disp(e.identifier), disp(e.message), end
try, cellfun(@(x) error('in:side', 'inner'), {1}), catch e, disp(e.identifier), end
structfun(@numel, struct('a', 1:3, 'b', 'xy')), structfun(@(v) v * 2, struct('p', 1, 'q', 2), 'UniformOutput', false)
arrayfun(@(s) numel(s.v), struct('v', {1, [1 2], []})), cellfun(@numel, {"abc", 'abc'})
cellfun(@plus, {1, 2}, {10, 20}), cellfun(@(varargin) numel(varargin), {1, 2}, {3, 4}), cellfun(@upper, {'a'; 'b'}, 'UniformOutput', false)
cellfun(@(x) disp(x), {1, 'two'})
n = 0; arrayfun(@(k) fprintf('%d;', k), 1:3); fprintf('\n');
cellfun(@str2func, {'sin', '@(x)x+1'}, 'UniformOutput', false)
cellfun(@isempty, {[], '', {}, 0, struct([]), "" }), cellfun('isclass', {1, 'a'}, 'char'), cellfun(@ischar, {'a', 1})

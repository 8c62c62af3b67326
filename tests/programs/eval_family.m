% Source: https://www.mathworks.com/help/matlab/ref/evalc.html, evalin, assignin, feval, str2func, inline
t = evalc('x = 5');
fprintf('[%s]\n', strrep(t, newline, '|'));
t = evalc('disp(1:3); y = 2;');
fprintf('[%s] %d\n', strrep(t, newline, '|'), y);
eval('z = x + y;'); z
eval('q = 1, r = 2;');
a = eval('x * 2')
eval('bad syntax (', 'disp(''caught'')')
try, eval('error(''E:v'', ''inside'')'), catch e, disp(e.identifier), end
try, evalc('undefined_thing_'), catch e, disp(e.message), end
f = str2func('@(x) x.^2 + 1'); f(3)
g = str2func('sin'); g(0)
func2str(f)
feval(@plus, 1, 2), feval('times', 3, 4), feval(f, 2)
for k = 1:3, eval(sprintf('v%d = k^2;', k)); end
v1, v3
exist('v2', 'var')
function setter(name, value), assignin('caller', name, value); end
function r = reader(name), r = evalin('caller', name); end
function r = useBoth(), local = 42; setter('made', 7); r = [reader('local') made]; end
setter('w', 'hello'); w
useBoth()
reader('x + 1')
assignin('base', 'fromBase', 3); fromBase
h = inline('x^2 + y', 'x', 'y'); h(3, 1)
formula(h), argnames(h)
vectorize('x^2*y')
c = {@sin, @(t) t * 2}; c{2}(4)
s = 'x';
eval([s ' = 100;']); x
[p, q] = eval('size(ones(2, 3))')
eval('if x > 1, disp(''big''), else, disp(''small''), end')
evalc('a = 1;')
n = evalin('base', 'x');
n

% Source: https://www.mathworks.com/help/matlab/matlab_prog/support-variable-number-of-outputs.html
function varargout = forward(f, varargin)
    [varargout{1:nargout}] = f(varargin{:});
end
function varargout = count()
    fprintf('nargout %d\n', nargout);
    for k = 1:max(nargout, 1), varargout{k} = k * 10; end
end
function [a, varargout] = mixed(n)
    a = n;
    varargout = num2cell(1:n);
end
function [a, b] = partial(n)
    a = 1;
    if n > 1, b = 2; end
end
function none(), disp('called'); end
function varargout = maybe(give), if give, varargout{1} = 'given'; end, end
[m, i] = forward(@max, [3 9 4])
forward(@size, ones(2, 3))
[r, c] = forward(@size, ones(2, 3));
fprintf('%d %d\n', r, c);
count();
x = count();
[x, y, z] = count();
disp([x y z])
c = cell(1, 2); [c{:}] = count(); disp(c)
[s.a, s.b] = count(); s
[v(1), v(2)] = count(); v
[a, b, c] = mixed(3)
[~, b] = mixed(2);
b
try, [a, b, c] = mixed(1); catch e, disp(e.message), end
try, [a, b] = partial(1); catch e, disp(e.message), end
a = partial(1);
try, q = none(); catch e, disp(e.identifier), disp(e.message), end
try, q = maybe(false); catch e, disp(e.identifier), disp(e.message), end
maybe(true)
maybe(false)
{count()}
numel({forward(@deal, 1)})
z = [count(), count()];
f = @() deal(1, 2);
[p, q] = f();
fprintf('%d %d\n', p, q);
try, p = f(); catch e, disp(e.message), end

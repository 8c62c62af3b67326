% Source: https://www.mathworks.com/help/matlab/ref/narginchk.html
function f(varargin)
    narginchk(1, 2)
    disp ok
end
function t(s), try, eval(s), catch e, disp(e.identifier), disp(e.message), end, end
t('f()'), t('f(1)'), t('f(1, 2, 3)')
function g(a), end
t('g(1, 2)'), t('x = g(1);')
function r = h(), end
t('x = h();')
fprintf('%d %d %d\n', nargin('f'), nargin('g'), nargout('h'));
% A parameter that was not given is no function of that name, wherever it is read.
t('k = @(x) x; k()'), t('k = @(size) size(1); k()')
function r = field(x, y), r = y.a; end
function r = content(x, y), r = y{1}; end
function r = all_of(x, y), r = {y}; end
function r = passed(x, max), r = abs(max); end
t('field(1)'), t('content(1)'), t('all_of(1)'), t('passed(1)')

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

% Source: https://www.mathworks.com/help/matlab/matlab_oop/scoping-classes-with-packages.html, addpath, genpath, private functions, which, exist, what
root = tempname; mkdir(root);
function put(folder, name, varargin)
    if ~exist(folder, 'dir'), mkdir(folder); end
    f = fopen(fullfile(folder, name), 'w'); fprintf(f, '%s\n', varargin{:}); fclose(f);
end
put(fullfile(root, '+tools'), 'twice.m', 'function r = twice(x)', 'r = 2 * x;');
put(fullfile(root, '+tools', '+inner'), 'deep.m', 'function r = deep()', 'r = ''deep'';');
put(fullfile(root, '+tools'), 'Point.m', 'classdef Point', 'properties, x = 1; end', 'methods', 'function o = Point(x), if nargin, o.x = x; end, end', 'end', 'methods (Static)', 'function r = origin(), r = tools.Point(0); end', 'end', 'end');
put(root, 'caller.m', 'function r = caller(x)', 'r = helper(x) + 1;', 'function r = sub(x)', 'r = x;');
put(fullfile(root, 'private'), 'helper.m', 'function r = helper(x)', 'r = x * 100;');
put(root, 'myscript.m', 'fromScript = x + 1;', 'shown = local_(fromScript);', 'function r = local_(v), r = v * 2; end');
put(fullfile(root, 'sub', 'deeper'), 'far.m', 'function r = far(), r = ''far''; end');
addpath(root);
tools.twice(4)
tools.inner.deep()
p = tools.Point(5); p.x
class(p)
tools.Point.origin().x
caller(3)
try, helper(3), catch e, disp(e.message), end
x = 10; myscript; fromScript, shown
function r = usesImport()
    import tools.*
    import tools.inner.deep
    r = {twice(3), deep(), Point(7).x};
end
usesImport()
f = @tools.twice; f(21)
func2str(f)
exist('caller'), exist('nonexistent_fn_'), exist('x', 'var'), exist(root, 'dir'), exist('sin')
strcmp(which('caller'), fullfile(root, 'caller.m'))
strcmp(which('caller.m'), fullfile(root, 'caller.m')) && isempty(which('nosuch.m')) && strcmp(which('sin.m'), 'built-in (sin)')
isempty(which('nonexistent_fn_'))
try, far(), catch e, disp(e.identifier), end
addpath(genpath(root));
far()
contains(path, fullfile('sub', 'deeper'))
w = what(root); sort(w.m)'
put(root, 'caller.m', 'function r = caller(x)', 'r = -x;');
pause(0.02); rehash
caller(3)
put(root, 'crlf.m', sprintf('function r = crlf()\r\nr = [1, ...\r\n 2];\r\nend\r'));
crlf()
rmpath(genpath(root));
try, caller(3), catch e, disp(e.identifier), end
rmdir(root, 's');

% Source: https://www.mathworks.com/help/matlab/ref/nargin.html, narginchk, inputname, nargoutchk
function [a, b] = two(x, y, z), a = nargin; b = nargout; end
function varargout = many(x, varargin), varargout{1} = nargin; end
function checked(a, b, c), narginchk(2, 3); fprintf('%d given\n', nargin); end
function [a, b, c] = outs(), nargoutchk(1, 2); a = 1; b = 2; c = 3; end
function names(varargin), for k = 1:nargin, fprintf('<%s>', inputname(k)); end, fprintf('\n'); end
function r = opt(a, b), if nargin < 2 || isempty(b), b = 10; end, r = a + b; end
function r = ex(a, b), r = [exist('a', 'var') exist('b', 'var')]; end
nargin('two'), nargout('two'), nargin('many'), nargout('many'), nargin(@checked), nargin(@(x, y) x), nargin(@(varargin) 1)
nargout(@(x) x)
nargin('size') < 0
[p, q] = two(1); fprintf('%d %d\n', p, q);
two(1, 2, 3)
many(1, 2, 3, 4)
try, two(1, 2, 3, 4), catch e, disp(e.message), end
try, [a, b, c] = two(1); catch e, disp(e.message), end
checked(1, 2)
try, checked(1), catch e, disp(e.identifier), disp(e.message), end
try, checked(1, 2, 3, 4), catch e, disp(e.message), end
a = outs();
try, [a, b, c] = outs(); catch e, disp(e.identifier), disp(e.message), end
x = 1; y.z = 2;
names(x, 5, y, y.z, x + 1)
opt(1), opt(1, []), opt(1, 2)
ex(), ex(1)
try, opt(), catch e, disp(e.message), end
try, nargin('nope_fn'), catch e, disp(class(e)), end
function r = declared(x, s, opts)
    arguments
        x
        s = 1
        opts.Name = "n"
        opts.Size = 2
    end
    r = x;
end
function r = repeated(x, varargin)
    arguments
        x
    end
    arguments (Repeating)
        varargin
    end
    r = x;
end
nargin('declared'), nargin(@repeated)

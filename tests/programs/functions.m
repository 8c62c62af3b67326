[p, q, r] = many(3)
[a, b] = two(5)
try
    [a, b] = two(1)
catch err
    disp(err.identifier)
    disp(err.message)
end
disp(outer(3))
counter();
counter();
disp(counter())
disp([opt(), opt(1), opt(1, 2), opt(1, [])])
try
    opt(1, 2, 3)
catch err
    disp(err.identifier)
end
try
    x = silent(3)
catch err
    disp(err.message)
end
try
    two()
catch err
    disp(err.message)
end
args = {1, 2};
disp(opt(args{:}))
disp(fact(5))
add = @(x) @(y) x + y;
add3 = add(3);
disp(add3(4))
[u, w] = passed(@two, 7)
function varargout = many(n)
    for k = 1:n
        varargout{k} = k * 10;
    end
end
function [a, b] = two(x)
    a = x;
    if x > 1
        b = 2;
    end
end
function r = outer(x)
    y = x;
    function bump()
        y = y + 1;
    end
    bump();
    bump();
    r = y;
end
function c = counter()
    persistent n
    if isempty(n), n = 0; end
    n = n + 1;
    c = n;
end
function r = opt(a, b)
    if ~exist('a', 'var'), a = 1; end
    if nargin < 2 || isempty(b), b = 100; end
    r = a + b;
end
function silent(x)
    x;
end
function r = fact(n)
    if n <= 1
        r = 1;
    else
        r = n * fact(n - 1);
    end
end
function varargout = passed(f, varargin)
    [varargout{1:nargout}] = f(varargin{:});
end

% Source: https://www.mathworks.com/help/matlab/matlab_prog/function-argument-validation-1.html
function [s, d] = stats(x, opts)
    arguments (Input)
        x (:,:) double {mustBeNumeric, mustBeReal}
        opts.Method (1,1) string {mustBeMember(opts.Method, ["mean", "median"])} = "mean"
        opts.Scale (1,1) double {mustBePositive} = 1
        opts.Label (1,:) char = 'none'
    end
    arguments (Output)
        s (1,1) double
        d (1,:) char
    end
    if opts.Method == "mean", s = mean(x(:)) * opts.Scale; else, s = median(x(:)) * opts.Scale; end
    d = opts.Label;
end
function r = total(varargin)
    arguments (Repeating)
        varargin (1,1) double
    end
    r = sum([varargin{:}]);
end
function r = pairs(names, values)
    arguments (Repeating)
        names (1,1) string
        values double
    end
    r = strings(1, 0);
    for k = 1:numel(names), r(end+1) = names{k} + "=" + numel(values{k}); end
end
function mustBeEven(x)
    if any(mod(x, 2)), error('mine:notEven', 'Value must be even.'); end
end
function r = half(x, y)
    arguments
        x {mustBeEven}
        y (1,1) double = x(1) * 2
    end
    r = [x / 2, y];
end
function r = classes(a, b, c)
    arguments
        a int8
        b (2,1) single = [1; 2]
        c logical = true
    end
    r = [class(a) ' ' class(b) ' ' class(c)];
end
function t(code)
    try, eval(code); catch e, fprintf('%s -> %s\n  %s\n', code, e.identifier, e.message); end
end
[s, d] = stats([1 2 6])
s = stats([1 2 6], Method="median", Scale=2)
s = stats([1 2 6], 'Label', 'abc', 'Scale', 3);
disp(s)
total(1, 2, 3)
total()
pairs("a", [1 2], "b", 3)
half(4)
half([2 4], 1)
classes(300)
classes(1, [3 4])
t('stats("a")')
t('stats(1, Method="mode")')
t('stats(1, Scale=-1)')
t('stats(1, Nope=3)')
t('stats(1, Scale=[1 2])')
t('stats()')
t('stats(1, 2)')
t('stats(1i)')
t('total(1, [2 3])')
t('total("x")')
t('half(3)')
t('half(2, 3, 4)')
t('classes(1, [1 2 3])')
t('classes({1})')
t('pairs("a")')

% Source: https://www.mathworks.com/help/matlab/ref/mustbenumeric.html, function-argument-validation-1.html, nested-functions.html, mexception.html: counters, checked arguments and the order of cleaning up.
function varargout = spread(varargin)
varargout = cell(1, nargout);
for k = 1:nargout, varargout{k} = varargin{k} * 2; end
end
function [inc, get, hist] = counter(start)
n = start; log = {};
    function varargout = bump(varargin)
        if nargin, n = n + varargin{1}; else, n = n + 1; end
        log{end+1} = n;
        if nargout, varargout{1} = n; end
    end
    function r = value, r = n; end
inc = @bump; get = @value; hist = @() log;
end
[inc, get, hist] = counter(10);
inc(); x = inc(5), get(), hist()
[a, b, c] = spread(1, 2, 3)
try, [a, b] = spread(1), catch e, disp(e.identifier), disp(e.message), end
nargin('spread'), nargout('spread'), nargin('counter'), nargout('counter'), nargin(@(a,b,varargin) 1)
f = @(varargin) numel(varargin); f(1,2,3)
g = func2str(inc)
fs = functions(@(t) t + x); fs.function, fs.workspace{1}

function r = checked(a, b, opts)
arguments
    a (1,:) double {mustBePositive}
    b (1,1) string = "none"
    opts.Scale (1,1) double {mustBeNonzero, mustBeLessThan(opts.Scale, 100)} = numel(a)
    opts.Mode {mustBeMember(opts.Mode, ["fast","slow"])} = "fast"
end
r = sprintf('%s|%s|%g|%s', mat2str(a), b, opts.Scale, opts.Mode);
end
checked([1 2 3])
checked([1;2], "x", Scale=3)
checked(4, 'y', 'Mode', "slow", 'Scale', 7)
for t = {{-1}, {1,"a","Scale",0}, {1,"a","Scale",100}, {1,"a","Mode","zzz"}, {1,"a","Nope",1}, {ones(2,2)}, {}, {1,"a",3}, {'a'}, {"q"}}
try, checked(t{1}{:}), catch e, fprintf('%s\n   %s\n', e.identifier, e.message), end
end

function varargout = rep(x, y)
arguments (Repeating)
    x (1,1) double
    y (1,1) string
end
varargout{1} = numel(x);
varargout{2} = y;
end
[n, y] = rep(1, "a", 2, "b")
[n, y] = rep()
try, rep(1,"a",2), catch e, disp(e.identifier), disp(e.message), end
try, rep(1,"a",[2 3],"b"), catch e, disp(e.identifier), disp(e.message), end
function [s, varargout] = outs(k)
arguments (Output)
    s (1,1) double {mustBeInteger}
end
arguments (Output, Repeating)
    varargout (1,1) string
end
s = k; varargout = {"a", "b"};
end
[p, q, r] = outs(3)
try, outs(2.5), catch e, disp(e.identifier), disp(e.message), end
function r = evens(n)
arguments
    n {mustBeEvenNumber(n)}
end
r = n / 2;
end
function mustBeEvenNumber(v)
if any(mod(v, 2)), error('my:odd', 'Value must be even, was %d.', v(1)); end
end
evens(4)
try, evens(3), catch e, disp(e.identifier), disp(e.message), disp(e.stack(1).name), end

function order
c1 = onCleanup(@() disp('one'));
c2 = onCleanup(@() disp('two'));
try
  inner;
catch err
  disp(err.message)
end
disp end
  function inner
    c3 = onCleanup(@() disp('three'));
    error('a:b', 'broken %d', 3)
  end
end
order
try
  try, error('x:y', 'first'), catch e1
     e2 = MException('p:q', 'second %s', 'part'); e2 = addCause(e2, e1); throw(e2)
  end
catch e3
  disp(e3.getReport('basic')), e3.cause{1}.message, numel(e3.cause), class(e3.stack), fieldnames(e3.stack)
  disp(getReport(e3, 'extended', 'hyperlinks', 'off'))
end
ME = MException('a:b:c', 'No %d%%', 5)
try, error(struct('message','hi','identifier','u:v')), catch q, q, end
try, assert(false, 'k:l', 'val %d', 3), catch q, disp(q.identifier), disp(q.message), end
try, assert(false), catch q, disp(q.identifier), disp(q.message), end
eq(MException('a:b','c'), MException('a:b','c'))

% SetGet, event data, operator overloading, InferiorClasses, redefinition. Source: MATLAB's documentation, Method invocation.
format compact
classdef SG < matlab.mixin.SetGet
  properties, Alpha = 1, Beta = 'b', end
end
classdef MyData < event.EventData
  properties, Extra, end
  methods
    function o = MyData(x), o.Extra = x; end
  end
end
classdef Src < handle
  properties (SetObservable, GetObservable), P = 1, end
  properties (AbortSet, SetObservable), Q = 1, end
  events, E1, end
  events (NotifyAccess = private), E2, end
  methods
    function fire(o), notify(o, 'E1', MyData(42)); end
    function fire2(o), o.notify('E2'); end
    function cb(o, s, e), fprintf('cb %s\n', e.EventName); end
    function listen(o), addlistener(o, 'E1', @o.cb); addlistener(o, 'E2', @(~, e) o.cb([], e)); end
  end
end
classdef Idx
  properties, i = 2, end
  methods
    function r = subsindex(o), r = o.i - 1; end
    function r = colon(a, b), r = 'colon'; end
    function r = numel(o), r = 17; end
    function r = size(o, varargin), r = [3 4]; end
    function r = isempty(o), r = true; end
    function r = sum(o, varargin), r = 'sum'; end
    function r = abs(o), r = 'abs'; end
    function r = num2str(o), r = 'num2str'; end
    function r = char(o), r = 'char'; end
    function r = uminus(o), r = 'uminus'; end
    function r = not(o), r = 'not'; end
    function r = lt(a, b), r = true; end
    function r = ctranspose(a), r = 'ctr'; end
    function r = and(a, b), r = false; end
    function r = logical(a), r = true; end
    function r = vertcat(varargin), r = nargin; end
  end
end
classdef (InferiorClasses = {?Lo}) Hi
  methods
    function r = plus(a, b), r = 'Hi'; end
  end
end
classdef Lo
  methods
    function r = plus(a, b), r = 'Lo'; end
  end
end
classdef Bad
  properties, x, end
  methods
    function o = Bad(v)
      o.x = v;
      error('Bad:ctor', 'bad %d', v);
    end
    function r = clo(o, k)
      f = @(z) o.x + z + k;
      r = f;
    end
    function r = nest(o)
      c = 0;
      function add(), c = c + o.x; end
      add(); add();
      r = c;
    end
    function r = ev(o), r = eval('o.secret(3)'); end
  end
  methods (Access = private)
    function r = secret(o, k), r = k * 10; end
  end
  methods (Static)
    function r = count()
      persistent n
      if isempty(n), n = 0; end
      n = n + 1; r = n;
    end
    function o = make(v)
      try
        o = Bad(v);
      catch
        o = [];
      end
    end
  end
end
classdef Arg
  methods
    function r = f(obj, a, b)
      if nargin < 3, b = 'dflt'; end
      r = sprintf('%g %s', a, b);
    end
    function varargout = vo(o, varargin), for k = 1:nargout, varargout{k} = varargin{k}; end, end
  end
end
s = SG; set(s, 'Alpha', 5, 'beta', 'q'); get(s, 'Alpha'), s.Beta
s.set('Alpha', 6); s.get('Alpha')
g = get(s)
o = Src; o.listen();
l = addlistener(o, 'E1', @(s, e) disp(e.Extra));
o.fire(); o.fire2();
try, notify(o, 'E2'), catch e, disp(e.message), end
l2 = listener(o, 'E1', @(s,e) disp('l2')); o.fire(); clear l2; o.fire();
delete(l); o.fire();
l3 = o.addlistener('ObjectBeingDestroyed', @(s,e) disp('dying'));
pg = addlistener(o, 'P', 'PreGet', @(s,e) disp('preget')); o.P;
q = addlistener(o, 'Q', 'PreSet', @(s,e) disp('preset')); o.Q = 1; o.Q = 2;
e1 = addlistener(o, 'E1', @(s,e) error('oops')); o.fire();
delete(o)
x = [10 20 30]; i = Idx; x(i)
x(i) = 5
numel(i), size(i), isempty(i), sum(i), abs(i), num2str(i), char(i), -i, ~i, i < 3, i', i & 1
[i; i]
if i, disp('true'), end
Hi + Lo, Lo + Hi, 1 + Lo
try, Bad(3), catch e, disp(e.message), end
isempty(Bad.make(4))
Bad.count(); Bad.count()
f = @Bad.count; f()
m = ?Src; m.Name
mm = meta.class.fromName('Src'); mm == m
m.SuperclassList.Name
a = Arg; a.f(3), a.f(3, 'x')
[p, q] = a.vo(7, 8)
nm = 'f'; a.(nm)(9)
feval('f', a, 1)
feval(@f, a, 2)
h = @f; h(a, 3)
function r = area2(x), r = x; end
classdef Rd < handle
  properties, v = 1, end
end
r1 = Rd; r1.v = 5;
classdef Rd < handle
  properties, v = 2, w = 3, end
end
r2 = Rd
r1.v
c = Rd.empty; c(end+1) = r2; numel(c)
any(c == r2)
isa(Rd, 'handle')
disp(Rd)
disp(Rd.empty(1,0))
{Rd, 1}
struct('o', Rd)

% subsref and subsasgn, indexing mixins, Copyable, dynamicprops, heterogeneous arrays. Source: MATLAB's documentation, Customize object indexing.
format compact
classdef Cp < matlab.mixin.Copyable
  properties
    a = 1
    h
  end
end
classdef Dyn < dynamicprops
  properties
    z = 1
  end
end
classdef Sub
  properties
    d = [10 20 30]
  end
  methods
    function varargout = subsref(obj, s)
      switch s(1).type
        case '()'
          varargout{1} = obj.d(s(1).subs{:});
        case '{}'
          varargout{1} = ['brace' num2str(s(1).subs{1})];
        otherwise
          [varargout{1:nargout}] = builtin('subsref', obj, s);
      end
    end
    function obj = subsasgn(obj, s, v)
      if strcmp(s(1).type, '()')
        obj.d(s(1).subs{:}) = v;
      else
        obj = builtin('subsasgn', obj, s, v);
      end
    end
    function n = numel(obj), n = 1; end
    function e = end(obj, k, n), e = numel(obj.d); end
  end
end
classdef Wrap < matlab.mixin.indexing.RedefinesParen
  properties (Access = private)
    C = {}
  end
  methods
    function obj = Wrap(varargin), obj.C = varargin; end
    function out = size(obj, varargin), out = size(obj.C, varargin{:}); end
    function out = cat(dim, varargin), out = varargin{1}; end
    function n = numel(obj), n = numel(obj.C); end
  end
  methods (Static)
    function obj = empty(), obj = Wrap(); end
  end
  methods (Access = protected)
    function varargout = parenReference(obj, op)
      if isscalar(op)
        v = obj.C.(op(1));
        varargout{1} = v{1};
        return
      end
      t = obj.C.(op(1)); t = t{1};
      [varargout{1:nargout}] = t.(op(2:end));
    end
    function obj = parenAssign(obj, op, varargin)
      obj.C.(op(1)) = varargin(1);
    end
    function obj = parenDelete(obj, op)
      obj.C.(op(1)) = [];
    end
    function n = parenListLength(obj, op, ctx), n = 1; end
  end
end
classdef Root < matlab.mixin.Heterogeneous
  properties, nm = 'r', end
end
classdef LeafA < Root
end
classdef LeafB < Root
  properties, extra = 3, end
end
classdef Cust < matlab.mixin.CustomDisplay
  properties, p1 = 1, p2 = 2, end
  methods (Access = protected)
    function h = getHeader(obj), h = '  my header'; end
  end
end
classdef Dsp
  properties, v = 3, end
  methods
    function disp(o), fprintf('<Dsp %d>\n', o.v); end
    function b = eq(x, y), b = x.v == y.v; end
    function r = mtimes(a, b)
      if isa(a, 'Dsp'), r = Dsp; r.v = a.v * b; else, r = Dsp; r.v = a * b.v; end
    end
    function varargout = multi(o, n), for k=1:nargout, varargout{k} = o.v + k; end, end
    function r = horzcat(varargin), r = 'hcat'; end
    function r = double(o), r = o.v; end
    function o = setv(o, v), o.v = v; end
  end
end
a = Cp; a.h = 5; b = copy(a); b.a = 99; a.a, b.h, a == b
d = Dyn; p = addprop(d, 'newp'); d.newp = [1 2 3]; d
d.newp(2)
class(p), p.Name
isprop(d, 'newp')
s = Sub; s(2), s{4}, s.d, s(end)
s(2) = 77; s.d
s.d(1) = 5; s.d
w = Wrap(1, 'two', [3 4 5]);
w(2), w(3), q = w(3); q(2)
w(1) = 'new'; w(1)
w(end)
w(2) = []; numel(w)
h = [LeafA, LeafB, LeafA]
h(2)
class(h), class(h(2))
Cust
q = Dsp
disp(q)
3*q
q*4
q == Dsp
[u, v, w2] = q.multi(1)
[q q]
double(q)
q = setv(q, 8); q.v
f = @q.multi; f(2)
objs = {Dsp, setv(Dsp, 4)};
cellfun(@(o) o.v, objs)
cellfun(@double, objs)
arrayfun(@(o) numel(o.nm), h)
st.o = q; st.o.v = 3; st.o.v, q.v
c = {q}; c{1}.v = 11; c{1}.v
try, q - 1, catch e, disp(e.identifier), disp(e.message), end
try, sin(q), catch e, disp(e.identifier), disp(e.message), end
try, nosuch(q), catch e, disp(e.identifier), disp(e.message), end
isequal(Dsp, Dsp)
isequal(q, Dsp)
x = Root.empty
isempty(x)
r(3) = LeafB;
r
numel(Root.empty(0,3))
for o = h, disp(class(o)), end
h(2) = [];
size(h)
if a == a, disp yes, end

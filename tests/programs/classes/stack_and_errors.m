% Dependent properties, singletons, objects given to builtins. Source: MATLAB's documentation, Property get and set methods.
format compact
classdef Stk < handle
  properties (Access = private)
    items = {}
    count = 0
  end
  properties (Dependent, SetAccess = private)
    Size
  end
  methods
    function push(obj, v)
      obj.count = obj.count + 1;
      obj.items{obj.count} = v;
    end
    function v = pop(obj)
      if obj.count == 0
        error('Stk:empty', 'Stack is empty');
      end
      v = obj.items{obj.count};
      obj.items(obj.count) = [];
      obj.count = obj.count - 1;
    end
    function n = get.Size(obj), n = obj.count; end
    function tf = isempty(obj), tf = obj.count == 0; end
    function r = ev(o), r = eval('o.count'); end
    function r = ev2(o), eval('r = numel(o.items);'); end
    function r = cf(o), r = cellfun(@(x) x + o.count, o.items); end
    function r = subfield(o), o.items{1} = struct('q', 1); o.items{1}.q = 5; r = o.items{1}.q; end
  end
end
classdef Temp
  properties
    C
  end
  properties (Dependent)
    F
  end
  methods
    function o = Temp(c), o.C = c; end
    function f = get.F(o), f = o.C * 9/5 + 32; end
    function o = set.F(o, f), o.C = (f - 32) * 5/9; end
    function o = set.C(o, c)
      if c < -273.15, error('Temp:low', 'too low'); end
      o.C = c;
    end
  end
end
classdef Mat
  properties, A, end
  methods
    function o = Mat(A), o.A = A; end
    function varargout = size(o, varargin), [varargout{1:nargout}] = size(o.A, varargin{:}); end
    function r = mtimes(a, b)
      if isa(a,'Mat'), a = a.A; end
      if isa(b,'Mat'), b = b.A; end
      r = Mat(a*b);
    end
    function r = subsref(o, s)
      if strcmp(s(1).type, '()')
        r = o.A(s(1).subs{:});
      elseif strcmp(s(1).type, '.')
        r = o.(s(1).subs);
        if numel(s) > 1, r = subsref(r, s(2:end)); end
      end
    end
    function disp(o), disp(o.A), end
  end
end
classdef Lg < handle
  enumeration
    Debug (1), Info (2)
  end
  properties (SetAccess = immutable), lv, end
  methods (Access = private)
    function o = Lg(l), o.lv = l; end
  end
  methods
    function r = ge2(a, b), r = a.lv >= b.lv; end
  end
end
classdef Sing < handle
  methods (Access = private), function o = Sing(), end, end
  methods (Static)
    function o = inst()
      persistent p
      if isempty(p) || ~isvalid(p), p = Sing(); end
      o = p;
    end
  end
end
s = Stk; s.push(3); s.push(4); s.push([1 2]); s.Size
s.pop(), s.ev(), s.ev2(), s.cf(), isempty(s), s.subfield()
try, s.items, catch e, disp(e.identifier), end
try, s.Size = 4; catch e, disp(e.identifier), end
s.pop(); s.pop();
try, s.pop(), catch e, disp(e.message), fprintf('%s %d\n', e.stack(1).name, e.stack(1).line), end
t = Temp(100); t.F
t.F = 32; t.C
try, t.C = -300; catch e, disp(e.identifier), end
t
m = Mat(magic(3)); m(2,:), m(end), m.A(1,2), m(2,end)
r = m * 2
size(m), size(m, 1)
[q, w] = size(m)
Lg.Debug.lv, Lg.Info.ge2(Lg.Debug), Lg.Info == Lg.Debug
a = Sing.inst(); a == Sing.inst()
try, Sing(), catch e, disp(e.message), end
x.a = Temp(5); x.a.F = 50; x.a.C
y = {Temp(1), Temp(2)}; y{2}.C = 9; y{2}.C
z = containers.Map(); z('a') = Temp(3); z('a').C
arr = [Temp(1), Temp(2), Temp(3)];
sum([arr.C])
mean(arrayfun(@(p) p.F, arr))
arr(2) = [];
[arr.C]
[srt, ix] = sort([arr.C], 'descend');
arr(ix).C
for p = arr, fprintf('%g ', p.C); end, fprintf('\n');
isfield(t, 'C'), isstruct(t), isobject(t)
w = warning('off', 'all'); st = struct(t), warning(w);
fieldnames(t)
func2str(@s.push)
tt = t; tt.C = 1; t.C
ischar(t), isnumeric(t), isreal(t), islogical(t), iscell(t)
numel(t), size(t), isempty(t), isscalar(t)
isequal(Temp(1), Temp(1)), isequal({Temp(1)}, {Temp(1)})
v = Temp(5);
v.C(3) = 4; v.C
try, Temp(1).C, catch e, disp(e.message), end
try, v{1}, catch e, disp(e.message), end
try, v(2), catch e, disp(e.message), end
try, v + 1, catch e, disp(e.message), end
try, [v, 'a'], catch e, disp(e.message), end
try, v.C.q = 1; catch e, disp(e.message), end
try, if v, end, catch e, disp(e.message), end
z = zeros(2); try, z(v), catch e, disp(e.message), end
try, double(v), catch e, disp(e.message), end
try, num2str(v), catch e, disp(e.message), end
try, error(v), catch e, disp(e.message), end
try, v.('C') = 4; disp(v.('C')), catch e, disp(e.message), end
try, str2func(v), catch e, disp(e.message), end
try, v == v, catch e, disp(e.message), end
try, max(v), catch e, disp(e.message), end
try, sort(arr), catch e, disp(e.message), end
try, unique(arr), catch e, disp(e.message), end
try, any(v), catch e, disp(e.message), end
try, for k = v, disp(k.C), end, catch e, disp(e.message), end
try, fprintf('%d\n', v), catch e, disp(e.message), end
try, x = 1:3; x(2) = v; catch e, disp(e.message), end
try, cell2mat({v}), catch e, disp(e.message), end
try, strcmp(v, 'a'), catch e, disp(e.message), end
try, length(v), catch e, disp(e.message), end
try, isspace(v), catch e, disp(e.message), end
try, setfield(v, 'C', 88), catch e, disp(e.message), end
try, getfield(v, 'C'), catch e, disp(e.message), end
try, jsonencode(v), catch e, disp(e.message), end
try, ones(v), catch e, disp(e.message), end
try, strcat(v, 'a'), catch e, disp(e.message), end
try, mat2str(v), catch e, disp(e.message), end

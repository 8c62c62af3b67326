% Private members from anonymous functions and handles, comma lists of objects. Source: MATLAB's documentation, Method attributes.
format compact
classdef Q < handle
  properties, v = 0, end
  properties (Access = private), p = 1, end
  methods
    function o = Q(v), if nargin, o.v = v; end, end
    function r = sortf(o), [~, i] = sort([o.v]); r = o(i); end
    function r = addp(o, n), for k = 1:n, o.p = o.p + k; end, r = o.p; end
    function r = viaHandle(o), f = @(k) o.p + k; r = arrayfun(f, 1:3); end
    function r = viaCb(o), g = @o.priv; r = g(4); end
    function r = viaStatic(o), r = Q.help1(o.p); end
    function setAll(o, varargin), for k = 1:numel(o), o(k).v = varargin{1}; end, end
    function o = subsetter(o), o(2).v = 9; end
    function r = tryit(o)
      try
        error('a:b', 'msg %d', o.v);
      catch e
        r = e.message;
      end
    end
    function varargout = many(o), varargout = {1, 2, 3}; end
    function r = usesw(o)
      switch class(o), case 'Q', r = 'isQ'; otherwise, r = 'no'; end
    end
  end
  methods (Access = private), function r = priv(o, k), r = o.p * k; end, end
  methods (Static, Access = private), function r = help1(x), r = x + 0.5; end, end
  methods (Static)
    function varargout = st(varargin), varargout = varargin; end
  end
end
a = [Q(3) Q(1) Q(2)];
s = a.sortf(); [s.v]
a(1).addp(3), a(1).viaHandle(), a(1).viaCb(), a(1).viaStatic()
a.setAll(7); [a.v]
a.subsetter(); [a.v]
a(1).tryit()
[x, y, z] = a(1).many()
a(1).usesw()
try, Q.help1(1), catch e, disp(e.message), end
[u, w] = Q.st(5, 6)
c = cell(1, 2); [c{:}] = Q.st('a', 'b'); c
isempty(Q.empty), numel([a Q.empty])
b = a; b(1) = Q(100); a(1).v
a(2) = []; numel(a), numel(b)
m.list = Q.empty; m.list(end+1) = Q(5); m.list(end+1) = Q(6); [m.list.v]
k = {}; k{end+1} = Q(1); k{end}.v = 50; k{1}.v
any([a.v] == 7) && ~isempty(a)
n = 0; for q = [Q(1) Q(2)], n = n + q.v; end, n
w = Q(1); w2 = w; w2.v = 10; w.v
f = @(o) o.v * 2; f(w)
cellfun(@(o) o.v, {Q(1), Q(2)})
isa(w, 'Q') && isvalid(w)
ismember(1, [1 2]) && w.v > 5
t = w.v'; w.v(2) = 5; w.v, w.v(end), w.v(end+1) = 6; numel(w.v)
w.v(1) = []; w.v
w.v = struct('a', {1, 2}); w.v(2).a = 20; w.v(2).a, [w.v.a]
w.v = {1, 'x'}; w.v{2}, w.v{3} = 5; numel(w.v)
w.v = @(x) x + 1; w.v(4)
w.v = containers.Map(); w.v('q') = 3; w.v('q'), w.v.isKey('q'), w.v.keys()

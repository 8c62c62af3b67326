% Handle trees, value vectors, arrays of objects. Source: MATLAB's documentation, Object arrays, Method invocation.
format compact
classdef Tree < handle
  properties
    kids = Tree.empty
    parent
    name (1,:) char = 'root'
  end
  methods
    function o = Tree(n, p)
      if nargin, o.name = n; end
      if nargin > 1, o.parent = p; p.kids(end+1) = o; end
    end
    function n = count(o)
      n = 1;
      for k = o.kids, n = n + k.count(); end
    end
    function walk(o, d)
      if nargin < 2, d = 0; end
      fprintf('%s%s\n', repmat(' ', 1, d), o.name);
      for i = 1:numel(o.kids), o.kids(i).walk(d + 2); end
    end
    function r = plus(a, b), r = [a.name b.name]; end
  end
end
classdef V2
  properties, x = 0, y = 0, end
  methods
    function o = V2(x, y), if nargin == 2, o.x = x; o.y = y; elseif nargin == 1, o.x = x; end, end
    function r = plus(a, b), r = V2(a.x+b.x, a.y+b.y); end
    function r = minus(a, b), r = V2(a.x-b.x, a.y-b.y); end
    function r = times(a, b), r = V2(a.x.*b, a.y.*b); end
    function r = eq(a, b), r = a.x == b.x && a.y == b.y; end
    function r = norm(a), r = hypot(a.x, a.y); end
    function r = string(a), r = "(" + a.x + "," + a.y + ")"; end
    function o = set.x(o, v)
      if ~isnumeric(v), error('V2:num', 'x must be numeric'); end
      o.x = v;
    end
    function r = getc(o), r = o(1).x; end
    function o = scale(o, k), o.x = o.x*k; o.y = o.y*k; end
    function [a, b] = split(o), a = o.x; b = o.y; end
  end
  methods (Static)
    function r = sum(varargin), r = varargin{1}; for k = 2:nargin, r = r + varargin{k}; end, end
  end
end
r = Tree; a = Tree('a', r); b = Tree('b', r); c = Tree('c', a);
r.count(), r.walk()
a + b
a.kids(1).name = 'renamed'; c.name
r.kids(2).name
r.kids(1) == a
isempty(c.kids)
r
u = V2(3,4); v = V2(1,1);
w = u + v - V2(1,0)
u .* 2
norm(u), u == V2(3,4), string(u)
[p, q] = split(u)
[p, q] = u.scale(2).split()
u.scale(2).scale(3).x
try, V2('a'), catch e, disp(e.identifier), fprintf('%s:%d\n', e.stack(1).name, e.stack(1).line), end
try, V2(1,2,3), catch e, disp(e.identifier), disp(e.message), end
try, u.scale(), catch e, disp(e.identifier), disp(e.message), end
try, u.scale(1,2,3), catch e, disp(e.identifier), disp(e.message), end
try, [a1, a2, a3] = u.split(); catch e, disp(e.identifier), disp(e.message), end
try, zz = r.walk(); catch e, disp(e.identifier), disp(e.message), end
V2.sum(u, v, v).x
arr(1:3) = V2(7, 8); arr(2).x
arr(2) = V2(1, 1); [arr.x]
arr(2).x = 100; [arr.x]
arr = [arr V2(5,5)]; numel(arr)
arr(end).x, arr(end).y
arr([1 3]) = []; [arr.x]
mat = [V2(1,1) V2(2,2); V2(3,3) V2(4,4)]; size(mat), mat(2,1).x, mat(:,2)
[mat(:,1).x]
cellfun(@(z) z.x, num2cell(mat))
m = containers.Map(); m('k') = u; m('k').x
s = struct('v', {u, v}); s(2).v.x
[s.v]
zz = arrayfun(@(k) V2(k, k), 1:3, 'UniformOutput', false); zz{3}.x
x.y.z = u; x.y.z.x = 77; x.y.z.x, u.x
if isequal(u, V2(3,4)), disp('equal'), end

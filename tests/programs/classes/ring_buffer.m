% Element writes into properties, objects in structs, cells and captured variables. Source: MATLAB's documentation, Handle object behavior.
format compact
classdef Ring < handle
  properties, buf, n = 0, end
  methods
    function o = Ring(k), o.buf = zeros(1, k); end
    function push(o, x)
      o.n = o.n + 1;
      o.buf(mod(o.n - 1, numel(o.buf)) + 1) = x;
    end
    function r = latest(o, k)
      idx = mod((o.n - k):(o.n - 1), numel(o.buf)) + 1;
      r = o.buf(idx);
    end
    function cellpush(o, x)
      if ~iscell(o.buf), o.buf = {}; end
      o.buf{end + 1} = x;
      o.buf{end}(2) = 99;
    end
  end
end
r = Ring(4); for i = 1:10, r.push(i); end
r.buf, r.latest(3)
r.cellpush(5); r.cellpush(7); r.buf{2}
x.r = r; x.r.n = 100; r.n
c = {r}; c{1}.n = 7; r.n
s(2).r = r; s(2).r.n = 8; r.n
f = @() r.n; r.n = 9; f()
q = [r, Ring(2)]; q(2).n = 3; q(1).n, q(2).n
q(1).buf{1}(2)
z = r.buf; z{1} = 0; r.buf{1}
g = copyit(r);
function o = copyit(o), o.n = -1; end
r.n
p = inputParser; p.addRequired('obj', @(o) isa(o, 'Ring')); p.parse(r); p.Results.obj == r
fprintf('%s\n', class(r));
disp(class(q))
evalc('r'); t = evalc('r'); t(1:4)
eval('r.n = 5;'); r.n
clear r
exist('r')
try
  k = Ring(1, 2);
catch err
  disp(err.message)
end
a.b = Ring(3); a.b.push(4); a.b.buf
whos_is = isobject(a.b)
Ring(2).n
numel(Ring(5).buf)
y = {Ring(1).n, 'a'}
w = Ring(3)'; class(w)
isequal(Ring(3), Ring(3))
u = Ring(1000); for i = 1:2000, u.push(i); end, u.latest(2)

% Value objects are copied on assignment, wherever they are kept. Source: MATLAB's documentation, Comparison of handle and value classes.
format compact
classdef K
  properties, x = 1, end
  methods
    function o = K(x), if nargin, o.x = x; end, end
    function o = touch(o), o.x = 99; end
    function o = touch2(o), o = o.touch(); o.x = o.x + 1; end
  end
end
a = K(1); b = a; b.x = 2; a.x
c = {a}; c{1}.x = 5; a.x
s.k = a; s.k.x = 6; a.x
d = a.touch(); a.x, d.x
e = a.touch2(); a.x, e.x
arr = [a a]; arr(1).x = 7; arr(2).x, a.x
f = @() a.x; a.x = 50; f()
function r = mod1(o), o.x = -1; r = o.x; end
mod1(a); a.x
g = a; for i = 1:3, g.x = i; end, a.x, g.x
m = containers.Map(); m('a') = a; t = m('a'); t.x = 0; m('a').x
p = a; q = p; p.x = 1000; q.x, a.x
z = K; z2 = K; z.x = 5; z2.x, K().x

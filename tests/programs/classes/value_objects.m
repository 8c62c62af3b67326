% Define and use value classes. Source: MATLAB's documentation, Object-Oriented Programming, Class definition syntax.
classdef Point
  properties
    x = 1
    y = 2
  end
  methods
    function obj = Point(a, b)
      if nargin > 0
        obj.x = a; obj.y = b;
      end
    end
    function r = plus(a, b)
      r = Point(a.x + b.x, a.y + b.y);
    end
    function d = dist(obj)
      d = sqrt(obj.x^2 + obj.y^2);
    end
    function obj = move(obj, d)
      obj.x = obj.x + d;
    end
  end
  methods (Static)
    function p = origin()
      p = Point(0, 0);
    end
  end
end
p = Point
q = Point(3, 4);
r = p + q
d = q.dist()
d2 = dist(q)
q = q.move(10);
q.x
o = Point.origin()
a = [p q];
a(3) = Point(7, 8);
a
[a.x]
a(2).y = 55;
a(2)
a(5).x = 3;
size(a)
isa(p, 'Point')
class(p)

% Handle classes, access attributes, abstract classes, validation. Source: MATLAB's documentation, Property attributes, Property validation.
classdef Shape < handle
  properties (Abstract)
    kind
  end
  properties (SetAccess = protected)
    n = 0
  end
  properties (Access = private)
    secret = 42
  end
  properties (Dependent)
    area
  end
  properties (Constant)
    Sides = 4
    Names = {'a','b'}
  end
  methods (Abstract)
    a = computeArea(obj)
  end
  methods
    function obj = Shape(n)
      if nargin > 0, obj.n = n; end
    end
    function v = get.area(obj)
      v = obj.computeArea();
    end
    function bump(obj)
      obj.n = obj.n + 1;
    end
    function s = peek(obj), s = obj.secret; end
  end
  methods (Access = private)
    function hidden(obj), disp('hidden'); end
  end
  methods (Access = protected)
    function prot(obj), disp('prot'); end
  end
end
classdef Sq < Shape
  properties
    kind = 'square'
    side (1,1) double {mustBePositive} = 2
    data (1,:) double
    name string = "nn"
  end
  methods
    function obj = Sq(side, n)
      obj@Shape(n);
      obj.side = side;
    end
    function a = computeArea(obj)
      a = obj.side^2;
    end
    function bump(obj)
      bump@Shape(obj);
      obj.prot();
      disp('bumped');
    end
    function set.side(obj, v)
      disp('setting side');
      obj.side = v;
    end
  end
end
s = Sq(3, 10)
s.area
s.bump
s.n
s.peek()
Shape.Sides
Sq.Names{2}
try, s.n = 5; catch e, disp(e.identifier), disp(e.message), end
try, s.secret, catch e, disp(e.identifier), disp(e.message), end
try, s.hidden(), catch e, disp(e.identifier), disp(e.message), end
try, s.prot(), catch e, disp(e.identifier), disp(e.message), end
try, s.foo, catch e, disp(e.identifier), disp(e.message), end
try, s.foo = 1; catch e, disp(e.identifier), disp(e.message), end
try, s.side = -1; catch e, disp(e.identifier), disp(e.message), end
try, s.side = [1 2]; catch e, disp(e.identifier), disp(e.message), end
try, s.side = {1}; catch e, disp(e.identifier), disp(e.message), end
try, Shape(3), catch e, disp(e.identifier), disp(e.message), end
try, s.Sides = 3; catch e, disp(e.identifier), disp(e.message), end
try, s.area = 3; catch e, disp(e.identifier), disp(e.message), end
s.data = [1;2;3];
s.data
s.data(2) = 20;
s.data
s.name = 'abc'; class(s.name)
t = s; t.side = 9; s.side
t == s
isvalid(s)
delete(s)
isvalid(t)
t
try, t.side, catch e, disp(e.identifier), disp(e.message), end
isa(t, 'handle'), isa(t,'Shape')
f = @() Sq(1,2);
u = f();
u.area

% Sets of handles: what counts is which object it is.
classdef Peg_ < handle
    properties
        N = 0
    end
    methods
        function p = Peg_(n), if nargin, p.N = n; end, end
    end
end
pegs = [Peg_(5) Peg_(5) Peg_(7)];
twice = pegs([3 1 3]);
[u, i, j] = unique(twice);
sort([u.N]), isequal(twice(i), u), isequal(u(j), twice)
[tf, at] = ismember(twice, pegs(2:3))
rest = setdiff(pegs, twice);
rest == pegs(2)
numel(union(pegs, twice)), numel(intersect(pegs, twice))

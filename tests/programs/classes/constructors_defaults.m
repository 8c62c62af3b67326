% Enumerations with properties, defaults and validators, superclass constructors. Source: MATLAB's documentation, Class constructor methods.
format compact
classdef Planet
  enumeration
    Earth (5.9e24, 6.4e6)
    Mars (6.4e23, 3.4e6)
  end
  properties (SetAccess = immutable)
    Mass
    Radius
  end
  properties (Constant)
    G = 6.67e-11
    G2 = Planet.G * 2
  end
  methods
    function o = Planet(m, r), o.Mass = m; o.Radius = r; end
    function g = grav(o), g = o.G * o.Mass / o.Radius^2; end
  end
  methods (Static)
    function p = default(), p = Planet.Mars; end
  end
end
classdef Opt
  properties
    col (1,1) Planet = Planet.Earth
    lev (1,1) {mustBeInRange(lev, 0, 1)} = 0.5
    usr {checkIt} = 2
    num (1,:) {mustBeNumeric, mustBeFinite} = []
    ti (1,1) uint8 = 7
    cc cell = {1,2}
    stt struct
  end
  methods
    function o = Opt(varargin)
      for k = 1:2:numel(varargin)
        o.(varargin{k}) = varargin{k+1};
      end
    end
  end
end
function checkIt(x)
  if x < 0, error('chk:neg', 'no negatives'); end
end
classdef Animal < handle
  properties, name = ''; end
  methods
    function o = Animal(varargin)
      if nargin > 0, o.name = varargin{1}; end
    end
    function speak(o), fprintf('%s says %s\n', o.name, o.sound()); end
  end
  methods (Abstract), s = sound(o); end
end
classdef Dog < Animal
  methods
    function o = Dog(varargin)
      args = {};
      if nargin > 0, args = varargin(1); end
      o@Animal(args{:});
    end
    function s = sound(o), s = 'woof'; end
  end
end
classdef Puppy < Dog
  methods
    function s = sound(o), s = [sound@Dog(o) '!']; end
  end
end
classdef Lst < handle
  properties, items = {}; list = []; m = containers.Map(); end
  methods
    function add(o, x), o.items{end+1} = x; o.list(end+1) = numel(o.items); o.m(sprintf('%d', x)) = x; end
    function r = total(o), r = sum([o.items{:}]); end
  end
end
Planet.Earth.grav()
Planet.G2
Planet.default()
Planet.Mars.Mass
p = Planet.Earth; try, p.Mass = 3; catch e, disp(e.message), end
o = Opt('lev', 0.25, 'ti', 300)
try, o.lev = 2; catch e, disp(e.message), end
try, o.usr = -2; catch e, disp(e.identifier), disp(e.message), end
o.col = 'Mars'; o.col
try, o.col = 'Pluto'; catch e, disp(e.message), end
try, o.num = 'abc'; catch e, disp(e.message), end
try, o.num = Inf; catch e, disp(e.message), end
try, o.cc = 5; catch e, disp(e.message), end
class(o.ti), o.ti
d = Dog('Rex'); d.speak(); q = Puppy('Bit'); q.speak()
x = Puppy; x.name
l = Lst; l.add(3); l.add(4); l.total(), l.list, l.m.keys(), l.m.Count
[l.items{1:2}] = deal(10, 20); l.total()
[l.list, n] = deal(1, 2); l.list
c = cellfun(@Dog, {'a','b'}, 'UniformOutput', false); c{2}.name
f = @Dog; z = f('zz'); z.name
nargin('Dog')
l.items = {}; isempty(l.items)
s.x(2).o = Dog('k'); s.x(2).o.name = 'kk'; s.x(2).o.name
ds = [Dog('a'), Dog('b')]; {ds.name}
ds(2).name = 'bb'; ds(2).name
arrayfun(@(d) numel(d.name), ds)
[ds.name]
t = [Dog('t') Puppy('u')];

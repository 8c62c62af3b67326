% Members of an enumeration of integers stay members where functions only hand values on.
format compact
classdef Level < int32
    enumeration
        low (1)
        high (7)
    end
end
classdef Holder
    properties, level = Level.low, end
    methods
        function h = subsasgn(h, s, v), h = builtin('subsasgn', h, s, v); end
    end
end
e = Level.high;
[a, b] = deal(e, 3);
class(a)
s = setfield(struct(), 'x', e);
class(s.x)
c = num2cell([e Level.low]);
class(c{2})
setappdata(0, 'level', e);
class(getappdata(0, 'level'))
m = containers.Map('k', e);
class(m('k'))
h = Holder;
h.level = Level(7);
h.level
class(e + 1), class(max([e Level.low]))
mustBeA(e, 'Level')
validateattributes(e, {'Level'}, {'scalar', 'positive'})
validateattributes(e, {'numeric'}, {'integer'})
try, validateattributes(e, {'char'}, {}), catch x, disp(x.identifier), end
try, validateattributes(e, {'Level'}, {'even'}), catch x, disp(x.message), end

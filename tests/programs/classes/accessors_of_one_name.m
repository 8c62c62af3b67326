% A property whose get and set functions use a property of the same name of an object of another class.
format compact
classdef Lattice
    properties
        Size = 3
    end
    properties (Dependent)
        Volume
    end
    methods
        function v = get.Volume(l), v = l.Size^3; end
        function l = set.Volume(l, v), l.Size = nthroot(v, 3); end
        function l = set.Size(l, s), l.Size = abs(s); end
    end
end
classdef Crystal
    properties (Access = private)
        Inner = Lattice
    end
    properties (Dependent)
        Volume
        Size
    end
    methods
        function v = get.Volume(c), v = c.Inner.Volume; end
        function c = set.Volume(c, v), c.Inner.Volume = v; end
        function v = get.Size(c), v = c.Inner.Size; end
        function c = set.Size(c, s), c.Inner.Size = s; end
    end
end
c = Crystal;
c.Volume
c.Volume = 64;
c.Size
c.Size = -5;
[c.Size c.Volume]

% Source: https://www.mathworks.com/help/matlab/ref/meta.class.html
classdef Base < handle
    properties (Constant), Version = 3; end
    methods, function hi(~), disp('hi'), end, end
end
classdef (Sealed) Derived < Base
    % DERIVED is a class.
    properties
        A = 1
        B char = 'x'
    end
    properties (Hidden), H = 1; end
    properties (Dependent, SetAccess = private), D; end
    events, Done, end
    methods
        function d = get.D(obj), d = obj.A * 2; end
        function r = run(obj, x), r = obj.A + x; end
    end
    methods (Static), function r = make(), r = Derived; end, end
    methods (Access = private), function secret(~), end, end
end
m = ?Derived;
class(m)
m.Name
m.Sealed, m.Abstract
{m.PropertyList.Name}
names = {m.MethodList.Name};
ismember({'run', 'make', 'hi', 'secret'}, names)
m.SuperclassList.Name
p = findobj(m.PropertyList, 'Name', 'D');
p.Dependent, p.SetAccess, p.GetAccess
p = findobj(m.PropertyList, 'Name', 'A');
p.HasDefault, p.DefaultValue, p.DefiningClass.Name
d = Derived;
metaclass(d) == m
m < ?Base, m <= ?Derived
isa(d, 'handle'), isa(d, 'Base')
properties(d)
properties Derived
methods(d)
isprop(d, 'H'), isprop(d, 'nope'), ismethod(d, 'run'), ismethod(d, 'zip')
superclasses('Derived')
{m.EventList.Name}
d.Version
Derived.Version
meta.class.fromName('Base').Name
isempty(meta.class.fromName('NoSuchClass'))
exist('Derived')
which_ = class(d)
mc = findobj(m.MethodList, 'Name', 'make'); mc.Static

% Source: https://www.mathworks.com/help/matlab/ref/matlab.mixin.copyable-class.html, .../dynamicprops-class.html
classdef Node < matlab.mixin.Copyable
    properties
        Value = 0
        Child
    end
    properties (NonCopyable)
        Cache = 'none'
    end
    methods (Access = protected)
        function c = copyElement(obj)
            c = copyElement@matlab.mixin.Copyable(obj);
            if ~isempty(obj.Child), c.Child = copy(obj.Child); end
        end
    end
end
classdef Flexible < dynamicprops
    properties
        Fixed = 1
    end
end
a = Node; a.Value = 5; a.Cache = 'full';
a.Child = Node; a.Child.Value = 6;
b = a.copy();
c = a;
b.Value = 50; b.Child.Value = 60; c.Value = 7;
fprintf('%d %d %d %d %s\n', a.Value, a.Child.Value, b.Value, b.Child.Value, b.Cache);
a == c, a == b
isequal(a, b), isvalid(a)
arr = [Node, Node];
arr2 = copy(arr);
arr2(1).Value = 9;
arr(1).Value
size(arr2)
f = Flexible;
p = addprop(f, 'Extra');
f.Extra = 'dynamic';
f
class(p)
isprop(f, 'Extra'), isprop(f, 'Other')
properties(f)
delete(p)
isprop(f, 'Extra')
try, f.Extra, catch e, disp(e.message), end
try, addprop(f, 'Fixed'), catch e, disp(e.identifier), end
q = addprop(f, 'Twice');
q.SetAccess = 'private';
try, f.Twice = 1; catch e, disp(e.identifier), end
h = findobj([Node, Node], 'Value', 0);
numel(h)

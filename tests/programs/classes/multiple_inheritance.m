% Source: https://www.mathworks.com/help/matlab/matlab_oop/subclassing-multiple-classes.html
classdef Named < handle
    properties
        Name = 'none'
    end
    methods
        function obj = Named(n)
            if nargin, obj.Name = n; end
        end
        function r = label(obj), r = ['name ' obj.Name]; end
        function r = who_(~), r = 'Named'; end
    end
end
classdef Counted < handle
    properties (SetAccess = protected)
        Count = 0
    end
    methods
        function tick(obj), obj.Count = obj.Count + 1; end
        function delete(obj), fprintf('deleting %d\n', obj.Count); end
    end
    methods (Access = protected)
        function bump(obj, k), obj.Count = obj.Count + k; end
    end
end
classdef Both < Named & Counted
    properties
        Extra = {}
    end
    methods
        function obj = Both(n, varargin)
            obj@Named(n);
            obj.Extra = varargin;
        end
        function r = label(obj)
            r = sprintf('%s (%d)', label@Named(obj), obj.Count);
        end
        function go(obj), obj.bump(10); obj.tick; end
    end
    methods (Static)
        function obj = build(), obj = Both('built'); end
    end
end
b = Both('bob', 1, 2);
b.tick; b.tick();
tick(b)
b.label
b.go
b.Count
b.Extra
b.who_
b
c = b;
c.Name = 'changed';
b.Name
try, b.bump(1), catch e, disp(e.identifier), disp(e.message), end
try, b.Count = 3; catch e, disp(e.message), end
x = Both.build;
x.label
clear x
isa(b, 'Named') && isa(b, 'Counted')
superclasses(b)
delete(b)
isvalid(b)
try, c.Name, catch e, disp(e.message), end

% Source: https://www.mathworks.com/help/matlab/matlab_oop/abstract-classes-and-interfaces.html
classdef (Abstract) Shape
    properties (Abstract, Constant)
        Sides
    end
    properties
        Name = 'shape'
    end
    methods (Abstract)
        a = area(obj)
    end
    methods
        function s = describe(obj)
            s = sprintf('%s with %d sides, area %.2f', obj.Name, obj.Sides, obj.area());
        end
    end
    methods (Sealed)
        function r = tag(~), r = 'sealed'; end
    end
    methods (Static)
        function r = unit(), r = 'cm'; end
    end
end
classdef Square < Shape
    properties (Constant)
        Sides = 4
    end
    properties
        Edge
    end
    properties (Dependent)
        Diagonal
    end
    methods
        function s = Square(e)
            s.Edge = e;
            s.Name = 'square';
        end
        function a = area(obj), a = obj.Edge ^ 2; end
        function d = get.Diagonal(obj), d = obj.Edge * sqrt(2); end
        function obj = set.Edge(obj, e)
            if e <= 0, error('Square:edge', 'Edge must be positive.'); end
            obj.Edge = e;
        end
        function s = describe(obj)
            s = ['[' describe@Shape(obj) ']'];
        end
    end
end
classdef Broken < Shape
    properties (Constant), Sides = 1; end
end
s = Square(3);
s.describe
describe(s)
s.tag
Square.unit
Square.Sides
s.Diagonal
s.Edge = 2;
s.area
try, s.Edge = -1; catch e, disp(e.message), end
try, Shape(), catch e, disp(e.identifier), disp(e.message), end
try, Broken(), catch e, disp(e.identifier), end
try, s.Sides = 5; catch e, disp(e.message), end
try, s.Diagonal = 5; catch e, disp(e.message), end
try, s.Unknown, catch e, disp(e.message), end
try, s.Unknown = 1; catch e, disp(e.message), end
try, s.nomethod(1), catch e, disp(e.message), end
isa(s, 'Shape'), isobject(s), isprop(s, 'Edge'), ismethod(s, 'area')
shapes = {Square(1), Square(2)};
cellfun(@(x) x.area, shapes)

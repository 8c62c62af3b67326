% Source: https://www.mathworks.com/help/matlab/ref/matlab.mixin.heterogeneous-class.html
classdef (Abstract) Figure_ < matlab.mixin.Heterogeneous
    properties
        Name char = 'figure'
    end
    methods (Abstract)
        a = area(obj)
    end
    methods (Sealed)
        function r = total(objs)
            r = 0;
            for k = 1:numel(objs), r = r + objs(k).area(); end
        end
        function list(objs)
            for k = 1:numel(objs), fprintf('%s: %s %.2f\n', class(objs(k)), objs(k).Name, area(objs(k))); end
        end
    end
end
classdef Circle_ < Figure_
    properties
        R = 1
    end
    methods
        function c = Circle_(r), if nargin, c.R = r; c.Name = 'circle'; end, end
        function a = area(c), a = pi * c.R ^ 2; end
    end
end
classdef Rect_ < Figure_
    properties
        W = 1
        H = 1
    end
    methods
        function s = Rect_(w, h), if nargin, s.W = w; s.H = h; s.Name = 'rect'; end, end
        function a = area(s), a = s.W * s.H; end
    end
end
shapes = [Circle_(1), Rect_(2, 3), Circle_(2)];
class(shapes)
size(shapes)
shapes.list
fprintf('%.4f\n', total(shapes));
shapes(2)
names = {shapes.Name}
shapes(4) = Rect_(1, 1); numel(shapes)
shapes(1) = [];
shapes.total
isa(shapes, 'Figure_'), isa(shapes(1), 'Rect_')
try, shapes(1).R, catch e, disp(e.message), end
for s = shapes, fprintf('%s ', s.Name); end, fprintf('\n');
arrayfun(@(s) s.area() > 2, shapes)

% The class of an array is what its elements have in common after each change.
family = [Circle_(1), Rect_(2, 3), Circle_(2)];
class(family([1 3]))
family(2) = [];
class(family)
family(2) = Rect_(1, 2);
class(family)
class([family(1) family(1)])

% Gaps are filled by the object that the root of the family names.
classdef (Abstract) Tool_ < matlab.mixin.Heterogeneous
    properties
        Weight = 0
    end
    methods (Static, Sealed, Access = protected)
        function tool = getDefaultScalarElement(), tool = Hammer_; end
    end
end
classdef Hammer_ < Tool_
end
classdef Saw_ < Tool_
end
tools = [Saw_, Hammer_];
tools(5) = Saw_;
for tool = tools, fprintf('%s ', class(tool)); end, fprintf('\n');
tools(6).Weight = 3;
fprintf('%s %d\n', class(tools(6)), tools(6).Weight);

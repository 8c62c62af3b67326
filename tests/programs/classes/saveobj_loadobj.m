% Source: https://www.mathworks.com/help/matlab/matlab_oop/understanding-the-save-and-load-process.html
classdef Temp
    properties
        Celsius = 0
    end
    properties (Transient)
        Scratch = 'default'
    end
    properties (Dependent)
        Fahrenheit
    end
    methods
        function t = Temp(c), if nargin, t.Celsius = c; end, end
        function f = get.Fahrenheit(t), f = t.Celsius * 9 / 5 + 32; end
        function t = set.Fahrenheit(t, f), t.Celsius = (f - 32) * 5 / 9; end
    end
end
classdef Versioned
    properties
        Data = 1
    end
    methods
        function s = saveobj(obj), s.stored = obj.Data; s.version = 2; end
    end
    methods (Static)
        function obj = loadobj(s)
            obj = Versioned;
            if isstruct(s), obj.Data = s.stored * 100; end
        end
    end
end
t = Temp(100);
t.Fahrenheit
t.Fahrenheit = 32;
t.Celsius
t.Scratch = 'dirty';
v = Versioned; v.Data = 7;
file = [tempname '.mat'];
save(file, 't', 'v');
clear t v
load(file)
t.Scratch
t.Celsius
v.Data
s = load(file, 'v');
class(s.v)
delete(file)
t
x = [Temp(1) Temp(2) Temp(3)];
[x.Celsius]
x(2).Fahrenheit = 212;
x(2).Celsius
x(2) = [];
x
isequal(x(1), Temp(1))

% Source: https://www.mathworks.com/help/matlab/enumeration-classes.html
classdef Day < uint8
    enumeration
        Monday (1)
        Tuesday (2)
        Sunday (7)
    end
    methods
        function tf = isWeekend(d)
            tf = d == Day.Sunday;
        end
    end
    methods (Static)
        function d = first()
            d = Day.Monday;
        end
    end
end
classdef Color
    properties (SetAccess = immutable)
        Rgb
    end
    methods
        function c = Color(r, g, b)
            c.Rgb = [r g b];
        end
    end
    enumeration
        Red (1, 0, 0)
        Green (0, 1, 0)
    end
end
classdef State
    enumeration
        On, Off
    end
end
d = Day.Tuesday
d + 1
class(d + 1)
isWeekend(Day.Sunday)
Day.first
Day(7)
double(Day.Sunday)
c = Color.Red
c.Rgb
c == Color.Green
s = State.On;
switch s
    case State.Off, disp('off')
    case State.On, disp('on')
end
switch s
    case 'On', disp('by name')
end
v = [Day.Monday Day.Sunday]
v(2) == 'Sunday'
[m, n] = enumeration('Day');
n
m
char(d), string(s)
s == "On"
isa(d, 'uint8')
isenum(d)
enumeration Day
try, Day(9), catch e, disp(e.identifier), end
try, Day.Friday, catch e, disp(e.message), end
try, State.On.x, catch e, disp(class(e)), end
ismember(Day.Sunday, v)
cellfun(@char, {Day.Monday, State.Off}, 'UniformOutput', false)

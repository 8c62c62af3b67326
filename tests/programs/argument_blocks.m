% Source: https://www.mathworks.com/help/matlab/ref/arguments.html
function r = area(w, h, o)
    arguments
        w (1,1) double {mustBePositive}
        h (1,1) double {mustBePositive} = w
        o.Scale (1,1) double = 1
        o.Unit string {mustBeMember(o.Unit, ["m" "cm"])} = "m"
    end
    r = w * h * o.Scale + " " + o.Unit;
end
disp(area(2)), disp(area(2, 3)), disp(area(2, Scale = 10)), disp(area(2, 3, 'Unit', "cm"))
try, area(-1), catch e, disp(e.message), end
try, area(2, 3, Unit = "km"), catch e, disp(e.identifier), end

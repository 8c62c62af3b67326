% Source: https://www.mathworks.com/help/matlab/matlab_oop/enumerations-derived-from-built-in-classes.html (members sort by their values)
classdef Medal < int32
    enumeration
        Gold (9)
        Silver (4)
        Bronze (1)
    end
end
classdef Gear
    enumeration
        Park, Drive
    end
end
classdef Tank < handle
    events
        Empty
    end
end
won = [Medal.Silver Medal.Bronze Medal.Gold Medal.Silver];
sort(won, 'descend')
[u, first] = unique(won)
setdiff(won, Medal.Gold)
unique([Gear.Park Gear.Park Gear.Drive])
isempty(intersect(Gear.Park, Gear.Drive))
% a listener that went before what it listens to
t = Tank;
l = addlistener(t, 'Empty', @(s, e) disp('empty'));
notify(t, 'Empty')
delete(l)
delete(t)
isvalid(t)

% Members of an enumeration in tables, dictionaries and categorical arrays.
classdef Gear_
    enumeration
        Park, Drive, Back
    end
end
gears = [Gear_.Back; Gear_.Park];
T = table(gears, [1; 2])
T = [T; table(Gear_.Drive, 3, 'VariableNames', {'gears', 'Var2'})]
d = dictionary(gears, [1; 2])
d(Gear_.Park)
values(dictionary("g", Gear_.Drive))
c = categorical(gears)

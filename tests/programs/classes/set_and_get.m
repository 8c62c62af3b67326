% set and get of matlab.mixin.SetGet: lists of names, arrays of objects, structures, names in any case. Source: MATLAB's documentation, Implementing a set/get interface for properties.
classdef Dial_ < matlab.mixin.SetGet
    properties
        Level = 1
        Label = 'dial'
    end
    properties (SetAccess = private)
        Serial = 7
    end
end
classdef Strict_ < matlab.mixin.SetGetExactNames
    properties
        Level = 1
    end
end
d = Dial_;
get(d, {'Level', 'Label'})
get(d, 'lev')
set(d, 'lab', 'x', 'LEVEL', 3); d
set(d, {'Level', 'Label'}, {4, 'y'});
set(d, struct('Label', 'z'));
fprintf('%d %s\n', d.Level, d.Label);
both = [d Dial_];
get(both, 'Level')
get(both, {'Level', 'Serial'})
set(both, {'Level'}, {5; 6}); [both.Level]
set(both, 'Level', 9); [both.Level]
set(d)
size(get(both))
get(d)
try, set(d, 'Serial', 1), catch e, disp(e.message), end
try, set(d, 'Level'), catch e, disp(e.message), end
try, set(both, {'Level'}, {1; 2; 3}), catch e, disp(e.identifier), end
s = Strict_;
get(s, 'Level')
try, get(s, 'level'), catch e, disp(e.identifier), end

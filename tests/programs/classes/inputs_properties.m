% Source: https://www.mathworks.com/help/matlab/matlab_oop/validate-property-values.html
classdef Settings_
    properties
        Count (1,1) double {mustBeInteger, mustBeNonnegative} = 1
        Names (1,:) string = ["a" "b"]
        Matrix (2,2) double = eye(2)
        Mode char {mustBeMember(Mode, {'fast', 'slow'})} = 'fast'
        Flag (1,1) logical = false
        Small int8 = 5
        Anything
        Callback function_handle = @sin
        Range (1,2) double {Settings_.mustBeRange} = [0 1]
    end
    methods (Static)
        function mustBeRange(r)
            if r(1) > r(2), throwAsCaller(MException('Settings_:range', 'Range must increase.')); end
        end
    end
end
s = Settings_
function t(f), try, f(); disp('ok'); catch e, fprintf('%s\n   %s\n', e.identifier, e.message); end, end
function put(s, name, v), s.(name) = v; end
t(@() put(s, 'Count', 2.5))
t(@() put(s, 'Count', -1))
t(@() put(s, 'Count', [1 2]))
t(@() put(s, 'Count', 'abc'))
t(@() put(s, 'Count', int8(3)))
t(@() put(s, 'Names', 'text'))
t(@() put(s, 'Names', ["x"; "y"]))
t(@() put(s, 'Matrix', 7))
t(@() put(s, 'Flag', 1))
t(@() put(s, 'Small', 300))
t(@() put(s, 'Callback', 5))
t(@() put(s, 'Range', [3 1]))
t(@() put(s, 'Nope', 1))
s.Count = true; class(s.Count)
s.Names = {'p', 'q', 'r'}; s.Names
s.Matrix = 9; s.Matrix
s.Small = 3.7; s.Small
s.Anything = struct('x', 1); s.Anything.x = 2; s.Anything
s.Range = [2; 5]; s.Range

% Source: https://www.mathworks.com/help/matlab/matlab_prog/validate-name-value-arguments.html (.?ClassName)
classdef Widget < handle
    properties
        Width (1,1) double {mustBePositive} = 10
        Name (1,:) char = 'widget'
        Kind (1,1) string {mustBeMember(Kind, ["a", "b"])} = "a"
    end
    properties (SetAccess = private)
        Area double = 0
    end
    methods
        function w = Widget(props)
            arguments
                props.?Widget
            end
            for n = string(fieldnames(props))', w.(n) = props.(n); end
        end
        function r = scale(w, factor, options)
            arguments
                w (1,1) Widget
                factor (1,1) double {mustBeNonzero}
                options.Round (1,1) logical = false
            end
            r = w.Width * factor;
            if options.Round, r = round(r); end
            w.Area = r ^ 2;
        end
    end
    methods (Static)
        function r = make(n, varargin)
            arguments
                n (1,1) {mustBeInteger}
            end
            arguments (Repeating)
                varargin
            end
            r = sprintf('%d:%d', n, numel(varargin));
        end
    end
end
w = Widget(Width=3, Name='box')
w.scale(1.5)
scale(w, 1.5, Round=true)
w.Area
Widget.make(2, 'a', 'b')
function t(f), try, f(); catch e, fprintf('%s: %s\n', e.identifier, e.message); end, end
t(@() Widget(Width=-1))
t(@() Widget(Area=1))
t(@() Widget(Nope=1))
t(@() w.scale(0))
t(@() w.scale())
t(@() w.scale(1, Rnd=true))
t(@() Widget.make(1.5))
try, w.Width = 'abc'; catch e, disp(e.message), end
try, w.Width = [1 2]; catch e, disp(e.message), end
try, w.Kind = "c"; catch e, disp(e.message), end
try, w.Area = 3; catch e, disp(e.identifier), disp(e.message), end
w.Name = "text";
class(w.Name)
w.Width = int8(4);
class(w.Width)

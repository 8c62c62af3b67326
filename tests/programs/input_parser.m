% Source: https://www.mathworks.com/help/matlab/ref/inputparser.html
function r = area(width, varargin)
    p = inputParser;
    p.FunctionName = 'area';
    addRequired(p, 'width', @(x) isnumeric(x) && isscalar(x) && x > 0);
    addOptional(p, 'height', 10, @isnumeric);
    addParameter(p, 'units', 'inches', @ischar);
    p.addParameter('shape', 'rectangle', @(x) any(validatestring(x, {'square', 'rectangle'})));
    addSwitch_ = 0;
    parse(p, width, varargin{:});
    r = p.Results;
    if ~isempty(p.UsingDefaults), disp(p.UsingDefaults), end
end
r = area(5);
r = area(5, 3, 'units', 'cm');
disp(r)
r = area(5, 'shape', 'square');
disp(r.shape)
try, area(-1), catch e, disp(e.identifier), disp(e.message), end
try, area(1, 'units', 5), catch e, disp(e.identifier), disp(e.message), end
try, area(1, 2, 'nope', 5), catch e, disp(e.identifier), disp(e.message), end
try, area(), catch e, disp(e.identifier), disp(e.message), end
p = inputParser;
p.KeepUnmatched = true;
p.CaseSensitive = false;
p.addRequired('a');
p.addParameter('Beta', 2);
p.parse(1, 'beta', 5, 'gamma', 7);
p.Unmatched
p.Parameters
q = inputParser;
q.addParameter('x', 1); q.addParameter('y', 2);
q.parse(struct('x', 10));
q.Results
q.PartialMatching

% Source: https://www.mathworks.com/help/matlab/ref/switch.html; Octave agrees.
function r = kind(x)
switch x
    case {1, 2}
        r = 'few';
    case 'abc'
        r = 'text';
    case {'x', 'y', 7}
        r = 'mixed';
    otherwise
        r = 'other';
end
end
fprintf('%s %s %s %s %s %s %s\n', kind(1), kind(2), kind('abc'), kind('y'), kind(7), kind('q'), kind(3));
switch 3, case 3, disp three, end
switch 'a', case {}, disp never, otherwise, disp none, end

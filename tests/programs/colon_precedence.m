% Source: Octave agrees but for the layout of numbers; operator precedence of the MATLAB documentation.
disp(1:5 > 2), disp(1 + 1:4), x = -2 ^ 2; disp(x), disp(2 ^ -1), disp(-[1 2]'), disp(!true), disp(~1 == 0)
disp(1:3 + 1), disp(2 ^ 3 ^ 2), disp(1 - - 1), disp([1 - 1]), disp([1 -1]), disp([1 , -1]), disp([a_() ' b'])
function t = a_(), t = 'a'; end

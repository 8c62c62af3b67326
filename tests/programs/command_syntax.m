% Source: https://www.mathworks.com/help/matlab/matlab_prog/command-vs-function-syntax.html; Octave agrees but for `a -1`.
function show(varargin), fprintf('<%s>', varargin{:}); fprintf('\n'); end
show a b
show 'a b' c
show -x, show y
disp hello
a = 5; a -1

% Source: https://www.mathworks.com/help/matlab/ref/inputname.html
function g(y, z), fprintf('<%s|%s>', inputname(1), inputname(2)), end
val = 3; w = 4; g(val, w), g(3, w), g(val + 1, val), for k = 1:1, g(k, val), end, fprintf('\n');
display(val)
% feval counts its own first argument (measured in R2025b by carpenterjl/JGraph).
function told(varargin), for k = 1:nargin, fprintf('<%s>', inputname(k)); end, fprintf('\n'); end
first = 4; second = 5; h = @told;
feval('told', first, second), feval(@told, first, 3, second), feval(h, second), feval(h, first + 1)

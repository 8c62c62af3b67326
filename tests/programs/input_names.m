% Source: https://www.mathworks.com/help/matlab/ref/inputname.html
function g(y, z), fprintf('<%s|%s>', inputname(1), inputname(2)), end
val = 3; w = 4; g(val, w), g(3, w), g(val + 1, val), for k = 1:1, g(k, val), end, fprintf('\n');
display(val)

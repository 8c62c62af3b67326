% Source: https://www.mathworks.com/help/matlab/matlab_prog/capture-errors.html
f = @(x) x + 1; g = @() 5;
try, f(1, 2), catch e, disp(e.identifier), disp(e.message), end
try, [a, b] = f(1), catch e, disp(e.identifier), disp(e.message), end
try, g(1), catch e, disp(e.message), end
y = 1:3;
try, [a, b] = y(2), catch e, disp(e.identifier), end
try, -{1}, catch e, disp(e.message), end
try, ~struct(), catch e, disp(e.message), end
try, {1} + 1, catch e, disp(e.message), end
try, [a, b] = cos(1), catch e, disp(e.identifier), end
try, one(1, 2), catch e, disp(e.identifier), disp(numel(e.stack)), end
num2hex([NaN 1 -Inf]), sprintf('%bx %tx', pi, single(pi))
one(1, 2)
function one(x)
disp(x)
end

% Source: https://www.mathworks.com/help/matlab/ref/eval.html; Octave agrees.
eval('a = 5;'); fprintf('%d ', a);
eval('nonsense_(', 'fprintf(''caught '')');
b = eval('a + 1'); fprintf('%d ', b);
[m, i] = eval('max([3 9 2])'); fprintf('%d %d ', m, i);
s = evalc('disp(42)'); fprintf('[%s] ', strtrim(s));
function r = inside(), eval('q = 3;'); r = q; end
fprintf('%d\n', inside());
% A text in an anonymous function sees its inputs, and no variable that its own text does not name.
f = @(t) eval('2*t'); f(21)
h = @(varargin) eval('numel(varargin)'); h(1, 2, 3)
z = 7; q = @() eval('z'); try, q(), catch e, disp(e.message), end

eval('x = 5;');
disp(x)
eval('bad syntax here (', 'disp(''handled'')');
text = evalc('disp(7)');
disp(strtrim(text))
disp(dynamic('3 + 4'))
disp(seen_from_caller())
f = str2func('@(a, b) a * b');
disp(f(3, 4))
disp(func2str(@(x) x.^2 + 1))
disp(feval(@plus, 1, 2))
disp(exist('x', 'var'))
clear x
disp(exist('x', 'var'))
global G
G = 5;
increase();
disp(G)
assignin('base', 'made', 9);
disp(made)
disp(isvarname('a1'))
disp(nargin(@(a, b) a))
function r = dynamic(text)
    eval(['q = ' text ';']);
    r = q * 2;
end
function give_caller()
    assignin('caller', 'given', 42);
end
function r = seen_from_caller()
    give_caller();
    r = given;
end
function increase()
    global G
    G = G + 1;
end

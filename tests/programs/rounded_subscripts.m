% A range of fractions that stands between the parentheses is rounded, with a warning; one that is kept first is refused. Source: R2025b, as carpenterjl/JGraph measured it.
x = 10:10:60; M = magic(4);
x(2:0.5:3), x(1.5:4), M(0.5:2, 3)', lastwarn
[~, id] = lastwarn
warning('off', 'MATLAB:colon:nonIntegerIndex')
x(1.5:3) = 0
M(1.5:3, :) = []
c = {'abcdef'}; c{1}(1.5:3), s.f = 1:5; s.f(7 / 2:end)
k = 1.5:3; try, x(k), catch e, disp(e.message), end
f = @(v) v; f(1:0.5:2)
try, x(-1.5:2), catch e, disp(e.message), end

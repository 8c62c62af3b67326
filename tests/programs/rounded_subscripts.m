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
% Ranges of one element, and numbers nearer to 0 than a half: what https://stackoverflow.com/questions/40455299 measured.
x = [10 20 30 40 50];
x(0.4:3), x(0.6:3), x(-0.4:3), x(1.2:0.7:5), x(3.4:4), x(1.5:end/6:end-1)
try, x(-0.5:2), catch e, disp(e.message), end
x(2.4:3) = 7, c = {1, 2, 3}; c{1.2:2}
% A limit that is not whole is warned of as well (https://www.mathworks.com/matlabcentral/answers/405115).
warning('on', 'MATLAB:colon:nonIntegerIndex')
x(1:5/2), x(1:2.5) = []; first_half(x), f(1:2.5), f(1.5:2), {1.5:2}, x([1:2.5])
function r = first_half(x), r = x(1:numel(x)/2); x(1:1.5) = 0; r(end + 1) = x(1); end

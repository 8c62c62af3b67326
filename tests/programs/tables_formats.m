% Source: https://www.mathworks.com/help/matlab/ref/format.html
% tables follow the display format
T = table([1/3; 2], single([pi; 1]), {1/3; 'a'}, 'VariableNames', {'x', 's', 'c'})
format long
T
m = containers.Map('k', 1/3);
disp(m.Count)
format shortG
T
format
std(seconds([1 2 3]))

% Source: https://www.mathworks.com/help/matlab/matlab_prog/overview-of-the-logical-class.html
% rows stand at the right, columns at the left, numbers as in a full column
x = sparse([1 5 20], [1 2 18], [1 22 333])
y = sparse([900 1000], [1 1000], [10 -100])
z = sparse([0.25 0; 3 1e-7])
w = sparse([1.5 1e5])
n = sparse([NaN 1])
c = sparse([1i 2])
l = x > 20
e = sparse(2, 3)
format long
z
format compact
l
format
disp(x)

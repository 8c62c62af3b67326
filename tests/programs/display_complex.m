% Source: https://www.mathworks.com/help/matlab/matlab_prog/complex-numbers.html
a = 3 + 4i
b = [1+2i 3.5-4i]
c = 1i
d = [1+1e-3i; 1000+1i]
e = complex(1, 0)
f = single(2) + 1i
h = [1+2i; NaN]
l = [1i 2]
m = 1/3 + 2i/3
n = complex([1 2], [0 0])
t = [1e5+2.5i 1]
w = (1 + 2i)'
x = [1 2i].'
isreal(e), isreal(complex(1, 0) * 1)

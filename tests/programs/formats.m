% Source: https://www.mathworks.com/help/matlab/ref/format.html
format long
a = pi
b = [pi; 100]
c = single(pi)
d = 1/3 + 1i
e = 1e10/3
f = [1 2 3]
g = 1e-5
format short g
a = [pi 1e6 1e-6]
b = 12345.678
c = [1 NaN 3.5]
format long g
a = pi
b = [pi 1e10]
format short e
a = pi
b = [1 200]
c = single(2.5)
format long e
a = pi
format hex
a = pi
b = int8(-1)
c = intmax('uint64')
format +
a = [1 -1 0];
format short
a = pi
format compact
a = pi
b = [1 2]
c = {}
format loose
a = pi
format
x = 0.1
fmt = format
old = format("longEng"); class(old)
pi
format(old)
pi
old.NumericFormat = "bank"; format(old); old.NumericFormat
100 / 3
format

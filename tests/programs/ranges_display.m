% Source: https://www.mathworks.com/help/matlab/ref/colon.html
a = 1:5
b = 0:0.25:1
c = 5:-2:-1
d = 1:0
e = 10:1
f = (1:3)'
g = 0:0.1:0.3
h = single(1:3)
k = int8(1):int8(3)
l = 'a':'e'
m = 1:25
n = (1:3) * 1000.5
o = linspace(0, 1, 12)
numel(1:1e6)
p = -1:0.5:1
q = 1e6:1e6:3e6

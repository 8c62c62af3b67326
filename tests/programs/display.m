x = 3
y = [1.5 2.5]
z = 'text'
e = []
t = true
c = {1, 'two'}
s.a = 1;
s
1 + 1
f = @(x) x + 1
n = 1:0

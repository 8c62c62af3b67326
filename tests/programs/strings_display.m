% Source: https://www.mathworks.com/help/matlab/characters-and-strings.html
a = "hello"
b = ["one" "two"; "three" "four"]
c = ""
d = string([])
e = strings(2, 0)
f = [missing "x"]
g = string(missing)
h = ['abc'; 'def']
k = ''
l = char(zeros(0, 3))
m = "with ""quotes"""
n = 'it''s'
o = ["a"; "bb"; "ccc"]
p = string({'x', 'y'})
q = char([72 101])
r = "tab" + char(9) + "end";
strlength(r)
s = strings(1, 2)
t = ["a" 1 true]
u = repmat(' ', 1, 3)
disp(b), disp(a), disp(h), disp(f)
v = {'abc', "def"}

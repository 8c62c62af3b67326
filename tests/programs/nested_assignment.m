x.a(2).b = 5;
disp(isempty(x.a(1).b))
x.a(2)
c = {};
c{2}.name = 'k';
c
a.b.c{2} = 'q';
a.b.c
e(3).x = 2
[e.x] = deal(1, 2, 3);
[e.x]
[e(1:2).x] = deal('p', 'q');
{e.x}
n.list{3}(2) = 7;
n.list{3}
v(2, 3) = 4
v(:, 2) = []

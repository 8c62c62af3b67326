% Source: https://www.mathworks.com/help/matlab/matlab_prog/access-data-in-nested-structures.html, struct, orderfields, arrayfun
db = struct('name', {'ann', 'bob', 'cy'}, 'age', {30, 25, 41});
db(2)
[~, order] = sort([db.age]); {db(order).name}
db(4).name = 'dee'; db(4)
isempty(db(4).age)
db(end + 1) = struct('name', 'eve', 'age', 1); numel(db)
old = db([db(1:3).age] > 28); {old.name}
db = rmfield(db, 'age'); fieldnames(db)
[db.id] = deal(0); db(1)
ids = num2cell(1:5); [db.id] = ids{:}; [db.id]
try, db(2) = struct('x', 1); catch e, disp(e.message), end
s.a.b.c = 5; s.a.b.d = 'x'; s.a.list{2}.deep = true; s
s.a.b, s.a.list
isfield(s, 'a'), isfield(s.a, {'b', 'zz', 'list'}), isrow(db)
n = 'a'; s.(n).b.c
getfield(s, 'a', 'b', 'c'), s = setfield(s, 'a', 'b', 'c', 99); s.a.b.c
t = orderfields(struct('z', 1, 'a', 2)); fieldnames(t)'
c = struct2cell(t)', cell2struct({1; 'two'}, {'one', 'second'}, 1)
u = [struct('k', 1), struct('k', 2)]; v = [u, struct('k', 3)]; size(v), arrayfun(@(e) e.k * 10, v)
try, [struct('a', 1), struct('b', 2)], catch e, disp(e.identifier), end
w = struct('m', magic(3)); w.m(2, :) = []; w.m
w(2, 2).m = 1; size(w)
x = struct('a', {{}}), y = struct('a', {}), isempty(y), y(1).a = 3; y
isequal(struct('a', 1, 'b', 2), struct('b', 2, 'a', 1))
numel(struct('p', {{1, 2, 3}})), numel(struct('p', {1, 2, 3}))
for e = u, disp(e.k), end
structfun(@(q) q * 2, struct('a', 1, 'b', 2))', structfun(@(q) q * 2, struct('a', 1), 'UniformOutput', false)

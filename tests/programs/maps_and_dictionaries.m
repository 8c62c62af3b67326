% Source: https://www.mathworks.com/help/matlab/ref/containers.map.html, dictionary.html
m = containers.Map
m('b') = 2; m('a') = [1 2 3]; m('c') = 'text';
m.keys, m.values, m.Count, m.isKey('a'), isKey(m, {'a', 'z'}), m.length(), length(m), numel(m)
values(m, {'a', 'c'}), remove(m, 'b'); m.keys
n = containers.Map({'x', 'y'}, [10 20]); n('x') = n('x') + 1; n.values, n.KeyType, n.ValueType
k = containers.Map('KeyType', 'double', 'ValueType', 'any'); k(3) = 'three'; k(1.5) = {1}; k.keys, k(3)
h = n; h('z') = 30; n.Count
u = containers.Map([1 2 3], {'a', 'b', 'c'}); u.values
p = containers.Map('UniformValues', false); p('s') = struct('q', 1); p('s').q
q = [n; containers.Map({'w'}, {5})]; q.keys
for key = n.keys, fprintf('%s=%d ', key{1}, n(key{1})); end, fprintf('\n');
try, n('nope'), catch e, disp(e.identifier), disp(e.message), end
try, n(1) = 2; catch e, disp(e.identifier), disp(e.message), end
try, remove(n, 'nope'); catch e, disp(e.identifier), disp(e.message), end
isobject(n), class(n), isempty(containers.Map)
d = dictionary(["one" "two"], [1 2])
d("three") = 3; d(["one" "three"])
d.keys, values(d), numEntries(d), isKey(d, ["one" "ten"]), d.isConfigured
d("two") = []; keys(d)'
try, d("zzz"), catch e, disp(e.identifier), disp(e.message), end
lookup(d, "zzz", FallbackValue=0)
e = dictionary; e(5) = "five"; e, types_ = {class(e.keys) class(e.values)}
f = dictionary("a", {[1 2]}); f("a"), f{"a"}
g = insert(d, "new", 9); g("new"), isKey(d, "new")
entries(d)
e2 = dictionary(string.empty, []), w = configureDictionary("string", "double")
isequal(d, d), d2 = remove(d, "one"); numEntries(d2)

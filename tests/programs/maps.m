% Source: https://www.mathworks.com/help/matlab/ref/containers.map.html; Octave agrees but for the error identifier.
m = containers.Map(); m('b') = 2; m('a') = 1; fprintf('%s ', strjoin(keys(m), ',')); fprintf('%d ', m.Count, m.isKey('a'), isKey(m, {'a', 'z'}));
v = values(m); fprintf('%d ', v{:}); n = m; n('c') = 3; fprintf('%d ', m.Count); remove(m, 'a'); fprintf('%d ', m.length());
k = containers.Map('KeyType', 'double', 'ValueType', 'any'); k(3) = 'three'; k(1) = {}; fprintf('%d %s\n', k.Count, k(3));
try, m('nope'), catch e, disp(e.identifier), end

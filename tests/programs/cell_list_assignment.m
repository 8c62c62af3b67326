% Source: https://www.mathworks.com/help/matlab/ref/subsasgn.html: A{I} = B needs one place, [A{I}] = deal(B) takes many.
c = cell(1,3);
try, c{:} = 5, catch e, disp(e.identifier), disp(e.message), end
try, c{1:2} = 5, catch e, disp(e.identifier), disp(e.message), end
try, c{[]} = 5, catch e, disp(e.identifier), disp(e.message), end
s = struct('a', {1,2});
try, s.a = 5, catch e, disp(e.identifier), disp(e.message), end
try, s(1:2).a = 5, catch e, disp(e.identifier), disp(e.message), end
[c{:}] = deal(7), [c{1:2}] = deal('a', 'b'), c{[false true false]} = 9, c{end+1} = 3; c{2, 2} = 4; 
d = {}; d{3} = 1, e = {}; e{1, :} = 5, try, d{:} = 1, catch q, disp(q.message), end
x = {1, 2}; x{logical([1 0])} = 3, x{:, 2} = 4, x{int8(1)} = 'z'
f = {}; f{:, 1} = 2; f

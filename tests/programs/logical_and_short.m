% Source: https://www.mathworks.com/help/matlab/logical-operations.html
a = [1 0 2]; b = [0 0 1];
a & b, a | b, ~a, xor(a, b), any(a), all(a), any([0 0; 0 1]), all([1 1; 0 1]), any([]), all([])
1 && 0 || 1, ~isempty([]) && error('no'), true || error('no')
if [1 1 0], disp('yes'), else, disp('no'), end
if [], disp('yes'), else, disp('empty is false'), end
if 'a' == 'a' && ~isempty('x'), disp('both'), end
x = 5; x(x > 3 & x < 10) = 0
true + true, class(true + true), true * int8(3), class(~5), class(true & 1), -true, class(-true)
logical([2 0 -1]), logical('a'), islogical(1 > 0), true(2, 1)', false(1, 2), nnz([true false true])
try, logical(NaN), catch e, disp(e.message), end
try, if NaN, end, catch e, disp(e.message), end
try, [1 2] && 1, catch e, disp(e.identifier), end
try, {1} && 1, catch e, disp(e.identifier), end
bitor(uint8(5), uint8(2)), xor(true, true), not(1), or(0, 0)
ifelse = {'no', 'yes'}; ifelse{(3 > 2) + 1}
isequal([1 2], [1 2], [1 2]), isequal('a', 97), isequaln(NaN, NaN), isequal(NaN, NaN), isequal({1, 'a'}, {1, 'a'})
find([0 1 0 1], 1), [r, c] = find([0 1; 1 0]); [r c], [r, c, v] = find([0 7]); [r c v], any(isnan([1 NaN])), xor([1 0], 1)

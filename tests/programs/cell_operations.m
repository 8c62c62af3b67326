% Source: https://www.mathworks.com/help/matlab/cell-arrays.html; Octave agrees but for display.
c = {1, 'two', [3 4]}; c(2), c{2}, c{3}(2), class(c(1)), numel(c), c{end + 1} = {5}; c{4}{1}, c(1) = []; size(c), c{1} = []; c
[a, b] = c{[1 2]}, d = [c, {9}], e = [c; c]; size(e), f = {c{:}, 10}; numel(f), isempty(c{1}), iscell(c), cellfun(@isempty, c), vertcat(c{2}, c{2})
g = cell(2, 2); g{2, 1} = 'x'; g, g(:, 1), g{1, 2} = 1:3; g{1, 2}(2) = 20; g{1, 2}, cell2mat({1 2; 3 4}), num2cell([1 2; 3 4]), mat2cell(1:4, 1, [1 3]), mat2cell(magic(4), [2 2], [3 1])
h = {1, {2, {3, 'deep'}}}; h{2}{2}{2}, h{2}{2}{2}(1) = 'D'; h{2}{2}{2}, k = {}; k{3} = 1, k(2) = {7}, m = repmat({'z'}, 1, 2), n = cellfun(@(x) x * 2, {1, 2}, 'UniformOutput', false)
p = {3, 1, 2}; [~, idx] = sort([p{:}]); p(idx), q = struct('v', {{1, 2}}); q.v
r = {1, 2; 3, 4}; r(1, :) = [], r(:)', reshape({1, 2, 3, 4}, 2, 2), s = {}; s(end + 1, :) = {1, 'a'}; s(end + 1, :) = {2, 'b'}; s, s(:, 2)', cellfun(@(x, y) [num2str(x) y], s(:, 1), s(:, 2), 'UniformOutput', false)
isequal({1, 'a'}, {1, 'a'}), ismember('a', {'a', 'b'}), any(strcmp('b', {'a', 'b'})), t = cell(1, 3); [t{:}] = deal(0); t, [t{1:2}] = deal('x', 'y'); t, u = {@sin, @(x) x + 1}; u{2}(4), iscellstr({'a', 'b'}), cellfun('length', {'ab', 1:3}), v = [{1}, 2, 'three'], w = [{}, {1}], x = {[], 1}; x(cellfun(@isempty, x)) = []
try, c{10}, catch err, disp(err.message), end
try, y = {1, 2} + 1; catch err, disp(err.message), end
try, z = cell2mat({1, 'a'}); catch err, disp(err.identifier), end

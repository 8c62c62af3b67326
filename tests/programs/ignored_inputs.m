% Source: Octave agrees.
function r = second(~, b), r = b; end
f = @(~, y) y * 2; fprintf('%d %d\n', second(1, 5), f(9, 4)); [~, i] = max([3 8 1]); disp(i), [~, ~] = size(1); c = cellfun(@(x, ~) x, {1, 2}, {3, 4}); disp(c)

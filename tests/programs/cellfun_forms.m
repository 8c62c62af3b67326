% Source: https://www.mathworks.com/help/matlab/ref/cellfun.html; Octave agrees.
c = {1:3, [], 'ab'}; fprintf('%d ', cellfun(@numel, c), cellfun('isempty', c), cellfun(@(x) isempty(x), c));
d = cellfun(@(x) [x 0], c, 'UniformOutput', false); fprintf('| %d ', numel(d{1})); [m, k] = cellfun(@max, {[1 5], [7 2]}); fprintf('| %d ', m, k);
e = cellfun(@(x) error('bad'), {1, 2}, 'ErrorHandler', @(s, x) s.index * 10); fprintf('| %d ', e); f = arrayfun(@(s) s.v * 2, struct('v', {1, 2})); fprintf('| %d ', f);
g = structfun(@(x) x + 1, struct('a', 1, 'b', 2)); fprintf('| %d', g); fprintf('\n');

% Source: Octave agrees.
c = {1, {2, 'three', {4}}}; fprintf('%d %s %d ', c{2}{1}, c{2}{2}, c{2}{3}{1});
c{3}(2, 2) = 5; fprintf('%d ', c{3}); c{2}{2}(1) = 'T'; disp(c{2}{2})
c(1) = []; fprintf('%d ', numel(c)); d = cell(2, 2); d{2, 1} = 'x'; fprintf('%d ', cellfun(@isempty, d));
[a, b] = c{:}; fprintf('%s %s\n', class(a), class(b)); e = [c, {7}]; fprintf('%d\n', numel(e));

% Source: https://www.mathworks.com/help/matlab/ref/function_handle.html.
f = @sin; g = @sin; fprintf('%d %s %d ', isequal(f, g), class(f), is_function_handle_(f)); h = str2func('@(x) x.^2'); fprintf('%d ', h(3)); k = str2func('max'); fprintf('%d ', k([1 5]));
fprintf('%d ', feval(@plus, 1, 2), feval('minus', 5, 3)); c = {@sin, @cos}; fprintf('%g\n', c{2}(0));
function r = is_function_handle_(f), r = isa(f, 'function_handle'); end

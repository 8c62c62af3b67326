% Source: https://www.mathworks.com/help/matlab/ref/mexception.html; lines of anonymous functions, cellfun, nested evals and callbacks.
function a(x)
    b(x);
end
function b(x)
    f = @(y) c(y);
    f(x);
end
function c(y)
    if y > 1
        error('Deep:c', 'y is %d', y);
    end
    cellfun(@(z) d(z), {1, 2});
end
function d(z)
    v = [1 2];
    v(z + 5)
end
function show(e)
    fprintf('%s | %s\n', e.identifier, e.message);
    for k = 1:numel(e.stack), fprintf('   %s:%d\n', e.stack(k).name, e.stack(k).line); end
end
try, a(5), catch e, show(e), end
try, a(1), catch e, show(e), end
try, eval('a(3)'), catch e, show(e), end
try, feval(@b, 2), catch e, show(e), end
try, cellfun(@c, {7}), catch e, show(e), end
try, arrayfun(@(k) a(k), 9), catch e, show(e), end
g = onCleanup(@() disp('cleanup ran'));
clear g
a(4)
disp('not reached')

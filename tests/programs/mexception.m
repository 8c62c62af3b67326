% Source: https://www.mathworks.com/help/matlab/ref/mexception.html
me = MException('top:level', 'Problem %d of %s', 3, 'x');
me = addCause(me, MException('low:one', 'first cause'));
try, throw(me), catch e
    fprintf('%s %s %d %s\n', e.identifier, e.message, numel(e.cause), e.cause{1}.message);
end
try, try, error('a:b', 'c'), catch e, rethrow(e), end, catch f, disp(f.identifier), end
disp(class(me)), disp(isa(me, 'MException'))
e = MException('a:b', 'msg'); disp(isempty(e.stack))

% Source: https://www.mathworks.com/help/matlab/ref/mexception.html
function check(x)
    if x < 0, throwAsCaller(MException('Chk:neg', 'Value %d is negative.', x)); end
end
function user_(x)
    check(x);
end
function level3(), error('Deep:id', 'At the bottom: %s', 'three'); end
function level2()
    try, level3(); catch e
        m = MException('Mid:id', 'Middle failed');
        m = addCause(m, e);
        throw(m);
    end
end
try, user_(-3), catch e, disp(e.identifier), disp(e.message), disp(e.stack(1).name), end
try, level2(), catch e
    fprintf('%s <- %s\n', e.message, e.cause{1}.message);
    fprintf('%s:%d\n', e.stack(1).name, e.stack(1).line);
    fprintf('%s:%d\n', e.cause{1}.stack(1).name, e.cause{1}.stack(1).line);
end
m = MException('A:b', 'text %d%%', 5)
m.message, m.identifier, isempty(m.cause), isempty(m.stack)
class(m)
try, throw(m), catch q, disp(q == m), disp(isequal(q, m)), disp(q ~= m), end
try
    try, error('One:two', 'first'); catch e1, rethrow(e1); end
catch e2
    disp(e2.identifier)
end
try, error('Octave:some-id', 'with newline\n'); catch e, disp(double(e.message(end))), end
try, error('simple message'); catch e, disp(isempty(e.identifier)), end
try, error('id:x', 'only %s'); catch e, disp(e.message), end
try, error('notid: message'); catch e, disp(e.message), end
try, error("string %d", 3), catch e, disp(e.message), end
try, x = [1 2 3]; x(7), catch e, fprintf('%s\n', e.getReport('basic')); end
le = lasterror(); disp(le.identifier)
try, MException('bad id', 'x'), catch e, disp(e.identifier), end
try, MException('a:b'), catch e, disp(e.identifier), end
try, error('a:b:c', 'Nested id'), catch e, disp(e.identifier), end
s = struct('message', 'from struct', 'identifier', 'S:id');
try, error(s), catch e, disp([e.identifier ' ' e.message]), end
err = [];
try, error('X:y', 'kept'), catch err, end
disp(err.message)
try, assert(1 == 2, 'Assert %s', 'text'), catch e, disp(e.message), end
try, error('MyTool:load:fail', 'File "%s" missing', 'a.txt'), catch ME
    switch ME.identifier
        case {'Other:id', 'MyTool:load:fail'}, disp('handled')
        otherwise, rethrow(ME)
    end
end

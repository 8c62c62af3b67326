try
    undefined_thing(3)
catch err
    fprintf('%s | %s\n', err.identifier, err.message);
end
t = [1 2 3];
try, t(5), catch err, disp(err.identifier), disp(err.message), end
try, t(0), catch err, disp(err.message), end
try, t{1}, catch err, disp(err.message), end
try, [1 2] + [1 2 3], catch err, disp(err.identifier), end
try, error('My:id', 'value %d', 3), catch err, fprintf('%s/%s\n', err.identifier, err.message); end
try, error('100% plain\n'), catch err, disp(err.message), end
try
    try
        error('In:ner', 'first');
    catch inner
        outer = MException('Out:er', 'second');
        outer = addCause(outer, inner);
        throw(outer)
    end
catch err
    fprintf('%s caused by %s\n', err.message, err.cause{1}.message);
end
try
    thrower(2)
catch err
    fprintf('%s at %d in %s\n', err.message, err.stack(1).line, err.stack(1).name);
end
try
    error(struct('message', 'from struct', 'identifier', 'a:b'));
catch err
    disp(err.identifier)
end
disp(lasterr)
warning('off', 'Quiet:one');
warning('Quiet:one', 'not printed');
[message, id] = lastwarn;
fprintf('%s %s\n', message, id);
unwind_protect
    disp('body')
unwind_protect_cleanup
    disp('cleanup')
end_unwind_protect
function thrower(x)
    if x > 1
        error('too big: %d', x);
    end
end

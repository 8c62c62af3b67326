% Source: https://www.mathworks.com/help/matlab/ref/try.html
try, error('my:id', 'Value %d too big', 5), catch me, fprintf('%s|%s\n', me.identifier, me.message), end
try
    v = [1 2 3]; v(5)
catch
    disp("caught")
end
try, error('no identifier here'), catch me, fprintf('<%s>|%s\n', me.identifier, me.message), end
try, error('with newline\n'), catch me, disp(me.message), end
try, error('percent %d'), catch me, disp(me.message), end
try, error(struct('message', 'from struct', 'identifier', 'a:b')), catch me, fprintf('%s %s\n', me.identifier, me.message), end
try
    try, error('in:ner', 'inner'), catch e1, error('out:er', '%s wrapped', e1.message), end
catch e2, disp(e2.message), end

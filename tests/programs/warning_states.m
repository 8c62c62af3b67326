% Source: https://www.mathworks.com/help/matlab/ref/warning.html
warning('My:first', 'Value is %d', 3)
[msg, id] = lastwarn
warning('plain text')
[msg, id] = lastwarn;
disp(isempty(id))
s = warning('off', 'My:first');
s.identifier, s.state
warning('My:first', 'silent')
[msg, id] = lastwarn;
disp(msg)
warning(s)
warning('My:first', 'again')
q = warning('query', 'My:first')
lastwarn('set by hand', 'By:hand');
[m, i] = lastwarn
lastwarn('')
isempty(lastwarn)
old = warning('off', 'all');
warning('nothing shown')
warning(old);
warning('shown %s', 'again')
w = warning;
isstruct(w), isfield(w, 'identifier')
warning('on', 'My:other');
x = warning('query', 'My:other');
x.state
warning off backtrace
warning('My:last', 'percent %% sign')

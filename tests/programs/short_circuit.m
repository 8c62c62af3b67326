% Source: Octave agrees.
function r = say(t, v), printf_(t); r = v; end
function printf_(t), fprintf('%s ', t); end
if say('a', true) || say('b', true), fprintf('taken\n'), end
if say('a', false) && say('b', true), else, fprintf('not taken\n'), end
x = say('c', 1) || say('d', 0); fprintf('%s %d\n', class(x), x);
while say('w', false) && say('v', true), end
fprintf('\n');

% Source: Octave agrees.
function r = say(t, v), printf_(t); r = v; end
function printf_(t), fprintf('%s ', t); end
if say('a', true) || say('b', true), fprintf('taken\n'), end
if say('a', false) && say('b', true), else, fprintf('not taken\n'), end
x = say('c', 1) || say('d', 0); fprintf('%s %d\n', class(x), x);
while say('w', false) && say('v', true), end
fprintf('\n');
v = {};
if numel(v) > 0 & ischar(v{1}) & strcmp(v{1}, 'a'), disp('no'), else, disp('chain of &'), end
if (isempty(v) | v{1} == 1 | v{2} == 2), disp('chain of |'), end
if [1 1] & [1 0] & [1 1], disp('no'), else, disp('elements of a chain'), end
if 0 | [1 0] | [0 1], disp('elements together'), end
k = 0; while k < 9 & k ~= 5 & k >= 0, k = k + 1; end, disp(k)

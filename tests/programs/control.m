for k = 1:3, fprintf('%d ', k); end
for k = 10:-4:1, fprintf('%d ', k); end
for column = [1 2; 3 4], fprintf('[%d %d] ', column); end
for item = {1, 'a'}, fprintf('%s ', class(item)); end
for letter = 'xyz', fprintf('<%s>', letter); end
fprintf('\n');
for k = [], disp('never'), end
k
for k = 1:0, disp('never'), end
size(k)
w = 0;
while true
    w = w + 1;
    if w == 2, continue, end
    if w > 4, break, end
    fprintf('%d ', w);
end
fprintf('\n');
switch 'abc'
    case {'x', 'abc'}
        disp('text')
    otherwise
        disp('other')
end
switch 3
    case {1, 2}
        disp('low')
    case 3
        disp('three')
end
if [], disp('yes'), else, disp('empty is false'), end
if [1 0], disp('yes'), else, disp('all must hold'), end
if 1 | undefined_name, disp('short'), end
% Source: Octave agrees, but for how it displays k.

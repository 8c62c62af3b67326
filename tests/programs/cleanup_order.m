% Source: https://www.mathworks.com/help/matlab/ref/oncleanup.html
function work(fail)
    c1 = onCleanup(@() disp('cleanup 1'));
    disp('working')
    if fail, error('Work:fail', 'failed'); end
    disp('done')
end
function r = early(n)
    c = onCleanup(@() fprintf('leaving %d\n', n));
    r = 0;
    for k = 1:10
        if k == n, r = k; return, end
    end
end
function replaced()
    c = onCleanup(@() disp('first'));
    c = onCleanup(@() disp('second'));
    disp('both set')
end
work(false)
try, work(true), catch e, disp(e.message), end
early(3)
replaced()
c = onCleanup(@() disp('base cleared'));
class(c)
clear c
s.c = onCleanup(@() disp('field gone'));
s = rmfield(s, 'c');
f = @() early(2);
f();
x = 5; c = onCleanup(@() fprintf('x was %d\n', x)); x = 6; clear c
% Objects end in the order in which their variables were first assigned to; one that fails is a warning (measured in R2025b by carpenterjl/JGraph).
function in_order()
    z = onCleanup(@() disp('z'));
    a = onCleanup(@() disp('a'));
    if true, m = onCleanup(@() disp('m')); end
    z = onCleanup(@() disp('second z'));
end
in_order()
warning('off', 'MATLAB:class:DestructorError'), lastwarn('')
c = onCleanup(@() error('Work:end', 'the end failed')); clear c
[text, id] = lastwarn
warning('on', 'MATLAB:class:DestructorError')

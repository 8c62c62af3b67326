% Source: https://www.mathworks.com/help/matlab/ref/oncleanup.html
function f()
    c = onCleanup(@() disp('cleaned'));
    disp('body');
end
function g()
    c = onCleanup(@() disp('cleaned after error'));
    error('g:fails', 'g fails');
end
f()
try, g(), catch e, disp(e.message), end
c = onCleanup(@() disp('gone')); clear c
disp done

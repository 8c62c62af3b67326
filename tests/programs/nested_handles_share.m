% Source: https://www.mathworks.com/help/matlab/matlab_prog/nested-functions.html
function [inc, get] = maker(start)
    value = start;
    inc = @add;
    get = @read;
    function add(), value = value + 1; end
    function r = read(), r = value; end
end
[inc1, get1] = maker(10); [inc2, get2] = maker(0);
inc1(); inc1(); inc2();
fprintf('%d %d\n', get1(), get2());

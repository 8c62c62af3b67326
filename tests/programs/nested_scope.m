% Source: https://www.mathworks.com/help/matlab/matlab_prog/nested-functions.html
function demo
    x = 1; total = 0;
    function add(n)
        total = total + n;
        x = x * 2;
        function deeper, total = total + 1000; end
        if n > 2, deeper; end
    end
    for k = 1:3, add(k); end
    fprintf('%d %d\n', x, total);
end
function [inc, get] = counter(start)
    value = start;
    inc = @increment;
    get = @() value;
    function r = increment(by)
        if nargin < 1, by = 1; end
        value = value + by;
        r = value;
    end
end
function r = outer(a)
    b = 10;
    r = inner(a) + b;
    function y = inner(a)
        y = a + b;
        b = 100;
    end
end
function h = makeHandles()
    h = cell(1, 3);
    for k = 1:3, h{k} = make(k); end
    function f = make(j), f = @() j * 10; end
end
function parent
    a = 5;
    sub1; sub2;
    disp(a)
    function sub1, a = a + 1; end
    function sub2, sub1; a = a * 2; end
end
function r = recursive(n)
    depth = 0;
    go(n);
    r = depth;
    function go(k), depth = depth + 1; if k > 1, go(k - 1); end, end
end
demo
[inc, get] = counter(5);
inc(); inc(10);
fprintf('%d %d\n', inc(), get());
[inc2, get2] = counter(0);
inc2(); fprintf('%d\n', inc2());
outer(1)
h = makeHandles(); cellfun(@(f) f(), h)
parent
recursive(7)

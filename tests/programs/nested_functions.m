% Source: https://www.mathworks.com/help/matlab/matlab_prog/nested-functions.html
function counter()
    n = 0;
    function step(by)
        n = n + by;
    end
    step(2); step(3);
    h = @() n * 10;
    step(1);
    fprintf('%d %d\n', n, h());
end
counter()

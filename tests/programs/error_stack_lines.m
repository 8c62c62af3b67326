% Source: https://www.mathworks.com/help/matlab/ref/mexception.html (stack).
function outer()
    inner();
end
function inner()
    error('x:y', 'deep');
end
try
    outer()
catch e
    for k = 1:numel(e.stack), fprintf('%s %d\n', e.stack(k).name, e.stack(k).line); end
end

% Source: https://www.mathworks.com/help/matlab/ref/function_handle.html
f = @sin; class(f'), class(f.'), class(repmat(f, 1, 1)), isequal(f', @sin)
try, repmat(f, 1, 2), catch e, disp(e.identifier), end
try, [f f], catch e, disp(e.identifier), end
try, f == f, catch e, disp(e.message), end

% Source: https://www.mathworks.com/help/matlab/matlab_prog/compatible-array-sizes-for-basic-operations.html; Octave agrees but for the error text.
a = [1 2 3] + [10; 20]; fprintf('%d ', a); b = max([1 5 2], [3; 4]); fprintf('| %d ', b); c = [1 2; 3 4] .* [1 10]; fprintf('| %d ', c); d = (1:3) == (1:3)'; fprintf('| %d ', sum(d(:)));
try, [1 2 3] + [1 2], catch e, disp(e.message(1:10)), end

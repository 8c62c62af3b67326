% Source: https://www.mathworks.com/help/matlab/ref/isnan.html
try, isnan({1}), catch e, disp(e.identifier), disp(e.message), end
try, isinf(struct()), catch e, disp(e.message), end
try, find({1}), catch e, disp(e.message), end
try, mod(1, {2}), catch e, disp(e.message), end
try, det(struct()), catch e, disp(e.message), end
try, double({1}), catch e, disp(e.identifier), disp(e.message), end
x = zeros(1, 0); x(2).a = 5; size(x)
clear s
try, s([1 2]).b = 5; catch e, disp(e.identifier), end

% Source: Octave agrees but for rem(5, Inf) (https://www.mathworks.com/help/matlab/ref/rem.html).
fprintf('%d ', NaN == NaN, isnan(NaN), max([1 NaN 3]), min([NaN NaN 2]), isequal(NaN, NaN), isequaln(NaN, NaN), sum([1 NaN]) > 0, sort([3 NaN 1], 'descend') == 3, 0 * Inf == 0, Inf - Inf == 0, mod(5, 0), rem(5, Inf), any(NaN > [1 2]));
fprintf('\n'); try, if NaN, end, disp('no error'), catch e, disp('error'), end

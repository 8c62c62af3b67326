% Source: https://www.mathworks.com/help/matlab/matlab_prog/integers.html
function t(s), try, eval(s); catch e, disp(e.identifier), disp(e.message), end, end
t('int8(1) + int16(1)'), t('int8([1 2]) .* single([1 2 3])'), t('bitand(1.5, 2)'), t('[1 2] * [3 4]')

% Source: https://www.mathworks.com/help/matlab/math/array-indexing.html
function t(s), try, eval(s); catch e, fprintf('%s: %s\n', e.identifier, e.message), end, end
t('a = 1:3; a(0)'), t('a = 1:3; a(1.5)'), t('a = 1:3; a(7)'), t('a = magic(3); a(4, 1)'), t('a = magic(3); a(1, 2, 3)'), t('a = 1:3; a(-1) = 2;')
t('a = 1:3; a([1 2]) = [1 2 3];'), t('a = eye(2); a(:, 3) = [1 2 3];'), t('c = {1}; c{2}'), t('a = 5; a{1}'), t('a = 5; a.b'), t('a = eye(2); a(7) = []; ')

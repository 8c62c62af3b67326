% Source: https://www.mathworks.com/help/matlab/matlab_prog/ways-to-write-unit-tests.html (identifiers of MATLAB's own errors)
function t(s), try, eval(s); catch e, fprintf('%s: %s\n', e.identifier, e.message), end, end
t('nosuchthing'), t('nosuchthing(3)'), t('x = nosuchthing + 1;'), t('f = @() nosuchthing; f()'), t('clear zz; zz(2)'), t('q.a = 1; q.b')

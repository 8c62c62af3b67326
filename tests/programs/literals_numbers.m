% Source: https://www.mathworks.com/help/matlab/matlab_prog/specify-hexadecimal-and-binary-numbers.html
a = 0xFF, class(a), b = 0b1011, c = 0x7Fs8, class(c), d = 0xFFFFu16, e = 0b1s64, f = 0xFFFFFFFFFFFFFFFF, class(f), g = 0x1F + 1
1e3, 1E-3, 1d2, .5, 5., 1.5e+10, 3i, 1e3i, 2.5E-1j, 0x10 * 2.6, 0xA == 10, 1:3', [1 -2], [1 - 2], [1 , -2], [1 -2]'
-2^2, 2^-1, 2^3^2, -2^0.5, ~0 + 1, 1:3 + 1, 3:-1:1 == 3:-1:1, 1 - -1, 5 - +3, 2 * -3, 1 / 4 * 2, 1 \ 4, [1 2]' * [3 4], 2.^[1 2 3], [1 2 3]'.^2
1 == 1 == 1, 3 > 2 > 1, 1 | 0 & 0, ~1 == 0, -[1 2]', 1:5 > 2, (1:3)', 1e308 * 10, -1 / 0, 0 / 0, mod(-1, 3), rem(-1, 3), 5 / 2, 7 \ 14
realmax, realmin, eps, eps(1000), flintmax, pi, Inf, NaN, i, 0.1 + 0.2 == 0.3, 1 - 0.9 - 0.1, bitmax_ = 2^53

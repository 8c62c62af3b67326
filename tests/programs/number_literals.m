% Source: https://www.mathworks.com/help/matlab/matlab_prog/specify-hexadecimal-and-binary-numbers.html
a = 0xFF; b = 0b1010; c = 0x1Fs8; d = 0xFFFFu32; e = 1e3; f = .5; g = 5.; h = 1E-2;
fprintf('%s:%d ', class(a), a, class(b), b, class(c), c, class(d), d); fprintf('%g ', e, f, g, h); fprintf('%s %d\n', class(0x1FFF), 0b11111111111s16);

% Source: Octave differs where complex numbers are compared: MATLAB takes real parts (https://www.mathworks.com/help/matlab/ref/gt.html).
z = 3 + 4i; fprintf('%g ', abs(z), real(z), imag(z), angle(1i), real(z'), imag(z.'), imag(conj(z)));
fprintf('%g ', real(sqrt(-4)), imag(sqrt(-4)), isreal(z * conj(z)), isreal(complex(1, 0)), 1e3i == 1000i);
fprintf('%g %g ', real(exp(1i * pi)), abs(imag(exp(1i * pi))) < 1e-15); x = roots([1 0 1]); fprintf('%g ', sort(imag(x)));
fprintf('%d%d\n', 1 + 2i > 1, [1i 2] == [1i 3]);

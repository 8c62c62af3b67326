% Source: https://www.mathworks.com/help/matlab/complex-numbers.html; Octave agrees but for comparisons.
z = [3+4i, 1-2i]; z', z.', conj(z), abs(z), real(z), imag(z), isreal(z), isreal(z(1) * conj(z(1)))
sqrt(-1), (-8)^(1/3), log(-1), exp(1i*pi), asin(2), acos(1.5), 2^(1i), (-1)^0.5, (-2)^2, sqrt([-4 4])
1e3i, 3j, 2.5e-1i
sort([2+1i, -3, 1i]), z == conj(conj(z)), 3+4i > 4, [1+2i 3] < 2
sum(z), prod(z), cumsum(z), mean(z), z * z.', z * z', z / 2, roots([1 2 5])
complex(1, 0), isreal(complex(1, 0)), complex(0, [1 2])
round(2.5+3.5i), floor(-1.5+1.5i), fix(1.7-1.7i), sign(3+4i), angle(1i), num2str(1.5-2i), mat2str([1+2i 3]), sprintf('%d ', [1+2i 3]), disp(1-2i)
any([0 0+0i]), all([1i 2]), isequal(1, 1+0i), find([0 1i]), nnz([1i 0 2]), ~[1i 0]

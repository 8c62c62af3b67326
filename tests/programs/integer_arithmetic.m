% Source: https://www.mathworks.com/help/matlab/matlab_prog/integers.html; Octave reads whole literals beyond 2^53 exactly.
fprintf('%d ', int8(100) + int8(100), uint8(5) - uint8(9), int16(7) / int16(2), -int8(-128), int32(10) * 0.25, idivide(int32(7), int32(2)));
fprintf('%s ', class(int8(1) + 1), class(single(1) + 1), class(true + true), class('a' + 1), class(single(1) * int8(2)));
fprintf('%d ', bitand(12, 10), bitor(uint8(12), uint8(3)), bitshift(1, 4), intmax('int8'), intmin, mod(int8(-7), int8(3)));
fprintf('%d\n', int32(2.5), int32(3.5), int32(-2.5), uint8(NaN), int64(9007199254740993));

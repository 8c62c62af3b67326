% Source: https://www.mathworks.com/help/matlab/matlab_prog/integers.html; Octave agrees.
a = uint8(250) + 10, b = uint8(5) - 10, c = int8(-128) - 1, d = -int8(-128), e = abs(int8(-128))
f = uint8(3.5), g = uint8(2.5), h = int8(-2.5), k = int32(7) / int32(2), l = int32(-7) / 2, m = idivide(int32(7), int32(2)), n = idivide(int32(7), int32(2), 'round')
o = uint8(200) * 2, p = int16(5) .^ 2, q = mod(int8(-7), 3), r = rem(int8(-7), 3), s = bitand(uint8(12), 10), t = bitshift(uint8(1), 9), u = bitxor(5, 3)
v = int8([100 50]) + int8([100 -100]), w = uint8(10):uint8(13), x = class(int8(1) * 2.5), y = int8(1) * 2.6, z = 5 / int16(2)
aa = int32(10) * 0.33, bb = uint8(NaN), cc = int8(Inf), dd = int16(-Inf), ee = uint8('a'), ff = int8(true)
hh = intmax('int64') - int64(1), ii = intmin, jj = intmax('uint8') + 1, kk = double(intmax('uint64'))
mm = sum(uint8([200 100])), class(mm), nn = mean(int8([1 2])), class(nn), oo = prod(int8([100 2])), pp = cumsum(uint8([200 100])), qq = max(int8(3), 4.7), class(qq)
rr = [int8(1) 300], ss = [int8(100) int16(1000)], tt = [uint8(5) 2.7], uu = ['a' uint8(66)], vv = [true int8(5)], ww = [single(1.5) int8(2)]
try, int8(1) + int16(1), catch err, disp(err.message), end
try, int8([1 2]) * int8([3; 4]), catch err, disp(err.message), end
int32(5) == 5.0, int8(5) < 5.5, isequal(int8(5), 5), uint8(5) == int16(5), isinteger(int8(1)), isinteger(5), isa(int8(1), 'integer'), isa(1, 'float')

% Source: https://www.mathworks.com/help/matlab/ref/sprintf.html; Octave agrees but for strings.
p = @(varargin) fprintf('[%s]\n', sprintf(varargin{:}));
p('%d', 3), p('%d', 3.5), p('%i', 1e10), p('%d', 1e20), p('%x', 255), p('%X', 255), p('%o', 8), p('%x', 1.5)
p('%5d|%-5d|%05d|%+d|% d', 42, 42, 42, 42, 42), p('%*d', 6, 3), p('%-*d|', 6, 3), p('%.*f', 2, pi), p('%5.1f|%-8.3f|%08.2f', pi, pi, -pi)
p('%e', 12345.678), p('%.2e', 0), p('%g', 1e5), p('%g', 1e-5), p('%g', 123456789), p('%G', 1e-10), p('%g', 100000), p('%#g', 1), p('%.3g', 1234.5)
p('%s', 'text'), p('%s', 65), p('%s', 3.5), p('%s', "str"), p('%10s|%-10s|', 'ab', 'cd'), p('%.2s', 'abcdef'), p('%c%c%c', 'xyz'), p('%c', 'abc'), p('%5c|', 'a'), p('%c', 3.5)
p('%d', 'abc'), p('%d %s ', 1, 'a', 2, 'b'), p('%s-%d ', 'ab', 3), p('%d', []), p('%s', ''), p('a%db', []), p('%d,', [1 2; 3 4])
p('%f', Inf), p('%d', -Inf), p('%d', NaN), p('%5.1f|', NaN), p('%+f', Inf)
p('100%%'), p('%%d'), p('tab\tend\\'), p('\x41\101'), p('a\nb'), p("dq\tx"), p('%d\n', 1:2), p('no format', 5), p('')
p('%d: %s\n', 1, 'one', 2), p('%s', [72 105]), p('%s', [1.5 2]), p('%d', true), p('%f', true), p('%d', int8(-5)), p('%g', single(0.1)), p('%.10g', single(0.1))
p('%d', 2^53), p('%i', intmax('uint64')), p('%ld', 5), p('%hd', 5), p('%d %d', 1, 2, 3)
p('%s=%g;', 'a', 1, 'bc', 2), p('%1$s %2$d', 'x', 3), p('%2$s %1$s', 'a', 'b'), p('%6.2d|', 5), p('%+5.1f%%', 12.34)

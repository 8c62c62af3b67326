% Source: Octave agrees.
fprintf('%s ', class(1 == 1), class(1:3), class(single(1):3), class(int8(1):int8(3)), class([single(1) 2]), class([int8(1) 2.7]), class(['a' 66]), class([true 2]), class({}), class(@sin), class(1 > 0 & 1), class(!5));
fprintf('\n%s %s %s\n', class(mean(single([1 2]))), class(sum(int8([1 2]))), class(any(1)));

% Source: https://www.mathworks.com/help/matlab/ref/for.html; Octave skips columns without rows.
for c = [1 2; 3 4], fprintf('%d,%d ', c); end
for c = 'ab', fprintf('%s-', c); end
for c = {1, 'x'; 2, 'y'}, fprintf('%s%dx%d ', class(c), size(c)); end
for v = [], fprintf('never'); end
for v = zeros(0, 3), fprintf('empty'); end
for v = single([1 2]), fprintf('%s ', class(v)); end
for v = uint8(250):uint8(255), fprintf('%d ', v); end
for v = 0:0.25:1, fprintf('%g ', v); end
for v = 5:-2:-1, fprintf('%d ', v); end
for v = true, fprintf('%s\n', class(v)); end

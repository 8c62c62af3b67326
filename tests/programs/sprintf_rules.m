% Source: https://www.mathworks.com/help/matlab/ref/sprintf.html; Octave agrees but for %d of 1.5.
fprintf('%d %s\n', 1, 'a', 2, 'b'); fprintf('%5.2f|%-6d|%+d|%05d|%e\n', pi, 42, 7, 42, 12345.678); fprintf('%s\n', 'only'); fprintf('%d,', [1 2; 3 4]); fprintf('\n');
fprintf('%x %o %c %g %G %%\n', 255, 8, 'z', 1e-5, 1e10); fprintf('%d\n', 1.5); fprintf('[%s]\n', ''); fprintf('%d %d\n', 1, 2, 3); fprintf('\n'); fprintf('%s %s\n', "str", 'chr'); disp(sprintf('%3d', [1 2 3]))

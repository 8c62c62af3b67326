% Source: https://www.mathworks.com/help/matlab/matlab_prog/anonymous-functions.html; Octave agrees but for blanks in func2str.
a = 2; f = @(x) a * x; a = 100;
fprintf('%d ', f(5));
fs = cell(1, 3);
for k = 1:3, fs{k} = @() k; end
fprintf('%d ', cellfun(@(g) g(), fs));
disp(func2str(f))
h = @plus; fprintf('%d %s\n', h(1, 2), func2str(h));

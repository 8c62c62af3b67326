% Source: Octave agrees but for an error that it does not raise.
m = ['abc'; 'xyz']; disp(m(2, :)), disp(m(:, 1)'), disp(size(m)), disp(char('a', 'long')), disp(size(char('a', 'long', '')))
try, ['ab'; 'c'], catch e, disp('dimensions'), end
disp(['a':'e']), disp(double('A')), disp(upper(m)), disp(['x' 65 66]), disp(repmat('-', 1, 5)), disp(m(end:-1:1))

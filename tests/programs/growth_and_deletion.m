% Source: https://www.mathworks.com/help/matlab/math/creating-concatenating-and-expanding-matrices.html; Octave agrees.
a(3) = 5, b(2, 3) = 1, c = 'ab'; c(5) = 'e'; double(c), d = {}; d{2, 2} = 'x', e.x(3) = 1, f(2).y = 1; size(f), g = true; g(3) = true, h = int8(1); h(3) = 7, k = "a"; k(3) = "c", m = single(1); m(2, 2) = 4, class(m)
v = 1:6; v([2 4]) = [], v(end) = [], v(v > 3) = [], M = magic(4); M(:, 2) = [], M([1 3], :) = [], M(:) = 1:numel(M), M(end + 1, :) = 9, M(:, end + 1) = [1; 2; 3], N = M; N(:, :) = 0; N, P = []; P(end + 1) = 1; P(end + 1) = 2; P, P = [P 3; 4 5 6], P(2, :) = [], s = struct('a', {1, 2, 3}); s(2) = []; [s.a], s(end + 1).a = 9; numel(s), q = {1, 2, 3}; q(2) = [], q{2} = []; q, w = 'hello'; w([1 end]) = [], w(end:-1:1) = w; w, x = 1:3; x(5) = 9, x([1 1 2]) = [7 8 9], y = eye(2); y(3, 3) = 5, y(:, 1) = [], z = zeros(1, 0); z(end + 1) = 4
try, v(10) = [], catch err, disp(err.message), end
try, M(1, 2) = [], catch err, disp(err.message), end
try, M(:, 1) = [1 2], catch err, disp(err.message), end
try, v(1:3) = [1 2], catch err, disp(err.message), end
try, v(0) = 1, catch err, disp(err.message), end
try, v(1.5) = 1, catch err, disp(err.message), end
try, v{1} = 1, catch err, disp(err.message), end
try, v.a = 1, catch err, disp(err.message), end
try, q(1).a = 1, catch err, disp(err.message), end

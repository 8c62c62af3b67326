% Source: Octave agrees.
a = [1 - 2]; b = [1 -2]; c = [1 , -2]; x = 3; d = [x' x']; e = [x ' y']; f = [1 ...
 2 3
 4 5 6];
disp(size(a)), disp(size(b)), disp(size(c)), disp(size(d)), disp(size(e)), disp(size(f)), g = {@(x) x + 1, 2}; disp(size(g)), h = [f(1, :) ; 7 8 9]; disp(size(h))
k = [1, 2, ...
     3]; disp(k), m = {1, 'a' ; 2, 'b'}; disp(size(m)), n = [x (1)]; disp(n), p = [x(1)]; disp(p), q = [a - b]; disp(q), r = [a -b]; disp(r)

% Source: Octave agrees.
function a_one, disp('one'), end
function r = a_two, r = 2; end
function [] = a_three(), disp('three'), end
a_one, x = a_two; disp(x), a_three
if (x == 2) disp('paren'), end
for (k = 1:2) fprintf('%d ', k); end, fprintf('\n');
while (x > 0) x = x - 1; end, disp(x)

% Source: Octave agrees.
a = zeros(2, 3); a(:) = 1:6; fprintf('%d ', a); a(:, 1) = [7; 8]; fprintf('| %d ', a); a(1, :) = 0; fprintf('| %d ', a); b = a(:, end:-1:1); fprintf('| %d ', b); c = 1:5; c([1 1 2]) = [7 8 9]; fprintf('| %d\n', c);

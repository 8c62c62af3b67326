% Source: Octave agrees: the rounds are fixed when the loop starts.
n = 3;
for i = 1:n
    n = 10; i = i * 10;
    fprintf('%d ', i);
end
a = [1 2 3];
for x = a, a(end + 1) = x; end
fprintf('| %d ', a); fprintf('| %d %d\n', i, n);

% Source: Octave agrees.
s = struct(); n = {'one', 'two'};
for k = 1:2, s.(n{k}) = k; end
s.(['th' 'ree']) = 3;
fprintf('%s=%d ', 'one', s.one, 'two', s.('two'), 'three', s.three);
q = 'one'; s.(q)(3) = 9; fprintf('%d ', s.one); fprintf('\n');

% Source: Octave agrees but for the display of cells.
s(3).x = 5; s(1).x = 'a'; fprintf('%d %d ', numel(s), isempty(s(2).x));
[s.y] = deal(7, 8, 9); fprintf('%d%d%d ', s.y);
t = [s(2:3).y]; fprintf('%d ', t);
s(2) = []; fprintf('%d ', numel(s));
s = rmfield(s, 'x'); disp(fieldnames(s)');
u.a.b(2).c = 3; fprintf('%d %d %d\n', u.a.b(2).c, isempty(u.a.b(1).c), isfield(u, {'a', 'z'}));

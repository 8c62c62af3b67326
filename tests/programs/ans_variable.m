% Source: Octave agrees.
3 + 4;
fprintf('%d ', ans); max([1 9]); fprintf('%d ', ans); x = 5; x; fprintf('%d ', ans);
'text'; fprintf('%s\n', ans);

% Source: Octave agrees.
fprintf('%d ', isempty([]), isempty(''), isempty({}), isempty(struct([])), isempty(zeros(0, 3)), sum([]), prod([]), isempty(max([])), all([]), any([]));
fprintf('%d ', size([[] 1]), size([[], []]), size([zeros(1, 0); 1]), size(ones(0, 3)'), size(zeros(3, 0) * zeros(0, 2))); if [], disp yes, else, disp no, end

% Source: https://www.mathworks.com/help/matlab/math/empty-arrays.html; Octave agrees but for display.
sum([]), prod([]), max([]), sum(zeros(0, 3)), sum(zeros(3, 0)), prod(zeros(0, 2)), any(zeros(0, 3)), all(zeros(0, 3)), max(zeros(0, 3)), cumsum([]), sort([]), unique([]), norm([]), det([])
size([]), size(''), size({}), size(""), size(zeros(0, 3)'), isempty(zeros(0, 3)), numel([]), ndims([]), length(zeros(3, 0)), isempty(""), isempty(struct([])), isempty(struct())
[[] 1 []], [[]; 1 2], ['' 'abc'], [{} {1}], [zeros(1, 0), 5], [zeros(0, 3); 1 2 3], cat(3, [], 1), vertcat([], []), {[], ''}, ["" ; "a"]
zeros(0, 3) * zeros(3, 2), zeros(2, 0) * zeros(0, 2), [] + 1, isequal([], zeros(0, 0)), isequal([], zeros(0, 1)), zeros(0, 3) + 1, ones(0, 1) .* ones(1, 3)
x = []; x(end + 1) = 3, x(:) = [], y = 1:3; y([]) = [], y(:, []) , y(false(1, 3)), numel(y(:, [])), z = ''; z(3) = 'a'; double(z), w = {}; w{2} = 1
for k = [], disp('no'), end, if [], disp('no'), else, disp('no elements'), end, while zeros(0, 1), end
double.empty(0, 3), string.empty, cell.empty(0, 2), struct.empty, repmat([1 2], 0, 1), reshape([], 0, 5), eye(0), cell(0, 2), char([]), 1:0, zeros(1, 0, 2), strings(0, 1), find([]), strfind('', 'a'), num2str([]), strsplit('', ','), regexprep('', 'a', 'b'), upper(''), fliplr([]), isrow(zeros(1, 0)), isvector([]), isscalar([]), ismatrix([])

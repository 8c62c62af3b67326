% Source: https://www.mathworks.com/help/matlab/control-flow.html; Octave agrees but for strings; what is left of a loop over nothing: measured in R2025b by carpenterjl/JGraph.
function r = kind(x)
    switch x
        case {1, 2, 'one'}, r = 'low';
        case 'text', r = 'text';
        case {}, r = 'never';
        otherwise, r = 'other';
    end
end
kind(1), kind('one'), kind('text'), kind(3), kind([]), kind("text")
for k = [1 2; 3 4], disp(k'), end
for k = {}, disp('never'), end
for k = zeros(0, 3), disp('empty column'), end
for k = uint8(1:3), fprintf('%s ', class(k)); end, fprintf('\n');
for k = 'hi', fprintf('<%c>', k); end, fprintf('\n');
for k = struct('a', {1, 2}), fprintf('%d ', k.a); end, fprintf('\n');
for k = {1, 'x'}, fprintf('%s ', class(k)); end, fprintf('\n');
for k = 0.1:0.1:0.35, fprintf('%.2f ', k); end, fprintf('\n');
for k = 5:-2:0, fprintf('%d ', k); end, fprintf('%d\n', k);
for k = 1:3, k = k * 10; fprintf('%d ', k); end, fprintf('\n');
for k = 1:1e9, if k > 3, break, end, end, k
for i = 1:3, for j = 1:3, if j == 2, continue, end, if i == 2, break, end, fprintf('%d%d ', i, j); end, end, fprintf('\n');
n = 0; while true, n = n + 1; if mod(n, 2), continue, end, if n > 6, break, end, fprintf('%d ', n); end, fprintf('\n');
while [], disp('never'), end
k = 10; while k, k = k - 3; if k < 0, break, end, end, k
for (m = 1:2) disp(m), end
for m = 1:0, end, m
for m = {}, end, for q = int8(4):int8(3), end, class(m), isequal(size(m), size(q), [0 0]), class(q)
parfor q = 1:3, w(q) = q^2; end, w
for t = ["a" "b"], fprintf('%s|', t); end, fprintf('\n');
x = 3; switch x, case 3, disp three, otherwise, disp other, end
do_ = 0; while do_ < 2 do_ = do_ + 1; end, do_
try, error('a:b', 'c'), catch, disp('caught'), end
try error('x'), catch err, disp(err.message), end
if x == 3 disp('no comma'), end
for s = {'a', 'b'; 'c', 'd'}, disp(s'), end

% The largest eigenvalue of a symmetric N by N matrix by T steps.  Given: N, T, class_name.
%% setup
g = mod((1:N) * 0.6180339887498949, 1);
if strcmp(class_name, 'single'), g = single(g); end
A = cos(g' * g) + g' .* g / 2;
%% compute
v = ones(N, 1, class_name);
for k = 1:T
    w = A * v;
    v = w / norm(w);
end
result = [v' * (A * v), mean(v)];

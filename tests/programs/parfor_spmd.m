% Source: https://www.mathworks.com/help/parallel-computing/parfor.html (without workers the body runs in the client)
s = zeros(1, 4);
parfor i = 1:4
    s(i) = i ^ 2;
end
parfor (k = 1:2, 4), t(k) = k; end
total = 0; parfor i = 1:10, total = total + i; end
fprintf('%d ', s, t, total); fprintf('\n');

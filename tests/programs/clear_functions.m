% Source: https://www.mathworks.com/help/matlab/ref/clear.html: clearing a function by name forgets its persistent variables, in cells and files.
function r = tick, persistent n, if isempty(n), n = 0; end, n = n + 1; r = n; end
tick; tick; x = 5; clear x, tick, clear tick, tick, clear nosuch tick, tick
d = tempname; mkdir(d); old = cd(d); writelines(["function r = fq", "persistent n, if isempty(n), n = 0; end", "n = n + 1; r = n;"], "fq.m");
fq; fq, clear fq, fq, cd(old); rmdir(d, 's')

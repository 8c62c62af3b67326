% Source: https://www.mathworks.com/help/matlab/ref/rehash.html: functions in files that a program writes, moves and deletes.
d = tempname; mkdir(d); old = cd(d);
writelines(["function r = qq", "r = 1;"], "qq.m"); qq
writelines(["function r = qq", "r = 2;"], "qq.m"); qq
movefile('qq.m', 'pp.m'); pp
try, qq, catch e, disp(e.message), end
for k = 1:3, writelines("x" + k + " = " + k, "scr.m"); scr, end
writelines(["classdef CC", "methods", "function r = f(o), r = 1; end", "end", "end"], "CC.m"); o = CC; o.f
delete qq.m
writelines(["classdef CC", "methods", "function r = f(o), r = 2; end", "end", "end"], "CC.m"); o = CC; o.f
delete('pp.m'); try, pp, catch e, disp(e.message), end
fid = fopen('rr.m','w'); fprintf(fid, 'disp(5)\n'); fclose('all'); rr
cd(old); rmdir(d, 's')

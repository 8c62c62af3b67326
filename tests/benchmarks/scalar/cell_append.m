c = {};
for k = 1:20000
    c{end + 1} = k;
end
s = 0;
for k = 1:numel(c)
    s = s + c{k};
end
fprintf('%d\n', s);

% Source: Octave agrees but for the layout that disp gives numbers.
name = [tempname '.txt'];
f = fopen(name, 'w');
fprintf(f, '%s,%d,%.2f\n', 'apple', 3, 1.5); fprintf(f, '# comment\n'); fprintf(f, 'pear,10,0.25\n\nfig,x,2\n'); fclose(f);
f = fopen(name, 'r'); items = struct('name', {}, 'count', {}, 'price', {}); bad = 0; line_no = 0;
while true
    line = fgetl(f);
    if ~ischar(line), break, end
    line_no = line_no + 1;
    if isempty(line) || line(1) == '#', continue, end
    parts = strsplit(line, ',');
    n = str2double(parts{2});
    if isnan(n), bad = bad + 1; fprintf('line %d: bad number "%s"\n', line_no, parts{2}); continue, end
    items(end + 1) = struct('name', parts{1}, 'count', n, 'price', str2double(parts{3}));
end
fclose(f);
for it = items, fprintf('%-6s %3d x %.2f = %.2f\n', it.name, it.count, it.price, it.count * it.price); end
fprintf('total %.2f, %d bad of %d lines\n', sum([items.count] .* [items.price]), bad, line_no);
text = fileread(name); fprintf('%d characters, %d lines\n', length(text), sum(text == 10));
f = fopen(name, 'a'); fprintf(f, 'end\n'); fclose(f); f = fopen(name); fseek(f, -4, 'eof'); tail_ = fread(f, [1 3], '*char'); disp(tail_), disp(feof(f)), frewind(f); first = fgets(f); disp(double(first(end))), fclose(f);
delete(name); disp(exist(name, 'file')), disp(fopen('no/such/file.txt'))
[folder, base, ext] = fileparts('/a/b/file.tar.gz'); printf_ = sprintf('%s|%s|%s', folder, base, ext); disp(printf_), disp(fullfile('a', 'b', 'c.m'))
n = sscanf('10 20 30', '%d')'; disp(n), [a, count] = sscanf('3.5abc', '%f%s'); disp(count), x = sscanf('1,2,3', '%d,'); disp(x')

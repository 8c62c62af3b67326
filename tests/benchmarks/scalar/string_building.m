text = '';
for k = 1:5000
    text = [text sprintf('%d,', k)];
end
fprintf('%d\n', length(text));

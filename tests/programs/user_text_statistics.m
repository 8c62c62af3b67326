% Source: Octave agrees but for the layout that disp gives numbers.
text = 'the cat sat on the mat the end';
words = strsplit(text, ' ');
[names, ~, idx] = unique(words);
counts = accumarray(idx(:), 1)';
[counts, order] = sort(counts, 'descend');
names = names(order);
for k = 1:numel(names)
    fprintf('%-4s %d %s\n', names{k}, counts(k), repmat('*', 1, counts(k)));
end
lengths = cellfun(@length, words);
fprintf('mean length %.3f, longest %d\n', mean(lengths), max(lengths));
title = cellfun(@(w) [upper(w(1)) w(2:end)], words, 'UniformOutput', false);
disp(strjoin(title, ' '));
vowels = sum(ismember(text, 'aeiou'));
fprintf('%d vowels, %d letters\n', vowels, sum(isletter(text)));
letters = text(isletter(text));
h = histc(double(letters), double('a'):double('z'));
[~, top] = max(h);
fprintf('top letter %c (%d)\n', char('a' + top - 1), h(top));
rev = fliplr(text); disp(rev(1:7));
function tf = ispal(s), s = lower(s(isletter(s))); tf = isequal(s, fliplr(s)); end
fprintf('%d %d\n', ispal('A man, a plan, a canal: Panama'), ispal('abc'));

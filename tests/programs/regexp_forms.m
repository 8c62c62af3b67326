% Source: https://www.mathworks.com/help/matlab/ref/regexp.html, regexprep; Octave agrees for most.
str = 'one two 33 four 5';
[tok, mat] = regexp(str, '(\d+)', 'tokens', 'match')
[s, e, te, m, t, nm, sp] = regexp('ab12cd', '(?<let>[a-z]+)(?<num>\d+)');
s, e, te, m, t, nm, sp
regexp(str, '\w+', 'match', 'once'), regexp(str, 'zzz', 'match', 'once'), regexp(str, 'zzz', 'match'), regexp(str, '\d+'), regexp(str, '\d+', 'once')
names = regexp('k1=v1,k2=v2', '(?<key>\w+)=(?<val>\w+)', 'names'); names(1).key, names.val, size(names)
regexp(str, '\s', 'split'), regexp({'a1', 'b'}, '\d', 'match'), regexp('aBc', 'b', 'match', 'ignorecase'), regexpi('ABC', 'b')
regexprep('hello world', '(\w+) (\w+)', '$2 $1'), regexprep('abc', '(.)', '$1$1'), regexprep('aaa', 'a', 'b', 'once'), regexprep('Hello', 'hello', 'x', 'ignorecase')
regexprep({'cat', 'hat'}, 'a', 'o'), regexprep('abc', {'a', 'b'}, {'1', '2'}), regexprep("str1", "\d", "#"), regexprep('a.b', '\.', '\\'), regexprep('x', 'x', '$0$0')
regexp('foobar', '(?<=foo)bar', 'match'), regexp('price: $30', '\$(\d+)', 'tokens'), regexp('aXbX', '(.*?)X', 'tokens'), regexp("two words", "\w+", "match")
regexp('line1\nline2', 'line\d', 'match'), regexp(sprintf('l1\nl2'), '^l\d$', 'match', 'lineanchors'), regexp(sprintf('a\nb'), 'a.b', 'match'), regexp('ab', '(a)|(b)', 'tokens')
[tok, rest] = strtok('first second'), [a, b] = strtok('a,b', ','), strfind('abcabc', 'bc'), strfind({'aa', 'b'}, 'a'), regexptranslate('escape', 'a.b*c')
[tok, ext] = regexp('file.tar.gz', '^(.*?)\.(.*)$', 'tokens', 'names'); tok{1}, fieldnames(ext)
regexp('12:34:56', ':', 'split'), regexp('', 'a', 'match'), isempty(regexp('abc', 'x')), regexprep('  trim  ', '^\s+|\s+$', ''), upper(regexprep('snake_case', '_(.)', '$1'))
regexp('aaa', 'a*?', 'match'), regexp('abcde', '[^b-d]', 'match'), regexp('AbC', '[[:upper:]]', 'match'), regexp('x1y22', '(?<l>[a-z])(?<d>\d+)', 'names')
% Switches in the expression hold to the end of their group.
s = sprintf('abc\nabc');
disp(regexp(s, 'c$')), disp(regexp(s, '(?m)c$')), disp(regexp(s, '(?-m)c$', 'lineanchors'))
disp(regexp('abAB', 'a|(?i)b', 'match')), disp(regexp('fooFOO', '(?i:f)oo|FO', 'match')), disp(regexp('aBCc', 'a((?i)bc)c', 'match'))
disp(regexprep(sprintf('Bob Smith\nSam Jenkins'), '(?m)^(\w+)\s+(\w+)$', '$2, $1'))

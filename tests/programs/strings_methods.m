% Source: https://www.mathworks.com/help/matlab/characters-and-strings.html
s = "The quick brown fox";
split(s)
join(["a" "b" "c"], "-"), strjoin({'x', 'y'}, ', ')
upper(s), strrep(s, "quick", "slow"), replace(s, ["quick" "brown"], ["slow" "red"])
contains(s, "fox"), startsWith(s, "the"), startsWith(s, "the", "IgnoreCase", true), endsWith(s, ["dog" "fox"])
extractBefore(s, " quick"), extractAfter(s, 10), extractBetween(s, "The ", " fox")
strlength(["a" "bbb" ""]), count(s, "o"), reverse("abc"), pad("ab", 5, "left", "*"), strip("  x  "), strip("--x-", "-")
insertAfter(s, "quick", "er"), eraseBetween("a(b)c", "(", ")"), erase(s, "quick ")
["a" "b"] == "a", "abc" < "abd", ["x" "y"] + 1, 1 + "x" + true
s{1}(1:3), s(1), numel(s), char(s(1))
x = ["b" "a" "c"]; sort(x), sort(x, "descend"), unique(["z" "a" "z"]), ismember("a", x), find(x == "c")
x(5) = "e"
ismissing(x), rmmissing(x)
string(pi), string(1e10), string(true), string([1.5 2]), string({'a', 2}), string(1/3), string(int8(5)), string(1e-7)
double("3.5"), str2double(["1" "x" "2e3"]), str2num("[1 2]+1")
num2str(pi, 8) + "!", compose("%d-%s", [1; 2], ["a"; "b"]), sprintf("%s,", x([1 2])), compose("%.2f", pi)
isstring(x), ischar('a'), isStringScalar("a"), iscellstr({'a'}), strcmp("a", 'a'), strcmp(["a" "b"], "b")
strtrim(["  a " "b  "]), lower('ABC'), regexprep("abc", "b", "X"), strsplit("a,b,,c", ",")
matches(["yes" "no"], "yes"), newline == char(10), "" == '', isempty(""), strlength("")
t = "multi" + newline + "line";
splitlines(t), textwrap_ = join(splitlines(t), "|")
switch "abc", case {'x', "abc"}, disp('matched'), end
cellstr(["p" "q"]), char(["p" "long"]), string(['ab'; 'cd'])
c = num2cell(["a" "b"]), [a, b] = x{1:2}

% Source: https://www.mathworks.com/help/matlab/characters-and-strings.html
s = "abc" + 1 + "x"; disp(s), disp(["a" "b"] + "z"), disp("a" == ["a" "b"]), disp("abc" < "abd"), disp(strlength(["one" "three"]))
t = ["x", "yy"; "z", "w"]; disp(size(t)), disp(t(2, 1)), u = string(5) + "!"; disp(u), disp(ismissing([missing "a"])), disp(class(['a' "b"]))
c = {'p', "q"}; disp(class(c{2})), disp(isstring("a") && ~isstring('a')), disp(double("12") + 1), disp(join(["a" "b"], "-"))

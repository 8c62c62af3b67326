"""Categorical arrays in programs: display, indexing, assignment, comparison, counting."""

import pytest

from ...builtins.harness import fails, run


def test_display():
    assert run("format compact; c = categorical({'red','blue'})") == "c = \n  1×2 categorical array\n     red      blue \n"
    assert run("format compact; c = categorical({'a';''})") == "c = \n  2×1 categorical array\n     a           \n     <undefined> \n"
    assert run("format compact; c = categorical({'a'})") == "c = \n  categorical\n     a \n"


def test_long_rows_are_split():
    text = run("format compact; state = categorical({'MA','ME','CT','VT','ME','NH','VT','MA','NH','CT','RI'})")
    assert "  Columns 1 through 9\n" in text
    assert "  Columns 10 through 11\n     CT      RI \n" in text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("c = categorical({'a','b','a'}); fprintf('%d', c == 'a', sum(c ~= 'a'), any(c == \"b\"))", "10111"),
        ("c = categorical({'a','b','a'}); c(c == 'a') = 'z'; fprintf('%s ', string(c))", "z b z "),
        ("c = categorical({'a','b'}); c(2) = []; fprintf('%d', numel(c))", "1"),
        ("c = categorical({'a','b'}); c(4) = 'a'; fprintf('%d', isundefined(c))", "0010"),
        ("c(3) = categorical({'a'}); fprintf('%d', isundefined(c))", "110"),
        ("c = categorical({'a','b'}); switch c(2), case 'a', disp one, case {'x','b'}, disp two, end", "two\n"),
        ("s = sort(categorical({'b','','a'})); fprintf('%s ', strjoin(cellstr(s),' '))", "a b <undefined> "),
        ("c = categorical({'b','a','b'}); [u,~,j] = unique(c); fprintf('%s %d %d', string(u(1)), numel(u), j(1))", "a 2 2"),
        (
            "c = categorical({'a';'b';'a'}); summary(c)",
            "c: 3×1 categorical\n\n     a                2 \n     b                1 \n     <undefined>      0 \n\n",
        ),
        ("c = categorical({'a','','a'}); summary(c)", "c: 1×3 categorical\n\n     a      <undefined> \n     2      1           \n\n"),
        ("c = categorical({'l','s'},{'s','m','l'},'Ordinal',true); fprintf('%s %d %d', string(max(c)), c > 's')", "l 1 0"),
        ("c = categorical({'a','b','a'}); for x = c, fprintf('%s', char(x)), end", "aba"),
        ("[n,k] = histcounts(categorical({'x','y','x'})); fprintf('%d%s ', n(1), k{1})", "2x "),
        ("c = categorical({'a','b'}); d = [c, 'z', {'q'}]; fprintf('%s ', strjoin(categories(d),' '))", "a b z q "),
        ("g = findgroups(categorical({'b','a','b'})); fprintf('%d', g)", "212"),
        ("fprintf('%d', isequal(categorical({'a','b'}), categorical({'a','b'},{'b','a'})))", "1"),
        ("c = categorical({'a','b'}) .* categorical({'x','y'}); fprintf('%s,', string(c))", "a x,b y,"),
        ("c = discretize([1 20 40],[0 15 35 50],'categorical',{'s','m','l'}); fprintf('%s', string(c(c >= 'm')))", "ml"),
        ("c = fillmissing(categorical({'a',''}),'constant','b'); fprintf('%s', string(c))", "ab"),
        ("c = categorical([true false]); fprintf('%s ', string(c))", "true false "),
        ("c = categorical([1.5 2]); fprintf('%s ', string(c))", "1.5 2 "),
        ("c = reshape(categorical(1:6),2,3); fprintf('%d ', size(c), size(c(:)), size(c'))", "2 3 6 1 3 2 "),
        ("[tf,k] = ismember(categorical({'a','q'}),{'b','a'}); fprintf('%d', tf, k)", "1020"),
        ("fprintf('%s', mode(categorical({'a','b','b'})) + \"!\")", "b!"),
    ],
)
def test_programs(code, text):
    assert run(code) == text


def test_errors():
    assert fails("categorical({'a'}) < 'b'") == "MATLAB:categorical:NotOrdinal"
    assert fails("max(categorical({'a'}))") == "MATLAB:categorical:NotOrdinal"
    assert fails("c = categorical({'a'},'Protected',true); c(1) = 'z';") == "MATLAB:categorical:ProtectedForCombination"
    assert fails("categorical({'a'}) == 5") == "MATLAB:categorical:InvalidComparisonTypes"


def test_times_move_like_other_arrays():
    assert run("t = datetime(2020,1,[3 2 3]); [u,i] = unique(t); fprintf('%d', numel(u), i)") == "221"
    assert run("t = datetime(2020,1,1); t(3) = datetime(2020,1,2); fprintf('%d', isnat(t), ismember(t(1),t))") == "0101"
    assert run("d = hours([3 1]); [s,i] = sort(d,'descend'); fprintf('%g', hours(s), i)") == "3112"
    assert run("fprintf('%d', size(repmat(datetime(2020,1,1),2,3)))") == "23"

"""rowfilter: rows of tables and timetables by conditions on their variables."""

import pytest

from runmat_kernel.session import Session

_TABLE = "T = table([1;2;3;4], {'x';'y';'z';'x'}, categorical({'p';'q';'p';'q'}), VariableNames={'a','b','c'}); rf = rowfilter(T); "


@pytest.mark.parametrize(
    "condition",
    [
        "isequal(T.a(T.a > 1), T{rf.a > 1, 'a'}) && height(T(rf.a > 1, :)) == 3",
        "isequal(T{2 < rf.a, 'a'}, [3;4])",
        "isequal(T{rf.b == \"x\", 'a'}, [1;4])",
        "isequal(T{rf.c == 'q' & rf.a <= 2, 'a'}, 2)",
        "isequal(T{rf.a == 1 | rf.a == 4, 'a'}, [1;4]) && isequal(T{~(rf.a == 1), 'a'}, [2;3;4])",
        "f = rf.a >= 2 & ~(rf.b == \"z\"); isequal(T{f, 'a'}, [2;4])",
        "TT = timetable(seconds([1;2;3]), [5;6;7]); r = rowfilter(TT); isequal(TT{r.Time > seconds(1) & r.Var1 < 7, 1}, 6)",
        "T(rf.a > 2, :) = []; isequal(T.a, [1;2])",
        "T.a(T.a == 0) = 5; T{rf.a == 2, 'a'} = 9; isequal(T.a, [1;9;3;4])",
    ],
)
def test_rows_by_conditions(condition):
    before, _, last = condition.rpartition("; ")
    outcome = Session(provider="host").run(_TABLE + f"{before}; fprintf('%d', {last})")
    assert outcome.error is None and outcome.text == "1"


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("T(rf.a, :)", "MATLAB:rowfilter:Unconstrained"),
        ("rf > 3", "MATLAB:rowfilter:InvalidComparison"),
        ("rf.a & rf.b", "MATLAB:rowfilter:InvalidCombination"),
        ("r = rowfilter(\"zz\"); T(r.zz > 1, :)", "MATLAB:table:UnrecognizedVarName"),
    ],
)  # fmt: skip
def test_refusals(code, identifier):
    assert Session(provider="host").run(_TABLE + code).error.identifier == identifier

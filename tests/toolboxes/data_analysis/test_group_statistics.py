"""Statistics of many groups are those of each group by itself: in summaries, pivot tables and bins of time."""

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.toolboxes.data_analysis import group_statistics

METHODS = ("sum", "mean", "min", "max", "range", "var", "std", "median", "nummissing", "nnz")
DATA = (
    "v = mod((1:90)'.^2*7,23) - 9; v([3 17 40]) = NaN; v(50) = Inf; v(61) = -Inf; k = mod((1:90)'*5,13); v(k == 4) = NaN; s = single(v);"
    " j = mod((1:90)',3); T = table(k,j,v,s); t = seconds(mod((1:90)'*11,47)/2); TT = timetable(t,v,s);"
)


def _variables(code, few, monkeypatch):
    monkeypatch.setattr(group_statistics, "_FEWEST", few)
    session = Session(provider="host")
    outcome = session.run(DATA + code)
    assert outcome.error is None, outcome.error
    return session.workspace_values


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "code",
    [
        "G = groupsummary(T,'k','{0}',{{'v','s'}}); a = G.{0}_v; b = G.{0}_s;",
        "[a,b] = groupsummary([v s],k,'{0}');",
        "G = groupsummary(T,{{'k','j'}},'{0}','v','IncludeEmptyGroups',true); a = G.{0}_v;",
        "G = pivot(T,'Rows','k','DataVariable','v','Method','{0}'); a = G.{0}_v;",
        "G = pivot(T,'Rows','k','Columns','j','DataVariable','s','Method','{0}'); a = G.('0'); b = G.('2');",
        "G = retime(TT,'secondly','{0}'); a = G.v; b = G.s;",
        "G = retime(TT,seconds(-3:2:40)','{0}'); a = G.v; b = G.s;",
    ],
)
def test_groups_together_and_one_by_one(method, code, monkeypatch):
    code = code.format(method)
    one, together = (_variables(code, few, monkeypatch) for few in (10**9, 2))
    for name in "ab":
        if name in one:
            assert together[name].matlab_class == one[name].matlab_class
            expected, found = one[name].array, together[name].array
            assert found.dtype == expected.dtype
            np.testing.assert_allclose(found, expected, rtol=2e-6 if expected.dtype == np.float32 else 1e-13)


@pytest.mark.parametrize("rule", ["meancenter", "zscore", "norm", "rescale"])
@pytest.mark.filterwarnings("ignore:Mean of empty slice", "ignore:All-NaN", "ignore:Degrees of freedom", "ignore:invalid value")
def test_transforms_of_groups_together_and_one_by_one(rule, monkeypatch):
    code = (
        "v(abs(v) == Inf) = 2; k(8) = 90; v([8 9]) = [5 NaN]; k(9) = 90; k(10) = 91; v(10) = NaN; T = table(k,v,s);"
        f" G = grouptransform(T,'k','{rule}'); a = G.v; b = G.s; c = grouptransform(v,k,'{rule}');"
    )
    one, together = (_variables(code, few, monkeypatch) for few in (10**9, 2))
    for name in "abc":
        expected, found = one[name].array, together[name].array
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


def test_known_statistics():
    groups = [np.array(g) for g in ([0, 3], [1], [2, 4, 5, 6])]
    value = Session().value(np.array([[1.0], [5], [2], [7], [np.nan], [4], [9]]))
    expected = {
        "sum": [8, 5, 15], "mean": [4, 5, 5], "min": [1, 5, 2], "max": [7, 5, 9], "range": [6, 0, 7], "var": [18, 0, 13],
        "std": [18**0.5, 0, 13**0.5], "median": [4, 5, 4], "nummissing": [0, 0, 1], "nnz": [2, 1, 3],
    }  # fmt: skip
    for method, numbers in expected.items():
        found = group_statistics._statistics(method, value.array[np.concatenate(groups), 0], np.repeat([0, 1, 2], [2, 1, 4]), 3)
        np.testing.assert_allclose(found, numbers, rtol=1e-15)
    assert group_statistics.statistics_of_groups("mean", value, groups) is None  # few groups

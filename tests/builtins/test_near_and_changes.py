"""Elements equal within a tolerance and abrupt changes of data: what comparing everything with everything gives."""

import numpy as np
import pytest

from runmat_kernel.toolboxes.arrays import near
from runmat_kernel.toolboxes.data_analysis import changes

from .harness import run


def _fits(a, b, limits):
    with np.errstate(invalid="ignore"):
        return ((np.abs(a - b) <= limits) | (a == b)).all(axis=-1)


def _columns(rng, rows, columns):
    made = np.round(rng.standard_normal((rows, columns)), 1)
    made[rng.random(made.shape) < 0.05] = np.nan
    made[rng.random(made.shape) < 0.05] = np.inf
    made[rng.random(made.shape) < 0.05] = -np.inf
    return made


@pytest.mark.parametrize("limit", [0.0, 0.1, 0.25, 3.0, 1e-20])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_first_near_elements(limit, kind):
    rng = np.random.default_rng(3)
    for sizes in ((60, 40), (5, 0), (0, 5), (30, 1)):
        values, table = (_columns(rng, n, 1).astype(kind) for n in sizes)
        expected = [next((k + 1 for k, t in enumerate(table) if _fits(v, t, kind(limit))), 0) for v in values]
        assert near.first_near(values[:, 0], table[:, 0], limit).tolist() == expected


@pytest.mark.parametrize("limits", [(0.1, 0.1), (0.0, 0.3), (5.0, 0.0), (1e-20, 0.2)])
def test_near_rows(limits, monkeypatch):
    monkeypatch.setattr(near, "_PAIRS", 50)
    rng = np.random.default_rng(4)
    limits = np.array(limits)
    for sizes in ((70, 50), (5, 0), (0, 5), (1, 9)):
        rows, table = (_columns(rng, n, 2) for n in sizes)
        found = [f.tolist() for f in near.near_rows(rows, table, limits)]
        expected = [np.flatnonzero(_fits(table, r, limits)).tolist() for r in rows]
        assert found == expected
        assert near.first_near_rows(rows, table, limits).tolist() == [places[0] + 1 if places else 0 for places in expected]


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("limit", [0.0, 0.15, 1.0])
def test_groups_within_a_tolerance(columns, limit):
    table = _columns(np.random.default_rng(5), 80, columns)
    expected, chosen = np.full(80, -1), []
    for i in np.lexsort(table.T[::-1]):
        if expected[i] < 0:
            together = _fits(table, table[i], limit) & (expected < 0)
            together[i] = True
            expected[together] = len(chosen)
            chosen.append(i)
    codes, found = near.grouped(table, np.full(columns, limit))
    assert found.tolist() == chosen and codes.tolist() == expected.tolist()


def test_rows_without_columns_are_equal():
    assert run("[c,ia,ic] = uniquetol(zeros(3,0),'ByRows',true); disp([size(c) ia ic'])").split() == list("101111")
    assert run("disp(ismembertol(zeros(2,0),zeros(1,0),'ByRows',true)')").split() == ["1", "1"]


def _fewest(x, points, method, penalty):
    """The best segments by trying every start for every end."""
    search = changes._Search(x, points, method)
    n = len(x)
    best, before = np.full(n + 1, np.inf), np.zeros(n + 1, int)
    best[0] = -penalty
    for end in range(search.shortest, n + 1):
        starts = np.arange(end - search.shortest + 1)
        totals = best[starts] + search._costs(end, starts) + penalty
        best[end], before[end] = totals.min(), totals.argmin()
    return changes._walked(before, n).tolist()


@pytest.mark.parametrize("method", ["mean", "variance", "linear"])
@pytest.mark.parametrize("penalty", [0.3, 5.0, 60.0, 2000.0])
def test_segments_of_least_cost(method, penalty, monkeypatch):
    monkeypatch.setattr(changes, "_BLOCK", 16)
    rng = np.random.default_rng(6)
    for n in (1, 2, 3, 17, 300):
        steps = np.repeat(rng.standard_normal(n // 20 + 1) * 8, 20)[:n]
        for x in (rng.standard_normal(n), steps + rng.standard_normal(n), np.cumsum(rng.standard_normal(n))):
            points = np.sort(rng.random(n)) * n
            assert changes.changes(x, points, method, penalty, None).tolist() == _fewest(x, points, method, penalty)


def test_figures_of_segments():
    x, points = np.array([1.0, 3, 10, 13, 19, 4]), np.array([0.0, 1, 2, 4, 5, 9])
    first, second = changes.figures(x, points, "mean", np.array([2, 5]))
    np.testing.assert_allclose(first, [2, 2, 14, 14, 14, 4], rtol=1e-14)
    np.testing.assert_allclose(second, [2, 2, 21, 21, 21, 0], rtol=1e-14)
    slope, start = changes.figures(x, points, "linear", np.array([2, 5]))
    fits = [np.polyfit(points[a:b], x[a:b], 1) for a, b in ((0, 2), (2, 5))]
    np.testing.assert_allclose(slope, np.repeat([fits[0][0], fits[1][0], 0], [2, 3, 1]), rtol=1e-12)
    np.testing.assert_allclose(start, np.repeat([fits[0][1], fits[1][1], 4], [2, 3, 1]), rtol=1e-12)


@pytest.mark.parametrize("most, expected", [(1, [61]), (2, [31, 61]), (3, [31, 61, 81]), (9, [31, 61, 81])])
def test_no_more_changes_than_that(most, expected):
    code = f"x = [zeros(1,30) 10*ones(1,30) 25*ones(1,20) 28*ones(1,25)]; disp(find(ischange(x,'MaxNumChanges',{most})))"
    assert [int(t) for t in run(code).split()] == expected


def test_threshold_decides_which_changes_there_are():
    # as the threshold falls below 36 there are two changes at once: squares of 72 less for both, of 7.2 for one of them
    code = "disp(find(ischange([0 0 0 0 9 0 0 0 0],'MaxNumChanges',1)))"
    assert run(code).split() == []


def test_long_lines_end():
    code = "x = mod((1:60000)*7919,1009)/1009; x(30001:end) = x(30001:end) + 3; disp(find(ischange(x,'Threshold',100)))"
    assert run(code).split() == ["30001"]

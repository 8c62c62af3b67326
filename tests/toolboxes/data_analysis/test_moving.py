"""Moving statistics against windows that are looked at one by one."""

import numpy as np
import pytest

from runmat_kernel.session import Session

FUNCTIONS = {
    "movsum": np.sum,
    "movmean": np.mean,
    "movprod": np.prod,
    "movmax": np.max,
    "movmin": np.min,
    "movmedian": np.median,
    "movmad": lambda v: np.median(np.abs(v - np.median(v))),
    "movvar": lambda v: np.var(v, ddof=min(1, len(v) - 1)),
    "movstd": lambda v: np.std(v, ddof=min(1, len(v) - 1)),
}
EMPTY = {"movsum": 0.0, "movprod": 1.0}


def expected(name, line, before, after, omit):
    out = []
    for i in range(len(line)):
        window = line[max(i - before, 0) : i + after + 1]
        kept = window[~np.isnan(window)]
        if not omit and len(kept) < len(window):
            out.append(np.nan)
        else:
            with np.errstate(invalid="ignore"):
                out.append(FUNCTIONS[name](kept) if len(kept) else EMPTY.get(name, np.nan))
    return np.array(out)


def moved(matrix, call):
    session = Session(provider="host")
    session.workspace_values["x"] = session.value(np.asfortranarray(matrix))
    outcome = session.run(f"y = {call};")
    assert outcome.error is None, outcome.error
    return np.asarray(session.workspace["y"]).reshape(matrix.shape)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 2), (3, 2), (0, 7), (20, 20), (25, 14), (60, 3)])
def test_windows_of_any_length(name, before, after):
    along = "0, 2" if name in ("movvar", "movstd") else "2"
    rng = np.random.default_rng(before + 10 * after)
    data = rng.normal(size=(90, 3)) + 1
    gaps = data.copy()
    gaps[rng.random(data.shape) < 0.3] = np.nan
    gaps[10:80, 2] = np.nan
    for x, flag, omit in ((data, "includenan", False), (gaps, "omitnan", True), (gaps, "includenan", False)):
        wanted = np.stack([expected(name, line, before, after, omit) for line in x.T], axis=1)
        np.testing.assert_allclose(moved(x, f"{name}(x, [{before} {after}], '{flag}')"), wanted, rtol=1e-12, atol=1e-13)
        np.testing.assert_allclose(moved(x.T, f"{name}(x, [{before} {after}], {along}, '{flag}')"), wanted.T, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("length", [5, 41])
def test_an_infinite_element_counts_in_its_own_windows_only(name, length):
    x = np.random.default_rng(length).normal(size=(120, 1))
    x[60] = np.inf
    wanted = expected(name, x[:, 0], length // 2, length // 2, False)[:, None]
    np.testing.assert_allclose(moved(x, f"{name}(x, {length})"), wanted, rtol=1e-12, atol=1e-13)


def test_long_windows_keep_small_deviations_beside_a_large_step():
    x = np.concatenate([np.full(500, 1e8), np.zeros(500)]) + np.tile([0, 1e-3], 500)
    found = moved(x[:, None], "movstd(x, 100, 1)")
    np.testing.assert_allclose(found[100:400], 5e-4, rtol=1e-4)
    np.testing.assert_allclose(found[600:900], 5e-4, rtol=1e-9)


def test_long_windows_of_many_elements_are_not_all_held_at_once():
    x = np.random.default_rng(1).normal(size=(200_000, 1))
    found = moved(x, "movmedian(x, 50001)")
    assert found[100_000, 0] == np.median(x[75_000:125_001])


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("disp(movstd([NaN NaN 1], 1, 'omitnan'))", "   NaN   NaN     0\n"),
        ("disp(movsum([1 2 3], 3, 'Endpoints', NaN))", "   NaN     6   NaN\n"),
        ("disp(movmean([1 2 3 10], [1 0], 'SamplePoints', [1 2 3 10]))", "    1.0000    1.5000    2.5000   10.0000\n"),
        ("disp(class(movmedian(single([1 5 2]), 3))), disp(size(movmax(zeros(0, 3), 3)))", "single\n     0     3\n"),
    ],
)
def test_special_windows(code, text):
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text

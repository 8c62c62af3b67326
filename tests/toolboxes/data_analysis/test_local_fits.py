"""Smoothing in windows: whole windows without missing elements are done together, and are what a fit of each one gives."""

import numpy as np
import pytest

from runmat_kernel.toolboxes.data_analysis import local_fits


@pytest.mark.parametrize("method", ["gaussian", "sgolay", "lowess", "loess"])
@pytest.mark.parametrize("holes", [0.0, 0.3])
def test_windows_together_and_one_by_one(method, holes):
    rng = np.random.default_rng(7)
    for before, after, n in ((3, 3, 40), (0, 5, 17), (4, 1, 6), (6, 6, 9), (0, 0, 5), (2, 2, 5)):
        x = rng.standard_normal(n)
        x[rng.random(n) < holes] = np.nan
        t = np.arange(float(n))
        degree = {"lowess": 1}.get(method, 2)
        expected = local_fits._each(x, t, before, after, method, degree, range(n))
        found = local_fits.locally(x, t, before, after, method, 2, even=True)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("method", ["gaussian", "sgolay", "loess"])
def test_long_columns_take_few_fits(method, monkeypatch):
    seen = []
    one_by_one = local_fits._each
    monkeypatch.setattr(local_fits, "_each", lambda *a: seen.append(len(a[-1])) or one_by_one(*a))
    x = np.sin(np.arange(2000.0))
    x[1000] = np.nan
    local_fits.locally(x, np.arange(2000.0), 10, 10, method, 2, even=True)
    assert sum(seen) <= 41

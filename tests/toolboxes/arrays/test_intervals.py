"""Places among sorted numbers: those of a search, however they are found."""

import numpy as np
import pytest

from runmat_kernel.toolboxes.arrays.intervals import places_among

RNG = np.random.default_rng(5)
AXES = {
    "whole numbers": np.arange(1.0, 101.0),
    "tenths": np.arange(50) * 0.1,
    "linspace": np.linspace(-3.0, 7.0, 1001),
    "shaken": np.linspace(0.0, 1.0, 200) + RNG.uniform(-0.2, 0.2, 200) / 199,
    "squares": np.arange(30.0) ** 2,
    "singles": np.linspace(0.0, 1.0, 333, dtype=np.float32),
    "far away": 1e9 + np.linspace(0.0, 1.0, 64),
    "tiny": np.linspace(0.0, 1e-310, 64),
    "ends at infinity": np.append(np.arange(10.0), np.inf),
    "begins before all": np.append(-np.inf, np.arange(10.0)),
    "twice the same": np.array([0.0, 1.0, 1.0, 2.0, 3.0]),
    "two": np.array([0.0, 1.0]),
}


@pytest.mark.parametrize("name", AXES)
def test_places(name):
    axis = AXES[name]
    inside = axis[np.isfinite(axis)]
    low, high = float(inside.min()), float(inside.max())
    points = RNG.uniform(low - (high - low) / 9, high + (high - low) / 9, 20_000).astype(axis.dtype)
    near = np.concatenate([inside, np.nextafter(inside, np.inf), np.nextafter(inside, -np.inf)]).astype(axis.dtype)
    points[: near.size] = near
    points[-6:] = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e300 if axis.dtype == np.float64 else 1e30]
    with np.errstate(over="ignore"):
        singles = points.astype(np.float32)
    for given in (points, points[:50], singles, points.reshape(100, 200)):
        np.testing.assert_array_equal(places_among(axis, given), np.searchsorted(axis, given, side="right"))

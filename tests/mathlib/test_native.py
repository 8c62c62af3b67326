"""The functions as graphics processors compute them: with fused multiply-adds, and by compilers that contract and reassociate."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from . import extended, native
from .functions import ROWS, batches
from .probe import ulps

N = 20_000
DOUBLED = ["tan", "sec", "csc", "cot", "tand", "sind", "asind", "acosd", "atan2", "atan2d", "sinc", "sech", "csch", "gamma"]
"""Functions made of sums of two whose low parts a driver may lose."""
NOT_OF_SINGLES = {"gamma"}
"""Reassociated, its logarithm of singles loses the low part; no driver was seen to do it, and hiding that costs ``power`` time."""

pytestmark = pytest.mark.skipif(
    not (native.available() and extended.available()), reason="needs a C++ compiler, fused multiply-add and 80-bit long doubles"
)


def templates(names):
    return [(ROWS[name].template, len(ROWS[name].domains[0])) for name in names]


@pytest.fixture(scope="module")
def fused():
    return native.Native(templates(ROWS), native.AS_WRITTEN)


@pytest.fixture(scope="module")
def reassociated():
    return native.Native(templates(DOUBLED), native.REASSOCIATED)


def worst(compiled, name, dtype, *, special=True):
    """The largest error in ulp, and where; without the edge cases where those are not ``special``."""
    row, found = ROWS[name], (0.0, ())
    for operands in islice(batches(row, dtype, N), None if special else len(row.domains)):
        errors = ulps(compiled.run(row.template, *operands), row.exact(*operands))
        k = int(np.argmax(errors))
        found = max(found, (float(errors[k]), tuple(x[k] for x in operands)))
    return found


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", ROWS)
def test_fused(fused, name, dtype):
    error, at = worst(fused, name, dtype)
    assert error <= ROWS[name].limit, f"{name}{at} is off by {error} ulp"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", DOUBLED)
def test_reassociated(reassociated, name, dtype):
    if dtype == np.float32 and name in NOT_OF_SINGLES:
        pytest.skip("see NOT_OF_SINGLES")
    # those options take away the signs of zeros
    error, at = worst(reassociated, name, dtype, special=False)
    # a polynomial in another order may lose a little more
    assert error <= 1.25 * ROWS[name].limit, f"{name}{at} is off by {error} ulp"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_angles_near_multiples_of_a_right_angle(fused, dtype):
    """Where x - k pi/2 cancels, what the second part of pi/2 takes away is larger than what the first leaves."""
    k = np.arange(-10_000, 10_000)
    x = (k * (np.pi / 2)).astype(dtype)
    x = x[x != 0]
    for name in ("sin", "cos", "tan", "sec", "csc"):
        errors = ulps(fused.run(name, x), ROWS[name].exact(x))
        assert errors.max() <= 2.0, f"{name}({x[int(np.argmax(errors))]!r}) is off by {errors.max()} ulp"

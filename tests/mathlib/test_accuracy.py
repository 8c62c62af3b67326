"""Every mathlib function against extended precision, on the software adapter: at most 2 ulp (power: 4) everywhere."""

from __future__ import annotations

import numpy as np
import pytest

from .probe import Probe, ulps

N = 40_000
SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, -0.5, 2.0, 1e30, -1e30, 1e-30, -1e-30, 22.0, 3.0, -3.0, 1e-38]


@pytest.fixture(scope="module")
def probe() -> Probe:
    return Probe()


def every_exponent(rng, dtype, n):
    unsigned = np.uint32 if dtype == np.float32 else np.uint64
    x = rng.integers(0, np.iinfo(unsigned).max, n, dtype=unsigned, endpoint=True).view(dtype)
    return np.where(np.isfinite(x) & (np.abs(x) >= np.finfo(dtype).smallest_normal), x, dtype(1))


def interval(low, high):
    return lambda rng, dtype, n: rng.uniform(low, high, n).astype(dtype)


def positive(rng, dtype, n):
    return np.abs(every_exponent(rng, dtype, n))


def near_one(rng, dtype, n):
    return (1 + rng.uniform(-1e-3, 1e-3, n)).astype(dtype)


def integers(rng, dtype, n):
    return np.round(rng.uniform(-20, 20, n)).astype(dtype)


UNARY = {
    "exp": (np.exp, [interval(-110, 100), interval(-1, 1), interval(-740, 720), every_exponent]),
    "expm1": (np.expm1, [interval(-20, 90), interval(-1, 1), every_exponent]),
    "log": (np.log, [positive, near_one, interval(0, 10)]),
    "log2": (np.log2, [positive, near_one, interval(0, 10)]),
    "log10": (np.log10, [positive, near_one, interval(0, 10)]),
    "log1p": (np.log1p, [positive, interval(-1, 1), interval(0, 1000), interval(-1e-3, 1e-3)]),
    "sin": (np.sin, [interval(-10, 10), interval(-1e4, 1e4), interval(-1e6, 1e6), every_exponent]),
    "cos": (np.cos, [interval(-10, 10), interval(-1e4, 1e4), interval(-1e6, 1e6), every_exponent]),
    "tan": (np.tan, [interval(-10, 10), interval(-1e4, 1e4), interval(-1e6, 1e6), every_exponent]),
    "asin": (np.arcsin, [interval(-1, 1), every_exponent]),
    "acos": (np.arccos, [interval(-1, 1), every_exponent]),
    "atan": (np.arctan, [interval(-10, 10), every_exponent]),
    "sinh": (np.sinh, [interval(-90, 90), interval(-1, 1), every_exponent]),
    "cosh": (np.cosh, [interval(-90, 90), interval(-1, 1), every_exponent]),
    "tanh": (np.tanh, [interval(-10, 10), interval(-1, 1), every_exponent]),
    "asinh": (np.arcsinh, [interval(-10, 10), every_exponent]),
    "acosh": (np.arccosh, [interval(1, 10), interval(1, 1.01), positive]),
    "atanh": (np.arctanh, [interval(-1, 1), every_exponent]),
    "sqrt": (np.sqrt, [positive, interval(0, 10)]),
}


def matlab_mod(x, y):
    return np.where(y == 0, x, np.mod(x, np.where(y == 0, 1, y)))


BINARY = {
    "power": (
        np.power,
        [(interval(0, 10), interval(-20, 20)), (positive, interval(-3, 3)), (near_one, interval(-1e4, 1e4)), (interval(-10, 10), integers)],
    ),
    "atan2": (np.arctan2, [(interval(-10, 10), interval(-10, 10)), (every_exponent, every_exponent)]),
    "hypot": (np.hypot, [(interval(-10, 10), interval(-10, 10)), (every_exponent, every_exponent)]),
    "rdivide": (np.divide, [(interval(-10, 10), interval(-10, 10)), (every_exponent, every_exponent)]),
    "rem": (np.fmod, [(interval(-100, 100), interval(-10, 10)), (every_exponent, every_exponent)]),
    "mod": (matlab_mod, [(interval(-100, 100), interval(-10, 10)), (interval(-100, 100), interval(0, 0.01))]),
    "max": (np.fmax, [(interval(-1, 1), interval(-1, 1))]),
    "min": (np.fmin, [(interval(-1, 1), interval(-1, 1))]),
}
TOLERANCE = {"power": 4.0}


def check(probe, name, reference, *operands):
    with np.errstate(all="ignore"):
        exact = reference(*(x.astype(np.longdouble) for x in operands))
    errors = ulps(probe.run(name, *operands), exact)
    worst = int(np.argmax(errors))
    assert errors[worst] <= TOLERANCE.get(name, 2.0), f"{name}({', '.join(repr(x[worst]) for x in operands)}) is off by {errors[worst]} ulp"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", UNARY)
def test_unary(probe, name, dtype):
    reference, domains = UNARY[name]
    rng = np.random.default_rng(7)
    for domain in domains:
        check(probe, name, reference, domain(rng, dtype, N))
    check(probe, name, reference, np.array(SPECIAL, dtype))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", BINARY)
def test_binary(probe, name, dtype):
    reference, domains = BINARY[name]
    rng = np.random.default_rng(7)
    for left, right in domains:
        check(probe, name, reference, left(rng, dtype, N), right(rng, dtype, N))
    left, right = (grid.ravel().astype(dtype) for grid in np.meshgrid(SPECIAL, SPECIAL))
    check(probe, name, reference, left, right)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_matlab_rounding(probe, dtype):
    x = np.array([2.5, -2.5, 0.5, -0.5, 0.49999997, 1.5, 8388609.0, -0.2, 1e30], dtype)
    expected = np.array([3, -3, 1, -1, 0, 2, 8388609.0, -0.0, 1e30], dtype)
    np.testing.assert_array_equal(probe.run("round", x), expected)

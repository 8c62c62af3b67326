"""Every mathlib function against extended precision: at most 2 ulp (power, gamma, erf families: 4), and exact at special points."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.codegen import mathlib

from . import extended
from .functions import ROWS, batches
from .probe import Probe, ulps

N = 20_000


@pytest.fixture(scope="module")
def probe() -> Probe:
    return Probe()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", ROWS)
@pytest.mark.skipif(not extended.available(), reason="needs a C compiler and 80-bit long doubles")
def test_error(probe, name, dtype):
    row = ROWS[name]
    for operands in batches(row, dtype, N):
        errors = ulps(probe.run(row.template, *operands), row.exact(*operands))
        worst = int(np.argmax(errors))
        assert errors[worst] <= row.limit, f"{name}({', '.join(repr(x[worst]) for x in operands)}) is off by {errors[worst]} ulp"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_matlab_rounding(probe, dtype):
    x = np.array([2.5, -2.5, 0.5, -0.5, 0.49999997, 1.5, 8388609.0, -0.2, 1e30], dtype)
    expected = np.array([3, -3, 1, -1, 0, 2, 8388609.0, -0.0, 1e30], dtype)
    np.testing.assert_array_equal(probe.run("round", x), expected)


EXACT = {
    "sind": ([0, 30, 90, 150, 180, 270, 360, -30, -90, 36000, 3600180, np.inf], [0, 0.5, 1, 0.5, 0, -1, 0, -0.5, -1, 0, 0, np.nan]),
    "cosd": ([0, 60, 90, 120, 180, 270, 360, -60, np.inf], [1, 0.5, 0, -0.5, -1, 0, 1, 0.5, np.nan]),
    "tand": ([0, 45, 90, 135, 180, 225, 270, -45, -90], [0, 1, np.inf, -1, 0, 1, -np.inf, -1, -np.inf]),
    "sinpi": ([0, 0.5, 1, 1.5, -0.5, 1e15, -np.inf], [0, 1, 0, -1, -1, 0, np.nan]),
    "cospi": ([0, 0.5, 1, 1.5, -1, 2, 1e20], [1, 0, -1, 0, -1, 1, 1]),
    "sinc": ([0, 1, -2, 0.5], [1, 0, 0, 2 / np.pi]),
    "gamma": ([1, 2, 3, 5, 11, 0, -0.0, -1, -5, np.inf, 13], [1, 1, 2, 24, 3628800, np.inf, -np.inf, np.inf, np.inf, np.inf, 479001600]),
    "gammaln": ([0, 1, 2, np.inf], [np.inf, 0, 0, np.inf]),
    "erf": ([0, -0.0, np.inf, -np.inf, 10], [0, 0, 1, -1, 1]),
    "erfc": ([0, np.inf, -np.inf], [1, 0, 2]),
    "erfcx": ([0, np.inf, -100], [1, 0, np.inf]),
    "erfinv": ([0, 1, -1, 2, -1.5], [0, np.inf, -np.inf, np.nan, np.nan]),
    "erfcinv": ([1, 0, 2, -1, 3], [0, np.inf, -np.inf, np.nan, np.nan]),
    "cbrt": ([27, -8, 1000, 0, -np.inf, 0.001953125], [3, -2, 10, 0, -np.inf, 0.125]),
    "asind": ([1, -1, 0], [90, -90, 0]),
    "acosd": ([1, -1, 0], [0, 180, 90]),
    "atand": ([1, -1, np.inf], [45, -45, 90]),
    "rm_rdivide_T(1.0R, rm_cosd_T({0}))": ([60, 90, 180], [2, np.inf, -1]),
    "cotd": ([45, 90, 180, -45], [1, 0, -np.inf, -1]),
    "cscd": ([30, 180, -30], [2, np.inf, -2]),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("call", EXACT)
def test_special_points_are_exact(probe, call, dtype):
    points, values = (np.array(x, dtype) for x in EXACT[call])
    np.testing.assert_array_equal(probe.run(call, points), values)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_roots_of_powers_are_exact(probe, dtype):
    x = np.array([-27, 27, 16, 1024, -32, 0, np.inf, 0.25, 8], dtype)
    n = np.array([3, 3, 4, 10, 5, 3, 2, 2, -3], dtype)
    np.testing.assert_array_equal(probe.run("nthroot", x, n), np.array([-3, 3, 2, 2, -2, 0, np.inf, 0.5, 0.5], dtype))


def test_factorials_are_exact(probe):
    n = np.arange(1, 24)
    exact = np.cumprod(np.maximum(n - 1, 1).astype(object)).astype(float)
    np.testing.assert_array_equal(probe.run("gamma", n.astype(float)), exact)
    np.testing.assert_array_equal(probe.run("gamma", n[:14].astype(np.float32)), exact[:14].astype(np.float32))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_angles_of_tiny_sides(probe, dtype):
    """Where y is tiny, what the quotient lost must not be subnormal."""
    rng = np.random.default_rng(5)
    info = np.finfo(dtype)
    y = (info.smallest_normal * rng.uniform(1, 100, N)).astype(dtype)
    x = (10.0 ** rng.uniform(np.log10(float(info.smallest_normal)) / 4, -1, N)).astype(dtype)
    for operands in ((y, x), (x, y)):
        exact = np.arctan2(*(z.astype(np.longdouble) for z in operands))
        assert ulps(probe.run("atan2", *operands), exact).max() <= 2


def test_quotients_beyond_the_limits(probe):
    a = np.array([5.53934883e306, -5.5e306, 1e-300, -1e-300, 1.7e308, 1e-200])
    b = np.array([9.68400204e-128, 9.7e-128, 1e300, 1e300, 0.5, 1e110])
    with np.errstate(over="ignore"):
        np.testing.assert_allclose(probe.run("rdivide", a, b), a / b, rtol=0, atol=1e-309)


def test_angles_that_lie_nearest_to_multiples_of_a_quarter_turn(probe):
    """The hardest case of doubles, of singles, and the largest numbers: all bits of 2/pi that matter are needed."""
    mp = pytest.importorskip("mpmath").mp
    cases = {
        np.float64: [6381956970095103 * 2.0**797, np.finfo(float).max, 2.0**20 + 0.5],
        np.float32: [16367173 * 2.0**72, 2.0**127, 65536.5],
    }
    for dtype, points in cases.items():
        x = np.array([*points, *(-v for v in points)], dtype)
        with mp.workprec(1200):
            for name in ("sin", "cos", "tan"):
                got = probe.run(name, x)
                exact = [getattr(mp, name)(mp.mpf(float(v))) for v in x]
                off = [abs(mp.mpf(float(a)) - b) / mp.mpf(float(np.spacing(np.abs(dtype(b))))) for a, b in zip(got, exact, strict=True)]
                assert max(off) <= 2


def test_singles_of_devices_without_doubles(probe):
    """The reduction of large angles without 64-bit integers gives the same bits."""
    x = np.random.default_rng(2).integers(0x46800000, 0x7F000000, 4096).astype(np.uint32).view(np.float32)
    main = """
        @group(0) @binding(0) var<storage, read> in0: array<f32>;
        @group(0) @binding(1) var<storage, read_write> result: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) { result[id.x] = rm_sin_f32(in0[id.x]); }"""
    wide, narrow = (mathlib.source([("sin", "f32")], f64=has) for has in (True, False))
    assert wide != narrow and "u64" not in narrow and "f64" not in narrow
    np.testing.assert_allclose(probe.launch(wide + main, [x], x.size, 64), probe.launch(narrow + main, [x], x.size, 64), rtol=2e-7)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_remainders_are_exact_by_subnormals_too(probe, dtype):
    rng, low = np.random.default_rng(6), {np.float32: -44, np.float64: -320}[dtype]
    x = (10.0 ** rng.uniform(low, 30, N)).astype(dtype)
    y = (10.0 ** rng.uniform(low, low / 2, N)).astype(dtype)
    x[:100], y[:100] = np.round(rng.uniform(0, 1e4, 100)), np.round(rng.uniform(1, 9, 100))
    np.testing.assert_array_equal(probe.run("fmod", x, y)[y != 0], np.fmod(x, y)[y != 0])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_normal_quotients_are_rounded_correctly(probe, dtype):
    rng, decades = np.random.default_rng(8), {np.float32: 37, np.float64: 307}[dtype]
    a, b = (10.0 ** rng.uniform(-decades, decades, (2, N)) * rng.choice([-1, 1], (2, N))).astype(dtype)
    with np.errstate(all="ignore"):
        exact = a / b
    normal = np.abs(exact) >= np.finfo(dtype).smallest_normal
    np.testing.assert_array_equal(probe.run("rdivide", a, b)[normal], exact[normal])

"""The shorter forms of functions give the same bits as the full ones wherever their ranges allow them."""

from math import inf, nextafter

import numpy as np
import pytest

from runmat_kernel.graph.powers import POWER
from runmat_kernel.graph.primitives import RDIVIDE
from runmat_kernel.graph.ranges import Range
from runmat_kernel.toolboxes.elementary.elementwise import EXP, LOG
from runmat_kernel.toolboxes.elementary.trigonometry import COS, SIN, TANH

from .probe import Probe

RANGES = {
    "sin": [(-6e4, 6e4)], "cos": [(-6e4, 6e4)], "exp": [(-87, 88)], "log": [(1e-30, 1e30)], "tanh": [(-0.54, 0.54)],
    "rdivide": [(-0.99e20, 0.99e20), (1.01e-4, 0.99e15)], "power": [(0, 0.99e30), (2.5, 2.5)],
}  # fmt: skip
OPS = {"sin": SIN, "cos": COS, "exp": EXP, "log": LOG, "tanh": TANH, "rdivide": RDIVIDE, "power": POWER}


def op_of(name):
    row = OPS[name]
    return getattr(row, "op", row)


def points(low, high, dtype, seed):
    """Evenly and by magnitude, down to the least numbers, with the ends, both zeros and NaN."""
    rng = np.random.default_rng(seed)
    even = rng.uniform(low, high, 40_000)
    most = max(abs(low), abs(high))
    small = np.exp(rng.uniform(np.log(1e-37), np.log(most), 40_000)) * rng.choice([-1, 1], 40_000)
    x = np.concatenate([even, small, [low, high, 0.0, -0.0]]).astype(dtype)
    if low == high:
        return np.full(x.size, low, dtype)  # a known number
    x = x[(x >= low) & (x <= high)]
    return np.append(x, np.array([np.nan, np.nan, np.nan], dtype))


@pytest.fixture(scope="module", params=[False, True], ids=["multiply-add", "fused"])
def probe(request):
    """The forms for devices with a true fma are compared as well: on any adapter, both come to the same."""
    made = Probe()
    made.fused = made.fused or request.param
    return made


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", RANGES)
def test_short_and_full_form_agree_to_the_bit(probe, name, dtype):
    parts = [points(low, high, dtype, seed) for seed, (low, high) in enumerate(RANGES[name])]
    count = min(map(len, parts))
    operands = [np.random.default_rng(7).permutation(p)[:count] if k else p[-count:] for k, p in enumerate(parts)]
    short, full = probe.run(f"{name}_near", *operands), probe.run(name, *operands)
    bits = np.dtype(f"u{full.itemsize}")
    same = (short.view(bits) == full.view(bits)) | (np.isnan(short) & np.isnan(full))
    assert same.all(), [(x[~same][:3], short[~same][:3], full[~same][:3]) for x in operands]


@pytest.mark.parametrize("name", RANGES)
def test_ranges_of_the_short_form_end_where_these_tests_do(name):
    op = op_of(name)
    good = [Range(float(low), float(high)) for low, high in RANGES[name]]
    assert op.within(*good)
    for k, r in enumerate(good):
        for wide in (Range(-inf, r.high), Range(r.low, inf), Range(r.low - 0.02 * abs(r.low) - 1e-3, r.high)):
            if not (name == "power" and k == 1 and wide.low == wide.high):
                assert not op.within(*good[:k], wide, *good[k + 1 :]), (name, wide)
    assert nextafter(1.0, 2.0) > 1.0 and not OPS["power"].within(Range(0.0, 1.0), Range(1.0, 1.0))

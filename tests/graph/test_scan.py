"""Running totals of integers, which saturate at every step, against single steps."""

import numpy as np
import pytest

from runmat_kernel.graph.scan import Scan, scan


def stepwise(kind, array, dim, low, high):
    lines = np.moveaxis(array, dim, 0).astype(object)
    out, total = np.empty_like(lines), None
    for k, item in enumerate(lines):
        total = item if total is None else np.clip(total + item if kind == "sum" else total * item, low, high)
        out[k] = total
    return np.moveaxis(out, 0, dim)


@pytest.mark.parametrize("name", ["int8", "uint8", "int32", "int64", "uint64"])
@pytest.mark.parametrize("kind", ["sum", "prod"])
@pytest.mark.parametrize("shape", [(1, 1), (1000, 1), (1, 700), (300, 5), (70, 3, 2)])
def test_saturation_at_every_step(name, kind, shape):
    limits = np.iinfo(name)
    rng = np.random.default_rng(len(shape))
    for spread in (1.0, 0.05):
        array = (rng.uniform(float(limits.min), float(limits.max) * 0.999, size=shape) * spread).astype(name)
        array[rng.random(shape) < 0.02] = 0
        for dim in range(len(shape)):
            found = scan(Scan(kind, dim), array, name)
            assert found.dtype == name
            assert (found.astype(object) == stepwise(kind, array, dim, limits.min, limits.max)).all()


def test_long_sums_that_leave_their_class_and_come_back():
    array = np.random.default_rng(1).integers(-128, 128, (2_000_000, 1)).astype(np.int8)
    found = scan(Scan("sum", 0), array, "int8")
    steps = np.clip(found[:-1].astype(int) + array[1:], -128, 127)
    assert (found[1:] == steps).all()
    assert found[0] == array[0]

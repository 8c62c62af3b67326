"""Value ranges: what is proved must be true."""

import math

import numpy as np
import pytest

from runmat_kernel.graph import ranges
from runmat_kernel.graph.ranges import Range

SAMPLES = [-math.inf, -3.5, -1.0, -0.0, 0.0, 0.5, 1.0, 2.0, 7.25, math.inf]
BOXES = [Range(a, b) for a in SAMPLES for b in SAMPLES if a <= b]
TWO = {
    "plus": np.add, "minus": np.subtract, "times": np.multiply, "divide": np.divide, "maximum": np.fmax, "minimum": np.fmin,
}  # fmt: skip


def inside(value, bounds):
    return np.isnan(value) or bounds.low <= value <= bounds.high


@pytest.mark.parametrize("name", TWO)
def test_bounds_of_two_operands_hold(name):
    rule, function = getattr(ranges, name), TWO[name]
    with np.errstate(all="ignore"):
        for a in BOXES[::3]:
            for b in BOXES[::4]:
                found = rule(a, b)
                for x in {a.low, a.high, min(max(0.25, a.low), a.high)}:
                    for y in {b.low, b.high, min(max(-0.75, b.low), b.high)}:
                        assert inside(function(x, y), found), (name, a, b, x, y, found)


@pytest.mark.parametrize(
    ("rule", "function"),
    [
        (ranges.square, np.square), (ranges.magnitude, np.abs), (ranges.negate, np.negative), (ranges.exponential, np.exp),
        (ranges.monotone(math.log1p), np.log1p), (ranges.monotone(math.sinh), np.sinh),
    ],
)  # fmt: skip
def test_bounds_of_one_operand_hold(rule, function):
    with np.errstate(all="ignore"):
        for a in BOXES:
            found = rule(a)
            for x in {a.low, a.high, min(max(0.25, a.low), a.high)}:
                assert inside(function(x), found), (a, x, found)


def test_a_maximum_with_a_number_is_bounded_though_the_other_may_be_nan():
    assert ranges.maximum(ranges.ANY, ranges.of_scalar(1e-12)).low == 1e-12
    assert ranges.maximum(ranges.ANY, Range(0.0, 5.0)).low == -math.inf
    assert ranges.minimum(ranges.of_scalar(3.0), ranges.ANY).high == 3.0


def test_powers():
    assert ranges.power_is_real(Range(0.0, 9.0), ranges.of_scalar(0.5))
    assert ranges.power_is_real(ranges.ANY, ranges.of_scalar(3.0))
    assert not ranges.power_is_real(ranges.ANY, ranges.of_scalar(1.5))
    assert ranges.power(ranges.ANY, ranges.of_scalar(2.0)).low == 0


def test_rounding_of_anything_is_unbounded():
    import math

    rule = ranges.monotone(lambda x: float(math.floor(x)), True)
    assert rule(ranges.ANY) == ranges.Range(integer=True)


def test_bounds_of_singles_hold_for_rounded_numbers():
    rng = np.random.default_rng(3)
    for low in (*rng.uniform(-3, 3, 200), 0.0, 0.1, -0.1, 1e-40, 1e300, -1e300, math.inf):
        bounds = ranges.in_class(Range(low, low), "single")
        with np.errstate(over="ignore"):
            assert bounds.low <= float(np.float32(low)) <= bounds.high
    assert ranges.in_class(Range(0.0, 1.0), "single") == Range(0.0, 1.0)
    assert ranges.in_class(Range(0.1, 0.3), "double") == Range(0.1, 0.3)


def test_bounds_of_powers_hold():
    for a in (Range(0.0, 1.0), Range(0.25, 9.0), Range(1e-3, 99.0)):
        for b in (0.1, 0.5, 2.2, 7.0):
            found = ranges.power(a, Range(b, b))
            for x in (a.low, a.high, (a.low + a.high) / 2):
                assert inside(x**b, found)


@pytest.mark.parametrize("name", TWO)
def test_what_is_defined_is_never_nan(name):
    rule, function = getattr(ranges, name), TWO[name]
    for a in (Range(-2.0, 3.0, defined=True), Range(0.0, math.inf, defined=True), Range(-2.0, 3.0), ranges.ANY):
        for b in (ranges.of_scalar(0.0), Range(-math.inf, 1.0, defined=True), Range(0.0, 0.0), ranges.LOGICAL):
            if not rule(a, b).defined:
                continue
            for x in (a.low, a.high, math.nan):
                for y in (b.low, b.high, math.nan):
                    if not ((math.isnan(x) and a.defined) or (math.isnan(y) and b.defined)):
                        with np.errstate(all="ignore"):
                            assert not np.isnan(function(x, y)), (name, a, b)


def test_a_product_with_zero_is_no_known_number():
    nothing = ranges.times(ranges.ANY, ranges.of_scalar(0.0))
    assert ranges.maximum(nothing, ranges.of_scalar(-5.0)).low == -5
    assert ranges.minimum(nothing, ranges.of_scalar(5.0)).high == 5
    assert ranges.maximum(ranges.ANY, ranges.of_scalar(-5.0)).low == -5

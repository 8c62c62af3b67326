"""Medians of long windows of large arrays on the device, in a time that does not depend on the length of the windows.

Elements are replaced by their ranks among all of them, whose binary digits are looked at one after another, the highest first.  For each
digit the elements are parted into those with a 0 and, behind them, those with a 1, in their order (a wavelet matrix).  A running count of
zeros tells how many of a window's elements went to the front, and so on which side its middle one is, and where its elements are there.
"""

from __future__ import annotations

import numpy as np

from ...accel import masked_elements
from ...builtins.formula import Formula
from ..arrays.distinct import inverse
from ..arrays.order_statistics import MIDDLE, at_positions, ranked

_LARGER = 4
"""How many times more elements than what is worth a kernel: each digit takes some eight."""


def medians_of_windows(x: Formula, axis: int, before: int, after: int, *, whole: bool, omit: bool) -> Formula | None:
    """The median of the elements from ``before`` to ``after`` each one along an axis; of windows that are ``whole``, or of what there is.

    NaN where there is one, or (``omit``) nothing else.  None where the array is not large enough.
    """
    shape = x.shape
    n, total = shape[axis], int(np.prod(shape))
    if total < _LARGER * masked_elements.LEAST_ELEMENTS:
        return None
    order = [axis, *(d for d in range(len(shape)) if d != axis)]
    turned = x if axis == 0 else x.permute(*order)
    first, last = (before, n - after) if whole else (0, n)
    y = turned.reshape(total, 1)
    middle = _middles(y, n, first, last, before, after, omit)
    medians = middle.reshape(last - first, *(shape[d] for d in order[1:]))
    return medians if axis == 0 else medians.permute(*(order.index(d) for d in range(len(shape))))


def _middles(y: Formula, n: int, first: int, last: int, before: int, after: int, omit: bool) -> Formula:
    """The medians of the windows around the places (from 0) of each line of ``n`` elements, a column."""
    total = y.extent(0)
    lines = total // n
    # Something of the device is in the places, so that they are made there.
    at = y.of(float(first)).apply("colon", float(last - 1)).reshape(last - first, 1)
    line = y.part(0, 0, 1).apply("isnan") * 0.0 + np.arange(lines).reshape(1, -1) * float(n)
    size = (last - first) * lines
    low, high = (
        (line + ends).reshape(size, 1) for ends in ((at - float(before)).apply("max", 0.0), (at + (after + 1.0)).apply("min", float(n)))
    )
    missing = _counted(y.apply("isnan").running("sum", 0), high) - _counted(y.apply("isnan").running("sum", 0), low)
    there = high - low - missing if omit else high - low
    ordered = ranked(y, 0)
    ranks = inverse(ranked(y, 0, positions=True)).apply("double") - 1.0
    positions = [((there - 1.0) / 2.0).apply("floor").apply("max", 0.0)]
    if omit or (before + after) % 2 or (first, last) == (0, n):
        positions.append((there / 2.0).apply("floor"))
    places = _selected(ranks, low, high, positions)
    # The place for an empty window is arbitrary.
    picked = [at_positions(ordered, (p + 1.0).apply("min", float(total))) for p in places]
    medians = picked[0] if len(picked) == 1 else picked[0].op(MIDDLE, picked[1])
    return medians.where(there.apply("eq", 0.0) if omit else missing.apply("gt", 0.0), np.full((1, 1), np.nan, medians.float_dtype))


def _counted(running: Formula, ends: Formula) -> Formula:
    """A running count up to places from 1, nothing for 0."""
    return at_positions(running, ends.apply("max", 1.0)).where(ends.apply("eq", 0.0), 0.0)


def _selected(ranks: Formula, low: Formula, high: Formula, places: list[Formula]) -> list[Formula]:
    """Of each window (places behind ``low`` up to ``high``) the ranks that are the ``places``-th (from 0) of its elements."""
    engine, total = ranks.session.engine, ranks.extent(0)
    states: list[tuple[Formula, ...]] = [(low, high, k, low * 0.0) for k in places]
    for digit in reversed(range((total - 1).bit_length())):
        part = float(1 << digit)
        ones = ranks.apply("ge", part)
        zeros = ones.apply("not").running("sum", 0)
        count = zeros.part(0, total - 1, 1)
        states = [_step(*item, zeros, count, part) for item in states]
        if digit:
            ranks = at_positions(ranks - ones * part, ranked(ones.apply("uint8"), 0, positions=True))
        # Each digit is computed before the next one is recorded, so that all of them are the same few kernels.
        for f in (ranks, *(g for item in states for g in item)):
            if (node := getattr(f.value.storage, "node", None)) is not None:
                engine.flush("the next digit", node)
    return [item[3] for item in states]


def _step(low: Formula, high: Formula, k: Formula, rank: Formula, zeros: Formula, count: Formula, part: float) -> tuple[Formula, ...]:
    """A window's elements among those with a 0, or with a 1, which of them is asked for, and what is known of its rank."""
    front, back = _counted(zeros, low), _counted(zeros, high)
    behind = k.apply("ge", back - front)
    return (
        front.where(behind, count + low - front),
        back.where(behind, count + high - back),
        k.where(behind, k - back + front),
        rank + behind * part,
    )

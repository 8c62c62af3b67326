"""Rotation of large images on the device: each pixel of the result is looked up at its place in the image."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.convert import shape_of
from ..arrays.order_statistics import at_positions
from .device_images import FLOATS

Lines = tuple[np.ndarray, np.ndarray, float]
"""Numbers of the rows and of the columns, and one, whose sum is a place in the image for each pixel of the result."""


def rotated_on_device(call: Any, value: Any, down: Lines, right: Lines, order: int) -> Any:
    """Pixels by the nearest one (``order`` 0), linear or cubic interpolation, 0 outside, in the class of the image; None where the host
    looks them up."""
    if not on_device(call, value):
        return None
    x, shape = Formula(call, value), shape_of(value)
    count = math.prod(shape[2:])
    kind = x.matlab_class
    work = (x if kind in FLOATS else x.apply("double")).reshape(*shape[:2], count)
    # Sums of what the host multiplied are rounded as they are there, so that no pixel changes place; a zero of the device is in them,
    # so that they are not made on the host.
    nothing = work.part(0, 0, 1).part(1, 0, 1).part(2, 0, 1).reshape(1, 1).apply("isnan") * 0.0
    places = [(nothing + a.reshape(-1, 1)) + x.of(b.reshape(1, -1)) + c for a, b, c in (down, right)]
    planes = [_plane(work.part(2, k, 1).reshape(*shape[:2]), places, order) for k in range(count)]
    result = planes[0] if count == 1 else x.of(3.0).apply("cat", *planes)
    result = result.reshape(len(down[0]), len(down[1]), *shape[2:])
    return (result if kind == result.matlab_class else result.apply(kind)).value


def _plane(x: Formula, places: list[Formula], order: int) -> Formula:
    if order == 0:
        i, j = ((p + 0.5).apply("floor") for p in places)
        return _at(x, i, j)
    (i, j), total = (p.apply("floor") for p in places), None
    parts = places[0] - i, places[1] - j
    taps = (0, 1) if order == 1 else (-1, 0, 1, 2)
    for a in taps:
        for b in taps:
            weight = _weight(parts[0], a, order) * _weight(parts[1], b, order)
            weight = weight if x.matlab_class == "double" else weight.apply("single")
            piece = weight * _at(x, i + float(a), j + float(b))
            total = piece if total is None else total + piece
    assert total is not None
    return total


def _at(x: Formula, i: Formula, j: Formula) -> Formula:
    """The elements at rows and columns from 0; 0 outside."""
    rows, columns = x.shape
    outside = (
        i.apply("lt", 0.0).apply("or", i.apply("gt", rows - 1.0)).apply("or", j.apply("lt", 0.0)).apply("or", j.apply("gt", columns - 1.0))
    )
    inside = i.apply("max", 0.0).apply("min", rows - 1.0) + j.apply("max", 0.0).apply("min", columns - 1.0) * float(rows)
    return at_positions(x, inside + 1.0).where(outside, np.zeros((1, 1), x.float_dtype))


def _weight(part: Formula, tap: int, order: int) -> Formula:
    """The weight of an element at the distance ``part`` (from 0 to 1) less ``tap``."""
    x = (part - float(tap)).apply("abs")
    if order == 1:
        return (1.0 - x).apply("max", 0.0)
    square = x * x
    if tap in (0, 1):
        return square * x * 1.5 - square * 2.5 + 1.0
    return square * x * -0.5 + square * 2.5 - x * 4.0 + 2.0

"""Edge detection for large images on the device: ridges of the gradient, and zero crossings of a filtered image."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.convert import as_array, class_of, shape_of
from .device_images import bordered, filtered, unit

_CLASSES = ("double", "single", "uint8", "uint16", "int16")


def unit_image(call: Any, value: Any) -> Formula | None:
    """A large image of one plane, as floats from 0 to 1; None where the host works on it."""
    shape = shape_of(value)
    if not on_device(call, value) or class_of(value) not in _CLASSES or len(shape) != 2 or min(shape) < 3:
        return None
    return unit(Formula(call, value))


def weighed(x: Formula, kernel: np.ndarray) -> Formula | None:
    """The correlation of an image with a kernel of odd sizes; the border pixels are replicated."""
    reach = [(n // 2, n // 2) for n in kernel.shape]
    return filtered(x, np.flip(kernel), [r[0] for r in reach], [r[1] for r in reach], "edge", 0.0)


def diagonals(x: Formula) -> tuple[Formula, Formula] | None:
    """Differences along the diagonals of squares of two by two pixels, at their upper left pixel."""
    rows, columns = x.shape
    padded = bordered(x, [(0, 1), (0, 1)], "edge", 0.0)
    if padded is None:
        return None

    def at(i: int, j: int) -> Formula:
        return padded.part(0, i, rows).part(1, j, columns)

    return (at(0, 0) - at(1, 1)) / 2.0, (at(0, 1) - at(1, 0)) / 2.0


def mean(x: Formula) -> float:
    return float(as_array(x.mean(0, 1).value).item())


def steep(across: Formula, down: Formula, power: Formula, cut: float, steps: Sequence[tuple[int, int]] | None) -> Any:
    """A mask of the ridges of the gradient: its square is above a limit and not less than at both neighbours along the steeper direction (``steps``, the first for ``across``)."""
    above = power.apply("gt", cut)
    if steps is None:
        return above.value
    padded = bordered(power, [(1, 1), (1, 1)], None, 0.0)
    if padded is None:
        return None
    rows, columns = power.shape
    tiny = 100 * np.finfo(float).eps
    flat, upright = across.apply("abs"), down.apply("abs")
    ridges = []
    for (i, j), one, other in zip(steps, (flat, upright), (upright, flat), strict=True):
        before, behind = (padded.part(0, 1 + s * i, rows).part(1, 1 + s * j, columns) for s in (-1, 1))
        top = before.apply("le", power).apply("and", power.apply("gt", behind))
        ridges.append(one.apply("ge", other - tiny).apply("and", top))
    return above.apply("and", ridges[0].apply("or", ridges[1])).value


def crossings(x: Formula, cut: float) -> Any:
    """A mask of zero crossings by more than a limit, the border excepted.  The mark is on the negative neighbour, or on a zero between two pixels."""
    rows, columns = x.shape
    middle = x.part(0, 1, rows - 2).part(1, 1, columns - 2)
    below, zero = middle.apply("lt", 0.0), middle.apply("eq", 0.0)
    mask: Formula | None = None
    for i, j in ((1, 0), (0, 1)):
        before, behind = (x.part(0, 1 + s * i, rows - 2).part(1, 1 + s * j, columns - 2) for s in (-1, 1))
        for other in (before, behind):
            falls = below.apply("and", other.apply("gt", 0.0)).apply("and", (middle - other).apply("abs").apply("gt", cut))
            mask = falls if mask is None else mask.apply("or", falls)
        opposite = (before * behind).apply("lt", 0.0).apply("and", (before - behind).apply("abs").apply("gt", 2 * cut))
        mask = mask.apply("or", zero.apply("and", opposite))  # type: ignore[union-attr]
    assert mask is not None
    whole = bordered(mask, [(1, 1), (1, 1)], None, False)
    return None if whole is None else whole.value


def limit_of(power: Formula, limit: float | None, factor: float) -> tuple[float, float]:
    """The limit of the squared gradient, and the threshold that the function returns."""
    if limit is not None:
        return limit**2, limit
    cut = factor * mean(power)
    return cut, math.sqrt(cut)

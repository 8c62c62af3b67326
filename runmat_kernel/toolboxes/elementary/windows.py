"""Convolutions, filters and moving sums as weighted sums over windows, deferred where they are large."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins.formula import Formula
from ...graph.window import Window
from ...values.convert import shape_of, to_value
from ...values.tensor import Tensor, matlab_shape

MOST_WEIGHTS = 1024
"""Larger kernels are left to methods whose work does not grow with them."""


def convolution(call: Any, x: Any, weights: Any, part: str, plane: bool) -> Any:
    """``conv`` (vectors, in the direction of x) or ``conv2`` (``plane``); None where it is computed at once."""
    shape, small = shape_of(x), shape_of(weights)
    if len(shape) != 2 or len(small) != 2 or not 0 < math.prod(small) <= MOST_WEIGHTS or part not in ("full", "same", "valid"):
        return None
    weights = to_value(weights)
    if type(weights) is not Tensor:
        weights = Tensor(np.array([[weights]])) if type(weights) is float else weights
    if plane:
        (rows, columns), (tall, wide) = shape, small
    else:
        rows, columns, tall, wide = math.prod(shape), 1, math.prod(small), 1
    out_rows, down = _part(rows, tall, part)
    out_columns, right = _part(columns, wide, part)
    if min(out_rows, out_columns) < 1 or (1 in (tall, wide) and not call.engine.device.info.gathers):
        # NumPy convolves lines on the host faster than blocks of them.
        return None
    form = Window(1, rows, columns, out_rows, out_columns, tall, wide, down, right)
    out = (out_rows, out_columns) if plane or shape[1] == 1 else (1, out_rows)
    return call.engine.window(x, weights, form, out)


def _part(length: int, window: int, part: str) -> tuple[int, int]:
    """The length of the result along a dimension, and the position in x that its first element's first weight meets."""
    if part == "full":
        return length + window - 1, 0
    return (length, window // 2) if part == "same" else (length - window + 1, window - 1)


def filtered(call: Any, x: Any, weights: np.ndarray, axis: int) -> Any:
    """A filter without feedback along a dimension; None where it is computed at once: on the host, SciPy is faster."""
    return along(call, x, weights, axis, 0) if call.engine.device.info.gathers else None


def along(call: Any, x: Any, weights: np.ndarray, axis: int, ahead: int) -> Any:
    """``y(i) = sum of weights(k) * x(i + ahead - k)`` along a dimension; None where it is computed at once."""
    shape = shape_of(x)
    if axis >= len(shape) or not 0 < weights.size <= MOST_WEIGHTS:
        return None
    rows = shape[axis]
    form = Window(math.prod(shape[:axis]), rows, 1, rows, 1, weights.size, 1, ahead, 0)
    return call.engine.window(x, Tensor(weights.reshape(-1, 1)), form, matlab_shape(shape))


def counts(call: Any, length: int, before: int, after: int, axis: int) -> Formula:
    """The number of elements of a dimension in the window around each of them; large ones are not computed on the host."""
    at = Formula(call, 1.0).apply("colon", float(length)).reshape(*(length if d == axis else 1 for d in range(max(axis + 1, 2))))
    return (at + float(after)).apply("min", float(length)) - (at - (before + 1.0)).apply("max", 0.0)

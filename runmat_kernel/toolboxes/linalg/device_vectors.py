"""Large arrays of vectors on a device."""

from __future__ import annotations

from typing import Any

from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.convert import class_of, shape_of
from ...values.tensor import Tensor


def crossed(call: Any, a: Any, b: Any, dim: Any) -> Any:
    """The cross products of real vectors of three elements along a dimension; None where the host makes them, or says why it cannot."""
    if not (on_device(call, a) or on_device(call, b)) or shape_of(a) != shape_of(b):
        return None
    if not all(type(v) is Tensor and class_of(v) in ("double", "single") and not v.is_complex for v in (a, b)):
        return None
    shape = shape_of(a)
    axis = arg.dimension(dim) if dim is not None else next((i for i, n in enumerate(shape) if n == 3), len(shape))
    if shape[axis : axis + 1] != (3,):
        return None
    x, y = ([Formula(call, v).part(axis, k, 1) for k in range(3)] for v in (a, b))
    parts = (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
    return x[0].of(axis + 1.0).apply("cat", *parts).value

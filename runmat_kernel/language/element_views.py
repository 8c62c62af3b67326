"""Making the views that loops of generated code read and write single elements through (see ``language.views``)."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..values.assignment import writable
from ..values.tensor import Tensor

View = tuple[memoryview | None, int, float, int, int, type | None]
_NONE: View = (None, 0, 0.0, 0, 0, None)
_TYPES = {np.dtype(np.float64): float, np.dtype(np.bool_): bool}


def _measure() -> int:
    def callee(value: Any) -> int:
        return sys.getrefcount(value)

    variable = Tensor(np.zeros((1, 2)))
    return callee(variable)


_HELD_BY_VARIABLE = _measure()


def view(value: Any) -> View:
    """(elements, count as int, count as float, rows, columns, Python type) of a real double or logical array to read; else zeros."""
    if type(value) is not Tensor or value.matlab_class not in ("double", "logical"):
        return _NONE
    array = value.array
    kind = _TYPES.get(array.dtype)
    if kind is None or array.dtype.byteorder == "<":  # memoryview refuses a type that spells out the order of bytes
        return _NONE
    size = array.size
    rows, columns = array.shape if array.ndim == 2 else (0, 0)
    elements: Any = array.reshape(-1, order="F")  # a buffer, which NumPy's annotations say from Python 3.12 on
    return memoryview(elements), size, float(size), rows, columns, kind


def view_alone(value: Any) -> View:
    """The view of an array that a loop also writes: only of one that nobody but its variable holds."""
    if type(value) is not Tensor or sys.getrefcount(value) > _HELD_BY_VARIABLE or value.matlab_class not in ("double", "logical"):
        return _NONE
    value.array  # noqa: B018  (computes what is deferred)
    if value.storage is not None or not writable(value):
        return _NONE
    return view(value)


def view_again(value: Any) -> View:
    """The view after the general path wrote an element; a vector that is growing stays on that path."""
    if type(value) is not Tensor or sys.getrefcount(value) > _HELD_BY_VARIABLE or hasattr(value, "spare"):
        return _NONE
    if value.storage is not None or value._array is None or not writable(value):
        return _NONE
    return view(value)

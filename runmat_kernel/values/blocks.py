"""Rows, columns and blocks of small real matrices at float, colon and vector subscripts: keys for NumPy, and storing in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from .subscripts import COLON
from .tensor import Tensor

_MOST = 4096
"""Elements of a right side up to which looking at the subscripts costs more than moving the elements."""


_FEW = 16
"""Subscripts that are looked at one by one."""


def key(subscript: Any, extent: int) -> Any:
    """A slice, or positions from 0, in a dimension of ``extent``; None for other subscripts and those out of bounds."""
    kind = type(subscript)
    if kind is float:
        return slice(int(subscript) - 1, int(subscript)) if 1.0 <= subscript <= extent and subscript.is_integer() else None
    if subscript is COLON:
        return slice(None)
    given = subscript._array if kind is Tensor else None
    if given is None or not given.size:
        return None
    return run(given, extent) or positions(given, extent)


def run(given: np.ndarray, extent: int) -> slice | None:
    """The slice that double subscripts mean which follow each other and are in bounds (``x(i-1:i+1)``): it is moved without positions."""
    if given.dtype.char != "d":
        return None
    count = given.size
    flat = given.reshape(-1, order="F")
    first, last = float(flat[0]), float(flat[-1])
    if last - first != count - 1 or first < 1 or last > extent or not first.is_integer():
        return None
    start = int(first)
    if count <= _FEW:
        follows = flat.tolist() == list(range(start, start + count))
    else:
        follows = bool((flat == np.arange(first, last + 0.5)).all())
    return slice(start - 1, start - 1 + count) if follows else None


def positions(given: np.ndarray, extent: int) -> np.ndarray | None:
    """Positions from 0 of double subscripts that are all in bounds; None where some are not."""
    if given.dtype.char != "d":
        return None
    flat = given.reshape(-1, order="F")
    keys = flat.astype(np.intp)
    if keys.min() < 1 or keys.max() > extent or (keys != flat).any():
        return None
    keys -= 1
    return keys


def store(array: np.ndarray, subscripts: tuple[Any, ...], rhs: Any) -> bool:
    """``x(i, j) = rhs`` where ``x`` has these elements and nobody else sees them; False where the general road must be taken."""
    if len(subscripts) != 2 or array.ndim != 2:
        return False
    if type(rhs) is Tensor:
        source = rhs._array
        if source is None or source.dtype is not array.dtype or source.ndim != 2 or source.size > _MOST:
            return False
    elif type(rhs) is float and array.dtype.char == "d":
        source = None
    else:
        return False
    rows, columns = key(subscripts[0], array.shape[0]), key(subscripts[1], array.shape[1])
    if rows is None or columns is None:
        return False
    place = (rows, columns) if type(rows) is slice or type(columns) is slice else (rows[:, None], columns)
    if source is None:
        array[place] = rhs
        return True
    shape = _extent(rows, array.shape[0]), _extent(columns, array.shape[1])
    if source.shape != shape:
        if 1 not in shape or source.shape != shape[::-1]:
            return False
        source = source.T
    array[place] = source
    return True


def _extent(chosen: Any, extent: int) -> int:
    if type(chosen) is not slice:
        return chosen.size
    return extent if chosen.start is None else chosen.stop - chosen.start

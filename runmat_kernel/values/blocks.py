"""Rows, columns and blocks of small real matrices at float, colon and vector subscripts: keys for NumPy, and storing in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from .subscripts import COLON
from .tensor import Tensor

_MOST = 4096
"""Elements of a right side up to which looking at the subscripts costs more than moving the elements."""

_MOST_PLACES = 2.0**53

_FEW = 16
"""Subscripts that are looked at one by one."""


def key(subscript: Any, extent: int) -> Any:
    """A slice, or positions from 0, in a dimension of ``extent``; None for other subscripts and those out of bounds."""
    kind = type(subscript)
    if kind is float:
        return slice(int(subscript) - 1, int(subscript)) if 1.0 <= subscript <= extent and subscript.is_integer() else None
    if subscript is COLON:
        return slice(None)
    numbers = subscript._array if kind is Tensor else None
    if numbers is None or not numbers.size:
        return None
    if numbers.size <= _FEW:
        return _few(numbers, extent)
    return run(numbers, extent) or positions(numbers, extent)


def _few(subscript: np.ndarray, extent: int) -> Any:
    """As ``run`` and ``positions`` say it, number by number."""
    if subscript.dtype.char != "d":
        return None
    numbers = subscript.reshape(-1, order="F").tolist()
    try:
        whole = [int(number) for number in numbers]
    except (ValueError, OverflowError):  # NaN, Inf
        return None
    start, last = whole[0], whole[-1]
    if last - start == len(whole) - 1 and whole == list(range(start, last + 1)):
        return slice(start - 1, last) if start >= 1 and last <= extent and whole == numbers else None
    if whole != numbers or min(whole) < 1 or max(whole) > extent:
        return None
    return np.array(whole, np.intp) - 1


def block(array: np.ndarray, subscripts: tuple[Any, ...]) -> np.ndarray | None:
    """A copy of the rows and columns of a matrix at two subscripts; None for the general path."""
    if len(subscripts) != 2 or array.ndim != 2 or (rows := key(subscripts[0], array.shape[0])) is None:
        return None
    columns = rows if subscripts[1] is subscripts[0] and array.shape[0] == array.shape[1] else key(subscripts[1], array.shape[1])
    if columns is None:
        return None
    if type(rows) is slice and type(columns) is slice:
        return array[rows, columns].copy(order="F")
    transposed: np.ndarray = array.T[columns, rows] if slice in (type(rows), type(columns)) else array.T[columns[:, None], rows]
    return transposed.T


def run(subscript: np.ndarray, extent: int) -> slice | None:
    """The slice that double subscripts mean which follow each other and are in bounds (``x(i-1:i+1)``): it is moved without positions."""
    if subscript.dtype.char != "d":
        return None
    count = subscript.size
    flat = subscript.reshape(-1, order="F")
    first, last = float(flat[0]), float(flat[-1])
    if last - first != count - 1 or first < 1 or last > extent or not first.is_integer():
        return None
    start = int(first)
    if count <= _FEW:
        follows = flat.tolist() == list(range(start, start + count))
    else:
        follows = bool((flat == np.arange(first, last + 0.5)).all())
    return slice(start - 1, start - 1 + count) if follows else None


def positions(subscript: np.ndarray, extent: int) -> np.ndarray | None:
    """Positions from 0 of double subscripts that are all in bounds; None where some are not."""
    if subscript.dtype.char != "d":
        return None
    flat = subscript.reshape(-1, order="F")
    keys = flat.astype(np.intp)
    if keys.min() < 1 or keys.max() > extent or (keys != flat).any():
        return None
    keys -= 1
    return keys


def store(array: np.ndarray, subscripts: tuple[Any, ...], rhs: Any) -> bool:
    """``x(i, j) = rhs`` or ``x(k) = rhs`` where ``x`` has these elements and nobody else sees them; False for the general path."""
    if len(subscripts) == 1:
        return _store_line(array, subscripts[0], rhs)
    if len(subscripts) != array.ndim:
        return False
    if array.ndim != 2:
        return _store_pages(array, subscripts, rhs)
    if type(rhs) is Tensor:
        source = rhs._array
        if source is None or source.dtype is not array.dtype or source.ndim != 2 or source.size > _MOST:
            return False
    elif type(rhs) is float and array.dtype.char == "d":
        source = None
    else:
        return False
    rows = key(subscripts[0], array.shape[0])
    columns = rows if subscripts[1] is subscripts[0] and array.shape[0] == array.shape[1] else key(subscripts[1], array.shape[1])
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


def _store_line(array: np.ndarray, subscript: Any, rhs: Any) -> bool:
    """``x(positions) = rhs`` and ``x(mask) = rhs``, where a mask has the shape of ``x``."""
    if not array.flags.f_contiguous:
        return False
    elements = subscript._array if type(subscript) is Tensor else None
    if elements is not None and elements.dtype.char == "?":
        keys = elements.reshape(-1, order="F") if elements.shape == array.shape else None
    else:
        keys = key(subscript, array.size)
    if keys is None:
        return False
    if type(rhs) is float and array.dtype.char == "d":
        array.reshape(-1, order="F")[keys] = rhs
        return True
    source = rhs._array if type(rhs) is Tensor else None
    if source is None or source.dtype is not array.dtype or source.size > _MOST:
        return False
    if source.size != (np.count_nonzero(keys) if elements is not None and elements.dtype.char == "?" else _extent(keys, array.size)):
        return False
    array.reshape(-1, order="F")[keys] = source.reshape(-1, order="F")
    return True


def _extent(chosen: Any, extent: int) -> int:
    if type(chosen) is not slice:
        return chosen.size
    return extent if chosen.start is None else chosen.stop - chosen.start


# --- more than two dimensions ---------------------------------------------------------------------------------------


def places(subscripts: tuple[Any, ...]) -> tuple[int, ...] | None:
    """The positions (from 0) that numbers name; None where one of them is anything else."""
    keys = []
    for subscript in subscripts:
        if type(subscript) is not float or not 1.0 <= subscript < _MOST_PLACES or not subscript.is_integer():
            return None
        keys.append(int(subscript) - 1)
    return tuple(keys)


def item(array: np.ndarray, subscripts: tuple[Any, ...]) -> Any:
    """The element at as many numbers as there are dimensions; None where the general path must be taken."""
    if len(subscripts) != array.ndim or (at := places(subscripts)) is None:
        return None
    try:
        return array.item(*at)
    except IndexError:
        return None


def page(array: np.ndarray, subscripts: tuple[Any, ...]) -> np.ndarray | None:
    """A copy of the elements at as many numbers, colons and ranges as there are dimensions; None for the general path."""
    keys = _slices(subscripts, array.shape) if len(subscripts) == array.ndim else None
    return None if keys is None else array[keys].copy(order="F")


def _slices(subscripts: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[slice, ...] | None:
    """Numbers, colons and ranges within bounds as slices, which keep their dimensions; None where there is anything else."""
    keys = []
    for subscript, extent in zip(subscripts, shape, strict=True):
        if subscript is COLON:
            keys.append(slice(0, extent))
        elif type(subscript) is float and 1.0 <= subscript <= extent and subscript.is_integer():
            keys.append(slice(int(subscript) - 1, int(subscript)))
        elif type(subscript) is range and subscript.step == 1 and subscript and subscript[0] >= 1 and subscript[-1] <= extent:
            keys.append(slice(subscript[0] - 1, subscript[-1]))
        elif (
            type(subscript) is Tensor and (elements := subscript._array) is not None and elements.size and (block := run(elements, extent))
        ):
            keys.append(block)
        else:
            return None
    return tuple(keys)


def _store_pages(array: np.ndarray, subscripts: tuple[Any, ...], rhs: Any) -> bool:
    keys = _slices(subscripts, array.shape)
    if keys is None:
        return False
    if type(rhs) is float and array.dtype.char == "d":
        array[keys] = rhs
        return True
    source = rhs._array if type(rhs) is Tensor else None
    if source is None or source.dtype is not array.dtype:
        return False
    counts = [key.stop - key.start for key in keys]
    if [n for n in counts if n != 1] != [n for n in source.shape if n != 1]:
        return False
    array[keys] = source.reshape(counts, order="F")
    return True

"""Subscripts: from what stands between the parentheses to NumPy positions.

A subscript is a Value, the ``COLON`` marker, or a Python ``range`` of 1-based positions (what a literal ``a:b`` may be
lowered to, so that it is never made into an array).  Resolved, it is a zero-based ``int``, a ``slice`` with all three
parts known, or an ``intp`` vector.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..base.records import record
from .containers import CellArray
from .tensor import Tensor
from .text import CharArray, StringArray


class Colon:
    """The subscript ``:``; there is one, ``COLON``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "COLON"


COLON = Colon()
BAD_SUBSCRIPT = "MATLAB:badsubscript"
_INVALID = "Array indices must be positive integers or logical values."

# A resolved subscript.
Positions = Any


@record
class Resolved:
    """A subscript as zero-based ``positions``: how many (``count``), the shape it was given in, and the largest plus one."""

    positions: Positions
    count: int
    shape: tuple[int, ...]
    reach: int
    is_colon: bool = False
    is_mask: bool = False


def is_colon(subscript: Any) -> bool:
    """Whether a subscript is ``:`` or the text ``':'``."""
    if subscript is COLON:
        return True
    kind = type(subscript)
    if kind is CharArray:
        return subscript.shape == (1, 1) and subscript.text == ":"
    return kind is StringArray and subscript.numel == 1 and subscript.array[0, 0] == ":"


MOST_DIMENSIONS = 64
"""The most dimensions of NumPy's arrays."""


def without_last_ones(subscripts: tuple[Any, ...], least: int) -> tuple[Any, ...]:
    """The subscripts without the last ones that name the first place of a dimension, or all of it; the first ``least`` stay."""
    count = len(subscripts)
    while count > least and _is_first(subscripts[count - 1], count):
        count -= 1
    return subscripts[:count]


def _is_first(subscript: Any, position: int) -> bool:
    resolved = resolve(subscript, 1, position)
    return resolved.is_colon or (resolved.count == 1 and resolved.reach == 1)


def resolve(subscript: Any, extent: int, position: int | None) -> Resolved:
    """The zero-based positions of ``subscript`` in a dimension of ``extent``; bounds are not checked.

    ``position`` is the number of the subscript, from 1, for messages; None when it is the only one.
    Raises ``MATLAB:badsubscript`` for what is not a positive integer or logical.
    """
    kind = type(subscript)
    if kind is float:
        k = _whole(subscript, position)
        return Resolved(k - 1, 1, (1, 1), k)
    if kind is range:
        return _resolve_range(subscript, position)
    if is_colon(subscript):
        return Resolved(slice(0, extent, 1), extent, (extent, 1), extent, is_colon=True)
    if kind is bool:
        return Resolved(0, 1, (1, 1), 1, is_mask=True) if subscript else Resolved(slice(0, 0, 1), 0, (0, 0), 0, is_mask=True)
    if kind is Tensor:
        return _resolve_tensor(subscript, position)
    return _resolve_other(subscript, extent, position)


def _resolve_tensor(subscript: Tensor, position: int | None) -> Resolved:
    if subscript._array is None and (positions := getattr(subscript.storage, "positions", None)) is not None:
        return _resolve_range(positions, position)
    if subscript.matlab_class == "logical":
        return _resolve_mask(subscript.array)
    try:
        return _resolve_array(subscript.array, position)
    except MatlabError:
        warn = getattr(subscript, "rounded", None)
        if warn is None:
            raise
        warn()
        return _resolve_array(rounded_places(subscript.array), position)


def _resolve_other(subscript: Any, extent: int, position: int | None) -> Resolved:
    """Characters, objects that stand for subscripts, and the errors of all other values."""
    if type(subscript) is CharArray:
        return _resolve_array(subscript.array, position)
    if type(subscript) is complex:
        raise invalid(position, "Subscript indices must either be real positive integers or logicals.")
    if hasattr(subscript, "full_value"):  # a sparse matrix
        return resolve(subscript.full_value(), extent, position)
    own = getattr(subscript, "as_subscript", None)
    if own is not None:
        return resolve(own(), extent, position)
    name = "cell" if type(subscript) is CellArray else getattr(subscript, "matlab_class", type(subscript).__name__)
    raise MatlabError(f"Unable to use a value of type {name} as an index.", BAD_SUBSCRIPT)


def rounded_places(array: np.ndarray) -> np.ndarray:
    """Elements of a range as subscripts: the nearest whole numbers, halves away from zero, and 1 for what would be 0."""
    nearest = np.trunc(array + np.copysign(0.5, array))
    return np.where(nearest == 0, 1.0, nearest)


def invalid(position: int | None, text: str = _INVALID) -> MatlabError:
    """The error for a subscript that is no positive integer."""
    return MatlabError(text if position is None else f"Index in position {position} is invalid. {text}", BAD_SUBSCRIPT)


def out_of_bounds(extent: int, position: int | None, is_mask: bool = False) -> MatlabError:
    """The error for reading past ``extent``."""
    if is_mask:
        where = "" if position is None else f" in position {position}"
        return MatlabError(f"The logical indices{where} contain a true value outside of the array bounds.", BAD_SUBSCRIPT)
    if position is None:
        return MatlabError(f"Index exceeds the number of array elements. Index must not exceed {extent}.", BAD_SUBSCRIPT)
    return MatlabError(f"Index in position {position} exceeds array bounds. Index must not exceed {extent}.", BAD_SUBSCRIPT)


def _whole(number: float, position: int | None) -> int:
    try:
        k = int(number)
    except (ValueError, OverflowError):
        raise invalid(position) from None
    if k != number or k < 1:
        raise invalid(position)
    return k


def _resolve_range(positions: range, position: int | None) -> Resolved:
    count = len(positions)
    if not count:
        return Resolved(slice(0, 0, 1), 0, (1, 0), 0)
    low, high = (positions[0], positions[-1]) if positions.step > 0 else (positions[-1], positions[0])
    if low < 1:
        raise invalid(position)
    stop: int | None = positions[-1] - 1 + (1 if positions.step > 0 else -1)
    return Resolved(slice(positions[0] - 1, None if stop == -1 else stop, positions.step), count, (1, count), high)


def mask_shape(shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The shape of the positions that a mask of ``shape`` with ``count`` true elements stands for."""
    if len(shape) > 2 and (axis := line_axis(shape)) is not None:
        return (*shape[:axis], count, *shape[axis + 1 :])
    if len(shape) == 2 and shape[0] == 1 and shape[1] != 1:
        return (1, count)
    return (0, 0) if shape in ((1, 1), (0, 0)) and not count else (count, 1)


def _resolve_mask(mask: np.ndarray) -> Resolved:
    positions = np.flatnonzero(mask.ravel(order="F"))
    count = len(positions)
    return Resolved(positions, count, mask_shape(mask.shape, count), int(positions[-1]) + 1 if count else 0, is_mask=True)


def _resolve_array(array: np.ndarray, position: int | None) -> Resolved:
    shape, count = array.shape, array.size
    flat = array.ravel(order="F")
    if not count:
        return Resolved(slice(0, 0, 1), 0, shape, 0)
    if flat.dtype.kind == "c":
        if flat.imag.any():
            raise invalid(position, "Subscript indices must either be real positive integers or logicals.")
        flat = flat.real
    low, high = flat.min(), flat.max()
    if not (low >= 1 and high < 2**62):
        raise invalid(position)
    positions = flat.astype(np.intp)
    if flat.dtype.kind == "f" and not (positions == flat).all():
        raise invalid(position)
    positions -= 1
    if count == 1:
        return Resolved(int(positions[0]), 1, shape, int(high))
    return Resolved(positions, count, shape, int(high))


def line_axis(shape: tuple[int, ...]) -> int | None:
    """The only dimension of an array that is not 1; None where there is none or more than one."""
    axes = [k for k, extent in enumerate(shape) if extent != 1]
    return axes[0] if len(axes) == 1 else None


def linear_shape(resolved: Resolved, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of ``x(i)`` for x of ``shape``: a vector (of pages too) indexed with a vector keeps its own direction."""
    subscript_shape = resolved.shape
    if resolved.is_colon:
        return subscript_shape
    if len(shape) != 2 or len(subscript_shape) != 2:
        axis = line_axis(shape)
        if axis is None or (resolved.count != 1 and line_axis(subscript_shape) is None):
            return subscript_shape
        return (*shape[:axis], resolved.count, *shape[axis + 1 :])
    is_vector = (shape[0] == 1) != (shape[1] == 1)
    if is_vector and (subscript_shape[0] == 1 or subscript_shape[1] == 1):
        return (1, resolved.count) if shape[0] == 1 else (resolved.count, 1)
    return subscript_shape


def folded(shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    """``shape`` as ``count`` subscripts see it: padded with ones, or its last dimensions taken as one."""
    if count >= len(shape):
        return shape + (1,) * (count - len(shape))
    last = 1
    for d in shape[count - 1 :]:
        last *= d
    return (*shape[: count - 1], last)


def axis_key(resolved: Resolved) -> Any:
    """Positions as a key that keeps its axis: an int becomes a slice of one."""
    positions = resolved.positions
    return slice(positions, positions + 1, 1) if type(positions) is int else positions


def grid(resolved: list[Resolved]) -> tuple[Any, ...]:
    """A key for ``array.T[key]`` that selects the outer product of subscripts (hence in reversed order)."""
    keys = [axis_key(r) for r in reversed(resolved)]
    fancy = [i for i, key in enumerate(keys) if type(key) is not slice]
    if len(fancy) <= 1:
        return tuple(keys)
    counts = [r.count for r in reversed(resolved)]
    return np.ix_(*(np.arange(n) * k.step + k.start if type(k) is slice else k for n, k in zip(counts, keys, strict=True)))

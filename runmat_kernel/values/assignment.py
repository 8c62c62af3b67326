"""Writing elements: ``x(i, j) = v``, growth and class conversion; ``values.contents`` has ``c{i} = v`` and ``s.f = v``.

MATLAB keeps the class of the left side (only ``[]``, 0-by-0 double, takes the class of what is assigned).  With
``in_place`` the caller says that it alone holds the value; elements are then written where they are, if also nobody
holds their memory, and vectors that grow by their end get room to spare, so that appending is amortised.
"""

from __future__ import annotations

import math
import sys
from operator import lt
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .blocks import places, store
from .classes import CLASS_OF_DTYPE, INTEGER_LIMITS
from .coercion import agree, elements
from .containers import CellArray, StructArray
from .subscripts import MOST_DIMENSIONS, Resolved, axis_key, folded, grid, resolve, without_last_ones
from .tensor import Tensor, matlab_shape
from .text import StringArray

_MOST_DIMENSIONS = 64
"""Of NumPy's arrays."""
EMPTY = Tensor(np.empty((0, 0), order="F"))
_FLOAT64 = np.dtype(np.float64)
_MOST_EXTENDED = 2**20
"""Elements from which on the general path is taken, which words the errors about memory."""


class _Holder:
    __slots__ = ("array",)

    def __init__(self) -> None:
        self.array = np.empty(1)


_holder = _Holder()
ALONE = sys.getrefcount(_holder.array)
"""The count of ``sys.getrefcount(x.array)`` for an array that only the attribute holds."""
del _holder


def assign(value: Any, subscripts: tuple[Any, ...], rhs: Any, in_place: bool = False) -> Any:
    """The value after ``value(subscripts) = rhs``; ``value`` is None where the variable does not exist yet.

    Raises ``MATLAB:subsassigndimmismatch`` / ``MATLAB:matrix:singleSubscriptNumelMismatch`` for sizes that do not fit,
    and conversion errors.
    """
    if type(value) is Tensor and value._is_complex and not getattr(rhs, "is_complex", type(rhs) is complex):
        return _real_where_it_can_be(_assigned(value, subscripts, rhs, in_place))
    return _assigned(value, subscripts, rhs, in_place)


def _real_where_it_can_be(value: Any) -> Any:
    """A complex array that real numbers were written into: it is real when no imaginary part is left."""
    if type(value) is not Tensor:  # of one element
        return value.real if type(value) is complex and not value.imag else value
    array = value.array
    # Mostly one of the two says so; looking at all of them would make a loop over elements take the square of their number.
    if array.dtype.kind != "c" or not array.size or array.item(-1).imag or array.item(0).imag or array.imag.any():
        return value
    return Tensor(array.real.copy(order="F"), value.matlab_class)


def _assigned(value: Any, subscripts: tuple[Any, ...], rhs: Any, in_place: bool) -> Any:
    if in_place and type(value) is Tensor and value._array is not None and value.storage is None and writable(value):
        if type(subscripts[0] if subscripts else None) is float and _store_scalar(value, subscripts, rhs):
            return value
        if _store_block(value, subscripts, rhs):
            return value
    value, rhs = agree(value, rhs)
    source = elements(rhs)
    if len(subscripts) == 1:
        return _assign_linear(value, subscripts[0], source, rhs, in_place)
    if not subscripts:
        raise MatlabError(
            "An indexing expression on the left side of an assignment must have at least one subscript.", "MATLAB:index:expected_one_output"
        )
    return _assign_grid(value, subscripts, source, in_place)


# --- the short path -------------------------------------------------------------------------------------------------


def _store_scalar(value: Tensor, subscripts: tuple[Any, ...], rhs: Any) -> bool:
    """Store a Python scalar at float subscripts where it needs no other class; False where the general path must be taken."""
    array = value._array
    item = rhs if type(rhs) is float and array.dtype == _FLOAT64 else as_element(array.dtype, rhs)
    if item is None:
        return False
    try:
        if len(subscripts) == 1:
            (s,) = subscripts
            if type(s) is float:
                i = int(s)
                if i == s and i > 0:
                    if i <= array.size:
                        array.T.flat[i - 1] = item
                        return True
                    del array
                    return _append(value, i, item)
        elif len(subscripts) == array.ndim and (at := places(subscripts)) is not None:
            if all(map(lt, at, array.shape)):
                array[at] = item
                return True
            del array
            return type(rhs) is float and _extend(value, at, item)
    except (IndexError, ValueError, OverflowError):
        pass
    return False


def _store_block(value: Tensor, subscripts: tuple[Any, ...], rhs: Any) -> bool:
    """Store a row, column or block in bounds where it needs no other class and no growth; False for the general path."""
    if type(rhs) is Tensor and rhs._array is not None and np.shares_memory(rhs._array, value._array):
        return False
    return store(value._array, subscripts, rhs)


def as_element(dtype: np.dtype, rhs: Any) -> Any:
    """A Python scalar as an element of ``dtype`` by MATLAB's conversion; None where that is an error or changes the array's class."""
    kind, rhs_type = dtype.kind, type(rhs)
    if rhs_type is complex:
        return rhs if kind == "c" else None
    if rhs_type is not float and rhs_type is not bool:
        return None
    if kind == "f" or kind == "c":
        return rhs
    if kind == "b":
        return None if rhs != rhs else rhs != 0
    least, most = INTEGER_LIMITS[CLASS_OF_DTYPE[dtype]]
    if rhs != rhs:
        return 0
    if not least < rhs < most:
        return least if rhs <= least else most
    whole = int(rhs)
    return whole + (rhs - whole >= 0.5) - (rhs - whole <= -0.5)


def writable(value: Tensor) -> bool:
    """Whether the elements' memory belongs to ``value`` alone (it, or the one array it is a view of)."""
    if sys.getrefcount(value._array) != ALONE or not value._array.flags.writeable:
        return False
    return _base_alone(value)


def _base_alone(value: Tensor) -> bool:
    """Whether nobody but this tensor sees the array that its elements are a view of, where they are one."""
    base = value._array.base
    if base is None:
        return True
    kept = base is getattr(value, "spare", None)
    return type(base) is np.ndarray and base.base is None and sys.getrefcount(base) == ALONE + 1 + kept


def _append(value: Tensor, i: int, item: Any) -> bool:
    """Make a vector longer by one element, using (or making) spare room behind its last one."""
    array = value._array
    shape, size = array.shape, array.size
    if i != size + 1 or len(shape) != 2 or (shape[0] != 1 and shape[1] != 1):
        return False
    if size < 8:
        return array.dtype == _FLOAT64 and _extend(value, (0, size) if shape[0] == 1 else (size, 0), item)
    buffer = getattr(value, "spare", None)
    if buffer is None or array.base is not buffer or buffer.size <= size:
        buffer = value.spare = np.empty(size + size // 2 + 8, array.dtype)
        buffer[:size] = array.reshape(-1, order="F")
    buffer[size] = item
    shape = (1, i) if shape[0] == 1 else (i, 1)
    value._array, value.shape = buffer[:i].reshape(shape, order="F"), shape
    return True


def _extend(value: Tensor, at: tuple[int, ...], item: Any) -> bool:
    """Make an array larger, so that it has an element at these positions, and store it."""
    array = value._array
    shape = tuple(map(max, array.shape, (k + 1 for k in at)))
    if math.prod(shape) > _MOST_EXTENDED:
        return False
    grown = np.zeros(shape, array.dtype, order="F")
    if array.size:
        grown[tuple(map(slice, array.shape))] = array
    grown[at] = item
    value._array, value.shape = grown, shape
    if hasattr(value, "spare"):
        del value.spare
    return True


# --- the general path -----------------------------------------------------------------------------------------------


def _rebuilt(value: Any, array: np.ndarray) -> Any:
    """A value of the class of ``value`` with these elements; scalars stay what the contract says."""
    from .indexing import like

    return like(value, array)


def _target(value: Any, array: np.ndarray, shape: tuple[int, ...], in_place: bool) -> np.ndarray:
    """The array to write into: the value's own when allowed and of ``shape``, else a copy grown to ``shape``."""
    if shape == array.shape:
        if in_place and type(value) is Tensor and value._array is not None:
            del array
            if _writable_but_for_caller(value):
                value.storage = None
                return value._array
            return value._array.copy(order="F")
        if in_place and type(value) in (CellArray, StructArray, StringArray):
            del array
            if value.array.base is None and value.array.flags.writeable and sys.getrefcount(value.array) <= ALONE + 1:
                return value.array
            return value.array.copy(order="F")
        return array.copy(order="F")
    grown = _filled(value, shape, array.dtype)
    if array.size:
        padded = array.reshape(array.shape + (1,) * (len(shape) - array.ndim), order="F")
        grown[tuple(slice(0, n) for n in padded.shape)] = padded
    return grown


def _writable_but_for_caller(value: Tensor) -> bool:
    """As ``writable``, but one caller on the way here holds the array too."""
    if sys.getrefcount(value._array) - ALONE > 1 or not value._array.flags.writeable:
        return False
    return _base_alone(value)


def _filled(value: Any, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """An array of the class's default element: 0, ``<missing>``, ``[]`` or a struct with empty fields."""
    try:
        grown: np.ndarray = np.zeros(shape, dtype, order="F") if dtype.kind != "O" else np.empty(shape, object, order="F")
    except ValueError:
        if len(shape) > _MOST_DIMENSIONS:
            raise
        # more bytes than an address has
        raise MatlabError("Maximum variable size allowed by the program is exceeded.", "MATLAB:pmaxsize") from None
    if type(value) is CellArray:
        grown.fill(EMPTY)
    elif type(value) is StructArray:
        grown.fill(dict.fromkeys(value.fields, EMPTY))
    return grown


def _assign_linear(value: Any, subscript: Any, source: np.ndarray, rhs: Any, in_place: bool) -> Any:
    array = elements(value)
    resolved = resolve(subscript, array.size, None)
    if source.size != 1 and source.size != resolved.count:
        raise MatlabError(
            "Unable to perform assignment because the left and right sides have a different number of elements.",
            "MATLAB:matrix:singleSubscriptNumelMismatch",
        )
    if not resolved.count:
        return _rebuilt(value, array)
    shape = array.shape if resolved.reach <= array.size else _longer(array.shape, resolved.reach)
    target = _target(value, array, shape, in_place)
    flat = target.reshape(-1, order="F")
    flat[axis_key(resolved)] = source.reshape(-1, order="F")
    return value if target is array and in_place else _rebuilt(value, target)


def _longer(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The shape after growing to ``size`` elements by one subscript: only rows, columns, scalars and ``[]`` can."""
    if len(shape) == 2 and shape[0] <= 1:  # also 0-by-n, which becomes a row
        return (1, size)
    if len(shape) == 2 and shape[1] == 1:
        return (size, 1)
    raise MatlabError("Attempt to grow array along ambiguous dimension.", "MATLAB:indexed_matrix_cannot_be_resized")


def _assign_grid(value: Any, subscripts: tuple[Any, ...], source: np.ndarray, in_place: bool) -> Any:
    array = elements(value)
    if len(subscripts) > MOST_DIMENSIONS:
        subscripts = without_last_ones(subscripts, max(array.ndim, source.ndim))
    extents = folded(array.shape, len(subscripts))
    resolved = [resolve(s, extent, k + 1) for k, (s, extent) in enumerate(zip(subscripts, extents, strict=True))]
    if array.shape == (0, 0):
        resolved = _colons_from(resolved, source)
    counts = tuple(r.count for r in resolved)
    if source.size or 0 not in counts:  # anything empty fits where nothing is assigned to
        _check_sizes(counts, source)
    if any(r.count == 0 and not r.is_colon for r in resolved):
        return _rebuilt(value, array)
    shape = _grown_shape(array.shape, extents, resolved)
    target = _target(value, array, shape, in_place)
    viewed = target.reshape(folded(shape, len(subscripts)), order="F")
    if 0 in counts:  # colons over nothing: the array grows all the same
        pass
    elif source.size == 1:
        viewed.T[grid(resolved)] = source.reshape((1,) * len(counts))
    else:
        viewed.T[grid(resolved)] = source.reshape(counts, order="F").T
    return value if target is array and in_place else _rebuilt(value, target)


def _colons_from(resolved: list[Resolved], source: np.ndarray) -> list[Resolved]:
    """``x(:, 3) = column`` on an empty x: colons take the extents of the right side in order."""
    if not any(r.is_colon for r in resolved):
        return resolved
    extents = list(source.shape)
    if len(resolved) > len(extents) and all(r.is_colon for r in resolved):
        extents += [1] * (len(resolved) - len(extents))
    if sum(r.is_colon for r in resolved) == len(extents) and all(r.is_colon or r.count == 1 for r in resolved):
        taken = iter(extents)
        return [_colon_of(next(taken)) if r.is_colon else r for r in resolved]
    if len(extents) != len(resolved) or any(r.count != n and not r.is_colon for r, n in zip(resolved, extents, strict=False)):
        extents = [n for n in source.shape if n != 1]
        others = [r.count for r in resolved if not r.is_colon and r.count != 1]
        for count in others:
            if count in extents:
                extents.remove(count)
        extents += [1] * len(resolved)
        taken = iter(extents)
        return [_colon_of(next(taken)) if r.is_colon else r for r in resolved]
    return [_colon_of(n) if r.is_colon else r for r, n in zip(resolved, extents, strict=True)]


def _colon_of(extent: int) -> Resolved:
    return Resolved(slice(0, extent, 1), extent, (extent, 1), extent, is_colon=True)


def _check_sizes(counts: tuple[int, ...], source: np.ndarray) -> None:
    if source.size == 1:
        return
    if [n for n in counts if n != 1] != [n for n in source.shape if n != 1]:
        left, right = "-by-".join(map(str, matlab_shape(counts))), "-by-".join(map(str, source.shape))
        raise MatlabError(
            f"Unable to perform assignment because the size of the left side is {left} and the size of the right side is {right}.",
            "MATLAB:subsassigndimmismatch",
        )


def _grown_shape(shape: tuple[int, ...], extents: tuple[int, ...], resolved: list[Resolved]) -> tuple[int, ...]:
    needed = tuple(max(r.reach, extent) for r, extent in zip(resolved, extents, strict=True))
    if needed == extents:
        return shape
    if len(extents) < len(shape):
        if needed[-1] != extents[-1]:
            raise MatlabError("Attempt to grow array along ambiguous dimension.", "MATLAB:indexed_matrix_cannot_be_resized")
        return (*needed[:-1], *shape[len(extents) - 1 :])
    return matlab_shape(needed)

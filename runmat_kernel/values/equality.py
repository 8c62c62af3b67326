"""``isequal``: whether two values have the same size and contents."""

from __future__ import annotations

from typing import Any

import numpy as np

from .containers import CellArray, StructArray
from .convert import as_array, shape_of
from .functions import FunctionHandle
from .objects import HostObject
from .text import CharArray, StringArray


def equal(left: Any, right: Any, *, nan_equal: bool = False) -> bool:
    """MATLAB's ``isequal(left, right)``: numeric and char classes do not matter, sizes do; the order of struct fields does not.

    ``nan_equal`` takes NaNs (and missing strings) as equal: ``isequaln``.
    """
    left_kind, right_kind = type(left), type(right)
    if left_kind is float and right_kind is float:
        return left == right or (nan_equal and left != left and right != right)
    if isinstance(left, HostObject):
        return left.equals(right, nan_equal=nan_equal)
    if isinstance(right, HostObject):
        return right.equals(left, nan_equal=nan_equal)
    if left_kind is FunctionHandle or right_kind is FunctionHandle:
        return left_kind is right_kind and _same_function(left, right)
    if StringArray in (left_kind, right_kind):
        return _equal_text(left, right, nan_equal)
    if shape_of(left) != shape_of(right):
        return False
    if left_kind is CellArray or right_kind is CellArray:
        return left_kind is right_kind and all(
            equal(a, b, nan_equal=nan_equal) for a, b in zip(left.array.flat, right.array.flat, strict=True)
        )
    if left_kind is StructArray or right_kind is StructArray:
        return left_kind is right_kind and _equal_structs(left, right, nan_equal)
    return _equal_arrays(as_array(left), as_array(right), nan_equal)


def _equal_arrays(a: np.ndarray, b: np.ndarray, nan_equal: bool) -> bool:
    if nan_equal and a.dtype.kind in "fc" and b.dtype.kind in "fc":
        return bool(((a == b) | (np.isnan(a) & np.isnan(b))).all())
    if a.dtype.kind in "iu" and b.dtype.kind in "fc" and a.dtype.itemsize == 8:
        a, b = b, a
    if b.dtype.kind in "iu" and b.dtype.itemsize == 8 and a.dtype.kind in "fc":
        # 2^53 + 1 as int64 must not become equal to 2^53: Python compares such numbers exactly.
        return all(x == y for x, y in zip(a.ravel(order="F").tolist(), b.ravel(order="F").tolist(), strict=True))
    return bool((a == b).all())


def _equal_structs(left: StructArray, right: StructArray, nan_equal: bool) -> bool:
    if set(left.fields) != set(right.fields):
        return False
    return all(
        equal(a[field], b[field], nan_equal=nan_equal)
        for a, b in zip(left.array.flat, right.array.flat, strict=True)
        for field in left.fields
    )


def _equal_text(left: Any, right: Any, nan_equal: bool) -> bool:
    a, b = _string_elements(left), _string_elements(right)
    if a is None or b is None or a.shape != b.shape:
        return False
    return all((x == y and x is not None) or (nan_equal and x is None and y is None) for x, y in zip(a.flat, b.flat, strict=True))


def _string_elements(value: Any) -> np.ndarray | None:
    """The texts of a string array, a char row, or a cell of char rows; None for anything else."""
    if type(value) is StringArray:
        return value.array
    if type(value) is CharArray and value.is_row:
        return StringArray.scalar(value.text).array
    if type(value) is CellArray and all(type(x) is CharArray and x.is_row for x in value.array.flat):
        texts = np.empty(value.shape, object, order="F")
        for position in np.ndindex(value.shape):
            texts[position] = value.array[position].text
        return texts
    return None


def _same_function(left: FunctionHandle, right: FunctionHandle) -> bool:
    if left is right:
        return True
    if left.name is not None or right.name is not None:
        return left.name == right.name and left.target is right.target
    # Two anonymous functions are equal only when they are copies of one: the same code and the same captured values.
    return left.text == right.text and left.target is right.target

"""Reading and deleting elements: ``x(i, j)``, ``c{i}``, ``s.f``, ``x(i) = []``.  Writing is in ``assignment`` and
``contents``.

The public functions of the three modules are reached from here: ``COLON, index, assign, delete, cell_get, cell_assign,
field_get, field_set, field_set_all, with_field``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .assignment import assign
from .blocks import block, key, page
from .blocks import item as element
from .containers import CellArray, StructArray
from .contents import cell_assign, field_set, field_set_all, with_field
from .convert import as_array, class_of
from .objects import PositionName
from .subscripts import (
    COLON,
    MOST_DIMENSIONS,
    Resolved,
    axis_key,
    folded,
    grid,
    is_colon,
    linear_shape,
    out_of_bounds,
    resolve,
    without_last_ones,
)
from .tensor import Tensor
from .text import CharArray, StringArray

__all__ = [
    "COLON",
    "assign",
    "cell_assign",
    "cell_get",
    "delete",
    "elements_of",
    "field_get",
    "field_set",
    "field_set_all",
    "index",
    "like",
    "with_field",
]


def elements_of(value: Any) -> np.ndarray:
    """The elements of any array value as a column-major ndarray (objects for cells, structs and strings)."""
    if type(value) in (CellArray, StructArray, StringArray):
        return value.array
    return as_array(value)


def like(value: Any, array: np.ndarray) -> Any:
    """A value of the class of ``value`` whose elements are ``array``; scalars of the common classes as Python objects."""
    kind = type(value)
    if kind is CharArray:
        return CharArray(array)
    if kind is CellArray:
        return CellArray(array)
    if kind is StringArray:
        return StringArray(array)
    if kind is StructArray:
        return StructArray(array, value.fields)
    if array.size == 1 and array.dtype.kind != "i" and array.dtype.kind != "u":
        item = array.reshape(-1)[0]
        if array.dtype == np.float64:
            return float(item)
        if array.dtype == np.bool_:
            return bool(item)
        if array.dtype == np.complex128:
            return complex(item) if item.imag != 0 else float(item.real)
    if array.dtype.kind == "c" and not array.imag.any():
        array = array.real
    return Tensor(array)


def index(value: Any, subscripts: tuple[Any, ...]) -> Any:
    """``value(subscripts)``: a Value.  Scalar subscripts of double and logical arrays take a short path."""
    if type(value) is Tensor:
        kind = value.matlab_class
        if not value.on_host and len(subscripts) == 1 and is_colon(subscripts[0]):
            return value.storage.reshape(value, (value.numel, 1))
        if kind == "double" or kind == "logical":
            item = _scalar_item(value.array, subscripts)
            if item is not None:
                return item if type(item) is not complex or item.imag else item.real
    if not subscripts:
        return value
    if len(subscripts) == 1:
        return _index_linear(value, subscripts[0])
    return _index_grid(value, subscripts)


def _scalar_item(array: np.ndarray, subscripts: tuple[Any, ...]) -> Any:
    """The element at float subscripts, or None where the general path must be taken (which also words the errors)."""
    try:
        if len(subscripts) == 1:
            (s,) = subscripts
            if type(s) is float:
                i = int(s)
                if i == s and i > 0:
                    return array.T.item(i - 1)
        elif len(subscripts) == 2 and array.ndim == 2:
            s, t = subscripts
            if type(s) is float and type(t) is float:
                i, j = int(s), int(t)
                if i == s and j == t and i > 0 and j > 0:
                    return array.item(i - 1, j - 1)
        else:
            return element(array, subscripts)
    except (IndexError, ValueError, OverflowError):
        pass
    return None


def _index_linear(value: Any, subscript: Any) -> Any:
    array = elements_of(value)
    size = array.size
    if (
        type(subscript) is Tensor
        and array.ndim == 2
        and 1 in array.shape
        and size > 1
        and 1 in subscript.shape
        and len(subscript.shape) == 2
    ):
        keys = key(subscript, size)
        if keys is not None:  # a vector keeps its direction
            picked = array.reshape(-1)[keys]
            picked = picked.copy() if type(keys) is slice else picked
            return like(value, picked.reshape((1, -1) if array.shape[0] == 1 else (-1, 1)))
    resolved = resolve(subscript, size, None)
    if resolved.reach > size:
        raise out_of_bounds(size, None, resolved.is_mask)
    if resolved.is_colon:
        return like(value, array.reshape((size, 1), order="F"))
    shape = linear_shape(resolved, array.shape)
    flat = array.reshape(-1, order="F")
    picked = flat[axis_key(resolved)]
    if picked.base is not None:
        picked = picked.copy()
    return like(value, picked.reshape(shape, order="F"))


def _index_grid(value: Any, subscripts: tuple[Any, ...]) -> Any:
    array = elements_of(value)
    if len(subscripts) > MOST_DIMENSIONS:
        subscripts = _without_ones(array.ndim, subscripts)
    if any(s is not COLON for s in subscripts):
        picked = page(array, subscripts) if array.ndim > 2 else block(array, subscripts)
        if picked is not None:
            return like(value, picked)
    extents = folded(array.shape, len(subscripts))
    resolved = [resolve(s, extent, k + 1) for k, (s, extent) in enumerate(zip(subscripts, extents, strict=True))]
    for k, (r, extent) in enumerate(zip(resolved, extents, strict=True)):
        if r.reach > extent:
            raise out_of_bounds(extent, k + 1, r.is_mask)
    viewed = array.reshape(extents, order="F") if extents != array.shape else array
    if all(r.is_colon for r in resolved):
        return like(value, viewed)
    picked = viewed.T[grid(resolved)]
    picked = np.array(picked, order="C", copy=picked.base is not None)
    return like(value, picked.T)


def _without_ones(dimensions: int, subscripts: tuple[Any, ...]) -> tuple[Any, ...]:
    """The subscripts of the dimensions that an array has, where all behind them choose the one element there is."""
    for k, subscript in enumerate(subscripts[dimensions:], dimensions + 1):
        resolved = resolve(subscript, 1, k)
        if resolved.reach > 1:
            raise out_of_bounds(1, k, resolved.is_mask)
        if resolved.count != 1 and not resolved.is_colon:
            return subscripts
    return subscripts[:dimensions]


# --- deleting -------------------------------------------------------------------------------------------------------


def delete(value: Any, subscripts: tuple[Any, ...]) -> Any:
    """``value(subscripts) = []``: the value without those elements.

    Raises ``MATLAB:subsdeldimmismatch`` where more than one subscript is not a colon (or all of its dimension).
    """
    array = elements_of(value)
    if not subscripts:
        raise MatlabError(
            "An indexing expression on the left side of an assignment must have at least one subscript.", "MATLAB:index:expected_one_output"
        )
    if len(subscripts) == 1:
        return _delete_linear(value, array, subscripts[0])
    if len(subscripts) > MOST_DIMENSIONS:
        subscripts = without_last_ones(subscripts, array.ndim)
    extents = folded(array.shape, len(subscripts))
    left = what_is_left(extents, subscripts)
    if left is None:
        return value
    axis, keep = left
    return like(value, np.asfortranarray(array.reshape(extents, order="F").compress(keep, axis=axis)))


def what_is_left(extents: Sequence[int], subscripts: Sequence[Any]) -> tuple[int, np.ndarray] | None:
    """The dimension that a deletion by several subscripts makes shorter, and which places of it stay; None where nothing is deleted."""
    resolved = [resolve(s, extent, k + 1) for k, (s, extent) in enumerate(zip(subscripts, extents, strict=True))]
    if any(r.count == 0 and not r.is_colon for r in resolved):
        return None
    partial = [k for k, (r, extent) in enumerate(zip(resolved, extents, strict=True)) if not _covers(r, extent)]
    if len(partial) > 1:
        raise MatlabError("A null assignment can have only one non-colon index.", "MATLAB:subsdeldimmismatch")
    axis = partial[0] if partial else _deletion_axis(resolved)
    return axis, _kept(resolved[axis], extents[axis])


def _deletion_axis(resolved: list[Resolved]) -> int:
    """Where every subscript covers its dimension: the one not written as a colon shrinks, else the first."""
    written = [k for k, r in enumerate(resolved) if not r.is_colon]
    return written[0] if written else 0


def _covers(resolved: Resolved, extent: int) -> bool:
    if resolved.is_colon:
        return True
    return resolved.reach <= extent and not _kept(resolved, extent).any()


def _kept(resolved: Resolved, extent: int) -> np.ndarray:
    if resolved.reach > extent:
        raise MatlabError("Matrix index is out of range for deletion.", "MATLAB:subsdeldimmismatch")
    keep = np.ones(extent, bool)
    keep[resolved.positions] = False
    return keep


def _delete_linear(value: Any, array: np.ndarray, subscript: Any) -> Any:
    resolved = resolve(subscript, array.size, None)
    if resolved.is_colon:
        return like(value, np.empty((0, 0), array.dtype))
    if not resolved.count:
        return value
    kept = array.reshape(-1, order="F")[_kept(resolved, array.size)]
    column = array.ndim == 2 and array.shape[1] == 1 and array.shape[0] != 1
    return like(value, kept.reshape((-1, 1) if column else (1, -1), order="F"))


# --- braces and fields ----------------------------------------------------------------------------------------------


def cell_get(value: Any, subscripts: tuple[Any, ...]) -> list[Any]:
    """``value{subscripts}``: the contents as a list in column-major order.  Strings give their text as char."""
    kind = type(value)
    if not subscripts and kind in (CellArray, StringArray):
        raise MatlabError("Brace indexing needs at least one subscript.", "MATLAB:badsubscript")
    if kind is CellArray:
        item = _scalar_content(value.array, subscripts)
        if item is not None:
            return [item]
        return list(index(value, subscripts).array.ravel(order="F"))
    if kind is StringArray:
        picked = index(value, subscripts).array.ravel(order="F")
        if any(text is None for text in picked):
            raise MatlabError("Cannot convert a missing string to a character vector.", "MATLAB:string:CannotConvertMissingElementToChar")
        return [CharArray.row(text) for text in picked]
    if class_of(value) == "function_handle":
        raise MatlabError("Brace indexing is not supported for variables of this type.", "MATLAB:cellRefFromNonCell")
    raise MatlabError("Brace indexing is not supported for variables of this type.", "MATLAB:cellRefFromNonCell")


def _scalar_content(array: np.ndarray, subscripts: tuple[Any, ...]) -> Any:
    if len(subscripts) == 1 and type(subscripts[0]) is float:
        i = int(subscripts[0]) if subscripts[0] >= 1 and subscripts[0] < 2**53 else 0
        if i == subscripts[0] and 0 < i <= array.size:
            return array.T.item(i - 1)
        return None
    return element(array, subscripts)


def field_get(value: Any, name: str) -> list[Any]:
    """``value.name``: the field of each element, column-major; ``MATLAB:nonExistentField`` where there is none."""
    if type(value) is not StructArray:
        raise MatlabError("Dot indexing is not supported for variables of this type.", "MATLAB:structRefFromNonStruct")
    array = value.array
    try:
        if array.size == 1:
            return [array.item(0)[name]]
        if name in value.fields:
            return [element[name] for element in array.ravel(order="F")]
    except KeyError:
        pass
    if type(name) is PositionName:
        raise MatlabError("Argument to dynamic structure reference must evaluate to a valid field name.", "MATLAB:mustBeFieldName")
    raise MatlabError(f'Unrecognized field name "{name}".', "MATLAB:nonExistentField")

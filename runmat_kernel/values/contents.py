"""Writing contents: ``c{i} = v`` and ``s.f = v``; elements are ``values.assignment``'s.

With ``in_place`` the caller says that it alone holds the value, as there; cells and structure arrays that grow by their
end get room to spare too.
"""

from __future__ import annotations

import math
import sys
from operator import lt
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .assignment import ALONE, EMPTY, assign
from .blocks import places
from .containers import CellArray, StructArray
from .convert import as_array, class_of, numel_of
from .subscripts import COLON
from .tensor import Tensor
from .text import CharArray, StringArray


def cell_assign(value: Any, subscripts: tuple[Any, ...], rhs: Any, in_place: bool = False) -> Any:
    """The value after ``value{subscripts} = rhs``; an undefined or empty value becomes a cell."""
    if type(value) is CellArray:
        if in_place and len(subscripts) == 1 and type(subscripts[0]) is float and store_content(value, subscripts[0], rhs):
            return value
        if in_place and len(subscripts) > 1 and _store_content_at(value, subscripts, rhs):
            return value
        _check_one(value, subscripts)
        return assign(value, subscripts, CellArray.of([rhs]), in_place)
    if value is None or (type(value) is Tensor and value.numel == 0):
        return assign(CellArray(np.empty((0, 0), object)), subscripts, CellArray.of([rhs]))
    if type(value) is StringArray:
        return assign(value, subscripts, rhs, in_place)
    raise MatlabError(
        "Unable to perform assignment because brace indexing is not supported for variables of this type.", "MATLAB:cellAssToNonCell"
    )


def _check_one(value: CellArray, subscripts: tuple[Any, ...]) -> None:
    """``c{subscripts} = x`` names one place; for more there is ``[c{...}] = ...``."""
    count = 1
    for k, subscript in enumerate(subscripts):
        if type(subscript) is float:
            continue
        if subscript is COLON:
            length = math.prod(value.shape[k:]) if k == len(subscripts) - 1 else value.shape[k] if k < len(value.shape) else 1
            count *= length or int(len(subscripts) > 1)  # in an empty cell a colon among others makes a place
        elif class_of(subscript) == "logical":
            count *= int(np.count_nonzero(as_array(subscript)))
        else:
            count *= numel_of(subscript)
    if count != 1:
        raise MatlabError(
            f"Assigning to {count} elements using a simple assignment statement is not supported. "
            "Consider using comma-separated list assignment.",
            "MATLAB:index:assignmentToList",
        )


def store_content(value: CellArray, subscript: float, rhs: Any) -> bool:
    """Put contents where a cell has a place, or at its end (with room to spare); False where that is not possible."""
    place = _place(value, subscript)
    if place is None:
        return False
    array = value.array
    if place < array.size:
        array[_at(array, place)] = rhs
        return True
    return _push(value, rhs)


def _store_content_at(value: CellArray, subscripts: tuple[Any, ...], rhs: Any) -> bool:
    """Put contents at as many numbers as the cell has dimensions; False where there is no such place, or others see the cell."""
    array = value.array
    if len(subscripts) != array.ndim or (at := places(subscripts)) is None or not all(map(lt, at, array.shape)):
        return False
    del array
    if value.array.base is not None or not value.array.flags.writeable or sys.getrefcount(value.array) > ALONE:
        return False
    value.array[at] = rhs
    return True


def store_field(value: StructArray, subscript: float, name: str, rhs: Any) -> bool:
    """``value(subscript).name = rhs`` in place where the field and the element are there, or the element is the next; else False."""
    place = _place(value, subscript) if name in value.fields else None
    if place is None:
        return False
    array = value.array
    if place == array.size:
        return _push(value, {**dict.fromkeys(value.fields, EMPTY), name: rhs})
    at = _at(array, place)
    contents = array[at]
    if sys.getrefcount(contents) == _ALONE_ITEM:
        contents[name] = rhs
    else:
        array[at] = {**contents, name: rhs}
    return True


def _place(value: CellArray | StructArray, subscript: float) -> int | None:
    """The place, from 0, of an element that may be written in place; None where others see the array, or for no such place."""
    i = int(subscript) if 1 <= subscript < 2**53 else 0
    if i < 1 or i != subscript or sys.getrefcount(value.array) != ALONE or not value.array.flags.writeable:
        return None
    array = value.array
    buffer = getattr(value, "spare", None)
    if array.base is not None and sys.getrefcount(array.base) != ALONE + (2 if array.base is buffer else 0):
        return None
    return i - 1 if i <= array.size + 1 else None


def _at(array: np.ndarray, place: int) -> tuple[int, ...]:
    return (0, place) if array.ndim == 2 and array.shape[0] == 1 else np.unravel_index(place, array.shape, order="F")  # type: ignore[return-value]


def _push(value: CellArray | StructArray, item: Any) -> bool:
    """Make a vector longer by one item, using (or making) spare room behind its last one."""
    array = value.array
    buffer = getattr(value, "spare", None)
    size, shape = array.size, array.shape
    if len(shape) != 2 or size < 8 or (shape[0] != 1 and shape[1] != 1):
        return False
    if buffer is None or array.base is not buffer or buffer.size <= size:
        buffer = value.spare = np.empty(size + size // 2 + 8, object)
        buffer[:size] = array.reshape(-1, order="F")
    buffer[size] = item
    value.array = buffer[: size + 1].reshape((1, size + 1) if shape[0] == 1 else (size + 1, 1), order="F")
    return True


BECOME_STRUCTURES = frozenset((Tensor, CellArray, CharArray))
"""Classes whose empty arrays become structures where a field is written into them."""


def field_set(value: Any, name: str, rhs: Any, in_place: bool = False) -> Any:
    """The value after ``value.name = rhs``; an undefined or empty value becomes a scalar struct.

    Raises ``MATLAB:scalarStructRequired`` for a struct array and ``MATLAB:structAssToNonStruct`` for other classes.
    """
    if value is None or (type(value) in BECOME_STRUCTURES and value.numel == 0):
        return StructArray.scalar({name: rhs})
    if type(value) is not StructArray:
        raise MatlabError(
            "Unable to perform assignment because dot indexing is not supported for variables of this type.", "MATLAB:structAssToNonStruct"
        )
    array = value.array
    if array.size != 1:
        if array.size == 0:
            return StructArray.scalar({**dict.fromkeys(value.fields, EMPTY), name: rhs})
        raise MatlabError("Scalar structure required for this assignment.", "MATLAB:scalarStructRequired")
    if in_place and array.flags.writeable and array.base is None and sys.getrefcount(array) == ALONE + 1:
        contents = array.item(0)
        if sys.getrefcount(contents) == _ALONE_ITEM:
            value.fields, contents[name] = value.fields if name in contents else (*contents, name), rhs
            return value
    return StructArray.scalar({**array.item(0), name: rhs})


def _item_references() -> int:
    array = np.empty((1, 1), object)
    array[0, 0] = {}
    contents = array.item(0)
    return sys.getrefcount(contents)


_ALONE_ITEM = _item_references()


def field_set_all(value: StructArray, name: str, items: list[Any]) -> StructArray:
    """The struct array after ``[value.name] = items{:}``: one item for each element, column-major."""
    array = np.empty(value.numel, object)
    for i, (element, item) in enumerate(zip(value.array.ravel(order="F"), items, strict=True)):
        array[i] = {**element, name: item}
    fields = value.fields if name in value.fields else (*value.fields, name)
    return StructArray(array.reshape(value.shape, order="F"), fields)


def with_field(value: StructArray | None, name: str) -> StructArray:
    """The struct array with a field of ``[]`` added to every element where it has none of that name (None: 0-by-0)."""
    if value is None:
        return StructArray(np.empty((0, 0), object), (name,))
    return value if name in value.fields else field_set_all(value, name, [EMPTY] * value.numel)

"""From Python and NumPy objects to Values, and the small questions asked of every Value."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .containers import CellArray, StructArray
from .functions import FunctionHandle
from .tensor import SCALAR_SHAPE, Tensor
from .text import CharArray, StringArray

_VALUE_TYPES = (Tensor, CharArray, StringArray, CellArray, StructArray, FunctionHandle)
_VALUE_SET = frozenset(_VALUE_TYPES)


def to_value(item: Any) -> Any:
    """The Value of what a builtin's Python function returns.

    Values pass through; int and NumPy numbers become double scalars (or the class of their type), str a char row,
    ndarray a Tensor (a real double scalar becomes float, a logical scalar bool); dict a scalar struct; list a cell row.
    """
    kind = type(item)
    if kind is float or kind is bool or kind is complex or kind in _VALUE_SET:
        return item
    if kind is np.ndarray and item.size != 1 and item.dtype.char != "O":
        return Tensor(item)
    if isinstance(item, _VALUE_TYPES):
        return item
    if kind is int:
        return float(item)
    if kind is str:
        return CharArray.row(item)
    if isinstance(item, np.ndarray):
        if item.dtype == object:
            return CellArray(item)
        if item.size == 1 and item.ndim <= 2:
            return _scalar(item.reshape(-1)[0])
        return Tensor(item)
    if isinstance(item, np.generic):
        return _scalar(item)
    if kind is list or kind is tuple:
        return CellArray.of([to_value(x) for x in item])
    if kind is dict:
        return StructArray.scalar({k: to_value(v) for k, v in item.items()})
    return item


def _scalar(number: np.generic) -> Any:
    kind = number.dtype
    if kind == np.float64:
        return float(number)
    if kind == np.bool_:
        return bool(number)
    if kind == np.complex128:
        return complex(number)
    return Tensor(np.array([[number]], kind, order="F"))


def class_of(value: Any) -> str:
    """MATLAB's ``class(value)``."""
    kind = type(value)
    if kind is float or kind is complex:
        return "double"
    if kind is bool:
        return "logical"
    return value.matlab_class


def shape_of(value: Any) -> tuple[int, ...]:
    """MATLAB's ``size(value)``, two dimensions or more."""
    kind = type(value)
    if kind is float or kind is bool or kind is complex:
        return SCALAR_SHAPE
    return value.shape


def numel_of(value: Any) -> int:
    kind = type(value)
    if kind is float or kind is bool or kind is complex:
        return 1
    return value.numel


def as_tensor(value: Any) -> Tensor:
    """A numeric, logical or char value as a Tensor (char codes become doubles); other classes are an error."""
    kind = type(value)
    if kind is Tensor:
        return value
    if kind is float or kind is bool or kind is complex:
        return Tensor(np.array([[value]], order="F"))
    if kind is CharArray:
        return Tensor(value.array.astype(np.float64))
    if hasattr(value, "full_value"):  # a sparse matrix
        return as_tensor(value.full_value())
    raise MatlabError(f"Conversion to double from {class_of(value)} is not possible.", "MATLAB:invalidConversion")


def as_array(value: Any) -> np.ndarray:
    """The host elements of a numeric, logical or char value, column-major, of its MATLAB shape."""
    kind = type(value)
    if kind is Tensor or kind is CharArray:
        return value.array
    if kind is float or kind is bool or kind is complex:
        return np.array([[value]], order="F")
    return as_tensor(value).array


def is_text(value: Any) -> bool:
    """Whether this is one piece of text: a char row or a scalar string that is not missing."""
    kind = type(value)
    return (kind is CharArray and value.is_row) or (kind is StringArray and value.numel == 1 and value.array[0, 0] is not None)


def text_of(value: Any, name: str = "argument") -> str:
    """The str of a char row or a scalar string; an error that names the argument otherwise."""
    if type(value) is CharArray and value.is_row:
        return value.text
    if type(value) is StringArray and value.numel == 1 and value.array.flat[0] is not None:
        return value.array.flat[0]
    raise MatlabError(f"The {name} must be a character vector or a string scalar.", "MATLAB:invalidType")


def word_of(value: Any) -> str:
    """The text of a value in lower case, as options are compared; empty for a value that is no text."""
    return text_of(value).lower() if is_text(value) else ""

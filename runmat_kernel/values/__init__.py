"""MATLAB's values: what a variable can hold.  See ``values.convert`` for going to and from Python objects."""

from __future__ import annotations

from typing import Any

from .containers import CellArray, StructArray, object_array
from .functions import FunctionHandle
from .tensor import SCALAR_SHAPE, Tensor, matlab_shape
from .text import CharArray, StringArray

# float, bool and complex are double, logical and complex double scalars.
Value = Any

__all__ = [
    "SCALAR_SHAPE",
    "CellArray",
    "CharArray",
    "FunctionHandle",
    "StringArray",
    "StructArray",
    "Tensor",
    "Value",
    "matlab_shape",
    "object_array",
]

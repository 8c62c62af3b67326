"""MATLAB's values: what a variable can hold.  See ``values.convert`` for going to and from Python objects.

A real double scalar is a Python float, a logical one a bool, a complex double one a complex.
"""

from __future__ import annotations

from .containers import CellArray, StructArray, object_array
from .functions import FunctionHandle
from .tensor import SCALAR_SHAPE, Tensor, matlab_shape
from .text import CharArray, StringArray

__all__ = [
    "SCALAR_SHAPE",
    "CellArray",
    "CharArray",
    "FunctionHandle",
    "StringArray",
    "StructArray",
    "Tensor",
    "matlab_shape",
    "object_array",
]

"""Cell arrays and struct arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .tensor import SCALAR_SHAPE, matlab_shape


def object_array(items: Sequence[Any], shape: tuple[int, ...] | None = None) -> np.ndarray:
    """An object ndarray (column-major) of ``items`` in column-major order; a row vector unless ``shape`` is given."""
    array = np.empty(len(items), object)
    for i, item in enumerate(items):
        array[i] = item
    return array.reshape(shape if shape is not None else (1, len(items)), order="F")


class CellArray:
    """A cell array: ``array`` is an object ndarray of Values, column-major."""

    # ``spare`` stays unset until ``values.contents`` lets a vector grow: the longer buffer that ``array`` is the front of.
    __slots__ = ("__weakref__", "array", "spare")
    matlab_class = "cell"
    is_complex = False

    def __init__(self, array: np.ndarray) -> None:
        shape = matlab_shape(array.shape)
        self.array: np.ndarray = np.asfortranarray(array if shape == array.shape else array.reshape(shape, order="F"))

    @classmethod
    def of(cls, items: Iterable[Any], shape: tuple[int, ...] | None = None) -> CellArray:
        """A cell of ``items`` in column-major order; a row vector unless ``shape`` is given."""
        return cls(object_array(list(items), shape))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def numel(self) -> int:
        return self.array.size

    def __repr__(self) -> str:
        return f"<CellArray {'x'.join(map(str, self.shape))}>"


class StructArray:
    """A struct array: ``fields`` in order, and ``array``, an object ndarray whose elements are dicts field -> Value.

    Every element has exactly the keys of ``fields``.  Elements are shared between copies: whoever changes one
    makes a new dict first, unless nobody else can see it.
    """

    __slots__ = ("__weakref__", "array", "fields", "spare")  # ``spare`` as a cell array's
    matlab_class = "struct"
    is_complex = False

    def __init__(self, array: np.ndarray, fields: Iterable[str]) -> None:
        shape = matlab_shape(array.shape)
        self.array: np.ndarray = np.asfortranarray(array if shape == array.shape else array.reshape(shape, order="F"))
        self.fields: tuple[str, ...] = tuple(fields)

    @classmethod
    def scalar(cls, contents: dict[str, Any]) -> StructArray:
        array = np.empty(SCALAR_SHAPE, object)
        array[0, 0] = contents
        return cls(array, contents)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def numel(self) -> int:
        return self.array.size

    def __repr__(self) -> str:
        return f"<StructArray {'x'.join(map(str, self.shape))} {list(self.fields)}>"

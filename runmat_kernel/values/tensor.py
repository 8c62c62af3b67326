"""Numeric and logical arrays.

Scalars of the common kinds are plain Python objects: ``float`` is a real double scalar, ``bool`` a logical
scalar, ``complex`` a complex double scalar.  Everything else numeric is a ``Tensor``; a Tensor may also hold a
single element (always so for ``single`` and the integer classes).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .classes import CLASS_OF_DTYPE
from .storage import Storage

SCALAR_SHAPE = (1, 1)


def matlab_shape(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A NumPy shape as MATLAB's: at least two dimensions, no trailing ones beyond them; a vector is a row."""
    if len(shape) == 2:
        return shape
    if len(shape) < 2:
        return (1, shape[0]) if shape else SCALAR_SHAPE
    end = len(shape)
    while end > 2 and shape[end - 1] == 1:
        end -= 1
    return shape[:end]


class Tensor:
    """A numeric or logical array: ``matlab_class``, ``shape`` (2 or more dimensions), ``is_complex``, elements.

    Class, shape and complexity are known at once; elements may be on the host, still to be computed (Pending), or
    on a device: ``storage`` says which.  ``array`` gives the host elements, column-major, forcing what is needed.
    Immutable to the language; only ``values.indexing`` writes into one, and only when nobody else can see it.
    """

    # ``spare`` stays unset until ``values.assignment`` lets a vector grow: the longer buffer that ``_array`` is the front of.
    # ``rounded`` is set where a range of fractions stands between parentheses: what warns when it is rounded as a subscript.
    __slots__ = ("__weakref__", "_array", "_is_complex", "matlab_class", "rounded", "shape", "spare", "storage")
    rounded: Callable[[], None]

    def __init__(self, array: np.ndarray, matlab_class: str | None = None) -> None:
        """A host tensor of ``array``, which is not copied where it is column-major already."""
        if type(array) is not np.ndarray:
            array = np.asarray(array)
        shape = array.shape
        if len(shape) != 2 and (shape := matlab_shape(shape)) != array.shape:
            array = array.reshape(shape, order="F")
        if not array.flags.f_contiguous:
            array = np.asfortranarray(array)
        dtype = array.dtype
        self.matlab_class = matlab_class or CLASS_OF_DTYPE[dtype]
        self.shape = shape
        self._is_complex = dtype.kind == "c"
        self.storage: Storage | None = None
        self._array: np.ndarray | None = array

    @classmethod
    def stored(cls, storage: Storage, matlab_class: str, shape: tuple[int, ...], is_complex: bool = False) -> Tensor:
        """A tensor whose elements are elsewhere (Pending or Device)."""
        self = cls.__new__(cls)
        self.matlab_class, self.shape, self._is_complex = matlab_class, matlab_shape(shape), is_complex
        self.storage, self._array = storage, None
        return self

    @property
    def array(self) -> np.ndarray:
        """The elements on the host, column-major, of ``shape``; computes or gathers them when they are elsewhere."""
        array = self._array
        if array is None:
            assert self.storage is not None
            array = self._array = self.storage.host()
            self._is_complex = array.dtype.kind == "c"
        return array

    @property
    def is_complex(self) -> bool:
        """Whether the elements are complex; computes them where that cannot be told before (``sqrt`` of unknown numbers)."""
        if self._array is None and self.storage is not None and self.storage.uncertain:
            return self.storage.settled(self)
        return self._is_complex

    @property
    def on_host(self) -> bool:
        """Whether ``array`` costs nothing."""
        return self._array is not None

    @property
    def numel(self) -> int:
        n = 1
        for d in self.shape:
            n *= d
        return n

    @property
    def nbytes(self) -> int:
        from .classes import dtype_of

        return self.numel * dtype_of(self.matlab_class, is_complex=self.is_complex).itemsize

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        array = self.array
        return array.astype(dtype) if dtype is not None else (array.copy() if copy else array)

    def __repr__(self) -> str:
        size = "x".join(map(str, self.shape))
        return f"<Tensor {size} {'complex ' if self.is_complex else ''}{self.matlab_class}>"

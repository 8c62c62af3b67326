"""Arrays as lines along one dimension, for functions that work on each line by itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.records import record
from . import arguments as arg


@record
class Lines:
    """The lines of an array along ``axis``: the columns of ``matrix``.  ``rest`` are the lengths of the other dimensions, in order."""

    matrix: np.ndarray
    axis: int
    rest: tuple[int, ...]

    @classmethod
    def of(cls, array: np.ndarray, dim: Any = None) -> Lines:
        """Along ``dim`` (a Value, which may lie beyond the array's dimensions: lines of one element), or the first that is not 1 long."""
        axis = arg.first_nonsingleton(array.shape) if dim is None else arg.dimension(dim)
        moved = np.moveaxis(arg.pad_dims(array, axis + 1), axis, 0)
        return cls(moved.reshape(moved.shape[0], math.prod(moved.shape[1:]), order="F"), axis, moved.shape[1:])

    def back(self, matrix: np.ndarray) -> np.ndarray:
        """A matrix with a column for each line (of any length) as an array of the original layout."""
        return np.asfortranarray(np.moveaxis(matrix.reshape((matrix.shape[0], *self.rest), order="F"), 0, self.axis))

    def each(self, function: Callable[[np.ndarray], np.ndarray], length: int) -> np.ndarray:
        """``function(line)`` of every line, each result ``length`` long, as an array of the original layout."""
        return self.several(lambda line: (function(line),), 1, length)[0]

    def several(self, function: Callable[[np.ndarray], tuple[np.ndarray, ...]], count: int, length: int) -> list[np.ndarray]:
        """The ``count`` results of ``function(line)``, each ``length`` long, of every line."""
        results = [function(line) for line in self.matrix.T]
        return [self.back(np.stack([f[k] for f in results], axis=1) if results else np.zeros((length, 0))) for k in range(count)]

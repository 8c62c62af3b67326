"""Random subscripts of every kind against NumPy's outer indexing: reading, writing, and writing in place."""

import numpy as np

from runmat_kernel.values import Tensor
from runmat_kernel.values.indexing import COLON, assign, index


def _subscript(rng, extent):
    """A subscript of a random kind, and the zero-based positions it means."""
    kind = rng.integers(0, 5)
    if kind == 0:
        return COLON, np.arange(extent)
    if kind == 1:
        position = int(rng.integers(0, extent))
        return float(position + 1), np.array([position])
    if kind == 2:
        positions = rng.integers(0, extent, size=3)
        return Tensor((positions + 1.0).reshape(1, -1)), positions
    if kind == 3:
        mask = rng.random(extent) > 0.5
        return Tensor(mask.reshape(1, -1)), np.flatnonzero(mask)
    return range(extent, 0, -1), np.arange(extent)[::-1]


def _elements(value):
    return np.asarray(getattr(value, "array", value)).ravel(order="F")


def test_against_outer_indexing():
    rng = np.random.default_rng(7)
    for _ in range(400):
        tensor = Tensor(rng.integers(0, 100, size=tuple(rng.integers(1, 4, size=rng.integers(2, 4)))).astype(float))
        array, count = tensor.array.copy(order="F"), int(rng.integers(1, tensor.array.ndim + 2))
        shape = array.shape
        folded = (*shape, *[1] * count)[: count - 1]
        extents = (*folded, array.size // int(np.prod(folded)))
        subscripts, positions = zip(*(_subscript(rng, extent) for extent in extents), strict=True)
        viewed = array.reshape(extents, order="F")
        expected = viewed[np.ix_(*positions)]
        assert np.array_equal(_elements(index(tensor, subscripts)), expected.ravel(order="F"))
        given = rng.integers(100, 200, size=expected.shape).astype(float)
        viewed[np.ix_(*positions)] = given
        for in_place in (False, True):
            changed = assign(tensor, subscripts, Tensor(np.asfortranarray(given)), in_place)
            assert np.array_equal(_elements(changed), array.ravel(order="F"))

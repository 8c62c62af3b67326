"""Cuts an index space into blocks that fit a core's cache."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from ...base.records import record
from ...codegen.body import Body, Input
from ...graph.evaluate import compute_dtype

BLOCK_BYTES = 524_288
"""Bytes of the widest array of a block, at least: a handful of them fit into a core's cache."""
_MOST_BYTES = 1_048_576
"""And at most.  Threads wait for each other between two calls of NumPy, so that fewer and longer calls pay (the benchmark's image pipeline
on two cores of an EPYC with 1 MiB of cache each: 32 ms with blocks of 512 KiB, 26 with 1 MiB, 28 with 2 MiB)."""
_LEAST_BLOCKS = 16
"""Before blocks grow, there are so many of them, for the threads to share."""


def block_elements(body: Body) -> int:
    """Elements of a block of this kernel; they do not depend on the number of threads, since sums are made block by block."""
    classes = {i.compute_class for i in body.instructions} | {i.matlab_class for i in body.inputs}
    width = max((compute_dtype(c).itemsize for c in classes), default=8)
    return min(_MOST_BYTES, max(BLOCK_BYTES, prod(body.space) * width // _LEAST_BLOCKS)) // width


@record
class Layout:
    """A space with its dimensions merged: sizes, which are reduced, and the strides (in elements) of every input over them."""

    sizes: tuple[int, ...]
    reduced: tuple[int, ...]
    strides: tuple[tuple[int, ...] | None, ...]


def strides_of(body: Body, item: Input) -> tuple[int, ...]:
    """The element strides of an input over the space, also where the record leaves them out."""
    if item.strides is not None:
        return item.strides
    strides, step = [], 1
    for n in body.space:
        strides.append(step)
        step *= n
    return tuple(strides)


def layout(body: Body) -> Layout:
    """Neighbouring dimensions merge where both are reduced or both kept, and every input goes on evenly."""
    own = strides_of(body, Input("double"))
    rows = [own] + [strides_of(body, i) if not i.result_space else own for i in body.inputs]
    sizes: list[int] = []
    reduced: list[bool] = []
    merged: list[list[int]] = [[] for _ in rows]
    for d, n in enumerate(body.space):
        if n == 1:
            continue
        is_reduced = d in body.reduced
        if sizes and reduced[-1] == is_reduced and all(r[d] == m[-1] * sizes[-1] for r, m in zip(rows, merged, strict=True)):
            sizes[-1] *= n
            continue
        sizes.append(n)
        reduced.append(is_reduced)
        for r, m in zip(rows, merged, strict=True):
            m.append(r[d])
    if not sizes:
        sizes, reduced, merged = [1], [bool(body.reduced)], [[0] for _ in rows]
    strides = tuple(None if item.result_space else tuple(m) for item, m in zip(body.inputs, merged[1:], strict=True))
    return Layout(tuple(sizes), tuple(d for d, r in enumerate(reduced) if r), strides)


def view(array: np.ndarray, strides: tuple[int, ...], offset: int, sizes: tuple[int, ...]) -> np.ndarray:
    """An input over the merged space; expanded dimensions keep size one, so that NumPy's inner loops see scalars."""
    width = array.dtype.itemsize
    shape = tuple([n if s else 1 for n, s in zip(sizes, strides, strict=True)])
    return np.ndarray(shape, array.dtype, array.reshape(-1, order="F"), offset * width, tuple([s * width for s in strides]))


def cuts(sizes: tuple[int, ...], limit: int) -> list[tuple[slice, ...]]:
    """Boxes of at most about ``limit`` elements that cover the space, first dimension fastest."""
    whole, axis = 1, 0
    while axis < len(sizes) - 1 and whole * sizes[axis] <= limit:
        whole *= sizes[axis]
        axis += 1
    step = max(1, limit // whole)
    along = [slice(i, min(i + step, sizes[axis])) for i in range(0, sizes[axis], step)]
    lead = (slice(None),) * axis
    outer = product(*[range(n) for n in reversed(sizes[axis + 1 :])])
    return [(*lead, piece, *(slice(i, i + 1) for i in reversed(rest))) for rest in outer for piece in along]


def box_shape(box: tuple[slice, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(len(range(*s.indices(n))) for s, n in zip(box, sizes, strict=True))


def box_offset(box: tuple[slice, ...], sizes: tuple[int, ...]) -> int:
    """The linear index of a box's first element."""
    offset, step = 0, 1
    for s, n in zip(box, sizes, strict=True):
        offset += (s.start or 0) * step
        step *= n
    return offset


def select(box: tuple[slice, ...], array: np.ndarray) -> np.ndarray:
    """The box of an input's view (dimensions of size one stay whole)."""
    return array[tuple(slice(None) if n == 1 else s for s, n in zip(box, array.shape, strict=True))]

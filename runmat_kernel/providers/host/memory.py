"""Memory of host results, used again: to touch a fresh array's pages costs as much as the arithmetic that fills them."""

from __future__ import annotations

import sys
from math import prod

import numpy as np

LEAST_BYTES = 1 << 20
"""Smaller arrays come from the allocator, which keeps such memory itself."""
_SLACK = 1.25
"""How much longer than needed a kept block may be."""
_MOST_BLOCKS = 64
_LINE = 64
"""Bytes of a line of cache, where arrays begin: vectors across two lines are read at three quarters of the speed."""


class _Holder:
    __slots__ = ("block", "first")

    def __init__(self, nbytes: int) -> None:
        self.block = np.empty(nbytes + _LINE, np.uint8)
        self.first = -self.block.__array_interface__["data"][0] % _LINE


_holder = _Holder(1)
_ALONE = sys.getrefcount(_holder.block)
"""The count of ``sys.getrefcount`` for a block that one place holds."""


class Arrays:
    """Gives out arrays over blocks of bytes that it keeps; a block that no array uses any more is given out again.

    NumPy's views name the block as their base, so its reference count tells whether anything still looks at it.
    ``idle_bytes`` is the most memory kept without use.
    """

    def __init__(self, idle_bytes: int) -> None:
        self.idle_bytes = idle_bytes
        self._blocks: list[_Holder] = []

    def take(self, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """A column-major array with arbitrary elements.  Raises MemoryError."""
        nbytes = prod(shape) * dtype.itemsize
        if nbytes < LEAST_BYTES:
            return np.empty(shape, dtype, order="F")
        holder = self._unused(nbytes)
        if holder is None:
            self._trim()
            try:
                holder = _Holder(nbytes)
            except MemoryError:
                self.clear()
                holder = _Holder(nbytes)
            self._blocks.append(holder)
        return holder.block[holder.first : holder.first + nbytes].view(dtype).reshape(shape, order="F")

    def _unused(self, nbytes: int) -> _Holder | None:
        """The shortest block that is free and long enough, moved to the end: the front holds what was not used for longest."""
        best = None
        for holder in self._blocks:
            size = holder.block.nbytes - _LINE
            if (
                nbytes <= size <= nbytes * _SLACK
                and (best is None or size < best.block.nbytes - _LINE)
                and sys.getrefcount(holder.block) == _ALONE
            ):
                best = holder
        if best is not None:
            self._blocks.remove(best)
            self._blocks.append(best)
        return best

    def _trim(self) -> None:
        """Give back the blocks that were idle longest until the rest fits; forget blocks in use beyond a number."""
        idle = [h for h in self._blocks if sys.getrefcount(h.block) == _ALONE]
        excess = sum(h.block.nbytes for h in idle) - self.idle_bytes
        for holder in idle:
            if excess <= 0:
                break
            excess -= holder.block.nbytes
            self._blocks.remove(holder)
        while len(self._blocks) > _MOST_BLOCKS:
            del self._blocks[0]

    def clear(self) -> None:
        """Give back everything that is idle."""
        self._blocks = [h for h in self._blocks if sys.getrefcount(h.block) != _ALONE]

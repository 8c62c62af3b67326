"""Device memory: arrays in chunks that each fit one binding, from a pool of size classes with a cap and a budget."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from math import prod
from typing import Any

import numpy as np

from ...codegen.target import Target
from ...values.classes import dtype_of
from ..provider import OutOfMemory

CHUNK_ELEMENT_BYTES = 8
"""Chunks are cut for the widest class, so that arrays of one shape are cut alike whatever their class."""


def chunk_elements(shape: tuple[int, ...], cap: int) -> int:
    """Elements in each chunk of an array of ``shape``: whole multiples along its last dimension of size above 1 where one fits.

    ``cap`` is the most elements a chunk may hold.
    """
    numel = prod(shape)
    if numel <= cap:
        return max(numel, 1)
    last = max(d for d, size in enumerate(shape) if size > 1)
    slab = prod(shape[:last])
    return cap // slab * slab if slab <= cap else cap


@dataclass(slots=True, eq=False)
class Raw:
    """One wgpu buffer of a size class; ``serial`` is never used again, so caches may key by it."""

    handle: Any
    nbytes: int
    serial: int


@dataclass(slots=True)
class PoolReport:
    """Bytes in use, kept for reuse, and the most that were in use at a time."""

    used: int = 0
    kept: int = 0
    high_water: int = 0


@dataclass(slots=True)
class Pool:
    """Buffers by size class.  At most ``cap`` bytes are kept unused; in use and kept together never exceed ``budget`` bytes.

    The pool itself refers to every buffer in use.  Else a GpuBuffer that dies in a reference cycle would hand back a buffer whose
    wgpu object was finalized with it, and the next owner would abort the process.
    """

    create: Callable[[int], Any]
    destroyed: Callable[[Raw], None]
    cap: int
    budget: int
    report: PoolReport = field(default_factory=PoolReport)
    _free: dict[int, list[Raw]] = field(default_factory=lambda: defaultdict(list))
    _in_use: dict[int, Raw] = field(default_factory=dict)
    _serials: Any = field(default_factory=count)

    def take(self, nbytes: int) -> Raw:
        """A buffer of at least ``nbytes``.  Raises OutOfMemory after the pool was trimmed in vain."""
        size = size_class(nbytes)
        free = self._free.get(size)
        if free:
            raw = free.pop()
            self.report.kept -= size
        else:
            raw = self._new(size)
        self._in_use[raw.serial] = raw
        self.report.used += size
        self.report.high_water = max(self.report.high_water, self.report.used)
        return raw

    def _new(self, size: int) -> Raw:
        if self.report.used + self.report.kept + size > self.budget:
            self.trim()
        if self.report.used + size > self.budget:
            raise OutOfMemory(size)
        for last in (False, True):
            try:
                return Raw(self.create(size), size, next(self._serials))
            except MemoryError:
                if last:
                    break
                self.trim()
        raise OutOfMemory(size)

    def give(self, raw: Raw) -> None:
        """Take a buffer back: queued work that uses it runs before anything that a later owner queues."""
        del self._in_use[raw.serial]
        self.report.used -= raw.nbytes
        if self.report.kept + raw.nbytes > self.cap:
            self.destroyed(raw)
            return
        self._free[raw.nbytes].append(raw)
        self.report.kept += raw.nbytes

    def trim(self) -> None:
        """Free all that is kept unused."""
        for free in self._free.values():
            for raw in free:
                self.destroyed(raw)
        self._free.clear()
        self.report.kept = 0


def size_class(nbytes: int) -> int:
    """``nbytes`` rounded up to an eighth of a power of two, and to 256 bytes: whole vectors may be read past the end."""
    step = max(256, 1 << max(0, nbytes.bit_length() - 4))
    return max(-(-nbytes // step) * step, 256)


class GpuBuffer:
    """An array on the device: its chunks in order, each ``chunk`` elements long (the last one shorter).

    ``copy`` has the bytes of a small array that came back with the flags of the kernel that made it.
    """

    __slots__ = ("__weakref__", "_pool", "chunk", "chunks", "copy", "is_complex", "itemsize", "matlab_class", "numel", "shape")

    def __init__(self, pool: Pool, shape: tuple[int, ...], matlab_class: str, is_complex: bool, cap: int) -> None:
        self._pool = pool
        self.shape, self.matlab_class, self.is_complex = shape, matlab_class, is_complex
        self.itemsize = size = self.dtype.itemsize
        self.numel = numel = prod(shape)
        self.copy: bytes | None = None
        self.chunk = chunk_elements(shape, cap)
        self.chunks: list[Raw] = []
        for start in range(0, max(numel, 1), self.chunk):
            self.chunks.append(pool.take(min(self.chunk, numel - start) * size))

    @property
    def dtype(self) -> np.dtype:
        return dtype_of(self.matlab_class, is_complex=self.is_complex)

    @property
    def nbytes(self) -> int:
        return self.numel * self.itemsize

    def chunk_bytes(self, number: int) -> int:
        return min(self.chunk, self.numel - number * self.chunk) * self.itemsize

    def __del__(self) -> None:
        for raw in self.chunks:
            self._pool.give(raw)


def chunk_cap(target: Target) -> int:
    """The most elements of a chunk: a binding full of the widest class, with room for the size class's rounding."""
    return target.max_binding_bytes * 7 // 8 // CHUNK_ELEMENT_BYTES // 64 * 64

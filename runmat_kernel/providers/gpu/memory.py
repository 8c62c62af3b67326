"""Device memory: arrays in chunks that each fit one binding, from a pool of size classes with a cap and a budget."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import count
from math import prod
from typing import Any

import numpy as np

from ...codegen.target import Target, chunk_elements
from ...values.classes import dtype_of
from ..provider import OutOfMemory

CHUNK_ELEMENT_BYTES = 8
"""Chunks are cut for the widest class, so that arrays of one shape are cut alike whatever their class."""

AHEAD = 2
"""Buffers like one that had to be made which are made in advance, once for each size."""
LEAST_AHEAD, MOST_AHEAD = 64 << 20, 512 << 20
"""Bytes of buffers that are worth it, and of those that would take too much of an unknown memory."""

ALIGNMENT = 256
"""Parts of a buffer are bound from multiples of so many bytes on: the largest alignment that an adapter may ask for."""


@dataclass(slots=True, eq=False)
class Raw:
    """One wgpu buffer of a size class, or the part of one from ``offset`` bytes on.

    ``serial`` is never used again, so caches may key by it.  ``parts`` are those of a buffer by their (offset, bytes), kept as long as it.
    """

    handle: Any
    nbytes: int
    serial: int
    offset: int = 0
    parts: dict[tuple[int, int], Raw] = field(default_factory=dict)


@dataclass(slots=True)
class PoolReport:
    """Bytes in use, kept for reuse, and the most that were in use at a time."""

    used: int = 0
    kept: int = 0
    high_water: int = 0


@dataclass(slots=True)
class Pool:
    """Buffers by size class.  At most ``cap`` bytes are kept unused; in use and kept together never exceed ``budget`` bytes.
    Arrays of up to ``whole`` bytes may lie in one buffer, also where they are cut into chunks.
    ``beside``, where it is given, calls a function in another thread: drivers take milliseconds to make a large buffer, and compile nothing
    meanwhile, so the next ones of a size are made while nobody waits (``make_ahead``).

    The pool itself refers to every buffer in use.  Else a GpuBuffer that dies in a reference cycle would hand back a buffer whose
    wgpu object was finalized with it, and the next owner would abort the process.
    """

    create: Callable[[int], Any]
    destroyed: Callable[[Raw], None]
    cap: int
    budget: int
    whole: int = 0
    beside: Callable[[Callable[[], Any]], Future[Any]] | None = None
    report: PoolReport = field(default_factory=PoolReport)
    _ahead: dict[int, list[Future[Any]]] = field(default_factory=dict)
    _wanted: list[int] = field(default_factory=list)
    _free: dict[int, list[Raw]] = field(default_factory=lambda: defaultdict(list))
    _in_use: dict[int, Raw] = field(default_factory=dict)
    _serials: Any = field(default_factory=count)

    def take(self, nbytes: int) -> Raw:
        """A buffer of at least ``nbytes``.  Raises OutOfMemory after the pool was trimmed in vain."""
        size, report = size_class(nbytes), self.report
        free = self._free.get(size)
        if free:
            raw = free.pop()
            report.kept -= size
        else:
            raw = self._made_ahead(size) or self._new(size)
        self._in_use[raw.serial] = raw
        report.used = used = report.used + size
        if used > report.high_water:
            report.high_water = used
        return raw

    def parts(self, raw: Raw, step: int) -> list[Raw]:
        """A buffer cut after every ``step`` bytes."""
        for start in range(0, raw.nbytes, step):
            key = (start, min(step, raw.nbytes - start))
            if key not in raw.parts:
                raw.parts[key] = Raw(raw.handle, key[1], next(self._serials), start)
        return [raw.parts[start, min(step, raw.nbytes - start)] for start in range(0, raw.nbytes, step)]

    def make_ahead(self) -> None:
        """Begin to make buffers like those that had to be made since the last call: their like is often needed next."""
        while self._wanted and self.beside is not None:
            size = self._wanted.pop()
            if self.report.used + self.report.kept + AHEAD * size <= self.budget:
                self._ahead[size] = [self.beside(partial(self.create, size)) for _ in range(AHEAD)]
                self.report.kept += AHEAD * size

    def _made_ahead(self, size: int) -> Raw | None:
        """A buffer that was made in advance; where there is none of this size, its like is wanted from now on."""
        ahead = self._ahead.get(size)
        if not ahead:
            if ahead is None and LEAST_AHEAD <= size <= MOST_AHEAD and self.beside is not None:
                self._ahead[size] = []
                self._wanted.append(size)
            return None
        self.report.kept -= size
        try:
            return Raw(ahead.pop(0).result(), size, next(self._serials))
        except MemoryError:
            return None

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
        for ahead in self._ahead.values():
            while ahead:
                with suppress(MemoryError):
                    self.destroyed(Raw(ahead.pop().result(), 0, next(self._serials)))
        for free in self._free.values():
            for raw in free:
                self.destroyed(raw)
        self._free.clear()
        self.report.kept = 0


@lru_cache(maxsize=1024)
def size_class(nbytes: int) -> int:
    """``nbytes`` rounded up to an eighth of a power of two, and to 256 bytes: whole vectors may be read past the end."""
    step = max(256, 1 << max(0, nbytes.bit_length() - 4))
    return max(-(-nbytes // step) * step, 256)


@lru_cache(maxsize=1024)
def _layout(shape: tuple[int, ...], matlab_class: str, is_complex: bool, cap: int) -> tuple[int, int, int]:
    """Bytes of an element, elements in all, and elements of a chunk."""
    return dtype_of(matlab_class, is_complex=is_complex).itemsize, prod(shape), chunk_elements(shape, cap)


class GpuBuffer:
    """An array on the device: its chunks in order, each ``chunk`` elements long (the last one shorter).

    The chunks are parts of one buffer (``_whole``) where it is small enough to be bound in one piece and they begin where bindings may:
    then other chunks of it can be bound as well (``cut``).  ``copy`` has the bytes of a small array that came back with the flags of the
    kernel that made it.
    """

    __slots__ = ("__weakref__", "_owner", "_pool", "_whole", "chunk", "chunks", "copy", "is_complex", "itemsize", "matlab_class", "numel",
                 "shape")  # fmt: skip

    def __init__(self, pool: Pool, shape: tuple[int, ...], matlab_class: str, is_complex: bool, cap: int) -> None:
        self._pool = pool
        self.shape, self.matlab_class, self.is_complex = shape, matlab_class, is_complex
        size, numel, chunk = _layout(shape, matlab_class, is_complex, cap)
        self.itemsize, self.numel, self.chunk = size, numel, chunk
        self.copy: bytes | None = None
        self._whole: Raw | None = None
        self._owner: GpuBuffer | None = None
        self.chunks: list[Raw] = []
        if chunk < numel and chunk * size % ALIGNMENT == 0 and numel * size <= pool.whole:
            # Where there is no room for one buffer there may be some for several.
            with suppress(OutOfMemory):
                self._whole = pool.take(numel * size)
                self.chunks = self._parts(self._whole)
        if not self.chunks:
            for start in range(0, max(numel, 1), chunk):
                self.chunks.append(pool.take(min(chunk, numel - start) * size))

    def _parts(self, whole: Any) -> list[Raw]:
        # The size class has room for whole vectors behind the last element, but no further chunk.
        step = self.chunk * self.itemsize
        return self._pool.parts(whole, step)[: -(-self.numel * self.itemsize // step)]

    def cut(self, shape: tuple[int, ...], cap: int) -> GpuBuffer | None:
        """The same elements, in the same memory, as an array of ``shape`` in chunks of at most ``cap``; None where they cannot be."""
        chunk = chunk_elements(shape, cap)
        alone = len(self.chunks) == 1 and chunk >= self.numel
        if not alone and (self._whole is None or (chunk < self.numel and chunk * self.itemsize % ALIGNMENT)):
            return None
        other = object.__new__(GpuBuffer)
        other._pool, other._owner, other._whole = self._pool, self, self._whole
        other.shape, other.matlab_class, other.is_complex = shape, self.matlab_class, self.is_complex
        other.itemsize, other.numel, other.copy, other.chunk = self.itemsize, self.numel, None, chunk
        whole: Any = self._whole
        other.chunks = self.chunks if alone else [whole] if chunk >= self.numel else other._parts(whole)
        return other

    @property
    def dtype(self) -> np.dtype:
        return dtype_of(self.matlab_class, is_complex=self.is_complex)

    @property
    def nbytes(self) -> int:
        return self.numel * self.itemsize

    def __del__(self) -> None:
        if self._owner is None:
            for raw in self.chunks if self._whole is None else [self._whole]:
                self._pool.give(raw)


def chunk_cap(target: Target) -> int:
    """The most elements of a chunk: a binding full of the widest class, with room for the size class's rounding."""
    return target.max_binding_bytes * 7 // 8 // CHUNK_ELEMENT_BYTES // 64 * 64


def whole_bytes(target: Target) -> int:
    """The most bytes that lie in one buffer: they are bound in one piece, and their size class is a buffer."""
    most = target.max_binding_bytes // 64 * 64
    return most if size_class(most) <= target.max_buffer_bytes else most * 7 // 8

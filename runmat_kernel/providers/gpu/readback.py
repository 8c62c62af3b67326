"""What a submission tells afterwards: raised flags, kernel times and small results, read through one small mapped buffer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any
from weakref import ref

import numpy as np

from ..provider import KernelCall
from .memory import GpuBuffer, Raw
from .recording import clear, copy, resolve

CALLS = 1_024
"""Kernels of one submission; longer lists go in several."""

SMALL_BYTES = 4_096
"""The largest result that comes back with the flags: a wait costs more than so many bytes."""

SMALL_RESULTS = 64
"""Results that come back with the flags of one submission: each is a copy to record."""

SPIN_SECONDS = 5e-3
"""How long to ask without sleeping: a longer kernel hides the cost of being woken."""


class Readback:
    """The flags, timestamps and small held results of one submission.  Reused once they were read.

    ``serial`` is this one's number among those of its provider; pools number their buffers upwards, flags count down.
    ``spins``: ask again and again at first (see ``_map``), where the device is not this very processor.
    """

    def __init__(self, device: Any, timestamps: bool, serial: int, *, spins: bool) -> None:
        import wgpu

        self._device = device
        self._spins = spins
        usage = wgpu.BufferUsage
        flags = device.create_buffer(size=4 * CALLS, usage=usage.STORAGE | usage.COPY_SRC | usage.COPY_DST)
        self.flags = Raw(flags, 4 * CALLS, -1 - serial)
        self._staging = device.create_buffer(size=12 * CALLS + 16 + SMALL_BYTES * SMALL_RESULTS, usage=usage.MAP_READ | usage.COPY_DST)
        self.queries = self._resolved = None
        if timestamps:
            self.queries = device.create_query_set(type="timestamp", count=CALLS + 1)
            self._resolved = device.create_buffer(size=8 * (CALLS + 1), usage=usage.QUERY_RESOLVE | usage.COPY_SRC)
        self.calls: Sequence[KernelCall] = ()
        self._small: dict[int, tuple[ref[GpuBuffer], int]] = {}
        self._guarded = False
        self._used = 0

    def begin(self, encoder: Any, calls: Sequence[KernelCall], guarded: bool) -> None:
        """Before the kernels; ``guarded``: some of them raise flags."""
        self.calls, self._guarded = calls, guarded
        if guarded:
            clear(encoder, self.flags.handle, 4 * len(calls))

    def finish(self, encoder: Any) -> None:
        """Queue the copies to the mapped buffer, after the kernels."""
        count = len(self.calls)
        if self._guarded:
            copy(encoder, self.flags.handle, 0, self._staging, 0, 4 * count)
        end = _round8(4 * count)
        if self.queries is not None:
            resolve(encoder, self.queries, count + 1, self._resolved)
            copy(encoder, self._resolved, 0, self._staging, end, 8 * (count + 1))
            end += 8 * (count + 1)
        for buffer in _small_results(self.calls):
            size = _round8(buffer.nbytes)
            copy(encoder, buffer.chunks[0].handle, 0, self._staging, end, size)
            # A result that nobody holds any more is not waited for.
            self._small[id(buffer)] = (ref(buffer), end)
            end += size
        self._used = end

    def holds(self, buffer: GpuBuffer) -> bool:
        """Whether a result comes back with this submission."""
        found = self._small.get(id(buffer))
        return found is not None and found[0]() is buffer

    def _map(self) -> None:
        """Wait until the copies are there.  wgpu-py waits in a thread of its own; on an H200 that thread's turn came 0.3 ms late."""
        # Without wgpu-py's empty submission: the copies were submitted before.
        promise = self._staging.map_async("READ_NOSYNC", 0, self._used)
        if self._spins:
            late = time.perf_counter() + SPIN_SECONDS
            while promise._state == "pending" and time.perf_counter() < late:
                self._device._poll(False)
        promise.sync_wait()

    def read(self) -> None:
        """Wait for the submission; note flags and seconds in its calls, and small results in their buffers."""
        self._map()
        data = bytes(self._staging.read_mapped(0, self._used, copy=False))
        self._staging.unmap()
        count = len(self.calls)
        flags = np.frombuffer(data, np.uint32, count)
        # wgpu gives timestamps in nanoseconds on the backends used here.
        ticks = np.frombuffer(data, np.uint64, count + 1, _round8(4 * count)) if self.queries is not None else None
        for k, call in enumerate(self.calls):
            call.flagged = self._guarded and bool(flags[k])
            if ticks is not None:
                call.seconds = max(int(ticks[k + 1]) - int(ticks[k]), 0) * 1e-9
        for kept, start in self._small.values():
            buffer = kept()
            if buffer is not None:
                buffer.copy = data[start : start + buffer.nbytes]
        self.calls, self._small = (), {}


def _small_results(calls: Sequence[KernelCall]) -> list[GpuBuffer]:
    """The last of the held results that are small, each on one chunk."""
    small = [x for call in calls for x in call.held if 0 < x.nbytes <= SMALL_BYTES and len(x.chunks) == 1]
    return small[-SMALL_RESULTS:]


def _round8(nbytes: int) -> int:
    return -(-nbytes // 8) * 8

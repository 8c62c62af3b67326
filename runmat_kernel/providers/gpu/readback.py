"""Reads what a submission leaves behind (raised flags, kernel times, small results) through one small mapped buffer."""

from __future__ import annotations

from collections.abc import Sequence
from struct import unpack_from
from weakref import ref

from ..provider import KernelCall
from .memory import GpuBuffer, Raw
from .native import Commands, Landing, Native

CALLS = 1_024
"""Kernels of one submission; longer lists go in several."""

SMALL_BYTES = 4_096
"""The largest result that comes back with the flags: a wait costs more than so many bytes."""

SMALL_RESULTS = 64
"""Results that come back with the flags of one submission: each is a copy to record."""


class Readback:
    """The flags, timestamps and small held results of one submission.  Reused once they were read.

    ``serial`` is this one's number among those of its provider; pools number their buffers upwards, flags count down.
    ``spins``: see ``native.Landing``.
    """

    def __init__(self, native: Native, timestamps: bool, serial: int, *, spins: bool) -> None:
        import wgpu

        device, usage = native.owner, wgpu.BufferUsage
        flags = device.create_buffer(size=4 * CALLS, usage=usage.STORAGE | usage.COPY_SRC | usage.COPY_DST)
        self.flags = Raw(flags, 4 * CALLS, -1 - serial)
        self._landing = Landing(native, 12 * CALLS + 16 + SMALL_BYTES * SMALL_RESULTS, spins=spins)
        self.queries = self._resolved = None
        if timestamps:
            self.queries = device.create_query_set(type="timestamp", count=CALLS + 1)
            self._resolved = device.create_buffer(size=8 * (CALLS + 1), usage=usage.QUERY_RESOLVE | usage.COPY_SRC)
        self.calls: Sequence[KernelCall] = ()
        self._small: dict[int, tuple[ref[GpuBuffer], int]] = {}
        self._guarded = False
        self._used = 0

    def begin(self, commands: Commands, calls: Sequence[KernelCall], guarded: bool) -> None:
        """Before the kernels; ``guarded``: some of them raise flags."""
        self.calls, self._guarded = calls, guarded
        if guarded:
            commands.clear(self.flags.handle, 4 * len(calls))

    def finish(self, commands: Commands) -> None:
        """Queue the copies to the host, after the kernels."""
        count, copy, target = len(self.calls), commands.copy, self._landing.buffer
        if self._guarded:
            copy(self.flags.handle, 0, target, 0, 4 * count)
        end = _round8(4 * count)
        if self.queries is not None:
            commands.resolve(self.queries, count + 1, self._resolved)
            copy(self._resolved, 0, target, end, 8 * (count + 1))
            end += 8 * (count + 1)
        for buffer in _small_results(self.calls):
            size = _round8(buffer.nbytes)
            copy(buffer.chunks[0].handle, 0, target, end, size)
            # A result that nobody holds any more is not waited for.
            self._small[id(buffer)] = (ref(buffer), end)
            end += size
        self._used = end

    def holds(self, buffer: GpuBuffer) -> bool:
        """Whether a result comes back with this submission."""
        small = self._small.get(id(buffer))
        return small is not None and small[0]() is buffer

    def read(self) -> None:
        """Wait for the submission; note flags and seconds in its calls, and small results in their buffers."""
        data = self._landing.read(self._used)
        count = len(self.calls)
        if self._guarded:
            for call, flag in zip(self.calls, unpack_from(f"<{count}I", data), strict=True):
                call.flagged = flag != 0
        if self.queries is not None:
            # wgpu gives timestamps in nanoseconds on the backends used here.
            ticks = unpack_from(f"<{count + 1}Q", data, _round8(4 * count))
            for k, call in enumerate(self.calls):
                call.seconds = max(ticks[k + 1] - ticks[k], 0) * 1e-9
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

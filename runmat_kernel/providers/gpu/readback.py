"""What a submission tells afterwards: raised flags and kernel times, read through one small mapped buffer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..provider import KernelCall
from .memory import Raw

CALLS = 1_024
"""Kernels of one submission; longer lists go in several."""


class Readback:
    """The flags and timestamps of one submission.  Reused once they were read.

    ``serial`` is this one's number among those of its provider; pools number their buffers upwards, flags count down.
    """

    def __init__(self, device: Any, timestamps: bool, serial: int) -> None:
        import wgpu

        usage = wgpu.BufferUsage
        flags = device.create_buffer(size=4 * CALLS, usage=usage.STORAGE | usage.COPY_SRC | usage.COPY_DST)
        self.flags = Raw(flags, 4 * CALLS, -1 - serial)
        self._staging = device.create_buffer(size=4 * CALLS + 8 * (CALLS + 1) + 8, usage=usage.MAP_READ | usage.COPY_DST)
        self.queries = self._resolved = None
        if timestamps:
            self.queries = device.create_query_set(type="timestamp", count=CALLS + 1)
            self._resolved = device.create_buffer(size=8 * (CALLS + 1), usage=usage.QUERY_RESOLVE | usage.COPY_SRC)
        self.calls: Sequence[KernelCall] = ()

    def begin(self, encoder: Any, calls: Sequence[KernelCall]) -> None:
        self.calls = calls
        encoder.clear_buffer(self.flags.handle, 0, 4 * len(calls))

    def finish(self, encoder: Any) -> None:
        """Queue the copies to the mapped buffer, after the kernels."""
        count = len(self.calls)
        encoder.copy_buffer_to_buffer(self.flags.handle, 0, self._staging, 0, 4 * count)
        if self.queries is not None:
            encoder.resolve_query_set(self.queries, 0, count + 1, self._resolved, 0)
            encoder.copy_buffer_to_buffer(self._resolved, 0, self._staging, 4 * CALLS, 8 * (count + 1))

    def read(self) -> None:
        """Wait for the submission and note flags and seconds in its calls."""
        self._staging.map_sync("READ")
        data = bytes(self._staging.read_mapped(0, self._staging.size, copy=False))
        self._staging.unmap()
        count = len(self.calls)
        flags = np.frombuffer(data, np.uint32, count)
        # wgpu gives timestamps in nanoseconds on the backends used here.
        ticks = np.frombuffer(data, np.uint64, count + 1, 4 * CALLS) if self.queries is not None else None
        for k, call in enumerate(self.calls):
            call.flagged = bool(flags[k])
            if ticks is not None:
                call.seconds = max(int(ticks[k + 1]) - int(ticks[k]), 0) * 1e-9
        self.calls = ()

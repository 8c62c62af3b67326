"""Moves bytes between host and device through staging buffers that are kept; a few are in flight at a time."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from .memory import Raw
from .native import Commands, Landing, Native

SMALL = 1 << 16
"""Uploads of fewer bytes go through the queue's own staging: mapping costs more than it saves."""

BLOCK = 32 << 20
"""Bytes of one staging buffer: long copies, and a bounded amount of pinned memory."""

RING = 3

LEAST_SHARED = 1 << 22
"""Bytes from which on several threads copy: handing out a smaller copy costs as much as it saves."""

THREADS = 4
"""Threads of one copy between mapped and ordinary memory."""


class Staging:
    """Uploads and downloads of one device."""

    def __init__(self, native: Native, *, spins: bool) -> None:
        import wgpu

        self._native, self._spins = native, spins
        self._device = native.owner
        self._usage = wgpu.BufferUsage
        self._write_ring: deque[tuple[Any, Any]] = deque()
        self._read_ring: list[Landing] = []
        self._threads: ThreadPoolExecutor | None = None

    def upload(self, data: np.ndarray, target: Raw) -> None:
        """Queue ``data`` (bytes, one dimension) to be copied to the start of ``target``."""
        self._native.ready()
        if data.nbytes <= SMALL:
            if data.nbytes:
                self._device.queue.write_buffer(target.handle, target.offset, _padded(data))
            return
        for start in range(0, data.nbytes, BLOCK):
            block = data[start : start + BLOCK]
            staging = self._writable()
            self._fill(staging, _padded(block))
            staging.unmap()
            encoder = self._device.create_command_encoder()
            encoder.copy_buffer_to_buffer(staging, 0, target.handle, target.offset + start, _round4(block.nbytes))
            self._device.queue.submit([encoder.finish()])
            self._write_ring.append((staging, staging.map_async("WRITE")))

    def _fill(self, staging: Any, block: np.ndarray) -> None:
        # wgpu-py gives no writable view of mapped memory, only a copy on one thread: ask its native library for the address.
        from wgpu.backends.wgpu_native import ffi, lib

        address = lib.wgpuBufferGetMappedRange(staging._internal, 0, block.nbytes)
        self._copy(np.frombuffer(ffi.buffer(address, block.nbytes), np.uint8), block)

    def _writable(self) -> Any:
        """A mapped staging buffer: a new one until the ring is full, then the one that was sent longest ago."""
        if len(self._write_ring) < RING:
            usage = self._usage.MAP_WRITE | self._usage.COPY_SRC
            return self._device.create_buffer(size=BLOCK, usage=usage, mapped_at_creation=True)
        staging, promise = self._write_ring.popleft()
        promise.sync_wait()
        return staging

    def download(self, source: Raw, out: np.ndarray) -> None:
        """Fill ``out`` (bytes, one dimension) from the start of ``source``; waits for all work queued before."""
        pending: deque[tuple[Landing, int, int]] = deque()
        for start in range(0, out.nbytes, BLOCK):
            size = min(BLOCK, out.nbytes - start)
            if len(pending) == RING:
                self._collect(*pending.popleft(), out)
            landing = self._read_ring.pop() if self._read_ring else Landing(self._native, BLOCK, spins=self._spins)
            commands = Commands(self._native)
            commands.copy(source.handle, source.offset + start, landing.buffer, 0, _round4(size))
            commands.submit()
            landing.ask(_round8(size))
            pending.append((landing, start, size))
        while pending:
            self._collect(*pending.popleft(), out)

    def _copy(self, target: np.ndarray, source: np.ndarray) -> None:
        """Copy bytes with several threads: one alone reaches half of what the memory gives, mostly for touching new pages."""
        if source.nbytes < LEAST_SHARED:
            target[...] = source
            return
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, "runmat-staging")
        step = -(-source.nbytes // THREADS // 4096) * 4096
        parts = [slice(k, k + step) for k in range(0, source.nbytes, step)]
        list(self._threads.map(lambda part: np.copyto(target[part], source[part]), parts))

    def _collect(self, landing: Landing, start: int, size: int, out: np.ndarray) -> None:
        self._copy(out[start : start + size], np.frombuffer(landing.view(_round8(size)), np.uint8)[:size])
        landing.close()
        self._read_ring.append(landing)


def _round4(nbytes: int) -> int:
    return -(-nbytes // 4) * 4


def _round8(nbytes: int) -> int:
    return -(-nbytes // 8) * 8


def _padded(data: np.ndarray) -> np.ndarray:
    """``data`` in whole words, as copies to the device need them."""
    rest = -data.nbytes % 4
    return np.concatenate([data, np.zeros(rest, np.uint8)]) if rest else data

"""Recording kernels into a compute pass with as little work on the host as wgpu allows.

wgpu-py opens an error scope around every call, which costs several times the call itself.  These go to its native library
directly; an error in one makes the encoder invalid, and finishing it then raises as usual.
"""

from __future__ import annotations

from typing import Any


class Recorder:
    """Records into one compute pass of an encoder."""

    __slots__ = ("_dispatch", "_ffi_null", "_offset", "_pass", "_pipeline", "_raw", "_set_group", "_set_pipeline", "_timestamp")

    def __init__(self, encoder: Any) -> None:
        from wgpu.backends.wgpu_native import ffi, lib

        self._pass = encoder.begin_compute_pass()
        self._raw = self._pass._internal
        self._pipeline: Any = None
        self._offset = ffi.new("uint32_t[1]")
        self._ffi_null = ffi.NULL
        self._set_pipeline = lib.wgpuComputePassEncoderSetPipeline
        self._set_group = lib.wgpuComputePassEncoderSetBindGroup
        self._dispatch = lib.wgpuComputePassEncoderDispatchWorkgroups
        self._timestamp = lib.wgpuComputePassEncoderWriteTimestamp

    def dispatch(self, pipeline: Any, buffers: Any, fields: Any, offset: int, grid: tuple[int, int]) -> None:
        """One dispatch: its storage bind group, and its launch fields ``offset`` bytes into theirs."""
        raw = self._raw
        if pipeline is not self._pipeline:
            self._set_pipeline(raw, pipeline._internal)
            self._pipeline = pipeline
        self._set_group(raw, 0, buffers._internal, 0, self._ffi_null)
        self._offset[0] = offset
        self._set_group(raw, 1, fields._internal, 1, self._offset)
        self._dispatch(raw, grid[0], grid[1], 1)

    def timestamp(self, queries: Any, number: int) -> None:
        self._timestamp(self._raw, queries._internal, number)

    def end(self) -> None:
        self._pass.end()


def clear(encoder: Any, buffer: Any, nbytes: int) -> None:
    """Zeros at the start of a buffer."""
    from wgpu.backends.wgpu_native import lib

    lib.wgpuCommandEncoderClearBuffer(encoder._internal, buffer._internal, 0, nbytes)


def write(queue: Any, buffer: Any, data: bytearray, nbytes: int) -> None:
    """The first bytes of ``data`` to the start of a buffer, before what is submitted next."""
    from wgpu.backends.wgpu_native import ffi, lib

    lib.wgpuQueueWriteBuffer(queue._internal, buffer._internal, 0, ffi.from_buffer(data), nbytes)


def resolve(encoder: Any, queries: Any, count: int, target: Any) -> None:
    """The first ``count`` timestamps as numbers in a buffer."""
    from wgpu.backends.wgpu_native import lib

    lib.wgpuCommandEncoderResolveQuerySet(encoder._internal, queries._internal, 0, count, target._internal, 0)


def copy(encoder: Any, source: Any, source_offset: int, target: Any, target_offset: int, nbytes: int) -> None:
    """A copy between buffers, after the pass."""
    from wgpu.backends.wgpu_native import lib

    lib.wgpuCommandEncoderCopyBufferToBuffer(encoder._internal, source._internal, source_offset, target._internal, target_offset, nbytes)

"""The calls of every submission, as directly as wgpu's native library takes them.

wgpu-py makes descriptors, an object and an error scope for each call, a C callback and the turn of another thread for each wait: together
several times the calls themselves.  What may fail (finishing a command list, submitting it) still goes through an error scope and raises;
an error in a call before makes the list invalid, and finishing it then raises.
"""

from __future__ import annotations

import time
from typing import Any

from ..provider import DeviceLost

SPIN_SECONDS = 25e-3
"""How long to ask without sleeping: a longer kernel hides what sleeping adds."""

LONGEST_SLEEP = 1e-3

BOUNDS_CHECKS = 1
"""``WGPUShaderRuntimeChecks_BoundsChecks``."""


def free_loops(device: Any, text: str) -> Any:
    """A shader module whose loops run without the counters that stop a loop without end; the bounds of arrays are checked as in all others.

    With the counters, drivers neither write loops out nor move loads ahead of them.
    """
    from wgpu.backends.wgpu_native import ffi, lib
    from wgpu.backends.wgpu_native._api import GPUShaderModule, libf

    data = text.encode()
    held = ffi.from_buffer(data)
    source = ffi.new("WGPUShaderSourceWGSL *")
    source.chain.sType = lib.WGPUSType_ShaderSourceWGSL
    source.code.data, source.code.length = ffi.cast("char *", held), len(data)
    form = ffi.new("WGPUShaderModuleDescriptor *")
    form.nextInChain = ffi.cast("WGPUChainedStruct *", source)
    made = libf.wgpuDeviceCreateShaderModuleTrusted(device._internal, form, BOUNDS_CHECKS)
    return GPUShaderModule("", made, device)


class Native:
    """The native library as one device uses it."""

    def __init__(self, device: Any) -> None:
        from wgpu.backends.wgpu_native import ffi, lib
        from wgpu.backends.wgpu_native._api import libf

        self.ffi, self.lib = ffi, lib
        self.device, self.queue = device._internal, device.queue._internal
        # Kept: the native device goes with the object.
        self.owner = device
        self.raising = libf
        self.null = ffi.NULL
        self.encoder_form, self.pass_form, self.list_form = (
            ffi.new(f"WGPU{kind}Descriptor *") for kind in ("CommandEncoder", "ComputePass", "CommandBuffer")
        )

    def write(self, buffer: Any, data: bytearray, nbytes: int) -> None:
        """The first bytes of ``data`` to the start of a buffer, before what is submitted next."""
        self.lib.wgpuQueueWriteBuffer(self.queue, buffer._internal, 0, self.ffi.from_buffer(data), nbytes)

    def poll(self) -> None:
        """Let callbacks of what is done be called; does not wait."""
        self.lib.wgpuDevicePoll(self.device, False, self.null)


class Commands:
    """One command list: compute passes, copies and clears in order."""

    __slots__ = ("_dispatch", "_encoder", "_native", "_offset", "_pass", "_pipeline", "_set_group")

    def __init__(self, native: Native) -> None:
        self._native, self._pass, self._pipeline = native, None, None
        self._offset = native.ffi.new("uint32_t[1]")
        self._dispatch = native.lib.wgpuComputePassEncoderDispatchWorkgroups
        self._set_group = native.lib.wgpuComputePassEncoderSetBindGroup
        self._encoder = native.lib.wgpuDeviceCreateCommandEncoder(native.device, native.encoder_form)

    def dispatch(self, pipeline: Any, buffers: Any, fields: Any, offset: int, grid: tuple[int, int]) -> None:
        """One dispatch: its storage bind group, and its launch fields ``offset`` bytes into theirs."""
        raw = self._pass or self._begin()
        null = self._native.null
        if pipeline is not self._pipeline:
            self._native.lib.wgpuComputePassEncoderSetPipeline(raw, pipeline._internal)
            self._pipeline = pipeline
        self._set_group(raw, 0, buffers._internal, 0, null)
        self._offset[0] = offset
        self._set_group(raw, 1, fields._internal, 1, self._offset)
        self._dispatch(raw, grid[0], grid[1], 1)

    def timestamp(self, queries: Any, number: int) -> None:
        self._native.lib.wgpuComputePassEncoderWriteTimestamp(self._pass or self._begin(), queries._internal, number)

    def _begin(self) -> Any:
        self._pass = self._native.lib.wgpuCommandEncoderBeginComputePass(self._encoder, self._native.pass_form)
        return self._pass

    def _end(self) -> None:
        """End the pass that is open: copies stand outside of passes."""
        if self._pass is not None:
            self._native.lib.wgpuComputePassEncoderEnd(self._pass)
            self._native.lib.wgpuComputePassEncoderRelease(self._pass)
            self._pass = self._pipeline = None

    def clear(self, buffer: Any, nbytes: int) -> None:
        """Zeros at the start of a buffer."""
        self._end()
        self._native.lib.wgpuCommandEncoderClearBuffer(self._encoder, buffer._internal, 0, nbytes)

    def resolve(self, queries: Any, count: int, target: Any) -> None:
        """The first ``count`` timestamps as numbers in a buffer."""
        self._end()
        self._native.lib.wgpuCommandEncoderResolveQuerySet(self._encoder, queries._internal, 0, count, target._internal, 0)

    def copy(self, source: Any, source_offset: int, target: Any, target_offset: int, nbytes: int) -> None:
        """A copy between buffers."""
        self._end()
        self._native.lib.wgpuCommandEncoderCopyBufferToBuffer(
            self._encoder, source._internal, source_offset, target._internal, target_offset, nbytes
        )

    def submit(self) -> None:
        """Queue the list.  Raises wgpu's errors for what is wrong in it."""
        self._end()
        native, encoder, self._encoder = self._native, self._encoder, None
        try:
            made = native.raising.wgpuCommandEncoderFinish(encoder, native.list_form)
        finally:
            native.lib.wgpuCommandEncoderRelease(encoder)
        try:
            native.raising.wgpuQueueSubmit(native.queue, 1, native.ffi.new("WGPUCommandBuffer[]", [made]))
        finally:
            native.lib.wgpuCommandBufferRelease(made)

    def __del__(self) -> None:
        # Left in the middle by an exception.
        if self._pass is not None:
            self._native.lib.wgpuComputePassEncoderRelease(self._pass)
        if self._encoder is not None:
            self._native.lib.wgpuCommandEncoderRelease(self._encoder)


class Landing:
    """A buffer that copies of a command list land in, and the host reads.

    ``spins``: ask again and again at first, where the device is not this very processor.
    """

    def __init__(self, native: Native, nbytes: int, *, spins: bool) -> None:
        import wgpu

        self._native, self._spins = native, spins
        self._asked = False
        self._status: int | None = None
        usage = wgpu.BufferUsage
        self.buffer = native.owner.create_buffer(size=nbytes, usage=usage.MAP_READ | usage.COPY_DST)
        self._form = native.ffi.new("WGPUBufferMapCallbackInfo *")
        self._callback = native.ffi.callback("void(WGPUMapAsyncStatus, WGPUStringView, void *, void *)", self._mapped)
        self._form.mode, self._form.callback = native.lib.WGPUCallbackMode_AllowProcessEvents, self._callback

    def _mapped(self, status: int, *_: Any) -> None:
        self._status = status

    def ask(self, nbytes: int) -> None:
        """Ask for the first bytes, as they are once all that was submitted before is done."""
        if not self._asked:
            lib = self._native.lib
            self._asked, self._status = True, None
            lib.wgpuBufferMapAsync(self.buffer._internal, lib.WGPUMapMode_Read, 0, nbytes, self._form[0])

    def view(self, nbytes: int) -> Any:
        """Wait for what was asked for: a view of it that ends with ``close``.  May be asked again after an interrupt."""
        lib = self._native.lib
        self._wait()
        self._asked = False
        if self._status != lib.WGPUMapAsyncStatus_Success:
            raise DeviceLost(f"its memory cannot be read (status {self._status})")
        return self._native.ffi.buffer(lib.wgpuBufferGetMappedRange(self.buffer._internal, 0, nbytes), nbytes)

    def close(self) -> None:
        """Make room for the next copies."""
        self._native.lib.wgpuBufferUnmap(self.buffer._internal)

    def read(self, nbytes: int) -> bytes:
        """The first bytes, once all that was submitted before is done."""
        self.ask(nbytes)
        data = bytes(self.view(nbytes))
        self.close()
        return data

    def _wait(self) -> None:
        poll, start = self._native.poll, time.perf_counter()
        poll()
        while self._status is None:
            taken = time.perf_counter() - start
            if not self._spins or taken > SPIN_SECONDS:
                # A fraction of the time that has passed: short waits end soon, long ones cost nothing.
                time.sleep(min(taken / (64 if self._spins else 16), LONGEST_SLEEP))
            poll()

    def __del__(self) -> None:
        # The native library would call what is gone.
        if self._asked and self._status is None:
            self._native.lib.wgpuDevicePoll(self._native.device, True, self._native.null)

"""Calls wgpu's native library as directly as it allows.

For each call wgpu-py makes descriptors, an object and an error scope, and for each wait a C callback and a switch to another thread:
together several times the calls themselves.  Finishing a command list and submitting it may fail, and so still go through an error scope;
an error in an earlier call makes the list invalid, and finishing it then raises.
"""

from __future__ import annotations

import atexit
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from weakref import ref

from ..provider import DeviceLost
from .waiting import result_of, settle, wait

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
    module = libf.wgpuDeviceCreateShaderModuleTrusted(device._internal, form, BOUNDS_CHECKS)
    return GPUShaderModule("", module, device)


class Native:
    """The native library as one device uses it.

    ``blocks``: submitting takes as long as the kernels do, as on software adapters.  Another thread does it then, and an interrupt need not
    wait for it; what calls the library afterwards does (``ready``).
    """

    def __init__(self, device: Any, *, blocks: bool) -> None:
        from wgpu.backends.wgpu_native import ffi, lib
        from wgpu.backends.wgpu_native._api import libf

        self.ffi, self.lib = ffi, lib
        self.device, self.queue = device._internal, device.queue._internal
        # Kept: the native device goes with the object.
        self.owner = device
        self.raising = libf
        self.null = ffi.NULL
        # Landings that nobody waits for any more (after an interrupt): the library calls them when the device gets there.
        self.unclaimed: list[Landing] = []
        self._sender = ThreadPoolExecutor(1, "submit") if blocks else None
        self._sending: Future[None] | None = None
        atexit.register(_finish, ref(self))
        self.encoder_form, self.pass_form, self.list_form = (
            ffi.new(f"WGPU{kind}Descriptor *") for kind in ("CommandEncoder", "ComputePass", "CommandBuffer")
        )

    def ready(self) -> None:
        """Wait for what was being submitted when an interrupt came."""
        if self._sending is not None:
            settle(self._sending)
            self._sending = None

    def submit(self, commands: Any) -> None:
        """Queue a finished command list.  Raises wgpu's errors."""
        if self._sender is None:
            self._submit(commands)
        else:
            self._sending = self._sender.submit(self._submit, commands)
            result_of(self._sending)

    def _submit(self, commands: Any) -> None:
        try:
            self.raising.wgpuQueueSubmit(self.queue, 1, self.ffi.new("WGPUCommandBuffer[]", [commands]))
        finally:
            self.lib.wgpuCommandBufferRelease(commands)

    def write(self, buffer: Any, data: bytearray, nbytes: int) -> None:
        """The first bytes of ``data`` to the start of a buffer, before what is submitted next."""
        self.lib.wgpuQueueWriteBuffer(self.queue, buffer._internal, 0, self.ffi.from_buffer(data), nbytes)

    def poll(self) -> None:
        """Let callbacks of what is done be called; does not wait."""
        self.lib.wgpuDevicePoll(self.device, False, self.null)

    def keep(self, landing: Landing) -> None:
        """Keep what the library is going to call."""
        self.unclaimed = [kept for kept in self.unclaimed if kept.waits] + [landing]


def _finish(native: ref[Native]) -> None:
    """When Python ends: the library must not call what is gone."""
    kept = native()
    if kept is not None and any(landing.waits for landing in kept.unclaimed):
        kept.lib.wgpuDevicePoll(kept.device, True, kept.null)


class Commands:
    """One command list: compute passes, copies and clears in order."""

    __slots__ = ("_dispatch", "_encoder", "_native", "_offset", "_pass", "_pipeline", "_set_group")

    def __init__(self, native: Native) -> None:
        self._native, self._pass, self._pipeline, self._encoder = native, None, None, None
        native.ready()
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
            commands = native.raising.wgpuCommandEncoderFinish(encoder, native.list_form)
        finally:
            native.lib.wgpuCommandEncoderRelease(encoder)
        native.submit(commands)

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
            self._native.ready()
            lib = self._native.lib
            self._asked, self._status = True, None
            lib.wgpuBufferMapAsync(self.buffer._internal, lib.WGPUMapMode_Read, 0, nbytes, self._form[0])

    def view(self, nbytes: int) -> Any:
        """Wait for what was asked for: a view of it that ends with ``close``.  May be asked again after an interrupt."""
        lib = self._native.lib
        wait(lambda: self._status is not None, self._native.poll, spins=self._spins)
        self._asked = False
        if self._status != lib.WGPUMapAsyncStatus_Success:
            raise DeviceLost(f"its memory cannot be read (status {self._status})")
        return self._native.ffi.buffer(lib.wgpuBufferGetMappedRange(self.buffer._internal, 0, nbytes), nbytes)

    def close(self) -> None:
        """Let the next copies land."""
        self._native.lib.wgpuBufferUnmap(self.buffer._internal)

    def read(self, nbytes: int) -> bytes:
        """The first bytes, once all that was submitted before is done."""
        self.ask(nbytes)
        view = self.view(nbytes)
        try:
            return bytes(view)
        finally:
            self.close()

    @property
    def waits(self) -> bool:
        """Whether the library is going to call it."""
        return self._asked and self._status is None

    def __del__(self) -> None:
        if self.waits:
            self._native.keep(self)

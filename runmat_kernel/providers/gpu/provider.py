"""The GPU provider: arrays on a device, kernels queued in one compute pass for each run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np

from ...codegen.forms.loop import LOOP, LoopBody, device_parameters, table
from ...codegen.kernel import Kernel
from ...codegen.wgsl.limits import OWN_BINDINGS
from ...codegen.wgsl.scalars import SCALARS
from ..provider import DeviceError, DeviceLost, KernelCall, OutOfMemory, Provider, ProviderInfo
from .copies import Piece, copy_pieces
from .device import Device
from .launch import MOST_WINDOW, WINDOW, Dispatch, Launch, parameter_fields, prepare, prepare_in_parts, refusal
from .memory import CHUNK_ELEMENT_BYTES, GpuBuffer, Pool, PoolReport, Raw, chunk_cap, whole_bytes
from .native import Commands, Native
from .programs import Patient, Programs
from .queue import GpuQueue
from .readback import CALLS, Readback
from .staging import BLOCK, Staging

FIELD_BYTES = 4 << 20
"""Launch fields of one submission."""

LAUNCHES = 4_096
"""Prepared kernels kept."""

_MOST_IN_PARTS = 64
"""Kernels that run in parts and are remembered as such."""

UNREAD = 8
"""Submissions whose flags and times nobody asked for; the oldest is then read to reuse its buffers."""


class GpuProvider(Provider[GpuBuffer]):
    """Provider on one device.

    ``chunk_cap`` is the most elements of one buffer: larger arrays are split.  ``budget`` the bytes it may use in all.
    """

    def __init__(self, device: Device, *, chunk: int | None = None, budget: int | None = None) -> None:
        import wgpu

        self._device = device
        self.target = device.target
        self._handle = device.handle
        self.native = Native(device.handle, blocks=device.target.is_software)
        self._usage = wgpu.BufferUsage
        self._errors = (wgpu.GPUOutOfMemoryError, wgpu.GPUValidationError, wgpu.GPUInternalError)
        self.checked = _Checked(self._errors, wgpu.GPUOutOfMemoryError)
        self.chunk_cap = chunk or chunk_cap(self.target)
        self.splits = not self.target.is_software
        budget = budget or (_host_bytes() // 2 if self.target.is_software else 1 << 50)
        self.programs = Programs(self._handle, self.target.max_binding_bytes, improves=not self.target.is_software)
        whole = chunk * CHUNK_ELEMENT_BYTES * 8 // 7 if chunk else whole_bytes(self.target)
        if not self.target.is_software:
            self.programs.make_layouts()
        beside = None if self.target.is_software else self.programs.beside
        self._pool = Pool(self._create, self._destroy, cap=min(budget // 4, 16 << 30), budget=budget, whole=whole, beside=beside)
        self._staging = Staging(self.native, spins=not self.target.is_software)
        self._launches: dict[int, Launch] = {}
        self._in_parts: dict[int, _InParts] = {}
        self._refusals: dict[int, tuple[Kernel, str | None]] = {}
        self._fields = self._handle.create_buffer(size=FIELD_BYTES + MOST_WINDOW, usage=self._usage.UNIFORM | self._usage.COPY_DST)
        self.field_bytes = bytearray(FIELD_BYTES)
        self._sent = b""
        self.field_groups = {size: self.programs.launch_group(self._fields, size) for size in _windows()}
        self._scratch: list[Raw | None] = []
        self._idle: list[Readback] = []
        self._serials = count()
        self._unread: list[Readback] = []
        classes = {c for c in SCALARS if c != "double" or self.target.f64} - (set() if self.target.i64 else {"int64", "uint64"})
        self.info = ProviderInfo(
            "gpu", device.name, device.backend, device.driver, is_software=self.target.is_software,
            classes=frozenset(classes), memory_bytes=budget if budget < 1 << 50 else 0,
            max_arrays=self.target.max_storage_buffers - OWN_BINDINGS, gathers=True,
        )  # fmt: skip

    @property
    def memory(self) -> PoolReport:
        return self._pool.report

    # Memory ------------------------------------------------------------------------------------------------------------------

    def _create(self, nbytes: int) -> Any:
        usage = self._usage.STORAGE | self._usage.COPY_SRC | self._usage.COPY_DST
        self.native.ready()
        try:
            return self._handle.create_buffer(size=nbytes, usage=usage)
        except self._errors as error:
            if "lost" in str(error):
                raise DeviceLost(str(error)) from error
            raise MemoryError(str(error)) from error

    def _destroy(self, raw: Raw) -> None:
        for bound in (raw, *raw.parts.values()):
            self.programs.forget(bound)
        raw.handle.destroy()

    def make_ahead(self) -> None:
        """Between two cells: make what the next one is likely to need."""
        self._pool.make_ahead()

    def allocate(self, shape: tuple[int, ...], matlab_class: str, is_complex: bool = False) -> GpuBuffer:
        return GpuBuffer(self._pool, shape, matlab_class, is_complex, self.chunk_cap)

    def upload(self, array: np.ndarray, matlab_class: str) -> GpuBuffer:
        buffer = self.allocate(array.shape, matlab_class, array.dtype.kind == "c")
        self.overwrite(buffer, array)
        return buffer

    def arrived(self, buffer: GpuBuffer) -> bool:
        return buffer.copy is not None

    def reshaped(self, buffer: GpuBuffer, shape: tuple[int, ...]) -> GpuBuffer | None:
        return buffer.cut(shape, self.chunk_cap)

    def download(self, buffer: GpuBuffer) -> np.ndarray:
        try:
            return self._gathered(buffer)
        except OutOfMemory:
            self._pool.trim()
            return self._gathered(buffer)

    def _gathered(self, buffer: GpuBuffer) -> np.ndarray:
        if buffer.copy is None:
            readback = next((r for r in self._unread if r.holds(buffer)), None)
            if readback is not None:
                with self.checked:
                    self._settle(readback)
        if buffer.copy is not None:
            return np.ndarray(buffer.shape, buffer.dtype, bytearray(buffer.copy), order="F")
        out = np.empty(buffer.shape, buffer.dtype, order="F")
        data = out.reshape(-1, order="F").view(np.uint8)
        step = buffer.chunk * buffer.itemsize
        with self.checked:
            for k, raw in enumerate(buffer.chunks):
                self._staging.download(raw, data[k * step : (k + 1) * step])
        return out

    # Kernels -----------------------------------------------------------------------------------------------------------------

    def refusal(self, kernel: Kernel) -> str | None:
        known = self._refusals.get(id(kernel))
        if known is None:
            if len(self._refusals) >= LAUNCHES:
                self._refusals.pop(next(iter(self._refusals)))
            # The Kernel is kept, so that its identity stays its own.
            known = self._refusals[id(kernel)] = (kernel, refusal(kernel, self.target, self.chunk_cap))
        return known[1]

    def copied(self, buffer: GpuBuffer) -> GpuBuffer:
        """Another buffer with the same elements, copied on the device."""
        copy = self.allocate(buffer.shape, buffer.matlab_class, buffer.is_complex)
        with self.checked:
            copy_pieces(self, [Piece(x, 0, y, 0, min(x.nbytes, y.nbytes)) for x, y in zip(buffer.chunks, copy.chunks, strict=True)])
        return copy

    def moves_inputs(self, kernel: Kernel, inputs: Sequence[GpuBuffer | None]) -> bool:
        """Whether an array lies in other chunks than the kernel reads: it has another shape (``reshape``), or must be whole."""
        if all(b is None or len(b.chunks) == 1 for b in inputs):
            return False
        return any(self._layout(kernel, k, b) is not None for k, b in enumerate(inputs))

    def prepared(self, call: KernelCall) -> KernelCall:
        kernel = call.kernel
        if kernel.form is LOOP:
            return self._prepared_loop(call, kernel.body)  # type: ignore[arg-type]
        layouts = [self._layout(kernel, k, b) for k, b in enumerate(call.inputs)]
        call.inputs = tuple([b if layout is None else self._cut(b, *layout) for b, layout in zip(call.inputs, layouts, strict=True)])
        return call

    def _prepared_loop(self, call: KernelCall, body: LoopBody) -> KernelCall:
        """A loop's scheduled parameters as a table behind its inputs, and the arrays in which one dispatch leaves its carries for the next
        (see ``Form.spares``) behind its outputs."""
        words, count = table(body, call.parameters), len(body.step.inputs)
        tables = () if words is None else (self.upload(words, "uint32"),)
        with self.checked:
            spares = self.prepare(call.kernel).spares
        call.inputs = (*call.inputs[:count], *tables, *call.inputs[count:])
        call.outputs += tuple(self.allocate(body.space, body.step.stores[k].matlab_class) for k in spares)
        call.parameters = device_parameters(body, call.parameters)
        return call

    def _layout(self, kernel: Kernel, number: int, buffer: GpuBuffer | None) -> tuple[tuple[int, ...], int] | None:
        """The shape and the elements of a chunk in which a kernel reads an input; None where the buffer lies so, or may lie as it does."""
        if buffer is None or len(buffer.chunks) == 1:
            return None
        layout = kernel.form.layout(kernel.body, number, self.target, self.chunk_cap)
        if layout is None or (layout[1] or buffer.numel) == buffer.chunk:
            return None
        return layout[0] or buffer.shape, layout[1] or buffer.numel

    def _cut(self, buffer: GpuBuffer, shape: tuple[int, ...], chunk: int) -> GpuBuffer:
        """The elements as a shape of as many, in chunks of so many: in the same memory where bindings may begin there, else a copy."""
        shared = buffer.cut(shape, chunk)
        if shared is not None:
            return shared
        size, old = buffer.itemsize, buffer.chunk * buffer.itemsize
        copy = GpuBuffer(self._pool, shape, buffer.matlab_class, buffer.is_complex, chunk)
        new = copy.chunk * size
        if old % 4 or (new % 4 and len(copy.chunks) > 1):
            # Devices copy whole words.
            return self.upload(self.download(buffer).reshape(shape, order="F"), buffer.matlab_class)
        total = buffer.numel * size
        with self.checked:
            pieces, start = [], 0
            while start < total:
                end = min((start // old + 1) * old, (start // new + 1) * new, total)
                source, target = buffer.chunks[start // old], copy.chunks[start // new]
                pieces.append(Piece(source, start % old, target, start % new, -(-(end - start) // 4) * 4))
                start = end
            copy_pieces(self, pieces)
        return copy

    def queue(self) -> GpuQueue:
        return GpuQueue(self)

    def take(self, nbytes: int) -> Raw:
        """Memory for something else than an array, until ``give``.  Raises OutOfMemory."""
        return self._pool.take(nbytes)

    def give(self, raw: Raw) -> None:
        """Take memory back."""
        self._pool.give(raw)

    def overwrite(self, buffer: GpuBuffer, array: np.ndarray) -> None:
        data = np.asarray(array, buffer.dtype).reshape(-1, order="F").view(np.uint8)
        step = buffer.chunk * buffer.itemsize
        buffer.copy = None
        with self.checked:
            for k, raw in enumerate(buffer.chunks):
                self._staging.upload(data[k * step : (k + 1) * step], raw)

    def is_long(self, kernel: Kernel) -> bool:
        return kernel.form.divided(kernel.body, self.target)

    def begin(self, kernel: Kernel) -> None:
        """Have a kernel compiled in the background, if it is new: drivers take 20 to 100 ms for each pass."""
        if id(kernel) not in self._launches and id(kernel) not in self._in_parts:
            with self.checked:
                if not self._begin_in_parts(kernel):
                    self.prepare(kernel)

    def prepare(self, kernel: Kernel, programs: Programs | Patient | None = None) -> Launch:
        """The kernel's dispatches, compiled; found again by the identity of the Kernel."""
        launch = self._launches.get(id(kernel))
        if launch is None:
            launch = prepare(kernel, self.target, self.chunk_cap, programs or self.programs)
            if len(self._launches) >= LAUNCHES:
                self._launches.pop(next(iter(self._launches)))
            self._launches[id(kernel)] = launch
        return launch

    def _begin_in_parts(self, kernel: Kernel) -> bool:
        """Have the parts of a new kernel compiled instead of the whole: they take drivers half the time."""
        if not self.splits or id(kernel) in self._launches or id(kernel) in self._in_parts:
            return False
        parts = prepare_in_parts(kernel, self.target, self.chunk_cap, self.programs)
        if parts is None:
            return False
        if len(self._in_parts) >= _MOST_IN_PARTS:
            self._in_parts.pop(next(iter(self._in_parts)))
        self._in_parts[id(kernel)] = _InParts(parts)
        return True

    def _launch(self, kernel: Kernel) -> Launch:
        """The dispatches of a kernel that runs now: those of its parts until it is compiled as a whole, which begins when it runs again."""
        self._begin_in_parts(kernel)
        parts = self._in_parts.get(id(kernel))
        if parts is None:
            return self.prepare(kernel)
        if parts.used:
            launch = self.prepare(kernel, Patient(self.programs))
            if all(dispatch.program.ready for dispatch in launch.dispatches):
                del self._in_parts[id(kernel)]
                return launch
        parts.used = True
        return parts.launch

    def wgsl(self, kernel: Kernel) -> list[str]:
        """The shaders of a kernel, for reports."""
        return [d.program.shader.text for d in self.prepare(kernel).dispatches]

    def run(self, calls: Sequence[KernelCall]) -> None:
        with self.checked:
            launches = [self._launch(call.kernel) for call in calls]
            start, used = 0, 0
            for k, launch in enumerate(launches):
                size = sum(d.window for d in launch.dispatches)
                if k - start == CALLS or used + size > FIELD_BYTES:
                    self._submit(calls[start:k], launches[start:k])
                    start, used = k, 0
                used += size
            if start < len(calls):
                self._submit(calls[start:], launches[start:])

    def _submit(self, calls: Sequence[KernelCall], launches: Sequence[Launch]) -> None:
        readback = self._readback()
        for old in self.grow(self._scratch, launches):
            self._pool.give(old)
        flags = readback.flags
        commands = Commands(self.native)
        readback.begin(commands, calls, any([launch.guarded for launch in launches]))
        queries = readback.queries
        if queries is not None:
            commands.timestamp(queries, 0)
        ahead = _takes_long(calls[0])
        memory, offset = self.field_bytes, 0
        for slot, (call, launch) in enumerate(zip(calls, launches, strict=True)):
            for dispatch in launch.dispatches:
                fields = list(dispatch.fixed)
                parameter_fields(call.parameters, dispatch.holes, fields)
                if dispatch.slot is not None:
                    fields[dispatch.slot] = slot
                dispatch.pack_into(memory, offset, *fields)
                buffers = self.programs.bind(dispatch.program, self.raws(call, dispatch, flags, self._scratch))
                commands.dispatch(dispatch.program.pipeline, buffers, self.field_groups[dispatch.window], offset, dispatch.grid)
                offset += dispatch.window
                if ahead:
                    # The device is busy with it while the others, and what is read back, are recorded.
                    self.send_fields(offset)
                    commands.submit()
                    commands, ahead = Commands(self.native), False
            if queries is not None:
                commands.timestamp(queries, slot + 1)
        readback.finish(commands)
        self.send_fields(offset)
        commands.submit()
        self._unread.append(readback)

    def send_fields(self, nbytes: int) -> None:
        """The launch fields of the next submission to the device, unless they are there already: a cell that runs again has the same,
        and a write is a submission of its own in the driver."""
        fields = bytes(memoryview(self.field_bytes)[:nbytes])
        if not self._sent.startswith(fields):
            self._sent = fields
            self.native.write(self._fields, self.field_bytes, nbytes)

    def grow(self, scratch: list[Raw | None], launches: Sequence[Launch]) -> list[Raw]:
        """Scratch as large as these need, by its numbers; gives what was too small."""
        replaced = []
        for dispatch in (d for launch in launches for d in launch.dispatches):
            for number, need in enumerate(dispatch.state_bytes):
                while number >= len(scratch):
                    scratch.append(None)
                old = scratch[number]
                if need and (old is None or old.nbytes < need):
                    scratch[number] = self._pool.take(need)
                    if old is not None:
                        replaced.append(old)
        return replaced

    def raws(self, call: KernelCall, dispatch: Dispatch, flags: Raw, scratch: Sequence[Raw | None]) -> list[Raw]:
        """The buffers that a dispatch binds, in order."""
        raws = []
        for role, index, piece in dispatch.bindings:
            if role == "input":
                raws.append(call.inputs[index].chunks[piece])
            elif role == "output":
                raws.append(call.outputs[index].chunks[piece])
            elif role == "state":
                raw = scratch[index]
                assert raw is not None
                raws.append(raw)
            else:
                raws.append(flags)
        return raws

    def _readback(self) -> Readback:
        if len(self._unread) > UNREAD:
            self._settle(self._unread[0])
        return self._idle.pop() if self._idle else self._new_readback()

    def _new_readback(self) -> Readback:
        return Readback(self.native, self.target.timestamps, next(self._serials), spins=not self.target.is_software)

    def _settle(self, readback: Readback) -> None:
        # First: one that cannot be read would fail again in whatever comes next.
        self._unread.remove(readback)
        readback.read()
        self._idle.append(readback)

    def settle(self, calls: Sequence[KernelCall]) -> None:
        if not self._unread:
            return
        wanted = {id(call) for call in calls}
        with self.checked:
            for readback in list(self._unread):
                if any(id(call) in wanted for call in readback.calls):
                    self._settle(readback)


class _InParts:
    """A kernel that runs in parts until it is compiled as a whole."""

    __slots__ = ("launch", "used")

    def __init__(self, launch: Launch) -> None:
        self.launch, self.used = launch, False


class _Checked:
    """Around calls of wgpu: its errors as those of providers.  What has no memory here is a buffer for staging."""

    __slots__ = ("_errors", "_no_memory")

    def __init__(self, errors: tuple[type[Exception], ...], no_memory: type[Exception]) -> None:
        self._errors, self._no_memory = errors, no_memory

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if error is None or not isinstance(error, self._errors):
            return
        if "lost" in str(error):
            raise DeviceLost(str(error)) from error
        raise (OutOfMemory(BLOCK) if isinstance(error, self._no_memory) else DeviceError(str(error))) from error


_LONG_BYTES = 1 << 28
_LONG_WORK = 1 << 30
"""Bytes that a kernel reads and writes, and operations of a loop, that take a fast device about as long as a submission takes the host."""


def _takes_long(call: KernelCall) -> bool:
    """Whether a kernel takes longer than recording the rest."""
    if sum([b.nbytes for b in (*call.inputs, *call.outputs) if b is not None]) >= _LONG_BYTES:
        return True
    return call.kernel.form.iterated_work(call.kernel.body) >= _LONG_WORK


def _windows() -> list[int]:
    return [WINDOW << k for k in range((MOST_WINDOW // WINDOW).bit_length())]


def _host_bytes() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 << 30

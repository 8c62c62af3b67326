"""A device that exists in NumPy alone: memory of its own, limits that a test chooses, and work that is done only when somebody waits.

It implements the contract of ``providers.provider`` and nothing else, as a provider for another kind of hardware would.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from runmat_kernel.codegen.forms import LOOP
from runmat_kernel.codegen.kernel import Kernel
from runmat_kernel.providers.provider import DeviceError, KernelCall, OutOfMemory, Provider, ProviderInfo
from runmat_kernel.values.classes import dtype_of


@dataclass
class Limits:
    """``arrays`` of one kernel, ``nbytes`` of memory, ``elements`` of an array; ``missing`` are Forms without kernels; ``failures`` is how
    many runs fail from now on."""

    arrays: int = 8
    nbytes: int = 1 << 28
    elements: int = 1 << 24
    classes: frozenset[str] = frozenset({"double", "single", "logical", "int32", "uint32", "uint8"})
    missing: frozenset[str] = frozenset()
    failures: int = 0


class Memory:
    """The device's memory: arrays by address, which the host never sees."""

    def __init__(self, nbytes: int) -> None:
        self.nbytes, self.used = nbytes, 0
        self.arrays: dict[int, np.ndarray] = {}
        self._next = 0

    def take(self, shape: tuple[int, ...], dtype: np.dtype) -> int:
        needed = prod(shape) * dtype.itemsize
        if self.used + needed > self.nbytes:
            raise OutOfMemory(needed)
        self._next += 1
        # What nobody wrote is no number, so that nobody takes it for zero.
        self.arrays[self._next] = np.full(shape, np.nan if dtype.kind in "fc" else 1, dtype, "F")
        self.used += needed
        return self._next

    def give(self, address: int) -> None:
        self.used -= self.arrays.pop(address).nbytes


class ScratchBuffer:
    """An address on the device."""

    def __init__(self, provider: ScratchProvider, shape: tuple[int, ...], dtype: np.dtype) -> None:
        self.provider, self.shape, self.nbytes = provider, shape, prod(shape) * dtype.itemsize
        self.address = 0
        self.address = provider.memory.take(shape, dtype)

    @property
    def there(self) -> np.ndarray:
        return self.provider.memory.arrays[self.address]

    def __del__(self) -> None:
        if self.address:
            # Queued work may still name it: the memory is free behind that.
            self.provider.later(lambda memory=self.provider.memory, address=self.address: memory.give(address))


class ScratchProvider(Provider[ScratchBuffer]):
    """Kernels wait in ``queued`` until something is read or settled."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.memory = Memory(self.limits.nbytes)
        self.queued: list[Callable[[], Any]] = []
        self.info = ProviderInfo(
            "scratch", "NumPy at another place", classes=self.limits.classes, memory_bytes=self.limits.nbytes,
            max_arrays=self.limits.arrays, gathers=True,
        )  # fmt: skip

    def later(self, work: Callable[[], Any]) -> None:
        self.queued.append(work)

    def wait(self) -> None:
        queued, self.queued = self.queued, []
        for work in queued:
            work()

    # memory

    def allocate(self, shape: tuple[int, ...], matlab_class: str, is_complex: bool = False) -> ScratchBuffer:
        try:
            return ScratchBuffer(self, shape, dtype_of(matlab_class, is_complex=is_complex))
        except OutOfMemory:
            self.wait()  # what was given back is free now
            return ScratchBuffer(self, shape, dtype_of(matlab_class, is_complex=is_complex))

    def upload(self, array: np.ndarray, matlab_class: str) -> ScratchBuffer:
        buffer = self.allocate(array.shape, matlab_class, array.dtype.kind == "c")
        self.overwrite(buffer, array)
        return buffer

    def download(self, buffer: ScratchBuffer) -> np.ndarray:
        self.wait()
        return buffer.there.copy(order="F")

    def overwrite(self, buffer: ScratchBuffer, array: np.ndarray) -> None:
        elements = array.astype(buffer.there.dtype)
        self.later(lambda: np.copyto(buffer.there, elements.reshape(buffer.shape, order="F")))

    def copied(self, buffer: ScratchBuffer) -> ScratchBuffer:
        made = ScratchBuffer(self, buffer.shape, buffer.there.dtype)
        self.later(lambda: np.copyto(made.there, buffer.there))
        return made

    # kernels

    def refusal(self, kernel: Kernel) -> str | None:
        body, limits = kernel.body, self.limits
        if kernel.form.name in limits.missing:
            return f"this device has no {kernel.form.name}"
        if len(body.inputs) + len(body.stores) + len(body.results) > limits.arrays:
            return f"more than {limits.arrays} arrays at once"
        if prod(body.space) > limits.elements:
            return f"more than {limits.elements} elements"
        classes = {x.matlab_class for x in (*body.inputs, *body.instructions, *body.stores, *body.results)}
        return f"class {min(classes - limits.classes)} is unknown here" if classes - limits.classes else None

    def run(self, calls: Sequence[KernelCall]) -> None:
        if self.limits.failures:
            self.limits.failures -= 1
            raise DeviceError("injected")
        for call in calls:
            # The call is released before the work is done: what it names is taken now.
            self.later(lambda call=call, work=(call.inputs, call.outputs, call.parameters): _compute(call, *work))

    def settle(self, calls: Sequence[KernelCall]) -> None:
        self.wait()


def _compute(call: KernelCall, inputs: Sequence[Any], outputs: Sequence[Any], parameters: Sequence[Any]) -> None:
    """A kernel as its Form defines it."""
    body, arrays, targets = call.kernel.body, [None if x is None else x.there for x in inputs], [x.there for x in outputs]
    first = len(body.shown) if call.kernel.form is LOOP else 0
    written = targets[first : first + len(body.writes)] if call.kernel.form is LOOP else ()
    results = call.kernel.form.define(body, arrays, parameters, written)
    for target, array in zip(targets, results.arrays, strict=True):
        np.copyto(target, np.asarray(array).reshape(target.shape, order="F"))
    call.flagged = bool(results.flagged)

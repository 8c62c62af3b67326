"""Providers that run nothing: one plans for an adapter with stated limits, the other stands for "no device".

With the null provider everything up to the kernel happens as on a device (recording, planning, placement, refusals, splitting by limits,
reports), so that planning is tested without a driver.  The elements of its results do not exist, and asking for them is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from ..base.records import record
from ..base.settings import Settings
from ..codegen.forms.loop import Region
from ..codegen.kernel import Kernel
from ..values.classes import DTYPES, dtype_of
from .provider import Change, Done, KernelCall, NotComputed, OutOfMemory, Provider, ProviderInfo, Queue, Submission


@record
class Limits:
    """The limits of an adapter: arrays of one kernel, bytes of memory, elements of the largest array, classes of elements."""

    arrays: int = 8
    memory_bytes: int = 8 << 30
    elements: int = 1 << 28
    classes: frozenset[str] = frozenset(DTYPES)


class NullBuffer:
    """Memory that is only counted.  ``array``: the elements where they came from the host, and no kernel has written over them."""

    def __init__(self, provider: NullProvider, shape: tuple[int, ...], dtype: np.dtype) -> None:
        self.provider, self.shape, self.dtype = provider, shape, dtype
        self.array: np.ndarray | None = None
        self.nbytes = prod(shape) * dtype.itemsize
        if provider.used + self.nbytes > provider.limits.memory_bytes:
            needed, self.nbytes = self.nbytes, 0
            raise OutOfMemory(needed)
        provider.used += self.nbytes

    def __del__(self) -> None:
        self.provider.used -= self.nbytes


class NullProvider(Provider[NullBuffer]):
    """Takes every kernel within its limits, and runs none.  ``ran`` counts kernels by title; ``used`` is the memory in use, in bytes."""

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008 - a record, which nobody changes
        self.limits = limits
        self.info = ProviderInfo(
            "null", "plans only", classes=limits.classes, memory_bytes=limits.memory_bytes, max_arrays=limits.arrays, gathers=True
        )
        self.used = 0
        self.ran: dict[str, int] = {}

    def allocate(self, shape: tuple[int, ...], matlab_class: str, is_complex: bool = False) -> NullBuffer:
        return NullBuffer(self, shape, dtype_of(matlab_class, is_complex=is_complex))

    def upload(self, array: np.ndarray, matlab_class: str) -> NullBuffer:
        buffer = self.allocate(array.shape, matlab_class, array.dtype.kind == "c")
        buffer.array = array.copy(order="F")
        return buffer

    def download(self, buffer: NullBuffer) -> np.ndarray:
        if buffer.array is None:
            raise NotComputed("The null provider plans and computes nothing: these elements do not exist.")
        return buffer.array

    def overwrite(self, buffer: NullBuffer, array: np.ndarray) -> None:
        buffer.array = np.array(array, buffer.dtype, order="F")

    def copied(self, buffer: NullBuffer) -> NullBuffer:
        copy = NullBuffer(self, buffer.shape, buffer.dtype)
        copy.array = buffer.array
        return copy

    def refusal(self, kernel: Kernel) -> str | None:
        body, limits = kernel.body, self.limits
        arrays = len(body.inputs) + len(body.stores) + len(body.results)
        if arrays > limits.arrays:
            return f"{arrays} arrays at once; this device binds {limits.arrays}"
        if prod(body.space) > limits.elements:
            return f"{prod(body.space)} elements at once; this device takes {limits.elements}"
        values: tuple[Any, ...] = (*body.inputs, *body.instructions, *body.stores, *body.results)
        classes = {x.matlab_class for x in values}
        missing = sorted(classes - limits.classes)
        return f"class {missing[0]} has no device form" if missing else None

    def run(self, calls: Sequence[KernelCall]) -> None:
        for call in calls:
            self.ran[call.kernel.title] = self.ran.get(call.kernel.title, 0) + 1
            for buffer in call.outputs:
                buffer.array = None

    def settle(self, calls: Sequence[KernelCall]) -> None:
        """Nothing was run: no guard is raised, and no time is known."""

    def queue(self) -> Queue[NullBuffer]:
        return _NullQueue(self)


class _NullQueue(Queue[NullBuffer]):
    """Iterations that are counted.  No test is true, so that a loop which a test would end goes through all its iterations."""

    immediate = True

    def __init__(self, provider: NullProvider) -> None:
        self.provider = provider

    def bind(self, calls: Sequence[KernelCall]) -> Sequence[KernelCall]:
        return calls

    def add(self, bound: Sequence[KernelCall], changes: Sequence[Change] = ()) -> None:
        self.provider.run(bound)

    def read(self, source: NullBuffer, region: Region, iteration: int, target: NullBuffer, shape: tuple[int, ...]) -> bool:
        target.array = None
        return True

    def write(self, target: NullBuffer, region: Region, iteration: int, source: NullBuffer, shape: tuple[int, ...]) -> None:
        target.array = None

    def submit(self, tests: Sequence[NullBuffer] = ()) -> Submission:
        return Done([False] * len(tests))


class NoDevice(NullProvider):
    """No device is open: every kernel is refused for ``reason``, so that the host runs it; there is no memory."""

    def __init__(self, reason: str) -> None:
        super().__init__(Limits(0, 0, 0, frozenset()))
        self.info, self.closed = _NOTHING, reason

    def refusal(self, kernel: Kernel) -> str | None:
        return self.closed


_NOTHING = ProviderInfo("none", "no device", classes=frozenset())
"""The same for every NoDevice, whatever its reason: what was recorded without a device may be compared by it."""


def open_provider(settings: Settings) -> Provider:
    """A null provider with the usual limits."""
    return NullProvider()

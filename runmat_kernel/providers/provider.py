"""Provider: who executes kernels.  The protocol is what host and GPU have in common; what one of them alone can do has names of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..base.records import record
from ..codegen.kernel import Kernel


@record
class ProviderInfo:
    """Who this is: for reports and for placement.  ``is_software`` marks a GPU API on a CPU (Mesa's lavapipe)."""

    name: str
    device: str
    backend: str = ""
    driver: str = ""
    is_software: bool = False
    classes: frozenset[str] = frozenset({"double", "single", "logical"})
    memory_bytes: int = 0
    max_arrays: int = 0
    """Arrays (inputs and outputs) that one kernel may have; 0 for any number.  The planner splits groups that need more."""


@dataclass(slots=True)
class KernelCall:
    """One kernel to run: its input and output Buffers in the order of the Body, and the parameters' values.

    ``held`` are the outputs that somebody may ask for: small ones come back with the flags, in one wait for all of them.
    After the run: ``flagged`` says that a guard was raised (outputs are then not to be used), ``seconds`` is the measured kernel time.
    Both may be known only later (``Provider.settle``).  ``compiled`` says that machine code was made for it.
    """

    kernel: Kernel
    inputs: tuple[Any, ...]
    outputs: tuple[Any, ...]
    parameters: tuple[Any, ...]
    flagged: bool = False
    seconds: float | None = None
    compiled: bool = False
    held: tuple[Any, ...] = ()

    def release(self) -> None:
        """Name no arrays any more: queued work keeps the memory it needs; reports, which keep the calls, shall not."""
        self.inputs = self.outputs = self.held = ()


class Buffer(Protocol):
    """Memory of a provider: ``nbytes`` long.  Dropped by reference counting.  ``copy`` has its bytes where they came back already."""

    copy: bytes | None

    @property
    def nbytes(self) -> int: ...


class Provider(Protocol):
    """Runs kernels in order.  ``run`` does not wait; ``download`` and ``settle`` do."""

    info: ProviderInfo

    def allocate(self, shape: tuple[int, ...], matlab_class: str, is_complex: bool) -> Buffer:
        """Memory for an array; raises ``OutOfMemory`` when it cannot be had even after trimming the pool."""
        ...

    def upload(self, array: np.ndarray, matlab_class: str) -> Buffer: ...

    def download(self, buffer: Buffer) -> np.ndarray:
        """The elements, column-major, of the shape and class given at allocation."""
        ...

    def refusal(self, kernel: Kernel) -> str | None:
        """Why this provider cannot run a kernel, in words a user understands; None when it can."""
        ...

    def run(self, calls: Sequence[KernelCall]) -> None:
        """Queue the kernels, all in one submission."""
        ...

    def settle(self, calls: Sequence[KernelCall]) -> None:
        """Wait until ``flagged`` and ``seconds`` of these calls are known."""
        ...


class DeviceError(Exception):
    """The device did not take or do its work.  Its buffers are still there."""


class DeviceLost(DeviceError):
    """The device is gone (driver reset, unplugged): all its buffers with it.  A new provider can be opened."""


class OutOfMemory(Exception):
    """The provider has no memory for a buffer of ``nbytes``."""

    def __init__(self, nbytes: int) -> None:
        super().__init__(f"no memory for {nbytes} bytes")
        self.nbytes = nbytes


def reason_of(error: BaseException) -> str:
    """The first line of an error, for reports."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


class OutOfRoom(MemoryError):
    """Neither device nor host has memory for what a statement asks for; ``where`` is its place in the program, if known."""

    def __init__(self, where: Any) -> None:
        super().__init__("no memory")
        self.where = where

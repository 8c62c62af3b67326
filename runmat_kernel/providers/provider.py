"""The contract between the engine and whoever executes kernels.

A Provider owns memory and runs KernelCalls in order.  Everything that ``accel`` asks of one stands here; host, GPU, null provider and "no
device" implement it, and ``tests/providers/test_contract.py`` runs against each.  Shapes are MATLAB's, elements column-major, sizes in
bytes, times in seconds.  Only ``download``, ``settle`` and ``Submission.wait`` may wait for the device.  All may raise DeviceError.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from ..base.records import record
from ..codegen.forms.loop import Region, place
from ..codegen.kernel import Kernel


@record
class ProviderInfo:
    """A provider's description of itself: reports show it, and recording, planning and placement depend on it."""

    name: str
    device: str
    backend: str = ""
    driver: str = ""
    is_software: bool = False
    """A GPU's interface on the processor (Mesa's lavapipe): it computes while the host waits."""
    classes: frozenset[str] = frozenset({"double", "single", "logical"})
    """Classes of elements that its kernels take."""
    memory_bytes: int = 0
    """The memory that it may use; 0 where that is not known."""
    max_arrays: int = 0
    """Arrays (inputs and outputs) that one kernel may have; 0 for any number.  The planner splits groups that need more."""
    gathers: bool = False
    """Whether kernels that read or write at computed positions are worth recording.  NumPy on the host moves elements faster at once."""


@dataclass(slots=True)
class KernelCall:
    """One kernel to run: its input and output Buffers in the order of the Body, and the parameters' values.

    A loop's scheduled parameters are arrays over the iterations, and the arrays of its ``writes`` stand among the outputs with what they
    had before.  ``held`` are the outputs that somebody may ask for: small ones come back with the flags, in one wait for all of them.
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
    """A provider's memory for one array, freed when nobody refers to it.  Only its owner looks inside.  The host's are NumPy arrays, and no
    other's are."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def nbytes(self) -> int: ...


AnyBuffer = TypeVar("AnyBuffer", bound=Buffer)


class Submission(Protocol):
    """Work of a Queue that was handed to the device."""

    def wait(self) -> list[bool]:
        """Wait for it: whether all elements of each tested buffer are true.  ``Queue.flagged`` then covers it."""
        ...


Change = tuple[int, int, Any]
"""A parameter's value in one iteration: (number of the call, number of the parameter, value)."""


class Queue(ABC, Generic[AnyBuffer]):
    """The kernels of a loop that runs iteration by iteration: bound to their buffers once, repeated with little work.

    ``immediate``: kernels have run when ``add`` returns, so nothing is gained by submitting several iterations together.
    ``flagged``: whether a guard was raised, as far as is known.  ``most``: kernels and copies that may wait.
    """

    immediate = False
    most = 1
    flagged = False

    @abstractmethod
    def bind(self, calls: Sequence[KernelCall]) -> Any:
        """The kernels of an iteration, prepared calls, on their buffers: what ``add`` takes."""

    def divided(self, call: KernelCall) -> Sequence[Any]:
        """One prepared call as pieces of bounded time, for ``add`` in this order; an interrupt can end the loop between two of them."""
        return [self.bind([call])]

    @abstractmethod
    def add(self, bound: Any, changes: Sequence[Change] = ()) -> None:
        """Queue the kernels of an iteration, some parameters of which have other values than when they were bound."""

    def moves(self, array: AnyBuffer, region: Region, shape: tuple[int, ...]) -> bool:
        """Whether ``write`` takes every iteration's part, of ``shape``, of this array."""
        return True

    @abstractmethod
    def read(self, source: AnyBuffer, region: Region, iteration: int, target: AnyBuffer, shape: tuple[int, ...]) -> bool:
        """Queue a copy of an iteration's part of ``source``, of ``shape``, into all of ``target``; False, with nothing queued, where the
        device cannot."""

    @abstractmethod
    def write(self, target: AnyBuffer, region: Region, iteration: int, source: AnyBuffer, shape: tuple[int, ...]) -> None:
        """Queue a copy of all of ``source`` into an iteration's part of ``target``, for which ``moves`` was true."""

    @property
    def waiting(self) -> int:
        """The number of kernels and copies that were added since the last submission."""
        return 0

    @abstractmethod
    def submit(self, tests: Sequence[AnyBuffer] = ()) -> Submission:
        """Hand what waits to the device; ``tests`` are logical scalars, read after it."""

    def close(self) -> None:
        """Give back the queue's memory.  Nothing of it is in flight."""
        return


class Provider(ABC, Generic[AnyBuffer]):
    """Owns memory and runs kernels in the order in which they are given.

    The abstract methods make a provider; the others have definitions by them, which a provider replaces where it can do better.
    """

    info: ProviderInfo
    closed: str | None = None
    """Why it takes no kernel at all (no device is open), in words a user understands; None for a provider that does."""

    # ------------------------------------------------------------------ memory

    @abstractmethod
    def allocate(self, shape: tuple[int, ...], matlab_class: str, is_complex: bool = False) -> AnyBuffer:
        """A Buffer for an array with arbitrary elements.  Raises OutOfMemory when it cannot be had, also after idle memory was freed."""

    @abstractmethod
    def upload(self, array: np.ndarray, matlab_class: str) -> AnyBuffer:
        """A Buffer with these elements.  The host's is the array itself, which nobody changes then.  Raises OutOfMemory."""

    @abstractmethod
    def download(self, buffer: AnyBuffer) -> np.ndarray:
        """The elements, column-major, of the shape and class given at allocation, after all work queued before.  Waits."""

    def arrived(self, buffer: AnyBuffer) -> bool:
        """Whether the elements are on the host already, so that ``download`` neither waits nor transfers."""
        return False

    @abstractmethod
    def overwrite(self, buffer: AnyBuffer, array: np.ndarray) -> None:
        """New elements for a Buffer, after all work queued before."""

    @abstractmethod
    def copied(self, buffer: AnyBuffer) -> AnyBuffer:
        """Another Buffer with the same elements, after all work queued before.  Raises OutOfMemory."""

    def reshaped(self, buffer: AnyBuffer, shape: tuple[int, ...]) -> AnyBuffer | None:
        """The same memory as an array of another shape of as many elements; None where it cannot be shared."""
        return None

    # ------------------------------------------------------------------ kernels

    @abstractmethod
    def refusal(self, kernel: Kernel) -> str | None:
        """Why this provider cannot run a kernel, in words a user understands; None when it can."""

    def begin(self, kernel: Kernel) -> None:
        """Begin to compile a kernel that is going to run, in the background."""
        return

    def moves_inputs(self, kernel: Kernel, inputs: Sequence[AnyBuffer | None]) -> bool:
        """Whether ``prepared`` copies some of these inputs, so that what computes them has to be submitted first."""
        return False

    def prepared(self, call: KernelCall) -> KernelCall:
        """The call with all that this provider needs beside it: tables, intermediate arrays, inputs as its kernel reads them.  Every call
        goes through this before ``run`` or ``Queue.bind``.  Raises OutOfMemory."""
        return call

    @abstractmethod
    def run(self, calls: Sequence[KernelCall]) -> None:
        """Queue the kernels, all in one submission.  Does not wait."""

    @abstractmethod
    def settle(self, calls: Sequence[KernelCall]) -> None:
        """Wait until ``flagged`` and ``seconds`` of these calls are known.  Calls that were never run, or settled before, do not matter."""

    def is_long(self, kernel: Kernel) -> bool:
        """Whether a loop takes so long that it ought to run in pieces (``Queue.divided``)."""
        return False

    def written_over(self, kernel: Kernel) -> tuple[int, ...] | None:
        """For a kernel that does nothing but replace parts of arrays, and that runs as plain copies here: the inputs, one for each output,
        over which it may write its outputs (none where a part takes what another replaces).  None for all other kernels."""
        return None

    def queue(self) -> Queue[AnyBuffer]:
        """A Queue for the iterations of one loop."""
        return ImmediateQueue(self)

    # ------------------------------------------------------------------ between cells

    def make_ahead(self) -> None:
        """Nobody waits now: make what the next cell is likely to need."""
        return


class ImmediateQueue(Queue[AnyBuffer]):
    """A Queue of any provider: every iteration is run, and waited for, when it is added."""

    immediate = True

    def __init__(self, provider: Provider[AnyBuffer]) -> None:
        self.provider = provider

    def bind(self, calls: Sequence[KernelCall]) -> list[KernelCall]:
        return list(calls)

    def add(self, bound: list[KernelCall], changes: Sequence[Change] = ()) -> None:
        for at, k, value in changes:
            bound[at].parameters = changed(bound[at].parameters, k, value)
        self.provider.run(bound)
        self.provider.settle(bound)
        self.flagged |= any(call.flagged for call in bound)

    def read(self, source: AnyBuffer, region: Region, iteration: int, target: AnyBuffer, shape: tuple[int, ...]) -> bool:
        whole = self.provider.download(source)
        self.provider.overwrite(target, np.asfortranarray(place(whole, region, iteration, shape)))
        return True

    def write(self, target: AnyBuffer, region: Region, iteration: int, source: AnyBuffer, shape: tuple[int, ...]) -> None:
        whole = np.array(self.provider.download(target), order="F")
        place(whole, region, iteration, shape)[...] = self.provider.download(source)
        self.provider.overwrite(target, whole)

    def submit(self, tests: Sequence[AnyBuffer] = ()) -> Submission:
        return Done([bool(self.provider.download(test).all()) for test in tests])


class Done:
    """A Submission that nobody has to wait for."""

    def __init__(self, tests: list[bool]) -> None:
        self.tests = tests

    def wait(self) -> list[bool]:
        return self.tests


def changed(parameters: tuple[Any, ...], k: int, value: Any) -> tuple[Any, ...]:
    """A call's parameters, number ``k`` with another value."""
    return (*parameters[:k], value, *parameters[k + 1 :])


class DeviceError(Exception):
    """The device did not take or do its work.  Its buffers are still there."""


class DeviceLost(DeviceError):
    """The device is gone (driver reset, unplugged): all its buffers with it.  A new provider can be opened."""


class NotComputed(DeviceError):
    """The elements were asked for, and the provider plans without computing."""


class ProviderUnavailable(Exception):
    """A provider cannot be had here; the message says why in words for a user."""


class OutOfMemory(Exception):
    """The provider has no memory for a buffer of ``nbytes``."""

    def __init__(self, nbytes: int) -> None:
        super().__init__(f"no memory for {nbytes} bytes")
        self.nbytes = nbytes


def reason_of(error: BaseException) -> str:
    """The first line of an error, for reports."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


class MemoryFull(MemoryError):
    """Neither device nor host has memory for what a statement asks for; ``where`` is its place in the program, if known."""

    def __init__(self, where: Any) -> None:
        super().__init__("no memory")
        self.where = where

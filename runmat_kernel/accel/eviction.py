"""Evicts arrays from a device whose memory runs out: first copies that the host has too, then idle arrays, which move to the host."""

from __future__ import annotations

import time
from collections.abc import Container
from weakref import ref

from ..base.events import Transferred
from ..values.tensor import Tensor
from .protocols import Recorder
from .storage import Device

_LEAST_SWEPT = 256


class Residents:
    """The Tensors that have elements on the device, those that came first in front.

    Weak references without callbacks: every result is added, and dead ones are swept when there are twice as many as lived last.
    """

    def __init__(self) -> None:
        self._tensors: list[ref[Tensor]] = []
        self._most = _LEAST_SWEPT

    def add(self, tensor: Tensor) -> None:
        self._tensors.append(ref(tensor))
        if len(self._tensors) > self._most:
            self._most = max(2 * len(self._alive()), _LEAST_SWEPT)

    def _alive(self) -> list[Tensor]:
        """Those that still have elements on the device, each once."""
        alive: dict[int, Tensor] = {}
        for tensor in [known() for known in self._tensors]:
            if tensor is not None and type(tensor.storage) is Device:
                alive[id(tensor)] = tensor
        self._tensors = [ref(tensor) for tensor in alive.values()]
        return list(alive.values())

    def drop_copies(self, keep: Container[int]) -> int:
        """Forget device copies of what the host has too; the bytes given back.  ``keep`` are identities of Tensors in use."""
        freed = 0
        for tensor in self._alive():
            if tensor._array is not None and id(tensor) not in keep:
                freed += tensor._array.nbytes
                tensor.storage = None
        return freed

    def gather(self, engine: Recorder, nbytes: int, keep: Container[int]) -> int:
        """Move arrays that nothing uses now to the host until ``nbytes`` are free; the bytes given back."""
        freed = 0
        for tensor in self._alive():
            if freed >= nbytes:
                break
            storage = tensor.storage
            if id(tensor) in keep or not isinstance(storage, Device):
                continue
            start = time.perf_counter()
            array = storage.provider.download(storage.buffer)
            engine.note(Transferred("download", array.nbytes, time.perf_counter() - start, "evicted: the device's memory was full"))
            tensor._array, tensor.storage = array, None
            freed += array.nbytes
        return freed

"""Making room on a device: what has a twin on the host is dropped there, and what waits idly is gathered."""

from __future__ import annotations

import time
from collections.abc import Container
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ..base.events import Transferred
from ..values.tensor import Tensor
from .storage import Device

if TYPE_CHECKING:
    from .engine import Engine


class Residents:
    """The Tensors that have elements on the device, those that came first in front."""

    def __init__(self) -> None:
        self._tensors: WeakKeyDictionary[Tensor, None] = WeakKeyDictionary()

    def add(self, tensor: Tensor) -> None:
        self._tensors[tensor] = None

    def drop_twins(self, keep: Container[int]) -> int:
        """Forget device copies of what the host has too; the bytes given back.  ``keep`` are identities of Tensors in use."""
        freed = 0
        for tensor in list(self._tensors):
            if type(tensor.storage) is not Device:
                del self._tensors[tensor]
            elif tensor._array is not None and id(tensor) not in keep:
                freed += tensor._array.nbytes
                tensor.storage = None
                del self._tensors[tensor]
        return freed

    def gather(self, engine: Engine, nbytes: int, keep: Container[int]) -> int:
        """Move arrays that nothing uses now to the host until ``nbytes`` are free; the bytes given back."""
        freed = 0
        for tensor in list(self._tensors):
            if freed >= nbytes:
                break
            storage = tensor.storage
            if type(storage) is not Device or id(tensor) in keep:
                continue
            start = time.perf_counter()
            array = storage.provider.download(storage.buffer)
            engine.note(Transferred("download", array.nbytes, time.perf_counter() - start, "to make room on the device"))
            tensor._array, tensor.storage = array, None
            del self._tensors[tensor]
            freed += array.nbytes
        return freed

"""Where the elements of a Tensor are when they are not on the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np


class Storage(Protocol):
    """Elements that are pending or on a device; ``accel`` implements it.

    ``kind`` is ``'pending'`` or ``'device'`` at this moment (a pending one becomes host or device once).
    """

    @property
    def kind(self) -> str: ...

    @property
    def engine(self) -> Any:
        """The engine that records and computes them (``accel.engine.Engine``)."""
        ...

    @property
    def uncertain(self) -> bool:
        """Whether the elements could turn out to be complex when they are computed."""
        ...

    def settled(self, tensor: Any) -> bool:
        """Whether the elements of a tensor that is ``uncertain`` are complex; computes what is needed to tell."""
        ...

    def reshape(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """The tensor in another shape of as many elements, still elsewhere."""
        ...

    def join(self, dim: int, values: Sequence[Any], matlab_class: str) -> Any:
        """Values of which the tensor is one side by side, still elsewhere; None where they are to be joined on the host."""
        ...

    def host(self) -> np.ndarray:
        """The elements as a column-major ndarray of the tensor's shape and class, computed or gathered now."""
        ...

"""The null provider: records what it is asked to run and computes nothing.  For tests of plans."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..codegen.kernel import Kernel
from ..values.classes import DTYPES, dtype_of
from .provider import KernelCall, ProviderInfo


class NullProvider:
    """``calls`` are the kernels that were asked for; buffers are arrays of zeros."""

    info = ProviderInfo("null", "none", classes=frozenset(DTYPES))

    def __init__(self) -> None:
        self.calls: list[KernelCall] = []

    def allocate(self, shape: tuple[int, ...], matlab_class: str, is_complex: bool = False) -> np.ndarray:
        return np.zeros(shape, dtype_of(matlab_class, is_complex=is_complex), order="F")

    def upload(self, array: np.ndarray, matlab_class: str) -> np.ndarray:
        return array

    def download(self, buffer: np.ndarray) -> np.ndarray:
        return buffer

    def refusal(self, kernel: Kernel) -> str | None:
        return None

    def run(self, calls: Sequence[KernelCall]) -> None:
        for call in calls:
            call.seconds = 0.0
        self.calls.extend(calls)

    def settle(self, calls: Sequence[KernelCall]) -> None:
        """Nothing runs, so nothing is waited for."""

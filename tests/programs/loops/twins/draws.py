"""The random numbers that a program sees: the session's documented streams, drawn one array at a time."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from runmat_kernel.graph.random import RandomStreams


class Draws:
    """``rand`` and ``randn`` behind ``rng(seed)``; arrays are filled column by column."""

    def __init__(self, seed: int) -> None:
        self._streams = RandomStreams(seed)

    def rand(self, shape: tuple[int, ...], dtype: Any = np.float64) -> np.ndarray:
        return self._streams.draw("uniform", prod(shape), dtype).reshape(shape, order="F")

    def randn(self, shape: tuple[int, ...], dtype: Any = np.float64) -> np.ndarray:
        return self._streams.draw("normal", prod(shape), dtype).reshape(shape, order="F")

    def steps(self, kind: str, count: int, shape: tuple[int, ...], dtype: Any = np.float64) -> np.ndarray:
        """``count`` successive arrays, stacked along a new first dimension."""
        return np.stack([getattr(self, kind)(shape, dtype) for _ in range(count)])

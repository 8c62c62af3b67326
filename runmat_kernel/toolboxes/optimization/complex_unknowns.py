"""Complex unknowns and residuals for solvers of real systems: real and imaginary parts stand one behind the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.records import record


class ComplexValues(Exception):
    """A function of real unknowns turned out to be complex."""


@record
class Parts:
    """The form in which a solver gets unknowns and residuals: real ones as they are, complex ones as two numbers."""

    split: bool

    def of(self, values: np.ndarray) -> np.ndarray:
        if self.split:
            return np.concatenate([values.real, values.imag]).astype(np.float64)
        if np.iscomplexobj(values):
            raise ComplexValues
        return values.astype(np.float64)

    def joined(self, parts: np.ndarray) -> np.ndarray:
        half = len(parts) // 2
        return parts[:half] + 1j * parts[half:] if self.split else parts

    def jacobian(self, table: np.ndarray) -> np.ndarray:
        """The derivatives by the unknowns: of an analytic function, they are those by the real parts."""
        rows, columns = (n // 2 for n in table.shape)
        return table[:rows, :columns] + 1j * table[rows:, :columns] if self.split else table


def with_parts(solve: Callable[[Parts], Any], start: np.ndarray) -> Any:
    """``solve`` with real unknowns, if they begin so and no residual is complex; else with complex ones."""
    try:
        return solve(Parts(np.iscomplexobj(start)))
    except ComplexValues:
        return solve(Parts(True))

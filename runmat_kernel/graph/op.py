"""Op: one primitive operation on arrays, with everything that the layers need to know of it in one record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Op:
    """A primitive pointwise operation.

    ``numpy(*operands) -> ndarray`` works on host arrays that are expanded to one shape's dimensionality (NumPy expands
    the ones) and already cast to the ``compute`` class; it is the definition of the operation.  Real operands that leave
    the real domain give MATLAB's complex result.
    ``real(*operands, out=None) -> ndarray`` is the same for real operands inside the domain, with the result written to ``out``
    where that is given: what the host provider runs block by block.  Outside the domain its result does not count.
    ``result(*classes) -> class`` is the MATLAB class of the result; ``compute(*classes) -> class`` the class in which
    it is computed (integers compute in double, then saturate; comparisons in the common class; default: the result class).
    ``wgsl`` is the expression text over ``{0}``, ``{1}`` ... for real operands; a bare name ``sin`` stands for the mathlib
    function ``rm_sin_f32`` / ``rm_sin_f64`` (``rm_<name>_<type>``) on them.  None: no device form.
    ``ranges(*operand_ranges) -> Range`` bounds the result (see graph.ranges); ``in_domain(*operand_ranges) -> bool`` says that
    the result is proved real; ``guard`` is the WGSL condition over the operands that the element left the real domain,
    ``numpy_guard`` the same on host arrays.  ``cost`` is in floating-point operations for one element; ``ulp`` the tolerance
    of the device form against NumPy.
    ``scalar`` is the same on Python floats (see builtins.spec).
    ``always_real``: the result is real also for complex operands.  ``integer_rule``: an integer operand allows only scalars,
    or its own class, beside it (arithmetic).  ``raw_operands``: operands come in their own classes, not cast to the compute class.
    ``whole``: so many leading operands are arrays in memory, read at positions that the operation computes.
    ``planes``, of one part of a complex number (0: real, 1: imaginary), is what computes both parts, and which part this is:
    ``functions, part = planes``; ``functions[part](*operands, other, out=own)``.
    ``near`` is the same operation with a shorter device form, that gives the same bits where ``within(*operand_ranges)``.
    """

    name: str
    arity: int
    numpy: Callable[..., np.ndarray]
    result: Callable[..., str]
    compute: Callable[..., str] | None = None
    wgsl: str | None = None
    ranges: Callable[..., Any] | None = None
    in_domain: Callable[..., bool] | None = None
    guard: str | None = None
    numpy_guard: Callable[..., np.ndarray] | None = None
    cost: float = 1.0
    ulp: float = 0.0
    symbol: str | None = None
    scalar: Callable[..., float] | None = None
    real: Callable[..., np.ndarray] | None = None
    always_real: bool = False
    integer_rule: bool = False
    raw_operands: bool = False
    whole: int = 0
    within: Callable[..., bool] | None = None
    near: Op | None = None
    planes: tuple[Sequence[Callable[..., Any]], int] | None = None

    def __repr__(self) -> str:
        return f"<Op {self.name}>"


def with_near_form(op: Op, within: Callable[..., bool]) -> Op:
    """The operation, with the mathlib function ``<name>_near`` as its device form ``within`` some ranges."""
    return replace(op, within=within, near=replace(op, name=f"{op.name} (near)", wgsl=f"{op.wgsl}_near"))

"""Least squares fits of polynomials to large arrays on the device.  The basis is orthogonal over the points and is built one polynomial at a time.  Each needs only sums over the points, and its share is subtracted from the data before the next one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.device import is_real_float, on_device
from ...builtins.formula import Formula
from ...values.convert import as_array, numel_of, shape_of

_MOST_DEGREE = 10
_MOST_CONDITION = 1e8
"""Condition from which on the host solves the equations, and warns of it."""


def without_trend(call: Any, value: Any, degree: int) -> Any:
    """``detrend`` over equal steps; None where the host computes it."""
    shape = shape_of(value)
    axis = 1 if len(shape) == 2 and shape[0] == 1 else 0
    if not on_device(call, value) or not is_real_float(value) or degree >= min(shape[axis], _MOST_DEGREE + 1):
        return None
    x, n = Formula(call, value), shape[axis]
    rest = x.to("double")
    if degree == 0:
        rest = rest - rest.mean(axis)
    else:
        at = x.of(1.0).apply("colon", float(n)).reshape(*(n if d == axis else 1 for d in range(len(shape))))
        for p, square in _orthogonal((at - (n + 1) / 2.0) / ((n - 1) / 2.0), axis, degree, even=True)[0]:
            rest = rest - p * ((rest * p).reduce("sum", axis) / square)
    return rest.to(x.matlab_class).value


def _orthogonal(t: Formula, axis: int, degree: int, *, even: bool) -> tuple[list[tuple[Formula, Formula]], list[Formula]]:
    """Polynomials over points with the sums of their squares, and the shifts of the recurrence (``even``: points around 0 have none)."""
    basis: list[tuple[Formula, Formula]] = []
    shifts: list[Formula] = []
    p, before = t * 0.0 + 1.0, None
    for k in range(degree + 1):
        square = (p * p).reduce("sum", axis)
        basis.append((p, square))
        if k == degree:
            break
        moved = t
        if not even:
            shifts.append((t * p * p).reduce("sum", axis) / square)
            moved = t - shifts[-1]
        p, before = (moved * p if before is None else moved * p - before[0] * (square / before[1])), (p, square)
    return basis, shifts


def fitted(call: Any, x: Any, y: Any, degree: int) -> np.ndarray | None:
    """The coefficients of ``polyfit``, the highest power first; None where the host computes them."""
    if call.nargout > 1 or not (on_device(call, x) or on_device(call, y)) or not 0 <= degree <= _MOST_DEGREE:
        return None
    if not (is_real_float(x) and is_real_float(y)):
        return None
    sites, rest = (Formula(call, v).reshape(numel_of(v), 1) for v in (x, y))
    single = "single" in (sites.matlab_class, rest.matlab_class)
    sites, rest = (f.to("double") for f in (sites, rest))
    low, high = (as_array(sites.reduce(kind, 0).value).item() for kind in ("min", "max"))
    middle, half = (low + high) / 2, (high - low) / 2
    if not (np.isfinite(half) and half > 0):
        return None
    basis, shifts = _orthogonal((sites - middle) / half, 0, degree, even=False)
    shares = []
    for p, square in basis:
        shares.append((rest * p).reduce("sum", 0) / square)
        rest = rest - p * shares[-1]
    numbers = [[as_array(f.value).item() for f in line] for line in (shares, [s for _, s in basis], shifts)]
    coefficients, squares, moved = (np.array(line) for line in numbers)
    if not (np.isfinite(coefficients).all() and np.isfinite(squares).all() and (squares > 0).all()):
        return None
    powers = _powers_of_basis(squares, moved, middle, half)
    if np.linalg.cond(np.sqrt(squares)[:, None] * np.linalg.inv(powers.astype(np.float64))) > _MOST_CONDITION:
        return None
    polynomial = (powers @ coefficients)[::-1].astype(np.float32 if single else np.float64)
    return polynomial.reshape(1, -1)


def _powers_of_basis(squares: np.ndarray, moved: np.ndarray, middle: float, half: float) -> np.ndarray:
    """The polynomials of the basis by powers of x, the lowest first, each a column."""
    count = len(squares)
    powers = np.zeros((count, count), np.longdouble)
    powers[0, 0] = 1
    for k in range(count - 1):
        column = np.roll(powers[:, k], 1) / half - powers[:, k] * (middle / half + moved[k])
        powers[:, k + 1] = column - (powers[:, k - 1] * (squares[k] / squares[k - 1]) if k else 0)
    return powers

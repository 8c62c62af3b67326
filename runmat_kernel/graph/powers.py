"""The Ops of elementwise powers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import pointwise, ranges
from .op import Op, with_near_form
from .primitives import RDIVIDE, SQUARE, UPLUS, arithmetic, compute_class, compute_result, real_only


def _power_leaves(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return (x < 0) & (y != np.floor(y))


def _power_complex(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Complex power; elements that stay real are computed as reals."""
    wide = np.complex64 if x.dtype == np.float32 else np.complex128
    inside = ~_power_leaves(x, y)
    base = np.where(inside, 1, x).astype(wide)
    result = np.power(base, y.astype(wide))
    endless = np.isinf(base) & ~inside & np.isfinite(y)
    if endless.any():  # the modulus and the angle by themselves: their product by parts has no NaN
        size, angle = np.power(np.abs(x), y), np.pi * np.where(endless, y, 0).astype(np.float64)
        rotated = np.empty(endless.shape, wide)
        rotated.real, rotated.imag = size * np.cos(angle), size * np.sin(angle)
        result = np.where(endless, rotated, result)
    return np.where(inside, np.power(x, y), result)


def _complex_power(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """``x .^ y`` with a complex operand: exact squares and whole powers, zero bases as MATLAB has them."""
    if y.dtype.kind != "c" and y.size == 1 and y.flat[0] == np.round(y.flat[0]) and abs(y.flat[0]) <= 64:
        n = int(y.flat[0])
        power = pointwise.repeated_product(x, abs(n), np.multiply) if n else np.ones_like(x)
        if n < 0:
            with np.errstate(all="ignore"):
                return np.where(power == 0, np.inf, 1 / power)
        return power
    result = np.power(x.astype(np.result_type(x, np.complex64)), y)
    zero = x == 0
    return np.where(zero, np.where(y == 0, 1, np.where(np.real(y) < 0, np.inf, 0)), result) if zero.any() else result


def _power_scalar(x: float, y: float) -> float:
    result = x**y
    if type(result) is not float or (x == -math.inf and not y.is_integer() and math.isfinite(y)):
        raise ValueError("complex")
    return result


POWER = with_near_form(
    Op(
        "power",
        2,
        real_only(np.power, _complex_power, _power_leaves, _power_complex),
        arithmetic(".^"),
        compute_class,
        "power",
        ranges.power,
        ranges.power_is_real,
        "{0} < 0.0R && {1} != floor({1})",
        _power_leaves,
        20.0,
        4.0,
        ".^",
        _power_scalar,
        real=np.power,
        integer_rule=True,
    ),
    ranges.power_is_near,
)
ROOT = Op(
    "root",
    1,
    real_only(pointwise.root, np.sqrt, lambda x: x < 0, lambda x: _power_complex(x, np.full_like(x, 0.5))),
    compute_result,
    compute_class,
    "rm_sqrt_T({0}) + 0.0R",
    ranges.root,
    lambda a: a.low >= 0,
    "{0} < 0.0R",
    lambda x: x < 0,
    5.0,
    1.0,
    ".^0.5",
    real=pointwise.root,
)


def power_by(a: Any, b: float) -> tuple[Op, tuple[Any, ...]]:
    """The Op and the operands of an array to the power of a number: some exponents mean a simpler, exact operation."""
    if b == 2.0:
        return SQUARE, (a,)
    if b == 1.0:
        return UPLUS, (a,)
    if b == 0.5:
        return ROOT, (a,)
    if b == -1.0:
        return RDIVIDE, (1.0, a)
    return POWER, (a, b)

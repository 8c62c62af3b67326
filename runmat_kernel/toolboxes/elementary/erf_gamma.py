"""The erf and gamma families on the host, where scipy's are off by more than 4 ulp.  Real floats; results of the operand's class."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

_SPLIT = 134217729.0  # 2^27 + 1: parts of 26 bits, whose products are exact


def _polynomial(file: str, name: str, x: np.ndarray) -> np.ndarray:
    """A polynomial of the device's functions."""
    from ...codegen.mathlib import coefficients

    return np.polyval(coefficients(file, name), x)


def _square(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x^2 as a sum of two, for |x| below 2^500."""
    high = x * x
    c = _SPLIT * x
    head = c - (c - x)
    tail = x - head
    return high, ((head * head - high) + 2 * head * tail) + tail * tail


def _erfcx_positive(x: np.ndarray) -> np.ndarray:
    """exp(x^2) erfc(x) for x >= 0, below 1e10."""
    twice = x + x
    d = 1 + twice
    lost = np.where(twice >= 1, 1 - (d - twice), twice - (d - 1))
    q = _polynomial("erf_core", "erfcx_scaled", (x - 3) / (x + 3)) / d
    return q - q * (lost / d)


def erfc(x: np.ndarray) -> np.ndarray:
    """The complementary error function: exp(-x^2) is corrected for the rounding of x^2."""
    from scipy import special

    wide = np.asarray(x, float)
    result = special.erfc(wide)
    far = (wide > 0.45) & (wide < 40)
    if far.any():
        high, low = _square(wide[far])
        scaled = _erfcx_positive(wide[far])
        result[far] = np.exp(-high) * (scaled - scaled * low)
    return result.astype(x.dtype)


def erfcx(x: np.ndarray) -> np.ndarray:
    """exp(x^2) erfc(x)."""
    from scipy import special

    wide = np.asarray(x, float)
    result = special.erfcx(wide)
    above = (wide >= 0) & (wide < 50)
    if above.any():
        result[above] = _erfcx_positive(wide[above])
    below = (wide < 0) & (wide > -26.7)
    if below.any():
        high, low = _square(wide[below])
        half = np.exp(0.5 * high)
        power = np.where(high < 709, np.exp(np.minimum(high, 709)), half * half)  # twice it may lie just below the limit
        result[below] = power * (2 * (1 + low)) - _erfcx_positive(-wide[below])
    with np.errstate(over="ignore"):
        return result.astype(x.dtype)


def erfcinv(c: np.ndarray) -> np.ndarray:
    """The inverse of ``erfc``, with one step of Newton's method away from its zero."""
    from scipy import special

    wide = np.asarray(c, float)
    folded = np.where(wide > 1, 2 - wide, wide)
    result = special.erfcinv(folded)
    far = (folded < 0.5) & (folded > 1e-290)
    if far.any():
        y = result[far]
        result[far] = y + (erfc(y) - folded[far]) * (0.5 * math.sqrt(math.pi)) * np.exp(y * y)
    return (np.where(wide > 1, -result, result) + 0.0).astype(c.dtype)  # no negative zero


def gammaln(x: np.ndarray) -> np.ndarray:
    """log |gamma(x)|; near its zeros 1 and 2 as a product with the distances from them."""
    from scipy import special

    wide = np.asarray(x, float)
    result = special.gammaln(wide)
    tiny = (wide > 0) & (wide < 1e-20)
    result[tiny] = -np.log(wide[tiny])
    near = (wide >= 0.2) & (wide < 2)
    if near.any():
        v = wide[near]
        below = v < 1
        first, second = np.where(below, v, v - 1), np.where(below, v - 1, v - 2)
        y = first * second * _polynomial("gamma_core", "gammaln_between", np.where(below, v - 0.5, v - 1.5))
        result[near] = np.where(below, y - np.log(v), y)
    above = (wide >= 2) & (wide < 3)
    if above.any():
        u = wide[above] - 2
        result[above] = u * _polynomial("gamma_core", "gammaln_above", u)
    return (result + 0.0).astype(x.dtype)  # no negative zeros


@cache
def _factorials() -> np.ndarray:
    """gamma(0), gamma(1), ... gamma(171)."""
    return np.array([math.inf, *(float(math.factorial(k)) for k in range(171))])


def gamma(x: np.ndarray) -> np.ndarray:
    """gamma(x); factorials are exact as far as doubles hold them, poles are Inf, that at -0 is -Inf."""
    from scipy import special

    wide = np.asarray(x, float)
    whole = wide == np.floor(wide)
    known = whole & (wide > 0) & (wide < 172)
    table = _factorials()
    if known.all():
        return table[wide.astype(int)].astype(x.dtype)
    result = np.where(known, table[np.where(known, wide, 0).astype(int)], special.gamma(wide))
    small = (wide < -170) & (wide > -186) & ~whole
    if small.any():  # subnormal
        at = wide[small]
        result[small] = special.gamma(at + 16) / np.prod([at + k for k in range(16)], axis=0)
    result = np.where((wide < 0) & whole, np.inf, result)
    result = np.where(wide == 0, np.copysign(np.inf, wide), result)
    with np.errstate(over="ignore"):
        return result.astype(x.dtype)

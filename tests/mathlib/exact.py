"""The functions of ``functions.ROWS`` at single points with mpmath, to any precision: what the stated worst errors are measured with."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import numpy as np
from mpmath import mp, mpf

PRECISION = 320
"""Bits.  Arguments are exact, and mpmath itself takes as many bits of pi as a large angle needs."""


def _turns(x: mpf, whole: int) -> mpf:
    """x modulo ``whole``, exactly, with the sign of x."""
    with mp.workprec(2300):
        return mp.sign(x) * (abs(x) - whole * mp.floor(abs(x) / whole))


def _sind(x: mpf) -> mpf:
    return mp.sinpi(_turns(x, 360) / 180)


def _cosd(x: mpf) -> mpf:
    return mp.cospi(_turns(x, 360) / 180)


def _sinpi(x: mpf) -> mpf:
    return mp.sinpi(_turns(x, 2))


def _erfcx(x: mpf) -> mpf:
    with mp.workprec(PRECISION + 64):
        return mp.exp(x * x) * mp.erfc(x)


def _erfcinv(c: mpf) -> mpf:
    """From the double nearest to it by Newton's method on the logarithm, which is nearly a parabola."""
    if not 0 < c < 2:
        raise ValueError("outside of the domain")
    if c > 1:
        return -_erfcinv(2 - c)
    with mp.workprec(PRECISION):
        x = mp.sqrt(-mp.log(c)) if c < 0.1 else (1 - c) * 0.886
        for _ in range(60):
            value = mp.erfc(x)
            step = (mp.log(value) - mp.log(c)) * value / (2 / mp.sqrt(mp.pi) * mp.exp(-x * x))
            x += step
            if abs(step) <= abs(x) * mpf(2) ** -(PRECISION // 2):
                return x
    raise ArithmeticError(f"erfcinv({c})")


def _erfinv(y: mpf) -> mpf:
    if abs(y) < mpf(2) ** -60:  # beyond, the next term of the series is below 2^-230
        return y * mp.sqrt(mp.pi) / 2 * (1 + mp.pi * y * y / 12)
    return mp.sign(y) * _erfcinv(1 - abs(y))


def _root(x: mpf, n: mpf) -> mpf:
    y = abs(x) ** (1 / n)
    return -y if x < 0 else y


def _expm1(x: mpf) -> mpf:
    return mp.expm1(x) if x > -300 else mp.exp(x) - 1


FUNCTIONS: dict[str, Callable[..., mpf]] = {
    "exp": mp.exp, "expm1": _expm1, "log": mp.log, "log2": lambda x: mp.log(x) / mp.log(2), "log10": mp.log10, "log1p": mp.log1p,
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "asin": mp.asin, "acos": mp.acos, "atan": mp.atan, "sinh": mp.sinh, "cosh": mp.cosh,
    "tanh": mp.tanh, "asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh, "sqrt": mp.sqrt, "sec": mp.sec, "csc": mp.csc,
    "cot": mp.cot, "sech": mp.sech, "csch": mp.csch, "coth": mp.coth, "sind": _sind, "cosd": _cosd,
    "tand": lambda x: _sind(x) / _cosd(x), "secd": lambda x: 1 / _cosd(x), "cscd": lambda x: 1 / _sind(x),
    "cotd": lambda x: _cosd(x) / _sind(x), "asind": lambda x: mp.degrees(mp.asin(x)), "acosd": lambda x: mp.degrees(mp.acos(x)),
    "atand": lambda x: mp.degrees(mp.atan(x)), "sinpi": _sinpi, "cospi": lambda x: mp.cospi(_turns(x, 2)),
    "sinc": lambda x: _sinpi(x) / (mp.pi * x), "cbrt": lambda x: _root(x, mpf(3)), "erf": mp.erf, "erfc": mp.erfc, "erfcx": _erfcx,
    "erfinv": _erfinv, "erfcinv": _erfcinv, "gamma": mp.gamma, "gammaln": mp.loggamma,
    "power": mp.power, "atan2": mp.atan2, "atan2d": lambda y, x: mp.degrees(mp.atan2(y, x)), "hypot": mp.hypot,
    "rdivide": lambda a, b: a / b, "nthroot": _root,
}  # fmt: skip
OF_RECIPROCAL = {"asec": "acos", "acsc": "asin", "acot": "atan", "asech": "acosh", "acsch": "asinh", "acoth": "atanh"}


def available(name: str) -> bool:
    return name in FUNCTIONS or name in OF_RECIPROCAL


def value(name: str, operands: tuple[np.floating, ...]) -> mpf | None:
    """The function at numbers of a device's class; None where it is no finite real number."""
    if name in OF_RECIPROCAL:
        with np.errstate(all="ignore"):
            operands = (type(operands[0])(1) / operands[0],)
        name = OF_RECIPROCAL[name]
    try:
        with mp.workprec(PRECISION):
            result = FUNCTIONS[name](*(mpf(float(x)) for x in operands))
    except (ValueError, ZeroDivisionError, OverflowError, ArithmeticError, mpmath.libmp.ComplexResult):
        return None
    return result if isinstance(result, mpf) and mp.isfinite(result) else None


def error(name: str, operands: tuple[np.floating, ...], got: np.floating) -> float | None:
    """|got - exact| in ulp of got's class at the exact value; None where exact, or got, is no normal number."""
    exact = value(name, operands)
    kind = type(got)
    if exact is None or not np.isfinite(got) or abs(exact) < float(np.finfo(kind).smallest_normal):
        return None
    with mp.workprec(PRECISION), np.errstate(over="ignore"):
        nearest = kind(float(abs(exact)))
        return float(abs(mpf(float(got)) - exact) / mpf(float(np.spacing(nearest)))) if np.isfinite(nearest) else None

"""Operations on the parts of complex numbers: what a complex operation is made of when real and imaginary parts are arrays of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import pointwise, ranges
from .interleaved import BothParts, Modulus
from .op import Op
from .primitives import compute_result, float_class


def _phase(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.arctan2(b, a, out=out)


def _part(function: Callable[..., Any], imaginary: bool) -> Callable[..., np.ndarray]:
    """One part of a complex function of one number or two, given by parts."""

    whole = BothParts(function, int(imaginary))

    def real(*parts: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        if out is not None and all([getattr(x, "dtype", None) == out.dtype for x in parts]):
            # In memory that is there: that of new arrays has to be cleared by the system.
            return whole.alone(parts, out)
        arrays = np.broadcast_arrays(*parts)
        value = function(*(pointwise.joined(*arrays[k : k + 2]) for k in range(0, len(arrays), 2)))
        return pointwise.give(value.imag if imaginary else value.real, out)

    return real


def _two(name: str, arity: int, function: Callable[..., Any], wgsl: tuple[str, ...], cost: float, ulp: float = 8.0) -> tuple[Op, Op]:
    """Both parts of a function of complex numbers."""
    ops, functions = [], (BothParts(function, 0), BothParts(function, 1))
    for imaginary, text in enumerate(wgsl):
        real = _part(function, bool(imaginary))
        title = f"{name} ({'imag' if imaginary else 'real'})"
        ops.append(Op(title, arity, real, float_class, float_class, text, cost=cost, ulp=ulp, real=real, planes=(functions, imaginary)))
    return ops[0], ops[1]


def _called(name: str, operands: str = "{0}, {1}", parts: str = "xy") -> tuple[str, str]:
    """Both parts of a mathlib function that gives a pair."""
    return f"rm_{name}_T({operands}).{parts[0]}", f"rm_{name}_T({operands}).{parts[1]}"


def _power(imaginary: bool) -> Op:
    """A complex number to the power of a real one; zero to a negative one is infinite."""

    def real(a: np.ndarray, b: np.ndarray, w: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        z, w = pointwise.joined(*np.broadcast_arrays(a, b)), np.asarray(w)
        with np.errstate(all="ignore"):
            power = np.where(z == 0, np.where(w < 0, np.inf, np.where(w == 0, 1, 0)), np.power(z, w))
        return pointwise.give((power.imag if imaginary else power.real).astype(z.real.dtype), out)

    factor, zero = ("sin", "0.0R") if imaginary else ("cos", "rm_power_T(0.0R, {2})")
    polar = f"rm_power_T(rm_hypot_T({{0}}, {{1}}), {{2}}) * rm_{factor}_T({{2}} * rm_atan2_T({{1}}, {{0}}))"
    wgsl = f"select({polar}, {zero}, {{0}} == 0.0R && {{1}} == 0.0R)"
    return Op(f"polar power ({factor})", 3, real, float_class, float_class, wgsl, cost=80.0, ulp=32.0, real=real)


_modulus = Modulus()
MODULUS = Op("modulus", 2, _modulus, float_class, float_class, "hypot", lambda a, b: ranges.NON_NEGATIVE, cost=12.0, ulp=2.0, real=_modulus)
PHASE = Op(
    "phase", 2, _phase, float_class, float_class, "rm_atan2_T({1}, {0})", ranges.clipped(-3.1416, 3.1416), cost=16.0, ulp=2.0, real=_phase
)
EXPONENTIAL = _two("exp", 2, np.exp, _called("cexp"), 30.0, 4.0)
SUM = _two("sum", 4, np.add, ("{0} + {2}", "{1} + {3}"), 2.0)
DIFFERENCE = _two("difference", 4, np.subtract, ("{0} - {2}", "{1} - {3}"), 2.0)
PRODUCT = _two("product", 4, np.multiply, ("{0} * {2} - {1} * {3}", "{0} * {3} + {1} * {2}"), 6.0, 4.0)
QUOTIENT = _two("quotient", 4, pointwise.quotient, _called("quotient", "{0}, {1}, {2}, {3}"), 24.0, 4.0)
POLAR = (_power(False), _power(True))
COMPLEX_FUNCTIONS = {
    "sqrt": _two("sqrt", 2, np.sqrt, _called("csqrt"), 30.0),
    "log": _two("log", 2, np.log, _called("clog"), 60.0),
    "tanh": _two("tanh", 2, np.tanh, _called("ctanh"), 60.0),
    "tan": _two("tan", 2, np.tan, _called("ctanh", "{1}, {0}", "yx"), 60.0),
    "sinh": _two("sinh", 2, np.sinh, _called("csinh"), 40.0),
    "sin": _two("sin", 2, np.sin, _called("csinh", "{1}, {0}", "yx"), 40.0),
    "cosh": _two("cosh", 2, np.cosh, _called("ccosh"), 40.0),
    "cos": _two("cos", 2, np.cos, _called("ccosh", "-{1}, {0}"), 40.0),
    "sign": _two("sign", 2, pointwise.direction, tuple(
        f"select(rm_rdivide_T({x}, rm_hypot_T({{0}}, {{1}})), 0.0R, {{0}} == 0.0R && {{1}} == 0.0R)" for x in ("{0}", "{1}")), 24.0),
}  # fmt: skip
"""Real and imaginary part of functions of one complex number."""
NEGATED = Op("uminus", 1, np.negative, compute_result, None, "-{0}", ranges.negate, symbol="-", real=np.negative)


def _logical(*classes: str) -> str:
    return "logical"


def _differ(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.not_equal(a, b, out=out)


def _same(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.equal(a, b, out=out)


def _finite(a: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.isfinite(a, out=out)


def _whole(a: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.equal(a, np.floor(a), out=out)


def _both(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.logical_and(a, b, out=out)


def _either(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.logical_or(a, b, out=out)


def _kept(a: np.ndarray, condition: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return pointwise.give(np.where(condition != 0, a, a.dtype.type(0)), out)


def _zero(a: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return pointwise.give(np.zeros_like(a), out)


ZERO = Op("zero", 1, _zero, float_class, float_class, "REAL(0)", real=_zero)
DIFFER = Op("ne", 2, _differ, _logical, float_class, "!({0} == {1})", ranges.clipped(0.0, 1.0, True), real=_differ, always_real=True)
"""NaN differs from all numbers."""
WHOLE = Op("whole", 1, _whole, _logical, float_class, "{0} == floor({0})", ranges.clipped(0.0, 1.0, True), real=_whole, always_real=True)
"""Whole numbers; NaN is none."""
SAME = Op("eq", 2, _same, _logical, float_class, "{0} == {1}", ranges.clipped(0.0, 1.0, True), real=_same, always_real=True)
FINITE = Op(
    "isfinite", 1, _finite, _logical, float_class, "rm_isfinite_T({0})", ranges.clipped(0.0, 1.0, True), real=_finite, always_real=True
)
BOTH = Op("and", 2, _both, _logical, _logical, "{0} && {1}", ranges.clipped(0.0, 1.0, True), real=_both, always_real=True)
EITHER = Op("or", 2, _either, _logical, _logical, "{0} || {1}", ranges.clipped(0.0, 1.0, True), real=_either, always_real=True)
KEPT = Op("kept", 2, _kept, lambda a, b: a, float_class, "select(0.0R, {0}, {1} != 0.0R)", real=_kept)
"""The first operand where the second is true, else zero."""

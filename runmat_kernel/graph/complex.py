"""Operations on the parts of complex numbers: what a complex operation is made of when real and imaginary parts are arrays of their own."""

from __future__ import annotations

import numpy as np

from . import pointwise, ranges
from .op import Op
from .primitives import compute_result, float_class


def _hypot(a, b, out=None):
    return np.hypot(a, b, out=out)


def _phase(a, b, out=None):
    return np.arctan2(b, a, out=out)


def _part(function, imaginary: bool):
    """One part of a complex function of one number or two, given by parts."""

    def real(*parts, out=None):
        arrays = np.broadcast_arrays(*parts)
        made = function(*(pointwise.joined(*arrays[k : k + 2]) for k in range(0, len(arrays), 2)))
        return pointwise.give(made.imag if imaginary else made.real, out)

    return real


def _exponential(imaginary: bool) -> Op:
    real = _part(np.exp, imaginary)
    turn = "sin" if imaginary else "cos"
    # Half of the exponent at a time: the product may be finite where exp is not.  exp(Inf) stays real.
    half = "rm_exp_T({0} * 0.5R)"
    wgsl = f"select({half} * rm_{turn}_T({{1}}) * {half}, {'{1}' if imaginary else 'rm_exp_T({0})'}, {{1}} == 0.0R)"
    return Op(f"exp_{turn}", 2, real, float_class, float_class, wgsl, cost=30.0, ulp=4.0, real=real)


def _quotient(imaginary: bool) -> Op:
    real = _part(np.divide, imaginary)
    name = f"quotient_{'imag' if imaginary else 'real'}"
    return Op(name, 4, real, float_class, float_class, name, cost=16.0, ulp=4.0, real=real)


MODULUS = Op("modulus", 2, _hypot, float_class, float_class, "hypot", lambda a, b: ranges.NON_NEGATIVE, cost=12.0, ulp=2.0, real=_hypot)
PHASE = Op(
    "phase", 2, _phase, float_class, float_class, "rm_atan2_T({1}, {0})", ranges.clipped(-3.1416, 3.1416), cost=16.0, ulp=2.0, real=_phase
)
EXPONENTIAL = (_exponential(False), _exponential(True))
QUOTIENT = (_quotient(False), _quotient(True))
NEGATED = Op("uminus", 1, np.negative, compute_result, None, "-{0}", ranges.negate, symbol="-", real=np.negative)


def _logical(*classes: str) -> str:
    return "logical"


def _differ(a, b, out=None):
    return np.not_equal(a, b, out=out)


def _both(a, b, out=None):
    return np.logical_and(a, b, out=out)


def _either(a, b, out=None):
    return np.logical_or(a, b, out=out)


def _kept(a, condition, out=None):
    return pointwise.give(np.where(condition != 0, a, a.dtype.type(0)), out)


def _zero(a, out=None):
    return pointwise.give(np.zeros_like(a), out)


ZERO = Op("zero", 1, _zero, float_class, float_class, "REAL(0)", real=_zero)
DIFFER = Op("ne", 2, _differ, _logical, float_class, "!({0} == {1})", ranges.clipped(0.0, 1.0, True), real=_differ, always_real=True)
"""NaN differs from all numbers."""
BOTH = Op("and", 2, _both, _logical, _logical, "{0} && {1}", ranges.clipped(0.0, 1.0, True), real=_both, always_real=True)
EITHER = Op("or", 2, _either, _logical, _logical, "{0} || {1}", ranges.clipped(0.0, 1.0, True), real=_either, always_real=True)
KEPT = Op("kept", 2, _kept, lambda a, b: a, float_class, "select(0.0R, {0}, {1} != 0.0R)", real=_kept)
"""The first operand where the second is true, else zero."""

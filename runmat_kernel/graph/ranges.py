"""Value-range analysis: bounds of what an expression can be, to prove that roots, logarithms and powers stay real.

A bound says nothing of NaN: NaN stays in every real domain (``sqrt(NaN)`` is NaN, not complex).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import NamedTuple

from ..values.classes import INTEGER_LIMITS

INFINITY = math.inf
_SINGLE, _BITS = struct.Struct("<f"), struct.Struct("<I")
_LARGEST_SINGLE = 2.0**128 - 2.0**104


class Range(NamedTuple):
    """Every element that is not NaN lies in ``low``..``high`` (inclusive); ``integer``: and is a whole number or infinite.

    ``defined``: no element is NaN, as in classes that have none.
    """

    low: float = -INFINITY
    high: float = INFINITY
    integer: bool = False
    defined: bool = False


ANY = Range()
NON_NEGATIVE = Range(0.0, INFINITY)
LOGICAL = Range(0.0, 1.0, True, True)


def of_class(matlab_class: str) -> Range:
    """The bounds of all arrays of a class."""
    if matlab_class == "logical":
        return LOGICAL
    if matlab_class in INTEGER_LIMITS:
        low, high = INTEGER_LIMITS[matlab_class]
        return Range(float(low), float(high), True, True)
    return ANY


def of_scalar(value: float) -> Range:
    """The range of one known number."""
    number = float(value)
    if math.isnan(number):
        return ANY
    return Range(number, number, math.isinf(number) or number == math.floor(number), True)


def _safe(low: float, high: float, integer: bool = False, defined: bool = False) -> Range:
    return Range(-INFINITY if math.isnan(low) else low, INFINITY if math.isnan(high) else high, integer, defined)


def _finite(a: Range, b: Range) -> bool:
    """Whether all elements of both are finite numbers, of which sums and products are never NaN."""
    return a.defined and b.defined and -INFINITY < a.low and a.high < INFINITY and -INFINITY < b.low and b.high < INFINITY


def plus(a: Range, b: Range) -> Range:
    return _safe(a.low + b.low, a.high + b.high, a.integer and b.integer, _finite(a, b))


def minus(a: Range, b: Range) -> Range:
    return _safe(a.low - b.high, a.high - b.low, a.integer and b.integer, _finite(a, b))


def _product(x: float, y: float) -> float:
    return 0.0 if x == 0 or y == 0 else x * y


def times(a: Range, b: Range) -> Range:
    """Bounds of a product; ``0 * Inf`` is NaN and bounds nothing."""
    corners = [_product(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    return Range(min(corners), max(corners), a.integer and b.integer, _finite(a, b))


def square(a: Range) -> Range:
    """Bounds of ``x .* x`` for one and the same x."""
    top = max(a.low * a.low, a.high * a.high)
    least = 0.0 if a.low <= 0 <= a.high else min(a.low * a.low, a.high * a.high)
    return Range(least, top, a.integer)


def divide(a: Range, b: Range) -> Range:
    """Bounds of a quotient; a divisor that can be a zero (of either sign) bounds nothing but the sign, and that only where it is
    strictly positive: ``1 / -0`` is ``-Inf``."""
    if b.low > 0:
        corners = [
            x / y if not (math.isinf(x) and math.isinf(y)) else math.copysign(INFINITY, x) for x in (a.low, a.high) for y in (b.low, b.high)
        ]
        return Range(min(corners), max(corners))
    return ANY


def negate(a: Range) -> Range:
    return Range(-a.high, -a.low, a.integer)


def magnitude(a: Range) -> Range:
    least = 0.0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
    return Range(least, max(abs(a.low), abs(a.high)), a.integer)


def maximum(a: Range, b: Range) -> Range:
    """Bounds of MATLAB's ``max``.  It passes over NaN, so that the other operand alone can be the result: the lower bound that
    is sure is the lesser one, unless the other operand is never NaN."""
    low = min(a.low, b.low)
    for known in (a, b):
        if known.defined:
            low = max(low, known.low)
    return Range(low, max(a.high, b.high), a.integer and b.integer, a.defined or b.defined)


def minimum(a: Range, b: Range) -> Range:
    """Bounds of MATLAB's ``min``, as for ``maximum``."""
    high = max(a.high, b.high)
    for known in (a, b):
        if known.defined:
            high = min(high, known.high)
    return Range(min(a.low, b.low), high, a.integer and b.integer, a.defined or b.defined)


def monotone(function: Callable[[float], float], integer: bool = False) -> Callable[[Range], Range]:
    """The rule of an increasing function of one operand."""

    def rule(a: Range) -> Range:
        def at(x: float) -> float:
            try:
                return function(x)
            except OverflowError:  # floor(-inf) as well as sinh(1e4)
                return math.copysign(INFINITY, x)
            except ValueError:
                return -INFINITY

        low, high = at(a.low), at(a.high)
        if integer:
            return _safe(low, high, True, a.defined)
        # One step outwards: the array function need not round as Python's does.
        return _safe(math.nextafter(low, -INFINITY), math.nextafter(high, INFINITY))

    return rule


def clipped(low: float, high: float, integer: bool = False) -> Callable[..., Range]:
    """The rule of a function whose results lie in fixed bounds."""
    fixed = Range(low, high, integer)
    return lambda *operands: fixed


def exponential(a: Range) -> Range:
    try:
        high = math.nextafter(math.exp(a.high), INFINITY) * 1.0001
    except OverflowError:
        high = INFINITY
    low = math.exp(a.low) * 0.9999 if a.low < 700 else 0.0
    return Range(low if low > 1e-30 else 0.0, high)


def root(a: Range) -> Range:
    return Range(math.sqrt(a.low) if a.low > 0 else 0.0, math.sqrt(a.high) if a.high >= 0 else INFINITY)


def power(a: Range, b: Range) -> Range:
    """Bounds of ``a .^ b``: a non-negative base, or an even exponent, gives a non-negative result."""
    if a.low >= 0 and b.low == b.high and 0 < b.low <= 64 and a.high < 1e4:
        return Range(0.9999 * a.low**b.low, 1.0001 * a.high**b.low)
    if a.low >= 0 or (b.low == b.high and b.low % 2 == 0):
        return NON_NEGATIVE
    return ANY


def power_is_near(a: Range, b: Range) -> bool:
    """Whether the base is finite and not negative, and the exponent a known, positive number but 1."""
    return 0 <= a.low and a.high < 1e30 and b.low == b.high and 1e-3 < b.low < 1e3 and b.low != 1


def power_is_real(a: Range, b: Range) -> bool:
    return a.low >= 0 or b.integer


def modulus(a: Range, b: Range) -> Range:
    """``mod(a, b)`` has the sign of b and stays below it; ``mod(a, 0)`` is a."""
    if b.low > 0:
        return Range(0.0, b.high, a.integer and b.integer, _finite(a, b))
    return Range(integer=a.integer and b.integer)


def between(low: float, high: float) -> Callable[[Range], bool]:
    """Whether a range lies inside ``low``..``high``."""
    return lambda a: low <= a.low and a.high <= high


def in_class(a: Range, matlab_class: str) -> Range:
    """Bounds that were computed as doubles, for numbers of a class: rounding is monotone, so the bounds are rounded, outwards."""
    if matlab_class != "single":
        return a
    low, high = _as_single(a.low), _as_single(a.high)
    if low == a.low and high == a.high:
        return a
    return Range(low if low <= a.low else -_above(-low), high if high >= a.high else _above(high), a.integer, a.defined)


def _as_single(number: float) -> float:
    """A double rounded to a single.  NumPy's scalars take several times as long, and bounds are rounded for every operation."""
    if abs(number) < _LARGEST_SINGLE:
        return _SINGLE.unpack(_SINGLE.pack(number))[0]
    return math.copysign(INFINITY, number)


def _above(single: float) -> float:
    """The next larger single; the argument is one, and finite."""
    if single == 0:
        return 2.0**-149
    bits = _BITS.unpack(_SINGLE.pack(single))[0] + (1 if single > 0 else -1)
    return _SINGLE.unpack(_BITS.pack(bits))[0]

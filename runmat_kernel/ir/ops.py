"""What the operations on single elements are: the class of the result, bounds, and their definition on Python's numbers.

Numbers of integer classes are Python's ints, doubles and singles floats (singles are rounded to their class), truth values bools.
Operands of one operation have one class: the builder converts them.  ``index`` is for counts and places, which never overflow.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import Any

from ..base.records import record
from ..graph import ranges
from ..graph.ranges import ANY, Range
from ..graph.ranges import LOGICAL as TRUTH
from ..values.classes import INTEGER_LIMITS
from .nodes import DOUBLE, INDEX, LOGICAL, Op, Type

_SINGLE = struct.Struct("<f")


@record
class Pure:
    """An operation on single elements.  ``result``: a type, or that of the last operand.  ``define`` is what it means."""

    define: Callable[..., Any]
    arity: int
    result: Type | None = None
    bounds: Callable[..., Range] | None = None


def as_single(x: float) -> float:
    """A double rounded to a single."""
    try:
        return _SINGLE.unpack(_SINGLE.pack(x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def saturated(x: float, matlab_class: str) -> int:
    """A double as an integer: rounded half away from zero, inside the class; NaN is 0."""
    low, high = INTEGER_LIMITS[matlab_class]
    if x != x:
        return 0
    if x <= low or x >= high:
        return low if x <= low else high
    whole = math.trunc(x)
    return whole + (x - whole >= 0.5) - (x - whole <= -0.5)


def convert(x: Any, kind: Type) -> Any:
    """A number as one of another class."""
    name = kind.matlab_class
    if name == "double":
        return float(x)
    if name == "single":
        return as_single(float(x))
    if name == "logical":
        return x != 0
    if name in ("index", "char"):
        return int(x)
    return min(max(x, INTEGER_LIMITS[name][0]), INTEGER_LIMITS[name][1]) if type(x) is int else saturated(float(x), name)


def divide(a: float, b: float) -> float:
    if b:
        return a / b
    return math.nan if not a or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)


def modulus(a: float, b: float) -> float:
    """``mod`` by a whole number: the sign of b, zeros too; ``mod(a, 0)`` is a."""
    if not b:
        return a
    return a % b if math.isfinite(a) else math.nan


def remainder(a: float, b: float) -> float:
    return math.fmod(a, b) if b and math.isfinite(a) else math.nan


def _whole(function: Callable[[float], int]) -> Callable[[float], float]:
    return lambda x: math.copysign(function(x), x) if math.isfinite(x) else x


def _round(x: float) -> int:
    whole = math.trunc(x)
    return whole + math.trunc(2 * (x - whole))


def _safe(function: Callable[..., float], *poles: tuple[float, float]) -> Callable[..., float]:
    """A function of ``math`` that gives infinities where that raises."""
    at = dict(poles)

    def of(*x: float) -> float:
        try:
            return function(*x)
        except OverflowError:
            return -math.inf if function in (math.sinh,) and x[0] < 0 else math.inf
        except ValueError:
            return at.get(x[0], math.nan)

    return of


def power(x: float, y: float) -> float:
    """C's ``pow``: the builder sees to it that the result is real."""
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0 and y % 2 else math.inf
    except ValueError:  # zero to a negative power
        return math.copysign(math.inf, x) if y % 2 == 1 else math.inf


def larger(a: float, b: float) -> float:
    return b if a != a else a if b != b or a >= b else b


def smaller(a: float, b: float) -> float:
    return b if a != a else a if b != b or a <= b else b


def _quotient(a: Range, b: Range) -> Range:
    """Bounds of a quotient; one of finite numbers by positive ones is no NaN."""
    quotient = ranges.divide(a, b)
    finite = a.defined and b.defined and -math.inf < a.low and a.high < math.inf and b.low > 0
    return Range(quotient.low, quotient.high, quotient.integer, True) if finite else quotient


FUNCTIONS: dict[str, Pure] = {
    "exp": Pure(_safe(math.exp), 1, None, ranges.exponential), "expm1": Pure(_safe(math.expm1), 1),
    "log": Pure(_safe(math.log, (0.0, -math.inf)), 1), "log2": Pure(_safe(math.log2, (0.0, -math.inf)), 1),
    "log10": Pure(_safe(math.log10, (0.0, -math.inf)), 1), "log1p": Pure(_safe(math.log1p, (-1.0, -math.inf)), 1),
    "sin": Pure(_safe(math.sin), 1, None, ranges.clipped(-1.0, 1.0)), "cos": Pure(_safe(math.cos), 1, None, ranges.clipped(-1.0, 1.0)),
    "tan": Pure(_safe(math.tan), 1), "asin": Pure(math.asin, 1), "acos": Pure(math.acos, 1), "atan": Pure(math.atan, 1),
    "sinh": Pure(_safe(math.sinh), 1), "cosh": Pure(_safe(math.cosh), 1), "tanh": Pure(math.tanh, 1), "asinh": Pure(math.asinh, 1),
    "acosh": Pure(math.acosh, 1), "atanh": Pure(_safe(math.atanh, (1.0, math.inf), (-1.0, -math.inf)), 1),
    "atan2": Pure(math.atan2, 2), "hypot": Pure(_safe(math.hypot), 2, None, ranges.clipped(0.0, math.inf)), "pow": Pure(power, 2),
    "erf": Pure(math.erf, 1), "erfc": Pure(math.erfc, 1),
}  # fmt: skip
"""Functions of doubles that the C library computes: within 2 ulp, as ordinary code does."""

PURE: dict[str, Pure] = {
    **FUNCTIONS,
    "add": Pure(operator.add, 2, None, ranges.plus), "sub": Pure(operator.sub, 2, None, ranges.minus),
    "mul": Pure(operator.mul, 2, None, ranges.times), "div": Pure(divide, 2, None, _quotient),
    "neg": Pure(operator.neg, 1, None, ranges.negate),
    "mod": Pure(modulus, 2, None, ranges.modulus),
    "rem": Pure(remainder, 2, None, lambda a, b: Range(integer=a.integer and b.integer)),
    "min": Pure(smaller, 2, None, ranges.minimum), "max": Pure(larger, 2, None, ranges.maximum),
    "sqrt": Pure(lambda x: math.sqrt(x) if x == x else x, 1, None, ranges.root), "abs": Pure(abs, 1, None, ranges.magnitude),
    "floor": Pure(_whole(math.floor), 1, None, ranges.monotone(lambda x: float(math.floor(x)), True)),
    "ceil": Pure(_whole(math.ceil), 1, None, ranges.monotone(lambda x: float(math.ceil(x)), True)),
    "fix": Pure(_whole(math.trunc), 1, None, ranges.monotone(lambda x: float(math.trunc(x)), True)),
    "round": Pure(_whole(_round), 1, None, ranges.monotone(lambda x: float(_round(x)), True)),
    "sign": Pure(lambda x: x if x != x else (x > 0) - (x < 0) + 0.0, 1, None, ranges.clipped(-1.0, 1.0, True)),
    "isnan": Pure(lambda x: x != x, 1, LOGICAL), "isinf": Pure(math.isinf, 1, LOGICAL), "isfinite": Pure(math.isfinite, 1, LOGICAL),
    **{name: Pure(getattr(operator, name), 2, LOGICAL) for name in ("lt", "le", "gt", "ge", "eq", "ne")},
    "not": Pure(operator.not_, 1, LOGICAL), "and": Pure(lambda a, b: a and b, 2, LOGICAL), "or": Pure(lambda a, b: a or b, 2, LOGICAL),
    "bitand": Pure(operator.and_, 2), "bitor": Pure(operator.or_, 2), "bitxor": Pure(operator.xor, 2),
    "select": Pure(lambda c, a, b: a if c else b, 3),
    "offset": Pure(lambda i, j, rows: i + j * rows, 3, INDEX),
    "convert": Pure(convert, 1),
}  # fmt: skip
"""Every operation on single elements by its name."""


def result_type(op: Op) -> Type:
    """The type of what an operation on single elements gives."""
    if op.name == "convert":
        return op.attributes["to"]
    return PURE[op.name].result or op.operands[-1].type


def result_range(name: str, operands: list[Range], kind: Type) -> Range:
    """Bounds of what an operation gives."""
    if kind == LOGICAL:
        return TRUTH
    rule = PURE[name].bounds
    if name == "select":
        a, b = operands[1:]
        return Range(min(a.low, b.low), max(a.high, b.high), a.integer and b.integer, a.defined and b.defined)
    if kind == DOUBLE and rule is not None:
        return rule(*operands)
    return ANY if kind == DOUBLE or kind.matlab_class == "single" else ranges.of_class(kind.matlab_class)

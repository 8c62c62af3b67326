"""The Ops that the layers below the builtins need themselves: arithmetic of reductions' finishes, casts, the index."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..values.classes import INTEGER_LIMITS, combine
from . import pointwise, ranges
from .evaluate import WIDE_INTEGERS
from .op import Op, with_near_form


def float_class(*classes: str) -> str:
    """Single where any operand is, else double."""
    return "single" if "single" in classes else "double"


def floats_only(name: str) -> Callable[..., str]:
    """The result rule of functions that MATLAB defines for floats alone (logicals and chars count as double)."""

    def rule(*classes: str) -> str:
        if "single" in classes:
            return "single"
        for c in classes:
            if c in INTEGER_LIMITS:
                raise MatlabError(
                    f"Undefined function '{name}' for input arguments of type '{c}'.", "MATLAB:UndefinedFunction", function=name
                )
        return "double"

    return rule


def arithmetic(operator: str) -> Callable[[str, str], str]:
    """The result class of an arithmetic operator (``combine`` of the two)."""
    return lambda a, b: "double" if a == b == "double" else combine(a, b, False, False, operator)


def compute_class(*classes: str) -> str:
    """Where arithmetic runs: floats in their class, integers in double (64-bit ones in their own)."""
    for c in classes:
        if c in WIDE_INTEGERS:
            return c
    if any(c in INTEGER_LIMITS for c in classes):
        return "double"
    return float_class(*classes)


def real_only(
    real: Callable, complex_function: Callable | None = None, outside: Callable | None = None, leave: Callable | None = None
) -> Callable[..., np.ndarray]:
    """The full definition of an Op: ``real`` inside the real domain, ``leave(*operands)`` for all elements when some are outside."""

    def definition(*operands: np.ndarray) -> np.ndarray:
        if any(np.asarray(x).dtype.kind == "c" for x in operands):
            return (complex_function or real)(*operands)
        if outside is not None and leave is not None and outside(*operands).any():
            return _undefined_parts(leave(*operands), operands)
        return real(*operands)

    return definition


def _undefined_parts(result: np.ndarray, operands: tuple[np.ndarray, ...]) -> np.ndarray:
    """NaN of a real array stays real beside elements that leave the real domain: its imaginary part is 0, not NaN."""
    if len(operands) == 1 and np.asarray(result).dtype.kind == "c" and (undefined := np.isnan(operands[0])).any():
        return np.where(undefined, operands[0], result)
    return result


PLUS = Op(
    "plus",
    2,
    np.add,
    arithmetic("+"),
    compute_class,
    "{0} + {1}",
    ranges.plus,
    symbol="+",
    real=np.add,
    integer_rule=True,
    scalar=lambda a, b: a + b,
)
MINUS = Op(
    "minus",
    2,
    np.subtract,
    arithmetic("-"),
    compute_class,
    "{0} - {1}",
    ranges.minus,
    symbol="-",
    real=np.subtract,
    integer_rule=True,
    scalar=lambda a, b: a - b,
)
TIMES = Op(
    "times",
    2,
    pointwise.times,
    arithmetic(".*"),
    compute_class,
    "{0} * {1}",
    ranges.times,
    symbol=".*",
    real=np.multiply,
    integer_rule=True,
    scalar=lambda a, b: a * b,
)


def _quotient_is_near(a: ranges.Range, b: ranges.Range) -> bool:
    return -1e20 < a.low and a.high < 1e20 and 1e-4 < b.low and b.high < 1e15


RDIVIDE = with_near_form(
    Op(
        "rdivide",
        2,
        pointwise.divide,
        arithmetic("./"),
        compute_class,
        "rdivide",
        ranges.divide,
        cost=4.0,
        ulp=1.0,
        symbol="./",
        real=np.divide,
        integer_rule=True,
        scalar=lambda a, b: a / b,
    ),
    _quotient_is_near,
)
SQUARE = Op(
    "square",
    1,
    lambda x: pointwise.times(x, x),
    lambda a: compute_result(a),
    compute_class,
    "{0} * {0}",
    ranges.square,
    real=pointwise.square,
    symbol=".^2",
)


def compute_result(a: str) -> str:
    """The class of a unary arithmetic result: integers and singles stay, the rest becomes double."""
    return a if a in INTEGER_LIMITS or a == "single" else "double"


UPLUS = Op(
    "uplus", 1, lambda x: x, compute_result, compute_class, "{0}", lambda a: a, symbol="+", real=pointwise.identity, scalar=lambda a: a
)


def _complex_root(x: np.ndarray) -> np.ndarray:
    return np.sqrt(x.astype(np.complex64 if x.dtype == np.float32 else np.complex128))


SQRT = Op(
    "sqrt",
    1,
    real_only(np.sqrt, np.sqrt, lambda x: x < 0, _complex_root),
    floats_only("sqrt"),
    float_class,
    "sqrt",
    ranges.root,
    lambda a: a.low >= 0,
    "{0} < 0.0R",
    lambda x: x < 0,
    cost=4.0,
    ulp=1.0,
    real=np.sqrt,
    scalar=math.sqrt,
)


def logical_result(*classes: str) -> str:
    return "logical"


def _comparison(name: str, symbol: str, real: Callable, python: Callable[[Any, Any], bool], *, ordered: bool = True) -> Op:
    def of_complex(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return real(np.real(x), np.real(y)) if ordered else real(x, y)

    # Not WGSL's `!=`, which naga makes an ordered comparison: false for NaN.
    wgsl = "!({0} == {1})" if symbol == "~=" else f"{{0}} {symbol} {{1}}"
    return Op(
        name,
        2,
        real_only(real, of_complex),
        logical_result,
        compute_class,
        wgsl,
        ranges.clipped(0.0, 1.0, True),
        symbol=symbol,
        real=real,
        always_real=True,
        scalar=python,
    )


EQ = _comparison("eq", "==", np.equal, lambda a, b: a == b, ordered=False)
NE = _comparison("ne", "~=", np.not_equal, lambda a, b: a != b, ordered=False)
LT = _comparison("lt", "<", np.less, lambda a, b: a < b)
LE = _comparison("le", "<=", np.less_equal, lambda a, b: a <= b)
GT = _comparison("gt", ">", np.greater, lambda a, b: a > b)
GE = _comparison("ge", ">=", np.greater_equal, lambda a, b: a >= b)
COMPARISONS = (EQ, NE, LT, LE, GT, GE)


MOMENT_ABOUT = Op(
    "moment_about",
    2,
    pointwise.moment_about,
    float_class,
    wgsl="select({0}, {0} + abs({1}), rm_isinf_T({1}))",
    ranges=lambda moment, mean: ranges.NON_NEGATIVE,
    real=pointwise.moment_about,
)
"""The sum of squared deviations from a mean that may have overflowed, of the sum of squared deviations and that mean."""


def _cast(name: str) -> Op:
    def compute(source: str) -> str:
        return source if source in ("double", "single") or source in WIDE_INTEGERS else "double"

    return Op(
        name,
        1,
        lambda x: x,
        lambda source: name,
        compute,
        "{0}",
        (lambda a: a) if name in ("double", "single") else lambda a: ranges.of_class(name),
        cost=0.5,
        real=pointwise.identity,
    )


def _no_elements() -> np.ndarray:
    raise AssertionError("the index is known where it is used")


CASTS: dict[str, Op] = {name: _cast(name) for name in ("double", "single", *INTEGER_LIMITS)}
INDEX = Op("index", 0, _no_elements, lambda: "double", wgsl="index", ranges=lambda: ranges.Range(0.0, ranges.INFINITY, True))
RESHAPE = Op("reshape", 1, lambda x: x, lambda a: a, lambda a: a, "{0}", lambda a: a, cost=0.0, real=pointwise.identity)
"""The same elements in column-major order in another shape; kernels read the operand as it lies."""

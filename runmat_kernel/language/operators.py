"""The slow paths of operators in generated code: whatever is not two floats goes to the builtin of the operator's name."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..accel.fast_functions import power as power_of_complex
from ..accel.fast_operators import quick, unary
from ..graph.op import Op
from ..graph.powers import power_by
from ..graph.primitives import COMPARISONS, MINUS, PLUS, RDIVIDE, TIMES
from ..values.classes import FLOAT_CLASSES
from ..values.tensor import Tensor
from .calls import Calls

NAMES = (
    "plus", "minus", "times", "mtimes", "rdivide", "ldivide", "mrdivide", "mldivide", "power", "mpower", "eq", "ne", "lt", "le", "gt",
    "ge", "and", "or", "not", "uminus", "uplus", "transpose", "ctranspose",
)  # fmt: skip

_POINTWISE = {op.name: op for op in (PLUS, MINUS, TIMES, RDIVIDE, *COMPARISONS)}
_OF_SCALARS = {"mtimes": TIMES, "mrdivide": RDIVIDE}
"""The elementwise operators that matrix operators become with a scalar: on either side of ``*``, on the right of ``/``."""
_OF_MATRICES = frozenset(("mtimes", "mrdivide", "mldivide", "mpower"))
"""Operators that may be computed at once for all sizes."""
_PLAIN = frozenset({Tensor, float, bool})
"""Arrays and scalars whose operators are pointwise functions and nothing else: no checks, and no call of a builtin, are needed."""

_LEAST = -math.inf


def operators(calls: Calls) -> dict[str, Callable[..., Any]]:
    """``$plus(a, b, _)`` and the like; the last argument is there to empty temporaries (see language.operator_expressions)."""
    table = {"$" + name: _operator(calls, name) for name in NAMES if name not in ("power", "mpower")}
    table["$power"] = _power(calls, _operator(calls, "power"), pointwise=True)
    table["$mpower"] = _power(calls, _operator(calls, "mpower"), pointwise=False)
    return table


def _operator(calls: Calls, name: str) -> Callable[..., Any]:
    if name in ("not", "uminus", "uplus", "transpose", "ctranspose"):
        of_one = unary(calls.session.engine).get(name, _nothing)

        def operator(a: Any, _: None = None) -> Any:
            result = of_one(a)
            return calls.operator(name)(1, a)[0] if result is None else result

        return operator

    matrices = name in _OF_MATRICES

    def slow(a: Any, b: Any, _: None = None) -> Any:
        if matrices:
            calls.session.engine.observed += 1
        return calls.operator(name)(1, a, b)[0]

    of_small = quick(calls.session.engine).get(name)
    general = _general(calls, name, slow)
    return _with_small(of_small, general) if of_small is not None else general


def _nothing(_: Any) -> None:
    """For operators that have no short path."""


def _with_small(of_small: Callable[[Any, Any], Any], general: Callable[..., Any]) -> Callable[..., Any]:
    def binary(a: Any, b: Any, _: None = None) -> Any:
        if (type(a) is Tensor and a._array is None) or (type(b) is Tensor and b._array is None):
            return general(a, b)
        result = of_small(a, b)
        return general(a, b) if result is None else result

    return binary


def _general(calls: Calls, name: str, slow: Callable[..., Any]) -> Callable[..., Any]:
    if name in _OF_SCALARS:
        return _with_scalars(calls, _OF_SCALARS[name], name == "mtimes", slow)
    return _pointwise(calls, _POINTWISE[name], slow) if name in _POINTWISE else slow


def _pointwise(calls: Calls, op: Op, slow: Callable[..., Any]) -> Callable[..., Any]:
    session = calls.session

    def binary(a: Any, b: Any, _: None = None) -> Any:
        if (type(a) is Tensor or type(b) is Tensor) and type(a) in _PLAIN and type(b) in _PLAIN:
            return session.engine.elementwise(op, (a, b))
        return slow(a, b)

    return binary


def _with_scalars(calls: Calls, op: Op, either_side: bool, slow: Callable[..., Any]) -> Callable[..., Any]:
    session = calls.session

    def binary(a: Any, b: Any, _: None = None) -> Any:
        if (type(b) is float and type(a) is Tensor) or (either_side and type(a) is float and type(b) is Tensor):
            return session.engine.elementwise(op, (a, b))
        if type(a) is type(b) is Tensor and (_one_float(b, a) or (either_side and _one_float(a, b))):
            return session.engine.elementwise(op, (a, b))
        return slow(a, b)

    return binary


def _one_float(value: Tensor, other: Tensor) -> bool:
    """Whether a Tensor is one number, and both are floats."""
    array = value._array
    return array is not None and array.size == 1 and value.matlab_class in FLOAT_CLASSES and other.matlab_class in FLOAT_CLASSES


def _power(calls: Calls, slow: Callable[..., Any], *, pointwise: bool) -> Callable[..., Any]:
    session = calls.session
    product = quick(session.engine)["times"]

    def power(a: Any, b: Any, _: None = None) -> Any:
        if type(a) is type(b) is float and a != _LEAST:  # of which C gives real roots
            try:
                return math.pow(a, b)
            except (ValueError, OverflowError):
                pass
        elif pointwise and type(a) is Tensor and type(b) is float:
            if b == 2.0 and a.matlab_class in FLOAT_CLASSES and (square := product(a, a)) is not None:
                return square
            return session.engine.elementwise(*power_by(a, b))
        elif type(a) is complex and (result := power_of_complex(a, b)) is not None:
            return result
        return slow(a, b)

    return power

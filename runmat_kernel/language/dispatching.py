"""One dispatcher for each builtin: it looks at the arguments once and calls the function that the builtin's record has for them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any

from ..accel.engine import Engine
from ..accel.fast_functions import pointwise
from ..builtins.spec import Builtin
from ..graph.op import Op
from ..values.convert import to_value
from ..values.tensor import Tensor

Function = Callable[..., tuple[Any, ...]]


def dispatcher(record: Builtin, engine: Engine, general: Function) -> Function:
    """``function(nargout, *arguments)`` of a builtin.

    A record may have functions that are quick: ``constant`` (no arguments), ``scalar`` (real doubles), ``small`` (scalars and small
    arrays), ``op`` (arrays that the engine records), ``pair`` (two outputs).  ``small`` and ``pair`` give None where they do not apply.
    Everything else goes to ``general``.
    """
    if record.constant is not None:
        return _constant(record.constant, general)
    floats = _floats(record.scalar) if record.scalar is not None else 0
    scalar: Any = record.scalar if floats in (1, 2) else None
    small = record.small(engine) if record.small is not None else None
    pair = record.pair(engine) if record.pair is not None else None
    array = _of_arrays(engine, record.op) if record.op is not None else None
    if scalar is small is pair is array is None:
        return general

    def call(nargout: int, *arguments: Any) -> tuple[Any, ...]:
        if nargout <= 1:
            if scalar is not None and len(arguments) == floats and type(arguments[0]) is type(arguments[-1]) is float:
                try:
                    return (_checked(scalar(*arguments)),)
                except (ValueError, OverflowError, ZeroDivisionError):
                    pass
            # An array that waits to be computed is not small.
            if small is not None and not (arguments and type(arguments[0]) is Tensor and arguments[0]._array is None):
                result = small(*arguments)
                if result is not None:
                    return (result,)
            if array is not None and (result := array(*arguments)) is not None:
                return (result,)
        elif pair is not None and nargout == 2 and (outputs := pair(*arguments)) is not None:
            return outputs
        return general(nargout, *arguments)

    return call


def _constant(value: Any, general: Function) -> Function:
    result = (value,)

    def constant(nargout: int, *arguments: Any) -> tuple[Any, ...]:
        return result if nargout <= 1 and not arguments else general(nargout, *arguments)

    return constant


def _of_arrays(engine: Engine, op: Op) -> Callable[..., Any] | None:
    """A function that applies an Op to arrays and numbers; it gives None for other arguments."""
    small = pointwise(engine, op) or _nothing

    def one(*arguments: Any) -> Any:
        if len(arguments) != 1 or type(arguments[0]) is not Tensor:
            return None
        result = small(arguments[0])
        return engine.elementwise(op, arguments) if result is None else result

    def two(*arguments: Any) -> Any:
        if len(arguments) != 2:
            return None
        a, b = type(arguments[0]), type(arguments[1])
        if not ((a is Tensor and (b is Tensor or b is float)) or (a is float and b is Tensor)):
            return None
        result = small(*arguments)
        return engine.elementwise(op, arguments) if result is None else result

    return {1: one, 2: two}.get(op.arity)


def _nothing(*_: Any) -> None:
    """For operations that have no function for small arrays."""


def _checked(number: Any) -> Any:
    return number if type(number) is float or type(number) is bool else to_value(number)


def _floats(scalar: Callable[..., Any]) -> int:
    """How many floats a scalar function takes."""
    text = getattr(scalar, "__text_signature__", None)
    if text is not None and type(scalar) is BuiltinFunctionType:
        # ``inspect`` reads such a text with the tokenizer of Python, whose patterns take milliseconds to compile.
        names = [name.strip() for name in text.strip("()").split(",")]
        return len([name for name in names if name and name[0] not in "$/*" and "=" not in name])
    try:
        parameters = inspect.signature(scalar).parameters.values()
    except (TypeError, ValueError):
        return 1
    return len([p for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)])

"""Methods of every NumberedArray, whose elements are numbers: ordering, choosing and moving them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ...values.convert import to_value
from ...values.times.numbered import NumberedArray


def on_numbers(call: Any, value: NumberedArray, *arguments: Any) -> tuple[Any, ...]:
    """The results of the builtin for the numbers of a value."""
    numbers = [to_value(a.numbers) if isinstance(a, NumberedArray) else a for a in arguments]
    return call.feval(call.name, to_value(value.numbers), *numbers, nargout=max(call.nargout, 1))


def chosen(call: Any, value: NumberedArray, *arguments: Any) -> tuple[Any, ...]:
    """As ``on_numbers``, with the first result in the class of the value."""
    first, *rest = on_numbers(call, value, *arguments)
    return (value.like(_array(first)), *rest)


def measured(call: Any, value: NumberedArray, *arguments: Any) -> Any:
    """As ``on_numbers``: results that are plain numbers."""
    return on_numbers(call, value, *arguments)


def _array(value: Any) -> Any:
    return value.array if hasattr(value, "array") else [[value]]


def _members(name: str) -> Callable[..., Any]:
    """A set function of two arrays that the class brings to common numbers."""

    def method(call: Any, left: Any, right: Any, *options: Any) -> Any:
        base = left if isinstance(left, NumberedArray) else right
        if not isinstance(base, NumberedArray):  # one of the options is
            raise call.error("Options must be character vectors or string scalars.", f"MATLAB:{name}:UnknownInput")
        a, b = base.partners(left, right)
        outputs = call.feval(name, to_value(a.numbers), to_value(b.numbers), *options, nargout=max(call.nargout, 1))
        return outputs if name == "ismember" else (a.like(_array(outputs[0])), *outputs[1:])

    return method


MOVING: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        **dict.fromkeys(("sort", "sortrows", "maxk", "mink", "topkrows", "cummax", "cummin"), chosen),
        **dict.fromkeys(("issorted", "issortedrows"), measured),
        **{name: _members(name) for name in ("ismember", "union", "intersect", "setdiff", "setxor")},
    }
)
"""Methods by name; ``partners(left, right)`` of the class gives both operands of a set function in one numbering."""

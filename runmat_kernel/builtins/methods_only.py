"""Names that are functions only for objects with a method of that name: methods come before builtins, so what gets here has none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..values.objects import find_method
from .spec import Builtin, ErrorCase, Example, builtin

if TYPE_CHECKING:
    from .call import Call


def method_only(
    name: str, usage: str | tuple[str, ...], summary: str, *examples: Example, errors: tuple[ErrorCase, ...] = (), hidden: bool = False
) -> Builtin:
    """A builtin that documents a method, calls it where ``builtin`` passed it over, and says for which class there is none."""

    @builtin(name, *((usage,) if isinstance(usage, str) else usage), summary=summary, examples=examples, errors=errors, hidden=hidden)
    def function(call: Call, value: Any, *rest: Any) -> Any:
        method = find_method(name, (value, *rest))
        if method is None:
            raise call.undefined(value)
        return method(call, value, *rest)

    return function


def known_by_method(names: Iterable[str], summary: str) -> tuple[Builtin, ...]:
    """Hidden ones of the same kind that share a summary."""
    return tuple(method_only(name, f"[...] = {name}(object, ...)", summary, hidden=True) for name in names)

"""Functions that only call a method of their name.  Methods come before builtins, so most calls that reach such a function fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..values.objects import find_method
from .spec import Builtin, ErrorCase, Example, builtin

if TYPE_CHECKING:
    from .call import Call


def method_only(
    name: str, usage: str | tuple[str, ...], summary: str, *examples: Example, errors: tuple[ErrorCase, ...] = (), hidden: bool = False
) -> Builtin:
    """A builtin that documents a method.  It calls the method where ``builtin(name, ...)`` skipped it, and fails for all other classes."""

    @builtin(name, *((usage,) if isinstance(usage, str) else usage), summary=summary, examples=examples, errors=errors, hidden=hidden)
    def function(call: Call, value: Any, *rest: Any) -> Any:
        method = find_method(name, (value, *rest))
        if method is None:
            raise call.undefined(value)
        return method(call, value, *rest)

    return function


def function_of_method(name: str, of: type) -> Builtin:
    """The hidden function of a method of a class that no row documents."""
    return method_only(name, f"[...] = {name}(object, ...)", f"Method of class {getattr(of, 'matlab_class', of.__name__)}.", hidden=True)

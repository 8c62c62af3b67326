"""Names that are functions only for objects with a method of that name."""

from __future__ import annotations

from collections.abc import Iterable

from ..values.convert import class_of
from .spec import Builtin, builtin


def known_by_method(names: Iterable[str], summary: str) -> tuple[Builtin, ...]:
    """Hidden builtins that say for which class the function is not defined: the methods themselves come before builtins."""

    def declared(name: str) -> Builtin:
        @builtin(name, f"[...] = {name}(object, ...)", summary=summary, hidden=True)
        def function(call, value, *rest):
            raise call.error(f"Undefined function '{name}' for input arguments of type '{class_of(value)}'.", "MATLAB:UndefinedFunction")

        return function

    return tuple(declared(name) for name in names)

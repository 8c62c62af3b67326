"""The basis of lowering expressions: temporaries, constants, and the two ways to lower a node."""

from __future__ import annotations

import ast
from typing import Any

from ..base.errors import MatlabSyntaxError
from ..syntax import ast as m
from ..syntax import mistakes
from . import emit as e
from .variables import Scope
from .views import Views

DEEPEST = 600
"""Expressions in each other (a bracket is one, an index or a sum in it another).  CPython's compiler goes down by recursion in C."""


class Lowering(Views):
    """Expression lowering over a Scope; ``constants`` collects Values that the code refers to by name."""

    def __init__(self, scope: Scope, constants: dict[str, Any]) -> None:
        self.scope = scope
        self.constants = constants
        self.temporaries = 0
        self.depth = 0
        self.ends: list[tuple[m.Expression, int, int]] = []
        self.views: dict[str, bool] = {}
        self.twins: set[str] = set()

    def value(self, node: m.Expression) -> ast.expr:
        """A Python expression that gives one Value."""
        if self.depth == DEEPEST:
            raise MatlabSyntaxError(mistakes.TOO_DEEP, node.span)
        self.depth += 1
        value = getattr(self, "_value_" + type(node).__name__)(node)
        self.depth -= 1
        return value

    def values(self, node: m.Expression, nargout: ast.expr) -> ast.expr:
        """A Python expression that gives a tuple of Values: what ``[a, b] = node`` or an argument list can take."""
        raise NotImplementedError

    def temporary(self) -> str:
        self.temporaries += 1
        return f"$t{self.temporaries}"

    def clear(self, *temporaries: str) -> ast.expr:
        """An extra argument that is None, and empties the temporaries once the arguments before it are loaded."""
        result: ast.expr = e.const(None)
        for identifier in temporaries:
            result = e.walrus(identifier, result)
        return result

    def keep(self, value: Any) -> ast.expr:
        """A Value as a constant of the unit."""
        identifier = f"$k{len(self.constants)}"
        self.constants[identifier] = value
        return e.name(identifier)

    def constant_text(self, text: str, *, string: bool = False) -> ast.expr:
        from ..values.text import CharArray, StringArray

        return self.keep(StringArray.scalar(text) if string else CharArray.row(text))


def of_kind(value: ast.expr, kind: str | None) -> ast.expr:
    """The expression, known to give a Python object of this kind (``float``, ``bool``)."""
    if kind is not None:
        value.kind = kind  # type: ignore[attr-defined]
    return value

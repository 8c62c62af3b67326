"""Loops over single numbers, which no kernel makes faster: found by how their statements mention variables, without tracing an
iteration."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...builtins.registry import stating
from ...builtins.spec import Fact, Trait
from ...syntax import ast as m
from ...values.tensor import Tensor
from ...values.text import CharArray
from ..scope import children
from .masks import SIZES

if TYPE_CHECKING:
    from .eligibility import Loop

_SINGLE = stating(Fact.CONSTANT) | {"max", "min"}
_ONE_BY_ONE = SIZES | _SINGLE | stating(Trait.ELEMENTWISE)
_DRAWN = frozenset(("rand", "randn"))
"""Functions that give a single number where they get nothing."""
_PLAIN = (m.Number, m.End, m.CharLiteral, m.StringLiteral, m.ColonAll, m.Ignored)
_OPERATIONS = (m.Unary, m.Binary, m.ShortCircuit, m.Postfix, m.Parenthesized)


class _Arrays(Exception):
    """A statement makes or takes an array, whatever its variables hold."""


@dataclass(slots=True)
class Mentions:
    """The names that a loop mentions as ``whole`` values, and those that it indexes or calls with single numbers."""

    whole: set[str] = field(default_factory=set)
    indexed: set[str] = field(default_factory=set)

    def block(self, statements: Iterable[m.Statement]) -> None:
        for s in statements:
            if isinstance(s, m.Assign):
                for target in s.targets:
                    if not isinstance(target, m.Name):
                        self.expression(target)
                self.expression(s.value)
            elif isinstance(s, (m.If, m.Switch, m.While)):
                for child in children(s):
                    self._any(child)
            elif isinstance(s, m.For):
                parts = children(s.iterable) if isinstance(s.iterable, m.Range) else [s.iterable]
                for part in parts:
                    self.expression(part)
                self.block(s.body)
            # All others end a trace, or an iteration.

    def _any(self, node: m.Node) -> None:
        """A part of a branching statement."""
        if isinstance(node, m.Statement):
            self.block((node,))
        elif isinstance(node, m.Expression):
            self.expression(node)
        else:
            for child in children(node):
                self._any(child)

    def expression(self, node: m.Node) -> None:
        if isinstance(node, m.Name):
            self.whole.add(node.name)
        elif isinstance(node, m.Index) and isinstance(node.target, m.Name):
            name = node.target.name
            if any(isinstance(a, (m.ColonAll, m.Range)) for a in node.arguments):
                self.whole.add(name)
            self.indexed.add(name)
            for a in node.arguments:
                if name in SIZES and isinstance(a, m.Name):
                    continue
                for part in children(a) if isinstance(a, m.Range) else [a]:
                    self.expression(part)
        elif isinstance(node, _OPERATIONS):
            for child in children(node):
                self.expression(child)
        elif not isinstance(node, _PLAIN):
            raise _Arrays


def mentions(loop: Loop) -> Mentions | None:
    """How a loop mentions variables; None where it makes arrays in any case."""
    result = Mentions()
    try:
        result.block(loop.node.body)
        if loop.condition is not None:
            result.expression(loop.condition)
    except _Arrays:
        return None
    return result


def only_singles(loop: Loop, before: dict[str, Any]) -> bool:
    """Whether a loop whose index is a scalar takes and makes nothing but single numbers, given the variables before it."""
    known = loop.mentions
    if known is None or loop.makes:
        return False
    own = {*loop.assigned, loop.index}
    for name in known.whole:
        value = before.get(name)
        if value is None:
            if name not in own and name not in _SINGLE and name not in _DRAWN:
                return False
        elif type(value) not in (float, bool) and (type(value) is not Tensor or value.numel != 1):
            return False
    for name in known.indexed:
        value = before.get(name)
        if value is None:
            if name not in own and name not in _ONE_BY_ONE:
                return False
        elif type(value) not in (float, bool, Tensor, CharArray):
            return False
    return True

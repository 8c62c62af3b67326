"""The record of a trace: all that it looked at, and the scalars that may differ next time, so that the trace can be used again.

A trace that looks at anything that is not written down here (elements of arrays, functions of the program) forgets its TraceRecord.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...graph.loop import symbol
from ...graph.node import Node
from ...graph.ranges import Range, of_scalar
from ...syntax import ast as m
from ...values.tensor import Tensor
from ..scope import children

_STEADY = (
    m.Assign, m.Name, m.Ignored, m.Number, m.Parenthesized, m.Unary, m.Binary, m.Index, m.ColonAll, m.End, m.CharLiteral,
    m.AnonymousFunction,
)  # fmt: skip
_COMPARISONS = frozenset(("<", "<=", ">", ">=", "==", "~=", "!="))
_EITHER = frozenset(("+", "-", ".*", "*", "./", "max", "min")) | _COMPARISONS
_RIGHT = _EITHER | {"/"}
_MOST_PARAMETERS = 16


def steady(nodes: Iterable[m.Node]) -> bool:
    """Whether statements are assignments of such expressions that a trace of them can be used again."""
    return all(isinstance(node, _STEADY) and steady(children(node)) for node in nodes)


@dataclass(eq=False, frozen=True, slots=True)
class Parameter:
    """A double scalar that operations on arrays take: of a variable (``name``), or of an expression of variables that are double scalars.
    ``kind`` says how the operations round it: ``single``, ``double``, or as ``either`` of them."""

    node: m.Expression
    name: str | None
    kind: str
    symbol: Node

    def bounds(self, value: float) -> Range:
        """The proved bounds of the value as operations use it."""
        return _bounds(value, self.kind)


def _bounds(value: float, kind: str) -> Range:
    if kind == "double":
        return of_scalar(value)
    with np.errstate(over="ignore"):
        rounded = float(np.float32(value))
    if kind == "single" or rounded == value:
        return of_scalar(rounded)
    return Range(min(value, rounded), max(value, rounded))


class TraceRecord:
    """The record of one trace.  ``reads`` are the names of variables before the loop, in order and as often as they were read; ``spans``
    the parts of it that only say what a ``Parameter`` is; ``contents`` the names of arrays whose elements were looked at; ``functions`` has
    (table, name, function) for all that was called; ``keys`` the Constants of the random key.  ``plain`` are arrays computed from those of
    before the loop, by their ids; ``generated`` has those of them that iterations take, with the expressions of the loop that say what they
    are."""

    __slots__ = ("_free", "contents", "functions", "generated", "keys", "parameters", "plain", "reads", "spans")

    def __init__(self) -> None:
        self.reads: list[str] = []
        self.spans: list[tuple[int, int]] = []
        self.parameters: dict[Any, Parameter] = {}
        self.contents: set[str] = set()
        self.functions: dict[tuple[int, str], tuple[Any, str, Any]] = {}
        self.keys: dict[int, tuple[Any, int]] = {}
        self.plain: dict[int, Tensor] = {}
        self.generated: dict[int, tuple[Tensor, m.Expression]] = {}
        self._free: list[tuple[int, int]] = []

    def call(self, table: Any, name: str, function: Any) -> None:
        """A function was called under a name."""
        self.functions[id(table), name] = (table, name, function)

    def take(
        self, node: m.Expression, value: float, span: tuple[int, int], operator: str, beside: str, variables: Any, *, right: bool
    ) -> Parameter | None:
        """A scalar operand, the ``right`` one or the left, of an operation on an array of class ``beside`` that differs from iteration to
        iteration; ``span``: its part of ``reads``.  None where it has to be a constant of the trace."""
        if span[0] == span[1] or operator not in (_RIGHT if right else _EITHER) or beside not in ("double", "single", "logical"):
            return None
        if value != value or len(self.parameters) >= _MOST_PARAMETERS:
            return None
        kind = "double" if beside != "single" else "either" if operator in _COMPARISONS else "single"
        while isinstance(node, m.Parenthesized):
            node = node.expression
        name = node.name if isinstance(node, m.Name) else None
        if name is not None and name not in variables:
            return None
        key = (name if name is not None else id(node), kind)
        parameter = self.parameters.get(key)
        if parameter is None:
            parameter = self.parameters[key] = Parameter(node, name, kind, symbol("given", "double", (1, 1), _bounds(value, kind)))
        self.spans.append(span)
        return parameter

    def make(self, node: m.Expression, array: Tensor, span: tuple[int, int]) -> bool:
        """An array that iterations take is what an expression says; False where another one says the same, for its own reasons."""
        self._free.append(span)
        return self.generated.setdefault(id(array), (array, node))[1] is node

    def looked_at(self) -> tuple[list[str], list[str]]:
        """The variables whose values the trace depends on, and those of which it only takes that they are double scalars."""
        as_parameters = {k for start, stop in self.spans for k in range(start, stop)}
        inside = as_parameters.union(k for start, stop in self._free for k in range(start, stop))
        looked = dict.fromkeys(name for k, name in enumerate(self.reads) if k not in inside)
        return list(looked), [name for name in dict.fromkeys(self.reads[k] for k in sorted(as_parameters)) if name not in looked]

"""Runs: statements of a cell, one after the other, that do nothing but compute with arrays, so that what they record is known again.

Only what the text shows to be free of effects is part of a run: operators, pointwise functions and reductions of variables.  Whether the
names still mean that is asked each time (see ``language.statement_recipes``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..builtins.registry import builtins, stating
from ..builtins.spec import Fact
from ..syntax import ast as m

_OPERATORS = frozenset(("+", "-", "*", ".*", "/", "./", ".\\", "^", ".^", "==", "~=", "<", "<=", ">", ">=", "&", "|"))
_LOOKS_AT_NOTHING = stating(Fact.RECORDED, Fact.SIZES)
_NUMBERS = stating(Fact.CONSTANT)
_PRINTING = frozenset(("fprintf", "disp", "sprintf"))
"""Functions whose arguments may be computed beforehand: they see nothing but those."""
_LEAST_OPERATIONS = 3
"""Fewer are recorded as fast as they are recognised."""


@m.node
class Kept(m.Expression):
    """An expression that was computed before, as Python's local variable ``identifier``, which may be known to hold a float."""

    identifier: str
    is_float: bool = False


@dataclass(slots=True)
class Run:
    """Statements ``first`` to ``last`` (exclusive) of a block.  ``ahead`` are parts of the statement behind them that are computed with
    them; ``rest`` is that statement with Kept in their place, or None.

    ``inputs`` are the variables read before they are assigned, ``outputs`` those assigned, ``functions`` the names that are called.
    """

    first: int
    last: int
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    functions: tuple[str, ...]
    ahead: tuple[m.Expression, ...] = ()
    rest: m.Statement | None = None
    recipes: list[Any] = field(default_factory=list)
    times: int = 0
    attempts: int = 0
    watch: Any = None


def runs_of(statements: m.Block, known: frozenset[str]) -> Iterator[Run]:
    """The runs of a cell that begins with the variables ``known``."""
    names = set(known)
    k = 0
    while k < len(statements):
        reading = _Reading(names)
        first = k
        while k < len(statements) and reading.statement(statements[k]):
            k += 1
        ahead, rest = reading.parts(statements[k]) if k < len(statements) else ((), None)
        if reading.operations >= _LEAST_OPERATIONS:
            run = Run(first, k, tuple(reading.inputs), tuple(reading.outputs), tuple(reading.functions), ahead, rest)
            run.times = int(known.issuperset(run.outputs))  # then it ran before, among fewer variables
            yield run
        if k < len(statements):
            names |= _assigned(statements[k])
            k += 1


def _assigned(statement: m.Statement) -> set[str]:
    """The variables that a statement outside of runs surely sets."""
    targets = statement.targets if isinstance(statement, m.Assign) else ()
    return {target.name for target in targets if isinstance(target, m.Name)}


class _Reading:
    """The part of a run that was read so far.  A part that is refused leaves nothing behind."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.inputs: dict[str, None] = {}
        self.outputs: dict[str, None] = {}
        self.functions: dict[str, None] = {}
        self.operations = 0

    def statement(self, node: m.Statement) -> bool:
        """Take ``name = expression;`` into the run, where it has no effect but that."""
        if type(node) is not m.Assign or node.printed or len(node.targets) != 1 or type(node.targets[0]) is not m.Name:
            return False
        if not self._taken(node.value):
            return False
        self.outputs[node.targets[0].name] = None
        self.names.add(node.targets[0].name)
        return True

    def parts(self, node: m.Statement) -> tuple[tuple[m.Expression, ...], m.Statement | None]:
        """The expressions that ``name = [...]`` or a call that prints computes first, and the statement without them."""
        before = (dict(self.inputs), dict(self.functions), self.operations)
        parts = self._parts(node)
        if parts is None:
            self.inputs, self.functions, self.operations = before
        return parts or ((), None)

    def _parts(self, node: m.Statement) -> tuple[tuple[m.Expression, ...], m.Statement] | None:
        ahead: list[m.Expression] = []
        if type(node) is m.Assign and len(node.targets) == 1 and type(node.targets[0]) is m.Name and type(node.value) is m.Matrix:
            rows = [self._each(row, ahead) for row in node.value.rows]
            if ahead and all(row is not None for row in rows):
                value = m.Matrix(node.value.span, tuple(rows))  # type: ignore[arg-type]
                return tuple(ahead), m.Assign(node.span, node.targets, value, node.printed, node.bracketed)
        elif type(node) is m.ExpressionStatement and type(call := node.expression) is m.Index and type(call.target) is m.Name:
            if call.target.name in _PRINTING and call.target.name not in self.names:
                arguments = self._each(call.arguments, ahead)
                if ahead and arguments is not None:
                    return tuple(ahead), m.ExpressionStatement(node.span, m.Index(call.span, call.target, arguments), node.printed)
        return None

    def _each(self, nodes: tuple[m.Expression, ...], ahead: list[m.Expression]) -> tuple[m.Expression, ...] | None:
        """The expressions with Kept for those that go ``ahead``; None where one of them may have an effect."""
        expressions: list[m.Expression] = []
        for node in nodes:
            if type(node) in (m.Number, m.CharLiteral, m.StringLiteral):
                expressions.append(node)
            elif self._taken(node):  # variables too: they may be what comes of the run
                expressions.append(Kept(node.span, f"$ahead{node.span.start}"))
                ahead.append(node)
            else:
                return None
        return tuple(expressions)

    def _taken(self, node: m.Expression) -> bool:
        """Note what an expression reads, where it has no effect."""
        names: dict[str, None] = {}
        functions: dict[str, None] = {}
        operations = self._count(node, names, functions)
        if operations is None:
            return False
        self.inputs.update({name: None for name in names if name not in self.outputs})
        self.functions.update(functions)
        self.operations += operations
        return True

    def _count(self, node: m.Expression, names: dict[str, None], functions: dict[str, None]) -> int | None:
        """How many operations an expression has; None where it may have an effect."""
        if isinstance(node, m.Number):
            return 0
        if isinstance(node, m.Parenthesized):
            return self._count(node.expression, names, functions)
        if isinstance(node, m.Name):
            if node.name in self.names:
                names[node.name] = None
            elif node.name in _NUMBERS:
                functions[node.name] = None
            else:
                return None
            return 0
        if isinstance(node, m.Unary | m.Postfix):
            return self._sum((node.operand,), names, functions)
        if isinstance(node, m.Binary) and node.operator in _OPERATORS:
            return self._sum((node.left, node.right), names, functions)
        if isinstance(node, m.Index) and isinstance(node.target, m.Name) and node.target.name not in self.names:
            return self._call(node.target.name, node.arguments, names, functions)
        return None

    def _sum(self, nodes: tuple[m.Expression, ...], names: dict[str, None], functions: dict[str, None]) -> int | None:
        counts = [self._count(node, names, functions) for node in nodes]
        return None if None in counts else 1 + sum(counts)  # type: ignore[arg-type]

    def _call(self, name: str, arguments: tuple[m.Expression, ...], names: dict[str, None], functions: dict[str, None]) -> int | None:
        """A call of a function that records what it does: pointwise ones, and those that take literals after the array."""
        functions[name] = None
        record = builtins().get(name)
        if record is None or not arguments:
            return None
        if record.op is not None:
            return self._sum(arguments, names, functions)
        is_pair = name in ("max", "min") and len(arguments) == 2
        if is_pair:
            return self._sum(arguments, names, functions)
        if name in _LOOKS_AT_NOTHING:
            return self._sum(arguments[:1], names, functions) if all(map(_is_literal, arguments[1:])) else None
        return None


def _is_literal(node: m.Expression) -> bool:
    if type(node) is m.Matrix:
        return all([type(x) is m.Number for row in node.rows for x in row])
    return type(node) in (m.Number, m.Numbers, m.CharLiteral, m.StringLiteral)

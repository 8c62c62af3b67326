"""Which variables are surely double scalars: what lets generated code leave out the test of their type.

A fact ``x`` in a scope's ``definite`` says that x is set, the fact ``x$float`` that it is a Python float besides.  Facts
follow the text; around a loop only those hold that no assignment in its body breaks.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..syntax import ast as m
from .scope import base_name, usage_of

_ARITHMETIC = frozenset(("+", "-", "*", ".*", "/", "./", "\\", ".\\"))
_COMPARISON = frozenset(("==", "~=", "<", "<=", ">", ">="))
FLOAT, BOOL = "float", "bool"
FLOAT_FACT = "$float"


def is_float_fact(name: str) -> str:
    """The fact that a variable is a double scalar."""
    return name + FLOAT_FACT


def kind_of(node: m.Expression, floats: set[str]) -> str | None:
    """``float`` or ``bool`` where the value is surely a Python object of that type, else None; ``floats`` are names of double scalars."""
    if isinstance(node, m.Parenthesized):
        return kind_of(node.expression, floats)
    if isinstance(node, m.Number):
        return FLOAT if node.matlab_class == "double" and type(node.value) is not complex else None
    if isinstance(node, m.Name):
        return FLOAT if node.name in floats else None
    if isinstance(node, m.Binary):
        return _binary(node, floats)
    if isinstance(node, m.Unary) and node.operator in "+-" and kind_of(node.operand, floats) is FLOAT:
        return FLOAT
    if isinstance(node, m.Postfix) and kind_of(node.operand, floats) is FLOAT:
        return FLOAT
    return None


def _binary(node: m.Binary, floats: set[str]) -> str | None:
    operator = node.operator
    if operator in ("^", ".^"):
        return FLOAT if is_square(node) and kind_of(node.left, floats) is FLOAT else None
    if operator not in _ARITHMETIC and operator not in _COMPARISON:
        return None
    if kind_of(node.left, floats) is FLOAT and kind_of(node.right, floats) is FLOAT:
        return FLOAT if operator in _ARITHMETIC else BOOL
    return None


def is_square(node: m.Binary) -> bool:
    """Whether this is ``x^2``."""
    return isinstance(node.right, m.Number) and node.right.value == 2 and node.right.matlab_class == "double"


Settled = dict[tuple[int, frozenset[str]], tuple[set[str], set[str]]]
"""Results for inner loops, which every pass over the loops around them asks for again."""


def broken_by(loop: m.For | m.While | m.DoUntil, floats: set[str]) -> set[str]:
    """The names of ``floats`` that some round of a loop may leave as something else."""
    return floats - _settled(loop, floats, {})[0]


def _settled(loop: m.For | m.While | m.DoUntil, floats: set[str], known: Settled) -> tuple[set[str], set[str]]:
    """The names of ``floats`` that every round keeps, and all that a round assigns something else to."""
    key = (id(loop), frozenset(floats))
    if key not in known:
        held = set(floats)
        while True:
            kills: set[str] = set()
            _rounds(loop, held, kills, known)
            if not kills & held:
                break
            held -= kills
        known[key] = held, kills
    return known[key]


def _rounds(loop: m.For | m.While | m.DoUntil, floats: set[str], kills: set[str], known: Settled) -> None:
    """One pass over a loop that starts with ``floats``; ``kills`` takes what is assigned something else."""
    inside = set(floats)
    if isinstance(loop, m.For):
        name = base_name(loop.target)
        if name is not None:
            kills.add(name)
            inside.discard(name)
            if isinstance(loop.target, m.Name) and counts_floats(loop, floats):
                inside.add(name)
    _block(loop.body, inside, kills, known)


def counts_floats(loop: m.For, floats: set[str]) -> bool:
    """Whether every round of ``for i = a:b`` sets i to a double scalar."""
    iterable = loop.iterable
    while isinstance(iterable, m.Parenthesized):
        iterable = iterable.expression
    if not isinstance(iterable, m.Range):
        return False
    parts = [iterable.start, iterable.stop] + ([iterable.step] if iterable.step is not None else [])
    return all(kind_of(part, floats) is FLOAT for part in parts)


def _block(statements: Iterable[m.Statement], floats: set[str], kills: set[str], known: Settled) -> None:
    """Walk statements; ``floats`` becomes what holds after them."""
    for node in statements:
        _statement(node, floats, kills, known)


def _statement(node: m.Statement, floats: set[str], kills: set[str], known: Settled) -> None:
    if isinstance(node, m.Assign):
        _assignment(node, floats, kills)
    elif isinstance(node, (m.For, m.While, m.DoUntil)):
        held, inner = _settled(node, floats, known)
        kills |= inner
        floats &= held
    elif isinstance(node, m.If):
        _branches([branch.body for branch in node.branches] + [node.orelse], floats, kills, known)
    elif isinstance(node, m.Switch):
        _branches([case.body for case in node.cases] + [node.otherwise], floats, kills, known)
    elif isinstance(node, (m.Break, m.Continue, m.Return)):
        pass
    elif isinstance(node, m.ExpressionStatement):
        _kill({"ans"}, floats, kills)
    else:
        usage = usage_of([node])
        _kill(usage.assigned | usage.globals | usage.persistents | usage.cleared, floats, kills)


def _assignment(node: m.Assign, floats: set[str], kills: set[str]) -> None:
    target = node.targets[0]
    if len(node.targets) == 1 and isinstance(target, m.Name):
        if kind_of(node.value, floats) is FLOAT:
            floats.add(target.name)
        else:
            _kill({target.name}, floats, kills)
        return
    _kill({name for name in map(base_name, node.targets) if name is not None}, floats, kills)


def _branches(blocks: list[m.Block], floats: set[str], kills: set[str], known: Settled) -> None:
    ends: list[set[str]] = []
    for block in blocks:
        inside = set(floats)
        _block(block, inside, kills, known)
        ends.append(inside)
    floats.intersection_update(*ends)


def _kill(names: set[str], floats: set[str], kills: set[str]) -> None:
    floats -= names
    kills |= names

"""The use of names in a piece of code, known before it is lowered: variables, globals, and whether names can change at run time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ..builtins.registry import stating
from ..builtins.spec import Effect
from ..syntax import ast as m

# Functions that create, remove or rename variables of their caller: a scope that uses one keeps its variables in a Workspace.
DYNAMIC = stating(Effect.VARIABLES) | {"source", "syms"}
_FIELDS: dict[type, tuple[str, ...]] = {}
_PLAIN = frozenset(("bool", "str", "str | None", "tuple[str, ...]", "int", "Literals"))
"""Types of fields that hold no nodes."""


def children(node: m.Node) -> list[m.Node]:
    """The nodes directly below a node, in the order of the text."""
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        fields = kind.__dataclass_fields__.items()
        names = _FIELDS[kind] = tuple(name for name, f in fields if name != "span" and f.type not in _PLAIN)
    nodes: list[m.Node] = []
    for name in names:
        _add_nodes(getattr(node, name), nodes)
    return nodes


def _add_nodes(item: object, nodes: list[m.Node]) -> None:
    if type(item) is tuple:
        for part in item:
            _add_nodes(part, nodes)
    elif isinstance(item, m.Node):
        nodes.append(item)


def below(nodes: Iterable[m.Node]) -> list[m.Node]:
    """Nodes and all that is below them, in the order of the text."""
    result, waiting = [], [*nodes][::-1]
    while waiting:
        node = waiting.pop()
        result.append(node)
        waiting += children(node)[::-1]
    return result


def base_name(target: m.Expression) -> str | None:
    """The variable that an assignment target changes, or None (``~`` or a call)."""
    while isinstance(target, (m.Index, m.CellIndex, m.Field, m.DynamicField, m.Parenthesized)):
        target = target.expression if isinstance(target, m.Parenthesized) else target.target
    return target.name if isinstance(target, m.Name) else None


@dataclass(slots=True)
class Usage:
    """Names of a block: ``assigned`` to, ``mentioned`` (read or called), declared ``globals``/``persistents``.

    ``dynamic``: variables may appear or vanish by other ways than assignment.  ``cleared``: names that a plain ``clear x`` removes.
    ``called_bare``: names that stand alone as a statement or in command syntax and so may be scripts.
    ``order``: the names that are assigned to, as they come in the text.
    """

    assigned: set[str] = field(default_factory=set)
    mentioned: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    persistents: set[str] = field(default_factory=set)
    cleared: set[str] = field(default_factory=set)
    called_bare: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    order: dict[str, None] = field(default_factory=dict)
    dynamic: bool = False

    def assign(self, name: str) -> None:
        self.assigned.add(name)
        self.order[name] = None

    def by_place(self, names: Iterable[str]) -> list[str]:
        """Names in the order in which they are first assigned to, and then the others."""
        places = {name: k for k, name in enumerate(self.order)}
        return sorted(names, key=lambda name: (places.get(name, len(places)), name))


def usage_of(block: Iterable[m.Node]) -> Usage:
    usage = Usage()
    for node in block:
        _visit(node, usage)
    usage.dynamic = usage.dynamic or not usage.globals.isdisjoint(usage.cleared)
    return usage


def _visit(node: m.Node, usage: Usage) -> None:
    visitor = _VISITORS.get(type(node))
    if visitor is None or visitor(node, usage):
        for child in children(node):
            _visit(child, usage)


def _visit_name(node: m.Name, usage: Usage) -> bool:
    usage.mentioned.add(node.name)
    if node.name in DYNAMIC:
        usage.dynamic = True
    return False


def _visit_assign(node: m.Assign, usage: Usage) -> bool:
    for target in node.targets:
        _assigned(target, usage)
    return True


def _visit_target(node: m.Delete | m.For, usage: Usage) -> bool:
    _assigned(node.target, usage)
    return True


def _visit_try(node: m.Try, usage: Usage) -> bool:
    if node.variable:
        usage.assign(node.variable)
    return True


def _visit_declaration(node: m.Global | m.Persistent, usage: Usage) -> bool:
    (usage.globals if type(node) is m.Global else usage.persistents).update(d.name for d in node.names)
    return True


def _visit_expression(node: m.ExpressionStatement, usage: Usage) -> bool:
    if isinstance(node.expression, m.Name):
        usage.called_bare.add(node.expression.name)
    usage.assign("ans")
    return True


def _visit_command(node: m.Command, usage: Usage) -> bool:
    _command(node, usage)
    return True


def _visit_anonymous(node: m.AnonymousFunction, usage: Usage) -> bool:
    usage.mentioned |= usage_of([node.body]).mentioned - set(node.parameters)
    return False


def _visit_reference(node: m.FunctionReference, usage: Usage) -> bool:
    usage.functions.add(node.name)
    if "." in node.name:
        usage.mentioned.add(node.name.partition(".")[0])
    return True


_VISITORS: dict[type, Callable[[Any, Usage], bool]] = {
    m.Name: _visit_name,
    m.Assign: _visit_assign,
    m.Delete: _visit_target,
    m.For: _visit_target,
    m.Try: _visit_try,
    m.Global: _visit_declaration,
    m.Persistent: _visit_declaration,
    m.ExpressionStatement: _visit_expression,
    m.Command: _visit_command,
    m.AnonymousFunction: _visit_anonymous,
    m.FunctionReference: _visit_reference,
    m.Function: lambda node, usage: False,
}
"""Visitors of the nodes that use names; True where their children are visited too, as those of all other nodes are."""


def _assigned(target: m.Expression, usage: Usage) -> None:
    name = base_name(target)
    if name is not None:
        usage.assign(name)


def _command(node: m.Command, usage: Usage) -> None:
    usage.assign("ans")
    usage.mentioned.add(node.name)
    if node.name == "clear" and is_plain_clear(node):
        usage.cleared.update(node.arguments)
    elif node.name in DYNAMIC:
        usage.dynamic = True
    else:
        usage.called_bare.add(node.name)


def is_plain_clear(node: m.Command) -> bool:
    """Whether this is ``clear x y`` with nothing but names of variables."""
    special = ("all", "variables", "functions", "global", "globals", "classes", "import", "mex")
    return bool(node.arguments) and all(word.isidentifier() and word not in special for word in node.arguments)

"""Short constructors of Python ``ast`` nodes, with the names that generated code uses.

Generated names hold a ``$``, which no MATLAB name can: variables keep their MATLAB names, so tracebacks and frames
speak of them by themselves.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

LOAD, STORE = ast.Load(), ast.Store()
_PYTHON_CONSTANTS = frozenset(("None", "True", "False", "__debug__"))
UNDEFINED = "$undefined"

_Placed = TypeVar("_Placed", bound=ast.stmt | ast.expr | ast.ExceptHandler)


def local(matlab_name: str) -> str:
    """The Python identifier of a MATLAB variable: its own name, but for the few that Python keeps for itself."""
    return matlab_name + "$" if matlab_name in _PYTHON_CONSTANTS else matlab_name


def matlab_name(identifier: str) -> str | None:
    """The MATLAB variable that a Python identifier stands for, or None for a generated name."""
    if "$" not in identifier:
        return identifier
    return identifier[:-1] if identifier[:-1] in _PYTHON_CONSTANTS else None


def name(identifier: str) -> ast.Name:
    return ast.Name(identifier, LOAD)


def target(identifier: str) -> ast.Name:
    return ast.Name(identifier, STORE)


def const(value: Any) -> ast.Constant:
    return ast.Constant(value)


def call(function: str | ast.expr, *arguments: ast.expr) -> ast.Call:
    return ast.Call(name(function) if isinstance(function, str) else function, list(arguments), [])


def tuple_of(items: Iterable[ast.expr]) -> ast.Tuple:
    return ast.Tuple(list(items), LOAD)


def item(value: ast.expr, key: ast.expr) -> ast.Subscript:
    return ast.Subscript(value, key, LOAD)


def first(value: ast.expr) -> ast.Subscript:
    """``value[0]``: the first of a tuple of outputs."""
    return ast.Subscript(value, ast.Constant(0), LOAD)


def item_target(container: str, key: str) -> ast.Subscript:
    return ast.Subscript(name(container), ast.Constant(key), STORE)


def walrus(identifier: str, value: ast.expr) -> ast.NamedExpr:
    return ast.NamedExpr(target(identifier), value)


def is_(left: ast.expr, right: ast.expr) -> ast.Compare:
    return ast.Compare(left, [ast.Is()], [right])


def is_not(left: ast.expr, right: ast.expr) -> ast.Compare:
    return ast.Compare(left, [ast.IsNot()], [right])


def either(test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.IfExp:
    return ast.IfExp(test, then, otherwise)


def type_is(values: Sequence[ast.expr], kind: str) -> ast.expr:
    """``type(a) is type(b) is kind``: a chain, so that every value is evaluated whatever the types are."""
    types = [call("$type", value) for value in values]
    return ast.Compare(types[0], [ast.Is()] * len(types), [*types[1:], name(kind)])


def assign(place: ast.expr, value: ast.expr) -> ast.Assign:
    return ast.Assign([place], value)


def run(value: ast.expr) -> ast.Expr:
    return ast.Expr(value)


def if_(test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> ast.If:
    return ast.If(test, then or [ast.Pass()], otherwise or [])


def function(identifier: str, arguments: ast.arguments, body: list[ast.stmt], line: int = 1) -> ast.FunctionDef:
    node = ast.FunctionDef(identifier, arguments, body or [ast.Pass()], [], None)
    vars(node)["type_params"] = []  # Python 3.12 and later
    return at(node, line)


def parameters(required: Sequence[str], optional: Sequence[str], rest: str | None) -> ast.arguments:
    """Positional parameters; the optional ones are undefined when not given; ``rest`` takes what is left."""
    return ast.arguments(
        [],
        [ast.arg(identifier) for identifier in (*required, *optional)],
        ast.arg(rest) if rest else None,
        [],
        [],
        None,
        [name(UNDEFINED) for _ in optional],
    )


def at(node: _Placed, line: int, column: int = 0) -> _Placed:
    """The node, placed at a MATLAB line (from 1)."""
    node.lineno = node.end_lineno = line
    node.col_offset = node.end_col_offset = column
    return node


def marked(value: ast.expr, offset: int) -> ast.expr:
    """The call, with the offset of its text in the source in the place of a column: ``inputname`` looks for the arguments there."""
    value.col_offset = value.end_col_offset = offset
    return value


_WITHOUT_PLACE = frozenset(
    kind for base in (ast.expr_context, ast.operator, ast.cmpop, ast.unaryop, ast.boolop) for kind in base.__subclasses__()
)
"""Kinds of nodes that have neither a place nor parts."""
_PARTS = {
    ast.Name: (), ast.Constant: (), ast.Call: ("func", "args", "keywords"), ast.Attribute: ("value",), ast.Subscript: ("value", "slice"),
    ast.BinOp: ("left", "right"), ast.Compare: ("left", "comparators"), ast.BoolOp: ("values",), ast.Tuple: ("elts",),
}  # fmt: skip
"""Where the parts of the most frequent nodes are; of others every field is looked at."""


def locate(node: ast.AST, line: int) -> None:
    """Give every node below that has no place the line of the nearest one above that has (``ast.fix_missing_locations``, but quick)."""
    held = node.__dict__
    if "$located" in held:  # a node that stands in several places
        return
    held["$located"] = True
    if "lineno" in held:
        line = held["lineno"]
    elif not isinstance(node, (ast.arguments, ast.Module)):
        held["lineno"] = held["end_lineno"] = line
        if "col_offset" not in held:
            held["col_offset"] = held["end_col_offset"] = 0
    for field in _PARTS.get(type(node), node._fields):
        value = held.get(field)
        if type(value) is list:
            for part in value:
                if isinstance(part, ast.AST) and type(part) not in _WITHOUT_PLACE:
                    locate(part, line)
        elif isinstance(value, ast.AST) and type(value) not in _WITHOUT_PLACE:
            locate(value, line)

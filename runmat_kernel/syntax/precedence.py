"""Operator precedence: a flat run of operands and operators becomes a tree.

From tightest: transposes and powers (one level, left to right; the exponent takes its own signs), signs and ``~``, products,
sums, ranges, comparisons, ``&``, ``|``, ``&&``, ``||``.  All binary operators associate to the left.
"""

from __future__ import annotations

from . import ast
from .tokens import Token

POWER, EXPONENT_SIGN, SIGN, RANGE = 10, 11, 9, 6
LEVELS = {
    **dict.fromkeys(("^", ".^"), POWER),
    **dict.fromkeys(("*", "/", "\\", ".*", "./", ".\\"), 8),
    **dict.fromkeys(("+", "-"), 7),
    ":": RANGE,
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "~="), 5),
    "&": 4,
    "|": 3,
    "&&": 2,
    "||": 1,
}


LONG = 200
"""Operators in each other that stay a tree."""


def fold(items: list[Token | ast.Expression]) -> ast.Expression:
    """The tree of ``prefix* operand transpose* (operator prefix* operand transpose*)*`` by operator precedence."""
    operands: list[ast.Expression] = []
    pending: list[tuple[int, Token]] = []
    expects_operand = True
    for item in items:
        if not isinstance(item, Token):
            operands.append(item)
            expects_operand = False
        elif item.type == "TRANSPOSE":
            _reduce(operands, pending, POWER)
            operands.append(ast.Postfix(operands[-1].span.to(item.span), item.value, operands.pop()))
        elif expects_operand:
            after_power = pending and pending[-1][0] >= POWER
            pending.append((EXPONENT_SIGN if after_power else SIGN, item))
        else:
            level = LEVELS[item.value]
            _reduce(operands, pending, level)
            pending.append((level, item))
            expects_operand = True
    _reduce(operands, pending, 0)
    return operands[0] if len(items) <= LONG else _flat(operands[0])


def _reduce(operands: list[ast.Expression], pending: list[tuple[int, Token]], level: int) -> None:
    """Apply the pending operators that bind at least as tightly as ``level``."""
    while pending and pending[-1][0] >= level:
        bound, token = pending.pop()
        right = operands.pop()
        if bound in (SIGN, EXPONENT_SIGN):
            operands.append(ast.Unary(token.span.to(right.span), token.value, right))
        else:
            left = operands.pop()
            operands.append(_binary(token.value, left, right))


def _binary(operator: str, left: ast.Expression, right: ast.Expression) -> ast.Expression:
    span = left.span.to(right.span)
    if operator == ":":
        if isinstance(left, ast.Range) and left.step is None:
            return ast.Range(span, left.start, left.stop, right)
        return ast.Range(span, left, None, right)
    if operator in ("&&", "||"):
        return ast.ShortCircuit(span, operator, left, right)
    return ast.Binary(span, operator, left, right)


def _flat(node: ast.Expression) -> ast.Expression:
    """The tree with its long runs of operators as Chains.  Right operands bind more tightly, so that few are in each other."""
    if isinstance(node, ast.Range):
        step = None if node.step is None else _flat_part(node.step)
        return ast.Range(node.span, _flat_part(node.start), step, _flat_part(node.stop))
    nodes: list[ast.Expression] = []
    first, group = node, _group(node)
    while group and _group(first) == group:
        nodes.append(first)
        first = first.operand if isinstance(first, ast.Unary | ast.Postfix) else first.left  # type: ignore[attr-defined]
    if not nodes:
        return node
    first = _flat(first)
    rights = [_flat(right) if (right := getattr(n, "right", None)) is not None else None for n in reversed(nodes)]
    if len(nodes) > LONG:
        return ast.Chain(node.span, first, tuple((n.operator, right) for n, right in zip(reversed(nodes), rights, strict=True)))  # type: ignore[attr-defined]
    for n, right in zip(reversed(nodes), rights, strict=True):
        if right is None:
            first = type(n)(n.span, n.operator, first)  # type: ignore[attr-defined,call-arg,arg-type]
        else:
            first = type(n)(n.span, n.operator, first, right)  # type: ignore[attr-defined,call-arg,arg-type]
    return first


def _flat_part(node: ast.Expression) -> ast.Expression:
    return node if isinstance(node, ast.Range) else _flat(node)


def _group(node: ast.Expression) -> str:
    """Which operators make one Chain: those that compute, ``&&``, or ``||``; empty for what is no operator."""
    if isinstance(node, ast.ShortCircuit):
        return node.operator
    return "computed" if isinstance(node, ast.Binary | ast.Unary | ast.Postfix) else ""

"""Exact rewrite rules: the same numbers by less work.  Nothing here changes a bit of a result or forgets a NaN."""

from __future__ import annotations

from .node import MAP, Node
from .primitives import RESHAPE


def reduction_operand(node: Node, dims: tuple[int, ...]) -> tuple[Node, tuple[int, ...]]:
    """A reduction of all elements of a reshaped array is one of the array itself: ``sum(x(:))`` needs no ``x(:)``.

    Positions agree too: both count in column-major order.
    """
    while node.kind == MAP and node.op is RESHAPE and all(n == 1 or d in dims for d, n in enumerate(node.shape)):
        node = node.operands[0]
        dims = tuple(range(len(node.shape)))
    return node, dims


def reshape_source(node: Node) -> Node:
    """What a reshape of a node reads: reshapes of reshapes read the first array."""
    while node.kind == MAP and node.op is RESHAPE:
        node = node.operands[0]
    return node

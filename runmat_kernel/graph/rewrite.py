"""Rewrite rules: the same numbers by less work.  Nothing here forgets a NaN or an overflow; what is said to be exact changes no bit."""

from __future__ import annotations

import math

from .node import MAP, REDUCE, Constant, Node
from .primitives import MINUS, RDIVIDE, RESHAPE, SQUARE, TIMES


def reduction_operand(node: Node, dims: tuple[int, ...]) -> tuple[Node, tuple[int, ...]]:
    """A reduction of all elements of a reshaped array is one of the array itself: ``sum(x(:))`` needs no ``x(:)``.  Exact.

    Positions agree too: both count in column-major order.
    """
    while node.kind == MAP and node.op is RESHAPE and all(n == 1 or d in dims for d, n in enumerate(node.shape)):
        node = node.operands[0]
        dims = tuple(range(len(node.shape)))
    return node, dims


def reshape_source(node: Node) -> Node:
    """The array that a reshape reads: a reshape of a reshape reads the first array.  Exact."""
    while node.kind == MAP and node.op is RESHAPE:
        node = node.operands[0]
    return node


def squared_deviations(node: Node, dims: tuple[int, ...]) -> tuple[Node, Node] | None:
    """``x`` and its mean over ``dims``, where a node is ``(x - mean) .^ 2``: the sum of these over ``dims`` is the second moment, which
    needs no mean first and so is found in the pass that adds ``x`` up.  Equal but for rounding."""
    if node.kind != MAP or node.uncertain or (node.op is not SQUARE and not (node.op is TIMES and node.operands[0] is node.operands[1])):
        return None
    deviation = node.operands[0]
    if type(deviation) is not Node or deviation.kind != MAP or deviation.op is not MINUS or deviation.shape != node.shape:
        return None
    for x, mean in (deviation.operands, deviation.operands[::-1]):
        if type(x) is Node and type(mean) is Node and x.look == deviation.look and _is_mean(mean, x, dims):
            return x, mean
    return None


def _is_mean(node: Node, x: Node, dims: tuple[int, ...]) -> bool:
    """Whether a node is the mean of ``x`` over ``dims``, in the class of ``x`` and still to be computed."""
    if node.kind != MAP or node.op is not RDIVIDE or node.matlab_class != x.matlab_class:
        return False
    total, count = node.operands
    if type(count) is not Constant or count.value != math.prod([x.shape[d] for d in dims]) or type(total) is not Node:
        return False
    source, along = reduction_operand(x, dims)
    return total.kind == REDUCE and total.reduction == ("sum", along, False) and total.operands[0] is source and total.look[0] == x.look[0]

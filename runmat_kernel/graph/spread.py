"""Replaced parts of arrays, computed over the whole array: one kernel then does the work of two, without an array in between.

``U(2:end-1, 2:end-1) = f(U(1:end-2, 2:end-1), ...)`` is a TAKE from an array of the part's shape.  Over the whole array ``f`` reads the
same elements by views that begin before the array and end behind it.  What it makes outside of the part is looked at by nobody, and reads
beyond an array are harmless on a device, which checks bounds.  Not so on the host.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from .node import MAP, Constant, Node
from .primitives import INDEX, RESHAPE
from .product import TRANSPOSES
from .views import SLICE, SPLICE, TAKE, View, axes_of, own_view, slice_node


def spread(nodes: Sequence[Node], needed: frozenset[Node]) -> list[tuple[Node, tuple]]:
    """Change the SPLICE nodes among ``nodes`` (in order of dependence) whose part nothing else reads; ``needed`` are wanted themselves.

    Returns those that were changed, each with the operands that it had.
    """
    uses: dict[Node, int] = {}
    for node in nodes:
        for x in node.operands:
            if type(x) is Node:
                uses[x] = uses.get(x, 0) + 1
    changed = []
    for node in nodes:
        replaced = _spread(node, lambda x: uses[x] == 1 and x not in needed) if node.op is SPLICE else None
        if replaced is not None:
            changed.append((node, node.operands))
            node.operands = (node.operands[0], replaced, node.operands[2])
    return changed


def _spread(splice: Node, alone: Callable[[Node], bool]) -> Node | None:
    """The part over the whole array; None where it cannot be computed so, or is there already."""
    _, taken, at = splice.operands
    if type(taken) is not Node or taken.op is not TAKE or not alone(taken) or not alone(taken.operands[0]) or taken.operands[1] is not at:
        return None
    part = taken.operands[0]
    firsts = _firsts(at, splice.shape, part.shape)
    if firsts is None or part.kind != MAP or part.op is SLICE:
        return None
    spread_nodes: dict[Node, Node] = {}

    def elsewhere(node: Node, shape: tuple[int, ...]) -> Node:
        """What lies in memory, read so that the part is in its place."""
        source, view = (node.operands[0], node.reduction) if node.op is SLICE else (node, own_view(shape))
        own = _padded(shape, len(splice.shape))
        strides = tuple(0 if n == 1 else s for n, s in zip(own, (*view.strides, *[0] * len(own)), strict=False))
        offset = view.offset - sum(s * first for s, first in zip(strides, firsts, strict=True))
        whole = tuple(1 if n == 1 else m for n, m in zip(own, splice.shape, strict=True))
        return slice_node(source, View(strides, offset), whole)

    def over_all(node: Node) -> Node | None:
        if node not in spread_nodes:
            if prod(node.shape) == 1:
                spread_nodes[node] = node
            elif node.kind != MAP or node.op is SLICE or (node is not part and not alone(node)):
                spread_nodes[node] = elsewhere(node, node.shape)
            else:
                op = node.op
                assert op is not None
                moves = op is INDEX or op is RESHAPE or op in TRANSPOSES or op.raw_operands or op.whole
                if moves or node.uncertain or node.shape != part.shape:
                    return None
                operands = [x if type(x) is Constant else over_all(x) for x in node.operands]
                if any(x is None for x in operands):
                    return None
                spread_nodes[node] = Node.map(op, tuple(operands), node.matlab_class, node.structure[2], splice.shape, node.where)
        return spread_nodes[node]

    whole = over_all(part)
    return whole if whole is not None and whole.shape == splice.shape else None


def _firsts(at: Node, shape: tuple[int, ...], part: tuple[int, ...]) -> tuple[int, ...] | None:
    """Where a part begins along each dimension of an array; None where it has gaps, or lies there otherwise than by itself."""
    if at.op is None or at.op.name != "position" or any(type(x) is not Constant for x in at.operands[1:]):
        return None
    numbers = [x.value for x in at.operands[1:]]
    axes = [numbers[k : k + 6] for k in range(1, len(numbers), 6)]
    rest, firsts = sum(stride * first for stride, _, first, *_ in axes), []
    for n in shape:
        firsts.append(rest % n)
        rest //= n
    counts = _padded(part, len(shape))
    if len(counts) != len(shape) or any(first + count > n for first, count, n in zip(firsts, counts, shape, strict=True)):
        return None
    base, expected = axes_of([(first, 1, count) for first, count in zip(firsts, counts, strict=True)], shape)
    same = [base, *(n for axis in expected for n in axis.numbers)] == numbers
    return tuple(firsts) if same else None


def _padded(shape: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """A shape with ``rank`` dimensions; longer where more of its dimensions are above one."""
    trimmed = shape
    while len(trimmed) > rank and trimmed[-1] == 1:
        trimmed = trimmed[:-1]
    return trimmed + (1,) * (rank - len(trimmed))

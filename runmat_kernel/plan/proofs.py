"""Proofs from value ranges for the nodes of one flush: which operations have a shorter form, and the bounds of kept arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..graph.node import LEAF, MAP, Constant, Node, range_of
from ..graph.op import Op
from ..graph.ranges import Range
from ..graph.shapes import numel

WORTH_A_PROOF = 1 << 18
"""Elements from which on an array is worth proofs: with fewer, a kernel takes less time than they do."""

_KEPT = 64


def near_form(node: Node) -> Op | None:
    """The shorter form of a node's operation, where the ranges of its operands allow it and it is worth the proof."""
    op = node.op
    if op is None or op.near is None or numel(node.shape) < WORTH_A_PROOF or not op.within(*map(range_of, node.operands)):  # type: ignore[misc]
        return None
    return op.near


class Proofs:
    """The proofs for all nodes of one structure, found again by the scalars and by the ranges of the arrays that they start from.

    ``near(nodes)`` gives the numbers of the nodes whose ``op.near`` may stand for ``op``, and the ranges of the large ``held`` nodes.
    """

    __slots__ = ("_constants", "_found", "_kept", "_leaves", "_near")

    def __init__(self, nodes: Sequence[Node], held: frozenset[int]) -> None:
        large = [n for n, node in enumerate(nodes) if numel(node.shape) >= WORTH_A_PROOF]
        self._near = [n for n in large if nodes[n].op is not None and nodes[n].op.near is not None]  # type: ignore[union-attr]
        self._kept = [n for n in large if n in held and nodes[n].kind == MAP]
        self._leaves = [n for n, node in enumerate(nodes) if node.kind == LEAF]
        self._constants = [(n, k) for n, node in enumerate(nodes) for k, x in enumerate(node.operands) if type(x) is Constant]
        self._found: dict[Any, tuple[frozenset[int], dict[int, Range]]] = {}

    def near(self, nodes: Sequence[Node]) -> tuple[frozenset[int], dict[int, Range]]:
        if not self._near and not self._kept:
            return frozenset(), {}
        scalars = tuple([nodes[n].operands[k].value for n, k in self._constants])
        starts = (scalars, tuple([range_of(nodes[n]) for n in self._leaves]))
        proved = self._found.get(starts)
        if proved is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
            near = frozenset(n for n in self._near if near_form(nodes[n]) is not None)
            proved = self._found[starts] = (near, {n: range_of(nodes[n]) for n in self._kept})
        return proved

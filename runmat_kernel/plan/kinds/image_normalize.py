"""Kind ``image_normalize``: ``(X - mean) ./ sqrt(variance + eps)`` and all pointwise work after it, once the statistics are there."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import LEAF, MAP, REDUCE, Node
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    space = cluster.key.space
    stack, seen = [nodes[n] for n in (*cluster.stores, *cluster.results)], set()
    while stack and cluster.product < 0:
        node = stack.pop()
        if id(node) in seen or node.kind == LEAF:
            continue
        seen.add(id(node))
        if node.shape == space and _is_normalization(node):
            return True
        stack += [x for x in node.operands if type(x) is Node and (x.shape == space or node.shape != space)]
    return False


def _is_normalization(node: Node) -> bool:
    """Whether a node is ``(X - mean of X) ./ sqrt(V + something)`` with ``V`` a reduction."""
    if node.kind != MAP or node.op.name != "rdivide" or not all(type(x) is Node for x in node.operands):
        return False
    top, bottom = node.operands
    if top.op is None or top.op.name != "minus" or bottom.op is None or bottom.op.name != "sqrt":
        return False
    inner = bottom.operands[0]
    if inner.op is None or inner.op.name != "plus" or not all(type(x) is Node for x in top.operands):
        return False
    mean = _reduction_below(top.operands[1])
    return mean is not None and mean.operands[0] is top.operands[0] and _reduction_below(inner) is not None


def _reduction_below(node: Node) -> Node | None:
    """The reduction that a node of the result space finishes."""
    while node.kind == MAP:
        below = next((x for x in node.operands if type(x) is Node), None)
        if below is None or below.shape != node.shape:
            return None
        node = below
    return node if node.kind == REDUCE else None


def lower(cluster: Cluster, builder: Builder) -> Group:
    return builder.group(cluster.stores, cluster.results, IMAGE_NORMALIZE.name)


IMAGE_NORMALIZE = FusionKind(
    "image_normalize",
    "Arrays are centred and scaled by statistics of their own, with all pointwise operations after that, in one pass.",
    match,
    lower,
    (
        "X = reshape(linspace(0, 1, 24000) .^ 2, 4, 60, 100); m = mean(X, [2 3]); v = mean((X - m) .^ 2, [2 3]);"
        " Y = max((X - m) ./ sqrt(v + 1e-6) .* 1.5 + 0.1, 0) .^ 1.8;",
        "X = reshape(linspace(0, 1, 24000) .^ 2, 200, 120); Y = (X - mean(X, 2)) ./ sqrt(var(X, 1, 2) + 1e-5);",
    ),
)

"""Kind ``stencil``: convolutions, filters without feedback and moving sums, with the pointwise operations after them."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import MAP, Node
from ...graph.window import WINDOW
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    if cluster.results or cluster.product >= 0:
        return False
    stack, seen = [nodes[n] for n in cluster.stores], set()
    while stack:
        node = stack.pop()
        if id(node) in seen or node.kind != MAP:
            continue
        seen.add(id(node))
        if node.op is WINDOW:
            return True
        stack += [x for x in node.operands if type(x) is Node and x.shape == node.shape]
    return False


def lower(cluster: Cluster, builder: Builder) -> Group:
    return builder.group(cluster.stores, (), STENCIL.name)


STENCIL = FusionKind(
    "stencil",
    "Each element is a weighted sum of its neighbours, and takes on the pointwise operations after it.",
    match,
    lower,
    (
        "A = reshape(linspace(0, 1, 1e5), 400, 250); B = max(conv2(A, [1 -2; 3 -1], 'valid'), 0);",
        "A = reshape(linspace(0, 1, 1e5), 400, 250); B = tanh(conv2(A, ones(3) / 9, 'same') - 0.5);",
        "x = reshape(linspace(0, 1, 1e5), [], 5); y = movsum(x, [2 0]) .* 2;",
        "x = linspace(0, 1, 1e5); y = x - movmean(x, 5);",
    ),
)

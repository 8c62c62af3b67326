"""Kind ``power_step_normalize``: a product together with the norms of its columns, which the scaling after it divides by."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import REDUCE, Node
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from ..product import product_group, reduced_nodes
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return cluster.product >= 0 and any(_is_norm(n, nodes[cluster.product]) for n in reduced_nodes(cluster, nodes))


def _is_norm(node: Node, product: Node) -> bool:
    """Whether a reduction adds up the squares of the product."""
    squares = node.operands[0]
    if node.kind != REDUCE or node.reduction[0] != "sum" or squares.op is None:
        return False
    return squares.op.name in ("square", "times") and all(x is product for x in squares.operands if type(x) is Node)


def lower(cluster: Cluster, builder: Builder) -> Group:
    return product_group(cluster, builder, POWER_STEP_NORMALIZE.name)


POWER_STEP_NORMALIZE = FusionKind(
    "power_step_normalize",
    "A product and the norms of its columns in one kernel; the scaling by them follows as a second one.",
    match,
    lower,
    (
        "A = reshape(linspace(-1, 1, 22500), 150, 150); q = A * A(:, 1); q = q ./ sqrt(sum(q .^ 2) + 1e-12);",
        "A = reshape(linspace(-1, 1, 22500), 150, 150); Q = A * A(:, 1:8); Q = Q ./ sqrt(sum(Q .* Q, 1));",
    ),
)

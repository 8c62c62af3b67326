"""Kind ``explained_variance``: ``diag(Q' * G * Q)`` as one product and a column dot; what is off the diagonal is never computed."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import REDUCE, Node
from ...graph.product import factor
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from ..product import product_group, reduced_nodes
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return cluster.product >= 0 and any(_is_dot(n, nodes[cluster.product]) for n in reduced_nodes(cluster, nodes))


def _is_dot(node: Node, product: Node) -> bool:
    """Whether a reduction adds up the product times one of its own factors."""
    terms = node.operands[0]
    if node.kind != REDUCE or node.reduction[0] != "sum" or terms.op is None or terms.op.name != "times" or product not in terms.operands:
        return False
    return any(type(x) is Node and x is not product and factor(x)[0] in product.operands for x in terms.operands)


def lower(cluster: Cluster, builder: Builder) -> Group:
    return product_group(cluster, builder, EXPLAINED_VARIANCE.name)


EXPLAINED_VARIANCE = FusionKind(
    "explained_variance",
    "One product and the dot products of its columns; what is off the diagonal is never computed.",
    match,
    lower,
    (
        "G = reshape(linspace(-1, 1, 22500), 150, 150); Q = G(:, 1:110); s = sum(Q .* (G * Q), 1);",
        "G = reshape(linspace(-1, 1, 22500), 150, 150); Q = G(:, 1:110); s = diag(Q' * (G * Q));",
        "G = reshape(linspace(-1, 1, 22500), 150, 150); Q = G(:, 1:110); s = diag(Q' * G * Q) ./ 3;",
    ),
)

"""Kind ``centered_gram``: ``(X - mu)' * (X - mu)`` with the pointwise operations after it, such as a divisor."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import Node
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from ..product import product_group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return cluster.product >= 0 and nodes[cluster.product].reduction.centered


def lower(cluster: Cluster, builder: Builder) -> Group:
    return product_group(cluster, builder, CENTERED_GRAM.name)


CENTERED_GRAM = FusionKind(
    "centered_gram",
    "The product of a centred matrix with itself: rows are centred as they are read, and one triangle is computed.",
    match,
    lower,
    (
        "X = reshape(linspace(-1, 1, 24000) .^ 3, 600, 40); mu = mean(X, 1); C = (X - mu)' * (X - mu) / (size(X, 1) - 1);",
        "X = reshape(linspace(-1, 1, 24000) .^ 3, 600, 40); D = X - mean(X); C = D.' * D ./ 600; clear D",
        "X = reshape(linspace(single(-1), 1, 24000), 600, 40); C = cov(X);",
    ),
)

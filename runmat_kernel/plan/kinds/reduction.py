"""Kind ``reduction``: reductions over the same dimensions of one space, with what they reduce and what finishes them folded in."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import Node
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return bool(cluster.results)


def lower(cluster: Cluster, builder: Builder) -> Group:
    return builder.group(cluster.stores, cluster.results, REDUCTION.name)


REDUCTION = FusionKind(
    "reduction",
    "Reductions over the same dimensions share one pass; what they reduce is computed on the way and not stored unless it is needed.",
    match,
    lower,
    (
        "x = linspace(0, 1, 1e5); s = sum(x .^ 2);",
        "x = linspace(0, 1, 1e5); m = mean(x); v = var(x);",
        "A = ones(300, 400); d = sqrt(sum((A - 0.5) .^ 2, 2));",
    ),
)

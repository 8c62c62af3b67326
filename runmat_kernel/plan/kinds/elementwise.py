"""Kind ``elementwise``: connected pointwise operations over one index space, with any number of outputs."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import Node
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return not cluster.results


def lower(cluster: Cluster, builder: Builder) -> Group:
    return builder.group(cluster.stores, (), ELEMENTWISE.name)


ELEMENTWISE = FusionKind(
    "elementwise",
    "Pointwise operations over one index space run as one kernel; only results that are still needed are stored.",
    match,
    lower,
    (
        "x = linspace(-4, 4, 1e5); y = sin(x) .* exp(-x / 10) + 2;",
        "x = linspace(0, 1, 1e5); a = x + 1; b = a .* x;",
        "x = linspace(-1, 1, 1e5); y = (x > 0) .* x;",
        "A = ones(300, 400); r = (1:400); B = A .* r + A;",
    ),
)

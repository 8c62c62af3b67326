"""Kind ``scan``: running sums, products and extremes along a dimension, with the pointwise operations that make what they run over."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import SCAN as SCAN_NODE
from ...graph.node import Node
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from ..scan import scan_group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return cluster.key.single >= 0 and nodes[cluster.key.single].kind == SCAN_NODE


def lower(cluster: Cluster, builder: Builder) -> Group:
    return scan_group(cluster, builder, SCAN.name)


SCAN = FusionKind(
    "scan",
    "A running sum, product or extreme; what it runs over is computed on the way and not stored unless it is needed.",
    match,
    lower,
    (
        "x = linspace(0, 1, 1e5); s = cumsum(x .^ 2 + 1);",
        "A = reshape(linspace(0, 1, 1e5), 400, 250); P = cumprod(1 + A ./ 1000, 2);",
        "x = linspace(0, 1, 1e5); m = cummax(mod(x .* 7, 1), 'reverse');",
        "A = reshape(linspace(0, 1, 1e5), 40, 50, 50); m = cummin(abs(A - 0.5), 3);",
    ),
)

"""Kind ``matmul_epilogue``: a matrix product with the pointwise operations after it, computed before the product is stored."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import Node
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from ..product import product_group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return cluster.product >= 0


def lower(cluster: Cluster, builder: Builder) -> Group:
    return product_group(cluster, builder, MATMUL_EPILOGUE.name)


MATMUL_EPILOGUE = FusionKind(
    "matmul_epilogue",
    "A matrix product takes on the pointwise operations after it, and reductions of them; transposed factors are read in place.",
    match,
    lower,
    (
        "A = reshape(linspace(-1, 1, 19200), 150, 128); C = max(A * A' .* 0.5 + (1:150), 0);",
        "A = reshape(linspace(-1, 1, 19200), 150, 128); C = single(A' * A) .^ 2; D = C - 1;",
        "A = reshape(linspace(-1, 1, 19200), 150, 128); y = A * A(1, :)' + 1; z = y .* 2;",
        "A = reshape(linspace(single(-1), 1, 17100), 171, 100); B = reshape(linspace(single(0), 1, 17000), 170, 100);"
        " C = tanh(A * B' ./ (1:171)') > 0.1;",
    ),
)

"""Kind ``gather``: pointwise work on arrays that are read at other places: slices, shifted copies, elements at given positions."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import MAP, Node
from ...graph.views import SLICE, SPLICE, TAKE
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
        if node.op in (SLICE, TAKE, SPLICE):
            return True
        stack += [x for x in node.operands if type(x) is Node and (x.shape == node.shape or x.op is SLICE)]
    return False


def lower(cluster: Cluster, builder: Builder) -> Group:
    return builder.group(cluster.stores, (), GATHER.name)


GATHER = FusionKind(
    "gather",
    "Slices, shifted copies and elements at given positions are read where they lie, by the kernel that works on them.",
    match,
    lower,
    (
        "u = linspace(0, 1, 1e5); v = u(2:end-1) + 0.1 * (u(3:end) - 2 * u(2:end-1) + u(1:end-2));",
        "A = reshape(linspace(0, 1, 1e5), 400, 250); D = (A(3:end, 2:end-1) - A(1:end-2, 2:end-1)) ./ 2;",
        "A = reshape(linspace(0, 1, 1e5), 400, 250); B = A(:, 1:2:end) .* A(:, 7) + flipud(A(:, 2:2:end));",
        "x = linspace(0, 1, 1e5); y = exp(x(end:-1:1)) - x;",
        "[X, Y] = meshgrid(linspace(0, 1, 400), linspace(-1, 1, 300)); Z = X .^ 2 + Y; clear X Y",
        "A = reshape(linspace(0, 1, 1e5), 40, 50, 50); B = permute(A, [3 1 2]) .* 2;",
    ),
)

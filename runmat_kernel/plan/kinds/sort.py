"""Kind ``sort``: elements in order along a dimension, and where they came from, with the pointwise operations that make them."""

from __future__ import annotations

from collections.abc import Sequence

from ...codegen.kernel import Kernel
from ...codegen.sort import SortBody
from ...graph.node import SORT as SORT_NODE
from ...graph.node import Node
from ...graph.shapes import numel
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return cluster.key.single >= 0 and nodes[cluster.key.single].kind == SORT_NODE


def lower(cluster: Cluster, builder: Builder) -> Group:
    found = [builder.nodes[n] for n in cluster.stores]
    group = builder.group((builder.numbers[found[0].operands[0]],), (), SORT.name)
    forms = tuple(node.reduction for node in found)
    names = ".".join([*(builder.nodes[m].name for m in group.members), "sort"])
    title = f"{SORT.name} {names[:80]} {group.kernel.body.stores[0].matlab_class}"
    kernel = Kernel(f"{forms}|{group.kernel.key}", SORT.name, title, SortBody(forms, group.kernel.body))
    length = found[0].shape[forms[0].dim]
    flops = group.flops + 2.0 * numel(found[0].shape) * length.bit_length() ** 2
    return Group(kernel, group.inputs, cluster.stores, group.parameters, (*group.members, *cluster.stores), flops)


SORT = FusionKind(
    "sort",
    "Elements in order and where they came from, by one sort; what is sorted is computed on the way.",
    match,
    lower,
    (
        "x = linspace(1, -1, 1e5); y = sort(x .^ 2);",
        "x = linspace(0, 1, 1e5); [y, i] = sort(abs(x - 0.5), 'descend');",
        "A = reshape(linspace(0, 1, 1e5), 400, 250); B = sort(cos(A), 2);",
    ),
)

"""Kind ``loop``: a loop of the program that was traced, all turns in one kernel.  A reduction after it may join it (``plan.fold``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...graph.node import LOOP as LOOP_NODE
from ...graph.node import Node
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from ..loops import CAPTION, KIND, kernel_of
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return cluster.key.single >= 0 and nodes[cluster.key.single].kind == LOOP_NODE


def lower(cluster: Cluster, builder: Builder) -> Group:
    """The loop as it was traced, but for results that nobody needs."""
    nodes = builder.nodes
    run = nodes[cluster.key.single].reduction[0]
    body, stores = run.kernel.body, cluster.stores
    wanted = {nodes[n].reduction[1] for n in stores}
    silent = tuple(k for k in body.shown if k not in wanted)
    kernel = kernel_of(replace(body, silent=silent), run.call.names) if silent else run.kernel
    return Group(kernel, (), stores, (), stores, run.call.flops)


LOOP = FusionKind(
    KIND,
    CAPTION,
    match,
    lower,
    (
        "S = ones(1e5, 1); for t = 1:20, S = S .* 0.5 + t; end",
        "S = ones(1e5, 1); for t = 1:20, S = S .* 0.5 + t; end, p = mean(max(S - 3, 0));",
    ),
)

"""Kind ``fft``: a Fourier transform along a dimension, with the pointwise operations that make what it transforms."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...codegen.fourier import FourierBody
from ...codegen.kernel import Kernel
from ...graph.node import FOURIER, Node
from ...graph.shapes import numel
from ..build import Builder
from ..cluster import Cluster
from ..group import Group
from .kind import FusionKind


def match(cluster: Cluster, nodes: Sequence[Node]) -> bool:
    return cluster.key.single >= 0 and nodes[cluster.key.single].kind == FOURIER


def lower(cluster: Cluster, builder: Builder) -> Group:
    found = [builder.nodes[n] for n in cluster.stores]
    group = builder.group(tuple(builder.numbers[x] for x in found[0].operands), (), FFT.name)
    forms = tuple(node.reduction for node in found)
    names = ".".join([*(builder.nodes[m].name for m in group.members), forms[0].name])
    title = f"{FFT.name} {names[:80]} {group.kernel.body.stores[0].matlab_class}"
    kernel = Kernel(f"{forms}|{group.kernel.key}", FFT.name, title, FourierBody(forms, group.kernel.body))
    flops = group.flops + 5.0 * numel(found[0].shape) * max(1.0, math.log2(forms[0].length))
    return Group(kernel, group.inputs, cluster.stores, group.parameters, (*group.members, *cluster.stores), flops)


FFT = FusionKind(
    "fft",
    "A Fourier transform; what is transformed is computed on the way, real and imaginary parts come from one kernel.",
    match,
    lower,
    (
        "x = linspace(0, 1, 65536); y = fft(x .* 2);",
        "A = reshape(linspace(0, 1, 6e4), 300, 200); B = fft(A, 256, 2);",
        "z = complex(linspace(0, 1, 3e4), linspace(1, 0, 3e4)); x = ifft(z .* 2);",
    ),
)

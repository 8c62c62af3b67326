"""From a scan and what makes its operand to its Group."""

from __future__ import annotations

from dataclasses import replace

from ..codegen.body import Accumulation
from ..codegen.kernel import Kernel
from ..codegen.scan import ScanBody
from ..graph.scan import Scan
from ..graph.shapes import numel
from ..values.classes import INTEGER_LIMITS
from .build import Builder
from .cluster import Cluster
from .group import Group


def _accumulation(form: Scan, operand: int, matlab_class: str) -> Accumulation:
    if matlab_class in INTEGER_LIMITS and form.kind in ("sum", "prod"):
        return Accumulation(f"saturating_{form.kind}", operand, matlab_class)
    return Accumulation(form.kind, operand, matlab_class, form.omit_nan)


def scan_group(cluster: Cluster, builder: Builder, kind: str) -> Group:
    """The Group of a scan: its operand is computed on the way."""
    number = cluster.key.single
    node = builder.nodes[number]
    form = node.reduction
    group = builder.group((builder.numbers[node.operands[0]],), (), kind)
    made = group.kernel.body
    accumulation = _accumulation(form, made.stores[0].value, node.matlab_class)
    element = replace(made, stores=(), accumulations=(accumulation,), reduced=(form.dim,))
    names = ".".join(builder.nodes[m].name for m in (*group.members, number))
    title = f"{kind} {names[:80]} {node.matlab_class}"
    kernel = Kernel(f"{form}|{group.kernel.key}", kind, title, ScanBody(form, element, node.matlab_class))
    flops = group.flops + 2.0 * numel(node.shape)
    return Group(kernel, group.inputs, (number,), group.parameters, (*group.members, number), flops)

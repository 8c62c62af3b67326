"""From a cluster of nodes to its Group: the body of its Form, and the kernel around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..codegen.body import KernelBody
from ..codegen.forms import BY_NODE, FORMS, LOOP, PRODUCT, form_of
from ..codegen.forms.elements import OverLines
from ..codegen.forms.product import Product, ProductBody
from ..codegen.kernel import Kernel
from ..graph.node import Node
from .build import Builder
from .cluster import Cluster
from .group import Group
from .kinds import kind_of
from .loops import kernel_of


def lower(cluster: Cluster, builder: Builder) -> Group:
    """The Group of a cluster, whose Form follows from the node that it is for, if there is one."""
    number = max(cluster.product, cluster.key.single)
    form = BY_NODE[builder.nodes[number].kind] if number >= 0 else None
    return _LOWERINGS[form.name if form is not None else ""](cluster, builder)


def _group(
    cluster: Cluster, builder: Builder, body: KernelBody, inputs: tuple[int, ...], members: tuple[int, ...], flops: float
) -> Group:
    """The Group of a body."""
    nodes, outputs = builder.nodes, (*cluster.stores, *cluster.results)
    form = form_of(body)
    kind = kind_of(form, [nodes[m] for m in members])
    # Nodes that are asked of one operand, such as both outputs of a sort, are named once.
    alike = cluster.stores[1:] if isinstance(form, OverLines) else ()
    names = ".".join(nodes[m].name for m in members if m not in alike)
    kernel = Kernel(kind.name, f"{kind.name} {names[:80]} {nodes[outputs[0]].matlab_class}", body)
    views = tuple(builder.views) if form.ordinary else ()
    return Group(kernel, inputs, outputs, tuple(builder.places), members, flops, views=views)


def _ordinary(cluster: Cluster, builder: Builder) -> Group:
    """Pointwise nodes and reductions."""
    body = builder.body(cluster.stores, cluster.results)
    return _group(cluster, builder, body, tuple(builder.input_nodes), tuple(builder.members), builder.flops)


def _over_lines(cluster: Cluster, builder: Builder) -> Group:
    """A scan, sorts or transforms of one operand, which is computed on the way."""
    nodes = builder.nodes
    outputs = [nodes[n] for n in cluster.stores]
    form: OverLines[Any] = BY_NODE[outputs[0].kind]  # type: ignore[assignment]
    element = builder.body(tuple(builder.numbers[x] for x in outputs[0].operands), ())
    requests = tuple(node.reduction for node in outputs)
    body = form.around(requests, element, outputs[0].matlab_class)
    members = (*builder.members, *cluster.stores)
    return _group(cluster, builder, body, tuple(builder.input_nodes), members, builder.flops + form.work(body))


def _product(cluster: Cluster, builder: Builder) -> Group:
    """A product and what takes it on.  The factors come first among the inputs."""
    number = cluster.product
    node = builder.nodes[number]
    product = product_of(node)
    builder.values[number] = builder.load(number, node.shape, builder.space, False)
    body = ProductBody(product, builder.body(cluster.stores, cluster.results))
    factors = [builder.numbers[x] for x in node.operands]
    if product.symmetric:
        del factors[1]
    inputs = (*factors, *builder.input_nodes[1:])
    return _group(cluster, builder, body, inputs, (number, *builder.members), product.flops + builder.flops)


def product_of(node: Node) -> Product:
    """The product that a node stands for."""
    form, operands = node.reduction, node.operands
    depth = operands[0].shape[0 if form.left != "n" else 1]
    symmetric = form.centered or (operands[0] is operands[1] and form.left != "n" and form.right == "n")
    rows, columns = node.shape
    return Product(rows, columns, depth, form.left != "n", form.right != "n", node.matlab_class, symmetric, form.centered)


def _loop(cluster: Cluster, builder: Builder) -> Group:
    """The loop as it was traced, but for results that nobody needs.  A reduction after it may join it (``plan.fold``)."""
    nodes, stores = builder.nodes, cluster.stores
    run = nodes[cluster.key.single].reduction[0]
    body = run.kernel.body
    needed = {nodes[n].reduction[1] for n in stores}
    silent = tuple(k for k in body.shown if k not in needed)
    kernel = kernel_of(replace(body, silent=silent), run.call.names) if silent else run.kernel
    return Group(kernel, (), stores, (), stores, run.call.flops)


_LOWERINGS: dict[str, Callable[[Cluster, Builder], Group]] = {
    "": _ordinary,
    PRODUCT.name: _product,
    LOOP.name: _loop,
    **{form.name: _over_lines for form in FORMS if isinstance(form, OverLines)},
}
"""How a cluster becomes a Group, by the Form of the node that it is for; none: pointwise nodes and reductions."""

"""From a product and what takes it on to its Group."""

from __future__ import annotations

from collections.abc import Sequence

from ..codegen.kernel import Kernel
from ..codegen.product import Product, ProductBody
from ..graph.node import MAP, REDUCE, Node
from .build import Builder
from .cluster import Cluster
from .group import Group


def product_of(node: Node) -> Product:
    """The product that a node stands for."""
    form, operands = node.reduction, node.operands
    depth = operands[0].shape[0 if form.left != "n" else 1]
    symmetric = form.centered or (operands[0] is operands[1] and form.left != "n" and form.right == "n")
    return Product(*node.shape, depth, form.left != "n", form.right != "n", node.matlab_class, symmetric, form.centered)


def product_group(cluster: Cluster, builder: Builder, kind: str) -> Group:
    """The Group of a cluster with a product: the factors come first among its inputs."""
    number = cluster.product
    node = builder.nodes[number]
    product = product_of(node)
    value = builder._load(number, node.shape, builder.space, False)
    builder.values[number] = value
    group = builder.group(cluster.stores, cluster.results, kind)
    body = ProductBody(product, group.kernel.body)
    factors = [builder.numbers[x] for x in node.operands]
    if product.symmetric:
        del factors[1]
    title = group.kernel.title.replace(kind, f"{kind} mtimes", 1) if group.members else f"{kind} mtimes {node.matlab_class}"
    kernel = Kernel(f"{product.structure}|{group.kernel.key}", kind, title, body)
    inputs = (*factors, *group.inputs[1:])
    return Group(kernel, inputs, group.outputs, group.parameters, (number, *group.members), product.flops + group.flops)


def reduced_nodes(cluster: Cluster, nodes: Sequence[Node]) -> list[Node]:
    """The reductions that the results of a cluster are made from."""
    found, stack, seen = [], [nodes[n] for n in cluster.results], set()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.kind == REDUCE:
            found.append(node)
        elif node.kind == MAP:
            stack += [x for x in node.operands if type(x) is Node]
    return found

"""The planner: from recorded nodes to an ordered Plan.  It names no Form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import cast

from ..codegen.body import Body
from ..codegen.kernel import Kernel
from ..graph.node import MAP, REDUCE, Node
from ..graph.shapes import numel
from ..graph.views import SLICE
from ..values.classes import DTYPES
from .build import Builder
from .cluster import Cluster, clusters_of, keys_of, stored_nodes
from .fold import folded
from .group import Group, Plan
from .lower import lower


def plan(
    nodes: Sequence[Node],
    held: frozenset[int],
    fits: Callable[[Kernel], bool] = lambda kernel: True,
    near: frozenset[int] = frozenset(),
) -> Plan:
    """Groups that compute the ``held`` nodes (numbers in ``nodes``, which is in order of dependence).

    ``fits(kernel)`` says whether a provider takes a kernel with that many arrays; a cluster that does not fit is split.
    ``near`` are the nodes whose operation has a shorter form (see ``plan.proofs``).
    """
    numbers = {node: n for n, node in enumerate(nodes)}
    keys = keys_of(nodes, numbers)
    stored = stored_nodes(nodes, numbers, keys, held)
    done: set[int] = set()
    groups: list[Group] = []
    for cluster in clusters_of(nodes, numbers, keys, stored, held):
        for group in _lower(cluster, nodes, numbers, done, fits, near):
            groups.append(group)
            done.update(group.outputs)
    sizes = tuple(numel(node.shape) * DTYPES[node.matlab_class].itemsize for node in nodes)
    counted = [replace(group, bytes_read=_bytes_read(group, nodes, sizes)) for group in folded(groups, nodes, held, fits)]
    return Plan(_with_last_uses(counted, held), held, sizes=sizes)


def moved(plan: Plan, nodes: Sequence[Node]) -> Plan | None:
    """The plan of the same nodes with slices that begin elsewhere; None where a kernel has them in another way than as inputs."""
    groups = []
    for group in plan.groups:
        slices = {n for n in group.members if nodes[n].op is SLICE}
        if slices != {n for _, n in group.views}:
            return None
        if slices:
            kernel, body = group.kernel, cast(Body, group.kernel.body)
            inputs = list(body.inputs)
            for k, n in group.views:
                inputs[k] = replace(inputs[k], offset=nodes[n].reduction.offset)
            group = replace(group, kernel=Kernel(kernel.kind, kernel.title, replace(body, inputs=tuple(inputs))))
        groups.append(group)
    return replace(plan, groups=tuple(groups), places={})


def _lower(
    cluster: Cluster, nodes: Sequence[Node], numbers: dict[Node, int], done: set[int], fits: Callable[[Kernel], bool], near: frozenset[int]
) -> list[Group]:
    if cluster.results and not cluster.stores and cluster.product < 0 and not _reduces(cluster.results, nodes, numbers, done):
        # what is left of a split reduction: its results are there, and these are made from them
        cluster = Cluster(replace(cluster.key, space=nodes[cluster.results[0]].shape, dims=None), cluster.results, ())
    builder = Builder(nodes, numbers, cluster.key.space, cluster.key.dims or (), done.__contains__, near)
    group = lower(cluster, builder)
    if fits(group.kernel) or len(cluster.stores) + len(cluster.results) == 1:
        return [group]
    if cluster.product >= 0 and cluster.results:
        halves = [replace(cluster, results=()), replace(cluster, product=-1, stores=())]
    elif cluster.product >= 0:
        rest = tuple(n for n in cluster.stores if n != cluster.product)
        halves = [replace(cluster, stores=(cluster.product,)), Cluster(cluster.key, rest, ())]
    elif cluster.results and cluster.stores:
        halves = [Cluster(replace(cluster.key, dims=None), cluster.stores, ()), Cluster(cluster.key, (), cluster.results)]
    elif cluster.results:
        middle = len(cluster.results) // 2
        halves = [Cluster(cluster.key, (), r) for r in (cluster.results[:middle], cluster.results[middle:])]
    else:
        middle = len(cluster.stores) // 2
        halves = [Cluster(cluster.key, s, ()) for s in (cluster.stores[:middle], cluster.stores[middle:])]
    groups: list[Group] = []
    for half in halves:
        for part in _lower(half, nodes, numbers, done | {n for g in groups for n in g.outputs}, fits, near):
            groups.append(part)
    return groups


def _reduces(results: Sequence[int], nodes: Sequence[Node], numbers: dict[Node, int], done: set[int]) -> bool:
    """Whether any of the results is made from a reduction that is not done."""
    stack, seen = list(results), set(done)
    while stack:
        number = stack.pop()
        if number in seen:
            continue
        seen.add(number)
        if nodes[number].kind == REDUCE:
            return True
        if nodes[number].kind == MAP:
            stack += [numbers[x] for x in nodes[number].operands if type(x) is Node]
    return False


def _with_last_uses(groups: Sequence[Group], held: frozenset[int]) -> tuple[Group, ...]:
    """Each group with the arrays that nothing needs after it, so that their memory is given back."""
    needed: set[int] = set(held)
    result = []
    for group in reversed(groups):
        dying = {n for n in (*group.inputs, *group.outputs) if n not in needed}
        needed.update(group.inputs)
        result.append(replace(group, last_use=tuple(sorted(dying))))
    return tuple(reversed(result))


def _bytes_read(group: Group, nodes: Sequence[Node], sizes: Sequence[int]) -> int:
    """Bytes that a group reads: a part of an array counts as what it is, wherever more of the array may lie."""
    body = group.kernel.body
    if not group.kernel.form.ordinary:
        return sum(sizes[n] for n in group.inputs)
    total = 0
    for n, item in zip(group.inputs, body.inputs, strict=True):
        read = sizes[n]
        if item.strides is not None and not item.length:
            space = body.result_space if item.result_space else body.space
            elements = prod(size for size, stride in zip(space, item.strides, strict=True) if stride)
            read = min(read, elements * DTYPES[nodes[n].matlab_class].itemsize)
        total += read
    return total

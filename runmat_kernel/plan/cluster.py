"""Which nodes can run together: levels, index spaces, and what must be stored in between.

A node's *level* counts the results that must be complete before it can begin: a reduction's result, or an array of another
shape that is computed first.  Pointwise nodes of one level and space, and the reductions of one level, space and set of
dimensions, can share a kernel.  Groups run level by level, so they never wait for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..base.records import record
from ..codegen.forms import FORMS
from ..codegen.forms.elements import OverLines
from ..graph.node import FOURIER, LEAF, LOOP, MAP, PRODUCT, REDUCE, SORT, Node
from ..graph.primitives import INDEX, RESHAPE
from ..graph.product import TRANSPOSES
from ..graph.views import SLICE

# A value needed again at a later level is computed again rather than stored when that costs fewer operations an element:
# writing and reading it back costs about as much as two dozen.
RECOMPUTE_COST = 24.0
ALONE = tuple(form.node for form in FORMS if isinstance(form, OverLines))
"""The kinds of nodes that have a kernel of their own, which computes their operands as well."""
_CAP = 1e9
"""Operations of nodes that are never computed again.  Sums of costs end there: chains that use a value twice grow exponentially."""
_ROUNDS = 5
"""Rounds in which products move to later levels.  What would move one in the last round waits for it in another kernel instead."""


@record
class Key:
    """Where a node belongs: its level and index space; the reduced dimensions, or None for pointwise nodes.

    ``product``: the number of the product that the node takes on, or is; -1 for none.  ``single``: the number of a node that runs by
    itself (a scan, or the first of the sorts or transforms that share a kernel); -1 for the others.
    """

    level: int
    space: tuple[int, ...]
    dims: tuple[int, ...] | None
    product: int = -1
    single: int = -1

    @property
    def ends(self) -> bool:
        """Whether what uses these nodes has to wait until they are complete."""
        return self.dims is not None or self.product >= 0 or self.single >= 0


@record
class Cluster:
    """Nodes stored by one kernel: over the space, and over the result space; ``product`` is the number of its product, or -1."""

    key: Key
    stores: tuple[int, ...]
    results: tuple[int, ...]
    product: int = -1


def keys_of(nodes: Sequence[Node], numbers: dict[Node, int]) -> list[Key]:
    """The Key of every node; None for leaves and what loops leave behind.  A pointwise node on results of one reduction group belongs
    to that group.

    A pointwise node on a product belongs to the product's group; what else it reads must be complete first, so the product may
    have to begin later.  That is found in rounds, as later nodes depend on it; the last round moves nothing.
    """
    needs = _needs(nodes, numbers)
    starts: dict[int, int] = {}
    for left in reversed(range(_ROUNDS)):
        moved: dict[int, int] = {}
        keys: list[Key] = []
        for n, node in enumerate(nodes):
            keys.append(_key(n, node, keys, numbers, starts, needs, moved if left else None))
        if not moved:
            break
        starts |= moved
    return keys


def _needs(nodes: Sequence[Node], numbers: dict[Node, int]) -> list[int]:
    """For each node the products that it is computed from, as bits; empty where there are no products."""
    if not any(node.kind == PRODUCT for node in nodes):
        return []
    needs: list[int] = []
    for n, node in enumerate(nodes):
        own = 1 << n if node.kind == PRODUCT else 0
        for operand in node.operands:
            if type(operand) is Node:
                own |= needs[numbers[operand]]
        needs.append(own)
    return needs


def _key(n: int, node: Node, keys: list, numbers: dict[Node, int], starts: dict[int, int], needs: list[int], moved: dict | None) -> Any:
    if node.kind in (LEAF, LOOP):
        return None
    if node.kind == REDUCE:
        source = node.operands[0]
        below = keys[numbers[source]]
        level = 0 if below is None else below.level + below.ends
        dims = tuple(d for d in node.reduction[1] if d < len(source.shape))
        return Key(level, source.shape, dims)
    if node.kind in ALONE:
        below = [keys[numbers[x]] for x in node.operands]
        level = max(0 if k is None else k.level + k.ends for k in below)
        return Key(level, node.operands[0].shape, None, single=_first_like(n, node, numbers))
    if node.kind == PRODUCT:
        below = [keys[numbers[x]] for x in node.operands]
        level = max([starts.get(n, 0), *(k.level + 1 for k in below if k is not None)])
        return Key(level, node.shape, None, n)
    if needs and needs[n]:
        key = _product_key(node, keys, numbers, needs, moved)
        if key is not None:
            return key
    return _map_key(node, keys, numbers)


def _first_like(n: int, node: Node, numbers: dict[Node, int]) -> int:
    """The first sort of the same array in the same order: sorted elements and their positions come from one kernel, and so do the
    real and imaginary parts of a Fourier transform."""
    changed = {SORT: {"positions": False}, FOURIER: {"imaginary": False}}.get(node.kind)
    if changed is not None:
        form = replace(node.reduction, **changed)
        for other, m in numbers.items():
            if m >= n:
                break
            if other.kind == node.kind and other.operands == node.operands and replace(other.reduction, **changed) == form:
                return m
    return n


def _product_key(node: Node, keys: list, numbers: dict[Node, int], needs: list[int], moved: dict[int, int] | None) -> Key | None:
    """The key of the one product that a pointwise node takes on; None where it has to wait for that product."""
    operands = [numbers[x] for x in node.operands if type(x) is Node]
    candidates = {keys[k] for k in operands if keys[k] is not None and keys[k].product >= 0 and node.shape == keys[k].space}
    if len(candidates) != 1 or is_view(node) or node.whole:
        return None
    key = candidates.pop()
    start = 0
    for operand, k in ((x, numbers[x]) for x in node.operands if type(x) is Node):
        other = keys[k]
        if other is None or other == key:
            continue
        if needs[k] >> key.product & 1:
            return None
        folds = not other.ends and operand.shape == node.shape
        start = max(start, other.level + (not folds))
    if start > key.level:
        if moved is None:
            return None
        moved[key.product] = max(moved.get(key.product, 0), start)
    return key


def is_view(node: Node) -> bool:
    """Whether a node is elements of its operand in another order or shape: it reads an array that is in memory."""
    return node.op is RESHAPE or node.op is SLICE or node.op in TRANSPOSES


def _map_key(node: Node, keys: list[Key], numbers: dict[Node, int]) -> Key:
    level, finishes, whole = 0, set(), node.whole
    others = view = is_view(node)
    for operand in node.operands:
        if type(operand) is not Node:
            continue
        key = keys[numbers[operand]]
        if key is None:
            others |= operand.shape != node.shape or operand in whole
        elif operand in whole:
            others = True
            level = max(level, key.level + 1)
        elif key.dims is None:
            others = True
            waits = view or key.ends or (operand.shape != node.shape and operand.op is not SLICE)
            level = max(level, key.level + waits)
        else:
            if operand.shape == node.shape:
                finishes.add(key)
            else:
                others = True
            level = max(level, key.level + 1)
    if len(finishes) == 1 and not others:
        return finishes.pop()
    return Key(level, node.shape, None)


def stored_nodes(nodes: Sequence[Node], numbers: dict[Node, int], keys: Sequence[Key | None], held: frozenset[int]) -> set[int]:
    """The nodes that must be in memory: held ones, and those that another group reads rather than computes again."""
    stored = set(held)
    cost = _costs(nodes, numbers, keys)
    drawn = _drawn(nodes, numbers, keys)
    for n, node in enumerate(nodes):
        for operand in node.operands:
            if type(operand) is not Node or operand.kind in (LEAF, LOOP):
                continue
            k = numbers[operand]
            below, above = keys[k], keys[n]
            assert below is not None and above is not None
            if operand in node.whole:
                stored.add(k)
            if k in stored or _folds(below, above, node):
                continue
            if operand.op is SLICE and node.kind != PRODUCT and above.product < 0 and not is_view(node):
                # What it is a slice of is in memory, and is read instead.
                continue
            pointwise = below.dims is None and operand.shape == above.space
            if k in drawn and above.product >= 0:
                stored.add(k)
            if not pointwise or node.kind == PRODUCT or is_view(node) or cost[k] > RECOMPUTE_COST:
                stored.add(k)
    return stored


def _folds(below: Key, above: Key, node: Node) -> bool:
    """Whether an operand is computed inside the kernel of what uses it."""
    if below == above:
        # A pointwise node of a reduction's own space is folded; a finish is too; a reduction's operand must not be a result.
        return True
    return not below.ends and node.kind in (REDUCE, *ALONE) and below.level == above.level


def _drawn(nodes: Sequence[Node], numbers: dict[Node, int], keys: Sequence[Key | None]) -> set[int]:
    """The pointwise nodes that are made from the index of the element, or read elsewhere, which products do not know."""
    drawn: set[int] = set()
    if not any(k is not None and k.product >= 0 for k in keys):
        return drawn
    for n, node in enumerate(nodes):
        elsewhere = node.op in (INDEX, SLICE) or bool(node.whole)
        if elsewhere or any(type(x) is Node and numbers[x] in drawn and keys[numbers[x]] == keys[n] for x in node.operands):
            drawn.add(n)
    return drawn


def _costs(nodes: Sequence[Node], numbers: dict[Node, int], keys: Sequence[Key | None]) -> list[float]:
    """Operations for one element of each pointwise node, with everything of its own key that it needs."""
    costs: list[float] = []
    for n, node in enumerate(nodes):
        own = _CAP if node.kind in (PRODUCT, *ALONE) else 0.0
        if node.op is not None:
            own = node.op.cost
            for operand in node.operands:
                if type(operand) is Node and operand.kind in (MAP, PRODUCT, *ALONE) and keys[numbers[operand]] == keys[n]:
                    own = min(_CAP, own + costs[numbers[operand]])
        costs.append(own)
    return costs


def clusters_of(
    nodes: Sequence[Node], numbers: dict[Node, int], keys: Sequence[Key | None], stored: set[int], held: frozenset[int] = frozenset()
) -> list[Cluster]:
    """The kernels to run, in order: loops that wait, then by level; in a level, reductions take along the pointwise nodes connected to
    them."""
    buckets: dict[Key, list[int]] = {}
    for n in sorted(stored):
        if (key := keys[n]) is not None:
            buckets.setdefault(key, []).append(n)
    levels: dict[int, list[Cluster]] = {}
    for level in sorted({k.level for k in buckets}):
        here = {k: v for k, v in buckets.items() if k.level == level}
        for space in dict.fromkeys(k.space for k in here):
            levels.setdefault(level, []).extend(_of_space(nodes, numbers, here, Key(level, space, None)))
    if any(c.product >= 0 for clusters in levels.values() for c in clusters):
        _reduce_products(nodes, numbers, keys, levels, held)
    return [*_loops(nodes), *(c for level in sorted(levels) for c in levels[level])]


def _loops(nodes: Sequence[Node]) -> list[Cluster]:
    """The loops that wait, each with those of its results that anything needs, in the order of its stores."""
    by_loop: dict[int, list[int]] = {}
    for n, node in enumerate(nodes):
        if node.kind == LOOP:
            by_loop.setdefault(node.reduction[0].serial, []).append(n)
    stores_of = [tuple(sorted(numbers, key=lambda n: nodes[n].reduction[1])) for _, numbers in sorted(by_loop.items())]
    return [Cluster(Key(0, nodes[stores[0]].shape, None, single=stores[0]), stores, ()) for stores in stores_of]


def _reduce_products(
    nodes: Sequence[Node], numbers: dict[Node, int], keys: Sequence[Key | None], levels: dict[int, list[Cluster]], held: frozenset[int]
) -> None:
    """Join each product with the reductions of what it gives: they run at the end of the product's level, and only the product and
    what others need is stored."""
    needs = _needs(nodes, numbers)
    for level in sorted(levels):
        awaited = 0
        for cluster in [c for c in levels[level] if c.product >= 0]:
            own = keys[cluster.stores[0]]
            assert own is not None
            if awaited >> cluster.product & 1:
                # What joined another product reads this one, and would run before it.
                continue
            for reduction in levels.get(level + 1, ()):
                if not reduction.results or reduction.product >= 0:
                    continue
                readers = {n for n, k in enumerate(keys) if k == reduction.key}
                if not any(nodes[n].kind == REDUCE and keys[numbers[nodes[n].operands[0]]] == own for n in readers):
                    continue
                apart = [n for n in (*reduction.stores, *readers) if _reads_elsewhere(n, own, nodes, numbers, keys, needs)]
                if not readers.isdisjoint(apart):
                    continue
                inside = readers | {n for n, k in enumerate(keys) if k == own}
                read_outside = {numbers[x] for n, m in enumerate(nodes) if n not in inside for x in m.operands if type(x) is Node}
                stores = (cluster.product, *(n for n in cluster.stores if n != cluster.product and (n in held or n in read_outside)))
                along = tuple(n for n in reduction.stores if n not in apart)
                levels[level].remove(cluster)
                levels[level + 1].remove(reduction)
                levels[level].append(Cluster(reduction.key, (*stores, *along), reduction.results, cluster.product))
                if apart:
                    levels[level + 1].append(Cluster(replace(reduction.key, dims=None), tuple(apart), ()))
                for n in (*along, *reduction.results):
                    awaited |= needs[n]
                break


def _reads_elsewhere(
    root: int, own: Key, nodes: Sequence[Node], numbers: dict[Node, int], keys: Sequence[Key | None], needs: Sequence[int]
) -> bool:
    """Whether something between a node and the product of a key reads other elements than its own: they must be in memory by then."""
    stack, seen = [root], set()
    while stack:
        n = stack.pop()
        if n in seen or keys[n] is None or keys[n] == own or not needs[n] >> own.product & 1:
            continue
        seen.add(n)
        node = nodes[n]
        if is_view(node) or any(needs[numbers[x]] >> own.product & 1 for x in node.whole):
            return True
        stack.extend(numbers[x] for x in node.operands if type(x) is Node)
    return False


def _of_space(nodes: Sequence[Node], numbers: dict[Node, int], here: dict[Key, list[int]], pointwise: Key) -> list[Cluster]:
    """The kernels of one level and space."""
    stores = here.get(pointwise, [])
    reductions = [k for k in here if k.space == pointwise.space and k.dims is not None]
    parts = _components(nodes, numbers, [*([n] for n in stores), *(here[k] for k in reductions)], pointwise.space)
    clusters: list[Cluster] = []
    left = dict.fromkeys(range(len(stores)))
    for at, key in enumerate(reductions, len(stores)):
        mine = [i for i in left if parts[i] == parts[at]]
        for i in mine:
            del left[i]
        clusters.append(Cluster(key, tuple(stores[i] for i in mine), tuple(here[key])))
    together: dict[int, list[int]] = {}
    for i in left:
        together.setdefault(parts[i], []).append(stores[i])
    of_products = [k for k in here if k.space == pointwise.space and k.product >= 0]
    products = [Cluster(replace(k, product=-1), tuple(here[k]), (), k.product) for k in of_products]
    scans = [Cluster(k, tuple(here[k]), ()) for k in here if k.space == pointwise.space and k.single >= 0]
    return [Cluster(pointwise, tuple(v), ()) for v in together.values()] + clusters + products + scans


def _components(nodes: Sequence[Node], numbers: dict[Node, int], roots: Sequence[Sequence[int]], space: tuple[int, ...]) -> list[int]:
    """For each set of roots the number of its component: sets that need a common array of the space belong together."""
    parent = list(range(len(roots)))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    owner: dict[int, int] = {}
    for i, group in enumerate(roots):
        stack = list(group)
        seen: set[int] = set()
        while stack:
            n = stack.pop()
            if n in seen:
                continue
            seen.add(n)
            node = nodes[n]
            if node.shape == space:
                if n in owner:
                    parent[find(i)] = find(owner[n])
                    continue
                owner[n] = i
            if node.kind == PRODUCT:
                continue
            stack.extend(numbers[x] for x in node.operands if type(x) is Node)
    return [find(i) for i in range(len(roots))]

"""Which nodes can run together: levels, index spaces, and what must be stored in between.

A node's *level* counts the results that must be complete before it can begin: a reduction's result, or an array of another
shape that is computed first.  Pointwise nodes of one level and space, and the reductions of one level, space and set of
dimensions, can share a kernel.  Groups run level by level, so they never wait for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..graph.node import LEAF, MAP, REDUCE, Node

# A value needed again at a later level is computed again rather than stored when that costs fewer operations an element:
# writing and reading it back costs about as much as two dozen.
RECOMPUTE_COST = 24.0
_CAP = 1e9


@dataclass(frozen=True, slots=True)
class Key:
    """Where a node belongs: its level and index space; the reduced dimensions, or None for pointwise nodes."""

    level: int
    space: tuple[int, ...]
    dims: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Cluster:
    """Nodes stored by one kernel: over the space, and over the result space."""

    key: Key
    stores: tuple[int, ...]
    results: tuple[int, ...]


def keys_of(nodes: Sequence[Node], numbers: dict[Node, int]) -> list[Key | None]:
    """The Key of every node; None for leaves.  A pointwise node on results of one reduction group belongs to that group."""
    keys: list[Key | None] = []
    for node in nodes:
        if node.kind == LEAF:
            keys.append(None)
        elif node.kind == REDUCE:
            source = node.operands[0]
            below = keys[numbers[source]]
            level = 0 if below is None else below.level + (below.dims is not None)
            dims = tuple(d for d in node.reduction[1] if d < len(source.shape))
            keys.append(Key(level, source.shape, dims))
        else:
            keys.append(_map_key(node, keys, numbers))
    return keys


def _map_key(node: Node, keys: list[Key | None], numbers: dict[Node, int]) -> Key:
    level, finishes, others = 0, set(), False
    for operand in node.operands:
        if type(operand) is not Node:
            continue
        key = keys[numbers[operand]]
        if key is None:
            others |= operand.shape != node.shape
        elif key.dims is None:
            others = True
            level = max(level, key.level + (operand.shape != node.shape))
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
    for n, node in enumerate(nodes):
        for operand in node.operands:
            if type(operand) is not Node or operand.kind == LEAF:
                continue
            k = numbers[operand]
            if k in stored or _folds(keys[k], keys[n], operand, node):
                continue
            pointwise = keys[k].dims is None and operand.shape == keys[n].space
            if not pointwise or cost[k] > RECOMPUTE_COST:
                stored.add(k)
    return stored


def _folds(below: Key, above: Key, operand: Node, node: Node) -> bool:
    """Whether an operand is computed inside the kernel of what uses it."""
    if below == above:
        # A pointwise node of a reduction's own space is folded; a finish is too; a reduction's operand must not be a result.
        return True
    return below.dims is None and above.dims is not None and node.kind == REDUCE and below.level == above.level


def _costs(nodes: Sequence[Node], numbers: dict[Node, int], keys: Sequence[Key | None]) -> list[float]:
    """Operations for one element of each pointwise node, with everything of its own key that it needs."""
    costs: list[float] = []
    for n, node in enumerate(nodes):
        own = 0.0
        if node.kind == MAP:
            own = node.op.cost
            for operand in node.operands:
                if type(operand) is Node and operand.kind == MAP and keys[numbers[operand]] == keys[n]:
                    own = min(_CAP, own + costs[numbers[operand]])
        costs.append(own)
    return costs


def clusters_of(nodes: Sequence[Node], numbers: dict[Node, int], keys: Sequence[Key | None], stored: set[int]) -> list[Cluster]:
    """The kernels to run, in order: by level; in a level, reductions take along the pointwise nodes connected to them."""
    buckets: dict[Key, list[int]] = {}
    for n in sorted(stored):
        buckets.setdefault(keys[n], []).append(n)
    result: list[Cluster] = []
    for level in sorted({k.level for k in buckets}):
        here = {k: v for k, v in buckets.items() if k.level == level}
        for space in dict.fromkeys(k.space for k in here):
            result += _of_space(nodes, numbers, here, Key(level, space, None))
    return result


def _of_space(nodes: Sequence[Node], numbers: dict[Node, int], here: dict[Key, list[int]], pointwise: Key) -> list[Cluster]:
    """The kernels of one level and space."""
    stores = here.get(pointwise, [])
    reductions = [k for k in here if k.space == pointwise.space and k.dims is not None]
    parts = _components(nodes, numbers, [*([n] for n in stores), *(here[k] for k in reductions)], pointwise.space)
    found: list[Cluster] = []
    left = dict.fromkeys(range(len(stores)))
    for at, key in enumerate(reductions, len(stores)):
        mine = [i for i in left if parts[i] == parts[at]]
        for i in mine:
            del left[i]
        found.append(Cluster(key, tuple(stores[i] for i in mine), tuple(here[key])))
    together: dict[int, list[int]] = {}
    for i in left:
        together.setdefault(parts[i], []).append(stores[i])
    return [Cluster(pointwise, tuple(v), ()) for v in together.values()] + found


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
            stack.extend(numbers[x] for x in node.operands if type(x) is Node)
    return [find(i) for i in range(len(roots))]

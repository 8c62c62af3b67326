"""How graphs hang together: all paths and cycles, blocks, closures, equal shapes, edges at a node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Example
from ...values import CellArray
from ...values.convert import as_array, text_of, to_value
from .graph_objects import Graph


def _following(graph: Graph) -> list[list[int]]:
    """The nodes that each node leads to, in order."""
    matrix = graph.matrix(np.ones(graph.source.size))
    return [np.sort(matrix.indices[matrix.indptr[k] : matrix.indptr[k + 1]]).tolist() for k in range(graph.count)]


def _edge_of(graph: Graph) -> dict[tuple[int, int], int]:
    """The number (from 1) of the first edge between two nodes."""
    found: dict[tuple[int, int], int] = {}
    for e, (s, t) in enumerate(zip(graph.source.tolist(), graph.target.tolist(), strict=True)):
        found.setdefault((s, t), e + 1)
        if not graph.directed:
            found.setdefault((t, s), e + 1)
    return found


def _limits(call: Any, arguments: tuple[Any, ...], length: str) -> tuple[float, float, float]:
    """The options of allpaths and allcycles: most results, longest, shortest."""
    given = {text_of(arguments[k]).lower(): float(as_array(arguments[k + 1]).flat[0]) for k in range(0, len(arguments) - 1, 2)}
    known = {f"maxnum{length}s": "most", f"max{length}length": "longest", f"min{length}length": "shortest"}
    if unknown := [name for name in given if name not in known]:
        raise call.error(f"Unknown option '{unknown[0]}'.", f"MATLAB:graphfun:all{length}s:InvalidOption")
    read = {known[name]: value for name, value in given.items()}
    return read.get("most", np.inf), read.get("longest", np.inf), read.get("shortest", 0.0)


def _paths(following: list[list[int]], start: int, end: int, longest: float) -> Iterator[list[int]]:
    """Paths without a node twice, in lexicographic order."""
    path, used = [start], {start}
    stack = [iter(following[start])]
    if start == end:
        yield path
        return
    while stack:
        step = next((k for k in stack[-1] if k not in used), None) if len(path) <= longest else None
        if step is None:
            stack.pop()
            used.discard(path.pop())
        elif step == end:
            yield [*path, end]
            # what is left of this node's list goes on behind the end
        else:
            path.append(step)
            used.add(step)
            stack.append(iter(following[step]))


def _following_on_cycles(graph: Graph) -> list[list[int]]:
    """The nodes that each node leads to within its strong component, or its block in undirected graphs: a search for cycles that left
    these would go through all paths in vain."""
    following = _following(graph)
    if graph.directed:
        from scipy.sparse.csgraph import connected_components

        _, part = connected_components(graph.matrix(np.ones(graph.source.size)), connection="strong")
        return [[k for k in steps if part[k] == part[node]] for node, steps in enumerate(following)]
    block, _ = _blocks(graph)
    sizes = np.bincount(np.array(block, np.int64))
    bridges = {
        pair
        for s, t, b in zip(graph.source.tolist(), graph.target.tolist(), block, strict=True)
        if sizes[b] == 1 and s != t
        for pair in ((s, t), (t, s))
    }
    return [[k for k in steps if (node, k) not in bridges] for node, steps in enumerate(following)]


def _cycles(graph: Graph, longest: float) -> Iterator[list[int]]:
    """Cycles that begin with their smallest node; those of undirected graphs in one direction only."""
    following = _following_on_cycles(graph)
    for start in range(graph.count):
        if start in following[start]:
            yield [start]
        path, used = [start], {start}
        stack = [iter(following[start])]
        while stack:
            step = next((k for k in stack[-1] if k >= start and (k == start or k not in used)), None)
            if step is None:
                stack.pop()
                used.discard(path.pop())
            elif step == start:
                if len(path) > 1 and (graph.directed or (len(path) > 2 and path[1] < path[-1])):
                    yield list(path)
            elif len(path) < longest:
                path.append(step)
                used.add(step)
                stack.append(iter(following[step]))


def _listed(call: Any, graph: Graph, found: list[list[int]], closed: bool, like: Any = None) -> Any:
    """Node lists as a cell column, and the edges on them."""
    edge = _edge_of(graph)
    edges = []
    for nodes in found:
        ends = [*nodes[1:], nodes[0]] if closed else nodes[1:]
        edges.append(to_value(np.array([[edge[pair] for pair in zip(nodes, ends, strict=False)]], np.float64).reshape(1, -1)))
    shape = (len(found), 1 if found or not closed else 0)
    return CellArray.of([graph.shown_nodes(n, like, row=True) for n in found], shape), CellArray.of(edges, shape)


def _all_paths(call, graph, start, end, *options):
    (a,), (b,) = graph.node_positions(start), graph.node_positions(end)
    most, longest, shortest = _limits(call, options, "path")
    found: list[list[int]] = []
    for path in _paths(_following(graph), int(a), int(b), longest):
        if len(found) >= most:
            break
        if shortest <= len(path) - 1 <= longest:
            found.append(path)
    return _listed(call, graph, found, False, start)


def _all_cycles(call, graph, *options):
    most, longest, shortest = _limits(call, options, "cycle")
    found: list[list[int]] = []
    for cycle in _cycles(graph, longest):
        if len(found) >= most:
            break
        if shortest <= len(cycle) <= longest:
            found.append(cycle)
    return _listed(call, graph, found, True)


def _cycle_basis(call, graph):
    """One cycle for every edge that a tree from the smallest node of each component does not need."""
    following, before = _following(graph), {}
    depth: dict[int, int] = {}
    for root in range(graph.count):
        if root in depth:
            continue
        depth[root], queue = 0, [root]
        for node in queue:
            for step in following[node]:
                if step not in depth:
                    depth[step], before[step] = depth[node] + 1, node
                    queue.append(step)
    found = []
    for s, t in zip(graph.source.tolist(), graph.target.tolist(), strict=True):
        if before.get(s) == t or before.get(t) == s:
            continue
        left, right = [s], [t]
        while left[-1] != right[-1]:
            longer = left if depth[left[-1]] >= depth[right[-1]] else right
            longer.append(before[longer[-1]])
        cycle = left + right[-2::-1] if len(right) > 1 else left
        at = cycle.index(min(cycle))
        cycle = cycle[at:] + cycle[:at]
        found.append(cycle if len(cycle) < 3 or cycle[1] <= cycle[-1] else [cycle[0], *cycle[:0:-1]])
    return _listed(call, graph, sorted(found), True)


def _blocks(graph: Graph) -> tuple[list[int], set[int]]:
    """The block (from 1) of every edge, and the nodes whose removal separates: Tarjan's search with low points."""
    at_node: list[list[tuple[int, int]]] = [[] for _ in range(graph.count)]
    for e, (s, t) in enumerate(zip(graph.source.tolist(), graph.target.tolist(), strict=True)):
        at_node[s].append((t, e))
        if s != t:
            at_node[t].append((s, e))
    number, low, block, cuts, open_edges, count = {}, {}, [0] * graph.source.size, set(), [], 0
    for root in range(graph.count):
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack, children = [(root, -1, iter(at_node[root]))], 0
        while stack:
            node, came, steps = stack[-1]
            step = next(steps, None)
            if step is None:
                stack.pop()
                if not stack:
                    continue
                above = stack[-1][0]
                low[above] = min(low[above], low[node])
                if low[node] >= number[above]:
                    count += 1
                    while block[came] == 0:
                        block[open_edges.pop()] = count
                    if above != root:
                        cuts.add(above)
                continue
            other, e = step
            if e == came or block[e] or other == node:
                if other == node and not block[e]:
                    count += 1
                    block[e] = count
            elif other not in number:
                number[other] = low[other] = len(number)
                open_edges.append(e)
                children += node == root
                stack.append((other, e, iter(at_node[other])))
            elif number[other] < number[node]:
                open_edges.append(e)
                low[node] = min(low[node], number[other])
        if children > 1:
            cuts.add(root)
    order = {b: k + 1 for k, b in enumerate(dict.fromkeys(block))}
    return [order[b] for b in block], cuts


def _biconnected(call, graph, *options):
    block, cuts = _blocks(graph)
    split = graph.shown_nodes(sorted(cuts), row=False)
    if len(options) > 1 and text_of(options[1]).lower() == "cell":
        groups = [
            sorted({int(n) for e, b in enumerate(block) if b == k for n in (graph.source[e], graph.target[e])}) for k in sorted(set(block))
        ]
        return CellArray.of([graph.shown_nodes(g, row=True) for g in groups], (1, len(groups))), split
    return to_value(np.array([block], np.float64).reshape(1, -1)), split


def _reach(graph: Graph) -> np.ndarray:
    """Which node is reached from which by one edge or more."""
    from scipy.sparse.csgraph import shortest_path

    matrix = graph.matrix(np.ones(graph.source.size))
    reach = np.isfinite(shortest_path(matrix, method="D", unweighted=True))
    steps = matrix.tocoo()
    comes_back = reach[steps.col, steps.row]
    np.fill_diagonal(reach, False)
    reach[steps.row[comes_back], steps.row[comes_back]] = True
    return reach


def _closure(call, graph):
    return graph.remade(graph.count, *np.nonzero(_reach(graph)), None, graph.names, None, graph.about_nodes)


def _strong_parts(graph: Graph) -> np.ndarray:
    """The strong component (from 0, in topological order) of each node."""
    reach = _reach(graph) | np.eye(graph.count, dtype=bool)
    both = reach & reach.T
    first = both.argmax(axis=1)
    heads = np.unique(first)
    # a component is before those that it reaches
    order = heads[np.lexsort((heads, -reach[np.ix_(heads, heads)].sum(axis=1)))]
    place = {int(h): k for k, h in enumerate(order)}
    return np.array([place[int(h)] for h in first], np.int64)


def _condensation(call, graph):
    parts = _strong_parts(graph)
    pairs = np.column_stack([parts[graph.source], parts[graph.target]]) if graph.source.size else np.zeros((0, 2), np.int64)
    pairs = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)
    return graph.remade(int(parts.max(initial=-1)) + 1, pairs[:, 0], pairs[:, 1], None)


def _reduction(call, graph):
    """Fewest edges with the same reachability: a ring in every strong component, and what no longer way replaces between them."""
    parts = _strong_parts(graph)
    sources, targets = [], []
    for k in range(int(parts.max(initial=-1)) + 1):
        ring = np.flatnonzero(parts == k)
        loop = ring.size == 1 and bool(((graph.source == ring[0]) & (graph.target == ring[0])).any())
        if ring.size > 1 or loop:
            sources += ring.tolist()
            targets += np.roll(ring, -1).tolist()
    between = _condensation(call, graph)
    reach = _reach(between)
    for s, t in zip(between.source.tolist(), between.target.tolist(), strict=True):
        if not (reach[s] & reach[:, t]).any():
            sources.append(int(np.flatnonzero(parts == s)[0]))
            targets.append(int(np.flatnonzero(parts == t)[0]))
    return graph.remade(graph.count, sources, targets, None, graph.names, None, graph.about_nodes)


def _isomorphism(a: Graph, b: Graph) -> list[int] | None:
    """For each node of ``a`` one of ``b`` so that edges fall on edges (backtracking over nodes of equal degrees), or None."""
    if a.count != b.count or a.source.size != b.source.size:
        return None
    first, second = (np.zeros((g.count, g.count)) for g in (a, b))
    for graph, matrix in ((a, first), (b, second)):
        np.add.at(matrix, (graph.source, graph.target), 1)
        if not graph.directed:
            np.add.at(matrix, (graph.target, graph.source), 1)
    colors = [np.column_stack([m.sum(0), m.sum(1), np.diagonal(m)]) for m in (first, second)]
    if not np.array_equal(*(c[np.lexsort(c.T)] for c in colors)):
        return None
    order = np.argsort(-colors[0].sum(axis=1), kind="stable").tolist()
    chosen: list[int] = []
    tries = [iter(range(b.count))]
    while len(chosen) < a.count:
        node = order[len(chosen)]
        done = order[: len(chosen)]
        for candidate in tries[-1]:
            fits = candidate not in chosen and np.array_equal(colors[0][node], colors[1][candidate])
            if (
                fits
                and np.array_equal(first[node, done], second[candidate, chosen])
                and np.array_equal(first[done, node], second[chosen, candidate])
            ):
                chosen.append(candidate)
                tries.append(iter(range(b.count)))
                break
        else:
            tries.pop()
            if not chosen:
                return None
            chosen.pop()
    return [chosen[order.index(k)] for k in range(a.count)]


def _no_variables(call: Any, options: Sequence[Any]) -> None:
    """Variables of nodes and edges that have to agree as well are not looked at: nothing is answered without them."""
    named = arg.name_values(options, call.name, "edgevariables nodevariables")
    if named:
        raise call.error(f"Option '{next(iter(named))}' is not supported.", f"MATLAB:graphfun:{call.name}:InvalidOption")


def _is_isomorphic(call, graph, other, *options):
    _no_variables(call, options)
    if type(other) is not type(graph):
        raise call.error("Both inputs must be graphs, or both digraphs.", "MATLAB:graphfun:isisomorphic:MixedGraphs")
    return _isomorphism(graph, other) is not None


def _isomorphism_of(call, graph, other, *options):
    """The permutation P with reordernodes(G2, P) of G1's structure; empty where there is none."""
    _no_variables(call, options)
    if type(other) is not type(graph):
        raise call.error("Both inputs must be graphs, or both digraphs.", "MATLAB:graphfun:isomorphism:MixedGraphs")
    found = _isomorphism(graph, other)
    return to_value(np.zeros((0, 0)) if found is None else np.array(found, np.float64).reshape(-1, 1) + 1)


def _edges_at(kind: str):
    """The edges (and neighbours) of a node: all, those that enter it, those that leave it."""

    def method(call, graph, node):
        (at,) = graph.node_positions(node)
        out, into = graph.source == at, graph.target == at
        rows = np.flatnonzero({"outedges": out | (into & (not graph.directed)), "inedges": into}[kind])
        others = np.where(graph.source[rows] == at, graph.target[rows], graph.source[rows])
        return to_value(rows.reshape(-1, 1) + 1.0), graph.shown_nodes(others, node)

    return method


def _edge_count(call, graph, s, t):
    a, b = graph.node_positions(s), graph.node_positions(t)
    a, b = np.broadcast_arrays(a, b)
    if not graph.directed:
        a, b = np.minimum(a, b), np.maximum(a, b)
    return to_value(
        np.array([[float(((graph.source == p) & (graph.target == q)).sum())] for p, q in zip(a, b, strict=True)]).reshape(-1, 1)
    )


def _nearest(call, graph, node, distance, *options):
    """The nodes within a distance, nearest first, and how far they are."""
    from .distances import lengths

    given = {text_of(options[k]).lower(): text_of(options[k + 1]).lower() for k in range(0, len(options) - 1, 2)}
    (at,) = graph.node_positions(node)
    base = graph.remade(graph.count, graph.target, graph.source, graph.weights) if given.get("direction") == "incoming" else graph
    found = lengths(base, np.array([at]), given.get("method", "auto"))[0].ravel()
    places = np.flatnonzero((found <= float(as_array(distance).flat[0])) & (np.arange(graph.count) != at))
    places = places[np.argsort(found[places], kind="stable")]
    return graph.shown_nodes(places, node), to_value(found[places].reshape(-1, 1))


STRUCTURE = {
    "allpaths": _all_paths, "allcycles": _all_cycles, "isisomorphic": _is_isomorphic, "isomorphism": _isomorphism_of, "nearest": _nearest,
    "edgecount": _edge_count, "outedges": _edges_at("outedges"),
    "hascycles": lambda call, graph: next(_cycles(graph, np.inf), None) is not None,
}  # fmt: skip
OF_UNDIRECTED = {"cyclebasis": _cycle_basis, "biconncomp": _biconnected}
OF_DIRECTED = {"inedges": _edges_at("inedges"), "transclosure": _closure, "transreduction": _reduction, "condensation": _condensation}

EXAMPLES = {
    "allpaths": Example("p = allpaths(graph([1 1 2 3],[2 3 3 4]),1,4); {p{1} p{2}}", "{[1 2 3 4],[1 3 4]}"),
    "allcycles": Example("[c,e] = allcycles(digraph([1 2 3 3],[2 3 1 2])); {c{:} e{:}}", "{[1 2 3],[2 3],[1 2 3],[2 4]}"),
    "cyclebasis": Example("c = cyclebasis(graph([1 1 2 3],[2 3 3 4])); c{:}", "[1 2 3]"),
    "hascycles": Example("hascycles(graph([1 2],[2 3]))", "false"),
    "biconncomp": Example("[b,c] = biconncomp(graph([1 1 2 3 3 4],[2 3 3 4 5 5]))", "{[1 1 1 2 2 2],3}"),
    "transclosure": Example("numedges(transclosure(digraph([1 2 3],[2 3 4])))", "6"),
    "transreduction": Example("H = transreduction(digraph([1 1 2],[2 3 3])); H.Edges.EndNodes", "[1 2;2 3]"),
    "condensation": Example("C = condensation(digraph([1 2 2],[2 1 3])); C.Edges.EndNodes", "[1 2]"),
    "isisomorphic": Example("isisomorphic(graph([1 2],[2 3]),graph([1 1],[2 3]))", "true"),
    "isomorphism": Example("p = isomorphism(graph([1 2],[2 3]),graph([1 1],[2 3])); p(2)", "1"),
    "edgecount": Example("edgecount(graph([1 1 2],[2 2 3]),1,[2 3])", "[2;0]"),
    "outedges": Example("[e,n] = outedges(digraph([1 1 2],[2 3 3]),1)", "{[1;2],[2;3]}"),
    "inedges": Example("[e,n] = inedges(digraph([1 1 2],[2 3 3]),3)", "{[2;3],[1;2]}"),
    "nearest": Example("[n,d] = nearest(graph([1 2 3],[2 3 4]),1,2)", "{[2;3],[1;2]}"),
}  # fmt: skip

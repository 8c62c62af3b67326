"""The structure of graphs: all paths and cycles, blocks, closures, isomorphisms, edges at a node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from math import ceil
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Example
from ...values import CellArray
from ...values.convert import as_array, text_of, to_value
from .graph_objects import Graph
from .searches import NEW, depth_first, ways_out


def _following(graph: Graph) -> list[list[int]]:
    """The nodes that each node leads to, in order."""
    matrix = graph.matrix(np.ones(graph.source.size))
    return [np.sort(matrix.indices[matrix.indptr[k] : matrix.indptr[k + 1]]).tolist() for k in range(graph.count)]


def _edge_of(graph: Graph) -> dict[tuple[int, int], int]:
    """The number (from 1) of the first edge between two nodes."""
    numbers: dict[tuple[int, int], int] = {}
    for e, (s, t) in enumerate(zip(graph.source.tolist(), graph.target.tolist(), strict=True)):
        numbers.setdefault((s, t), e + 1)
        if not graph.directed:
            numbers.setdefault((t, s), e + 1)
    return numbers


def _limits(call: Any, arguments: tuple[Any, ...], length: str) -> tuple[float, float, float]:
    """The options of allpaths and allcycles: most results, longest, shortest."""
    named = {text_of(arguments[k]).lower(): float(as_array(arguments[k + 1]).flat[0]) for k in range(0, len(arguments) - 1, 2)}
    known = {f"maxnum{length}s": "most", f"max{length}length": "longest", f"min{length}length": "shortest"}
    if unknown := [name for name in named if name not in known]:
        raise call.error(f"Unknown option '{unknown[0]}'.", f"MATLAB:graphfun:all{length}s:InvalidOption")
    read = {known[name]: value for name, value in named.items()}
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
            # the search continues with the other nodes that follow this one
        else:
            path.append(step)
            used.add(step)
            stack.append(iter(following[step]))


def _following_on_cycles(graph: Graph) -> list[list[int]]:
    """The nodes that each node leads to within its strong component, or within its block in undirected graphs.  No cycle leaves these."""
    following = _following(graph)
    if graph.directed:
        from scipy.sparse.csgraph import connected_components

        _, part = connected_components(graph.matrix(np.ones(graph.source.size)), connection="strong")
        return [[k for k in steps if part[k] == part[node]] for node, steps in enumerate(following)]
    block = np.array(_blocks(graph)[0], np.int64)
    bridge = (np.bincount(block)[block] == 1) & (graph.source != graph.target)
    ends = zip(graph.source[bridge].tolist(), graph.target[bridge].tolist(), strict=True)
    bridges = {pair for s, t in ends for pair in ((s, t), (t, s))}
    return [[k for k in steps if (node, k) not in bridges] for node, steps in enumerate(following)]


def _cycles(graph: Graph, longest: float) -> Iterator[list[int]]:
    """Cycles that begin with their smallest node; those of undirected graphs in one direction only."""
    following = _following_on_cycles(graph)
    for start in range(graph.count):
        if start in following[start]:
            yield [start]
        for cycle in _cycles_from(start, following, longest):
            if len(cycle) > 1 and (graph.directed or (len(cycle) > 2 and cycle[1] < cycle[-1])):
                yield cycle


def _cycles_from(start: int, following: list[list[int]], longest: float) -> Iterator[list[int]]:
    """Cycles through a node and larger ones, in lexicographic order."""
    path, used = [start], {start}
    stack = [iter(following[start])]
    while stack:
        step = next((k for k in stack[-1] if k >= start and (k == start or k not in used)), None)
        if step is None:
            stack.pop()
            used.discard(path.pop())
        elif step == start:
            yield list(path)
        elif len(path) < longest:
            path.append(step)
            used.add(step)
            stack.append(iter(following[step]))


def _listed(call: Any, graph: Graph, lists: list[list[int]], closed: bool, like: Any = None) -> Any:
    """Lists of nodes as a cell column, and the edges along them."""
    edge = _edge_of(graph)
    edges = []
    for nodes in lists:
        ends = [*nodes[1:], nodes[0]] if closed else nodes[1:]
        edges.append(to_value(np.array([[edge[pair] for pair in zip(nodes, ends, strict=False)]], np.float64).reshape(1, -1)))
    shape = (len(lists), 1 if lists or not closed else 0)
    return CellArray.of([graph.shown_nodes(n, like, row=True) for n in lists], shape), CellArray.of(edges, shape)


def _all_paths(call, graph, start, end, *options):
    (a,), (b,) = graph.node_positions(start), graph.node_positions(end)
    most, longest, shortest = _limits(call, options, "path")
    paths = (path for path in _paths(_following(graph), int(a), int(b), longest) if shortest <= len(path) - 1 <= longest)
    return _listed(call, graph, _first(paths, most), False, start)


def _first(items: Iterator[list[int]], most: float) -> list[list[int]]:
    """At most so many items; what comes after them is not searched for."""
    return [item for _, item in zip(count() if most == np.inf else range(ceil(most)), items, strict=False)]


def _all_cycles(call, graph, *options):
    most, longest, shortest = _limits(call, options, "cycle")
    return _listed(call, graph, _first((c for c in _cycles(graph, longest) if shortest <= len(c) <= longest), most), True)


def _cycle_basis(call, graph):
    """One cycle for every edge outside the breadth-first trees from the smallest node of each component."""
    before, depth = _breadth_first_trees(graph)
    cycles = []
    for s, t in zip(graph.source.tolist(), graph.target.tolist(), strict=True):
        if before.get(s) != t and before.get(t) != s:
            cycles.append(_fundamental_cycle(s, t, before, depth))
    return _listed(call, graph, sorted(cycles), True)


def _breadth_first_trees(graph: Graph) -> tuple[dict[int, int], dict[int, int]]:
    """The node before each one on the way from its root, and how far it is from there."""
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
    return before, depth


def _fundamental_cycle(s: int, t: int, before: dict[int, int], depth: dict[int, int]) -> list[int]:
    """The cycle that an edge closes with a tree, from its smallest node in the direction of the smaller neighbour."""
    left, right = [s], [t]
    while left[-1] != right[-1]:
        longer = left if depth[left[-1]] >= depth[right[-1]] else right
        longer.append(before[longer[-1]])
    cycle = left + right[-2::-1] if len(right) > 1 else left
    at = cycle.index(min(cycle))
    cycle = cycle[at:] + cycle[:at]
    return cycle if len(cycle) < 3 or cycle[1] <= cycle[-1] else [cycle[0], *cycle[:0:-1]]


def _blocks(graph: Graph) -> tuple[list[int], set[int]]:
    """The block (from 1) of every edge, and the nodes whose removal separates others."""
    search, ways, state = _BlockSearch(graph), ways_out(graph), [NEW] * graph.count
    for root in range(graph.count):
        if state[root] == NEW:
            for kind, node, other, row in depth_first(ways, root, state):
                search.steps.get(kind, _pass)(node, other, row)
    order = {b: k + 1 for k, b in enumerate(dict.fromkeys(search.block))}
    # a root separates its children where it has two of them
    cuts = {node for node, children in search.closed.items() if children > (node not in search.entry)}
    return [order[b] for b in search.block], cuts


def _pass(node: int, other: int, row: int) -> None:
    pass


class _BlockSearch:
    """Blocks from the events of a depth-first search, by low points (Hopcroft & Tarjan 1973).

    ``entry`` is the node before each one and the edge between them, ``closed`` the number of blocks that end at a node.
    """

    def __init__(self, graph: Graph) -> None:
        self.number: dict[int, int] = {}
        self.low: dict[int, int] = {}
        self.entry: dict[int, tuple[int, int]] = {}
        self.open_edges: list[int] = []
        self.block = [0] * graph.source.size
        self.closed: Counter[int] = Counter()
        self.steps = {
            "discovernode": self.discover, "edgetonew": self.enter, "edgetodiscovered": self.meet, "finishnode": self.finish,
        }  # fmt: skip

    def discover(self, node: int, other: int, row: int) -> None:
        self.number[node] = self.low[node] = len(self.number)

    def enter(self, node: int, other: int, row: int) -> None:
        self.entry[other] = (node, row)
        self.open_edges.append(row)

    def meet(self, node: int, other: int, row: int) -> None:
        if node == other:  # a self-loop is a block of its own
            self.block[row] = row + 1
        elif row != self.entry[node][1]:
            self.open_edges.append(row)
            self.low[node] = min(self.low[node], self.number[other])

    def finish(self, node: int, other: int, row: int) -> None:
        if node not in self.entry:
            return
        above, entry = self.entry[node]
        self.low[above] = min(self.low[above], self.low[node])
        if self.low[node] >= self.number[above]:
            self.closed[above] += 1
            while not self.block[entry]:
                self.block[self.open_edges.pop()] = entry + 1


def _biconnected(call, graph, *options):
    block, cuts = _blocks(graph)
    split = graph.shown_nodes(sorted(cuts), row=False)
    if len(options) > 1 and text_of(options[1]).lower() == "cell":
        edges = [np.flatnonzero(np.array(block) == k) for k in sorted(set(block))]
        groups = [np.union1d(graph.source[rows], graph.target[rows]) for rows in edges]
        return CellArray.of([graph.shown_nodes(g, row=True) for g in groups], (1, len(groups))), split
    return to_value(np.array([block], np.float64).reshape(1, -1)), split


def _reach(graph: Graph) -> np.ndarray:
    """Whether each node (row) reaches each other one (column) by one edge or more."""
    from scipy.sparse.csgraph import shortest_path

    matrix = graph.matrix(np.ones(graph.source.size))
    reach = np.isfinite(shortest_path(matrix, method="D", unweighted=True))
    steps = matrix.tocoo()
    comes_back = reach[steps.col, steps.row]
    np.fill_diagonal(reach, False)
    reach[steps.row[comes_back], steps.row[comes_back]] = True
    return reach


def _closure(call, graph):
    source, target = np.nonzero(_reach(graph))
    return graph.changed(source=source, target=target, weights=None, about_edges=None)


def _strong_parts(graph: Graph) -> np.ndarray:
    """The strong component (from 0, in topological order) of each node."""
    reach = _reach(graph) | np.eye(graph.count, dtype=bool)
    first = (reach & reach.T).argmax(axis=1)
    heads = np.unique(first)
    # a component is before those that it reaches
    order = heads[np.lexsort((heads, -reach[np.ix_(heads, heads)].sum(axis=1)))]
    place = {int(h): k for k, h in enumerate(order)}
    return np.array([place[int(h)] for h in first], np.int64)


def _condensation(call, graph):
    parts = _strong_parts(graph)
    pairs = np.column_stack([parts[graph.source], parts[graph.target]]) if graph.source.size else np.zeros((0, 2), np.int64)
    pairs = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)
    return type(graph)(int(parts.max(initial=-1)) + 1, pairs[:, 0], pairs[:, 1])


def _reduction(call, graph):
    """Fewest edges with the same reachability: a ring in every strong component, and edges between components that no longer path replaces."""
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
    return graph.changed(source=sources, target=targets, weights=None, about_edges=None)


def _isomorphism(a: Graph, b: Graph) -> np.ndarray | None:
    """For each node of ``a`` one of ``b`` so that edges fall on edges; None where that is impossible.

    Nodes of ``a`` get images one after another, those of the highest degrees first.  Each choice refines the colours of all nodes, and is
    given up where both graphs have different numbers of nodes of a colour (McKay & Piperno 2014).
    """
    if a.count != b.count or a.source.size != b.source.size:
        return None
    if not a.count:
        return np.zeros(0, np.int64)
    order = np.argsort(-_degrees(a).sum(axis=1), kind="stable").tolist()
    colours = _Colours(a, b)
    start = colours.refined(np.concatenate([_degrees(a), _degrees(b)]))
    if not colours.balanced(start):
        return None
    choices = [(start, iter(colours.images(start, order[0])))]
    while choices:
        current, images = choices[-1]
        image = next(images, None)
        if image is None:
            choices.pop()
            continue
        marked = colours.refined(np.column_stack([current, np.isin(np.arange(2 * a.count), (order[len(choices) - 1], a.count + image))]))
        if not colours.balanced(marked):
            continue
        if marked.max() < a.count - 1:
            choices.append((marked, iter(colours.images(marked, order[len(choices)]))))
        elif _is_same(a, b, mapping := colours.mapping(marked)):
            return mapping
    return None


def _degrees(graph: Graph) -> np.ndarray:
    """Edges that leave and enter each node, and its self-loops: a row for each node."""
    leaving, entering = (np.bincount(side, minlength=graph.count) for side in (graph.source, graph.target))
    loops = np.bincount(graph.source[graph.source == graph.target], minlength=graph.count)
    return np.column_stack([leaving, entering, loops] if graph.directed else [leaving + entering, leaving + entering, 2 * loops])


def _is_same(a: Graph, b: Graph, mapping: np.ndarray) -> bool:
    """Whether a mapping of nodes takes the edges of a graph to those of another one."""
    image = a.changed(source=mapping[a.source], target=mapping[a.target])
    return np.array_equal(image.source, b.source) and np.array_equal(image.target, b.target)


class _Colours:
    """Colours (from 0) of the nodes of two graphs of n nodes each, those of the second behind those of the first."""

    def __init__(self, a: Graph, b: Graph) -> None:
        from scipy.sparse import block_diag

        self.count = a.count
        matrix = block_diag([g.matrix(np.ones(g.source.size)) for g in (a, b)], format="csr").astype(np.uint64)
        self.matrices = [matrix, matrix.T.tocsr()] if a.directed else [matrix]
        self.words = np.random.default_rng(0).integers(0, 2**64, 2 * a.count, np.uint64)

    def refined(self, signatures: np.ndarray) -> np.ndarray:
        """Colours that differ wherever signatures (a row each) do, or colours of neighbours; hashes may miss a difference, but see none."""
        most = -1
        while True:
            colours = np.unique(signatures, axis=0, return_inverse=True)[1].ravel()
            if colours.max(initial=-1) == most:
                return colours
            most = colours.max()
            signatures = np.column_stack([colours.astype(np.uint64), *(matrix @ self.words[colours] for matrix in self.matrices)])

    def balanced(self, colours: np.ndarray) -> bool:
        """Whether both graphs have as many nodes of each colour."""
        return np.array_equal(np.sort(colours[: self.count]), np.sort(colours[self.count :]))

    def images(self, colours: np.ndarray, node: int) -> list[int]:
        """The nodes of the second graph of the colour of one of the first."""
        return np.flatnonzero(colours[self.count :] == colours[node]).tolist()

    def mapping(self, colours: np.ndarray) -> np.ndarray:
        """For each node of the first graph the one of its colour in the second, where all have colours of their own."""
        return np.argsort(colours[self.count :])[colours[: self.count]]


def _no_variables(call: Any, options: Sequence[Any]) -> None:
    """An error for variables of nodes and edges that have to agree as well: these are not compared."""
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
    image = _isomorphism(graph, other)
    return to_value(np.zeros((0, 0)) if image is None else image.reshape(-1, 1) + 1.0)


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
    return to_value(np.array([[float(graph.edges_between(*pair).size)] for pair in np.broadcast(a, b)]).reshape(-1, 1))


def _nearest(call, graph, node, distance, *options):
    """The nodes within a distance, nearest first, and their distances."""
    from .distances import lengths

    named = {text_of(options[k]).lower(): text_of(options[k + 1]).lower() for k in range(0, len(options) - 1, 2)}
    (at,) = graph.node_positions(node)
    base = graph.changed(source=graph.target, target=graph.source) if named.get("direction") == "incoming" else graph
    far = lengths(base, np.array([at]), named.get("method", "auto"))[0].ravel()
    places = np.flatnonzero((far <= arg.scalar(distance, "distance")) & (np.arange(graph.count) != at))
    places = places[np.argsort(far[places], kind="stable")]
    return graph.shown_nodes(places, node), to_value(far[places].reshape(-1, 1))


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

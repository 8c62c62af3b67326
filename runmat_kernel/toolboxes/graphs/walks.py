"""Methods of graphs: shortest paths, components, flows, topological order; the records of all methods."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.methods_only import method_only
from ...builtins.spec import Builtin, ErrorCase, Example, Stored, methods
from ...values import CellArray, Tensor
from ...values.convert import is_text, text_of, to_value, word_of
from . import structure as structure
from .centralities import centrality
from .distances import back_to, lengths, path_tree
from .flows import greatest_flow
from .graph_objects import Digraph, Graph
from .graphs import CHANGES, OF_DIRECTED
from .plots import plot_graph
from .searches import SEARCHES, spanning_tree


def _method(call: Any, arguments: Sequence[Any]) -> str:
    named = arg.name_values(arguments, call.name, "method")
    return named.word("method", "auto")


def _shortest(call, graph, start, end, *arguments):
    method = _method(call, arguments)
    (a,), (b,) = graph.node_positions(start), graph.node_positions(end)
    distance, before = lengths(graph, np.array([a]), method)
    if not np.isfinite(distance[0, b]):
        empty = CellArray(np.empty((1, 0), object)) if graph.names and is_text(start) else Tensor(np.zeros((1, 0)))
        return empty, float("inf"), Tensor(np.zeros((1, 0)))
    path = back_to(int(a), before[0], int(b))[::-1]
    edges = [graph.cheapest_edge(s, t) + 1.0 for s, t in itertools.pairwise(path)]
    return graph.shown_nodes(path, start, row=True), float(distance[0, b]), to_value(np.array([edges], np.float64).reshape(1, -1))


def _distances(call, graph, *arguments):
    is_method = [word_of(a) == "method" for a in arguments[:2]]
    nodes = arguments[: is_method.index(True)] if any(is_method) else arguments[:2]
    method = _method(call, arguments[len(nodes) :])
    starts = graph.node_positions(nodes[0]) if nodes else np.arange(graph.count)
    distances, _ = lengths(graph, starts, method)
    return to_value(np.asfortranarray(distances[:, graph.node_positions(nodes[1])] if len(nodes) > 1 else distances))


def _components(call, graph, *arguments):
    from scipy.sparse.csgraph import connected_components

    named = arg.name_values(arguments, call.name, "outputform type")
    weak = named.word("type") == "weak"
    matrix = graph.matrix(np.ones(graph.source.size))
    count, labels = connected_components(matrix, graph.directed, "weak" if weak or not graph.directed else "strong")
    # components count by their first nodes
    first = np.unique(labels, return_index=True)[1]
    places = np.empty(count, int)
    places[np.argsort(first)] = np.arange(count)
    bins = places[labels]
    sizes = np.bincount(bins, minlength=count)
    if named.word("outputform") == "cell":
        members = np.split(np.argsort(bins, kind="stable"), np.cumsum(sizes)[:-1]) if count else []
        return CellArray.of([graph.shown_nodes(nodes, row=True) for nodes in members])
    return to_value(bins.reshape(1, -1) + 1.0), to_value(sizes.reshape(1, -1).astype(np.float64))


def _order(graph: Graph) -> list[int] | None:
    """The nodes in topological order, smaller numbers first; None where there is a cycle."""
    entering = np.bincount(graph.target, minlength=graph.count).tolist()
    targets = graph.target[np.argsort(graph.source, kind="stable")].tolist()
    starts = np.concatenate([[0], np.cumsum(np.bincount(graph.source, minlength=graph.count))]).astype(int).tolist()
    ready = [k for k, number in enumerate(entering) if number == 0]
    order = []
    while ready:
        at = heappop(ready)
        order.append(at)
        for t in targets[starts[at] : starts[at + 1]]:
            entering[t] -= 1
            if entering[t] == 0:
                heappush(ready, t)
    return order if len(order) == graph.count else None


def _toposort(call, graph, *options):
    named = arg.name_values(options, call.name, "order")
    if "order" in named and text_of(named["order"]).lower() not in ("fast", "stable"):
        raise call.error("Order must be 'fast' or 'stable'.", "MATLAB:graphfun:toposort:InvalidOrder")
    order = _order(graph)
    if order is None:
        raise call.error("Graph must be a directed acyclic graph.", "MATLAB:graphfun:toposort:GraphCyclic")
    return to_value(np.array([order], np.float64) + 1)


def _flow(call, graph, start, end, *options):
    """The maximum flow, the flows along edges as a directed graph, and the nodes on both sides of a minimum cut."""
    if options and (len(options) > 1 or text_of(options[0]).lower() not in ("searchtrees", "augmentpath", "pushrelabel")):
        raise call.error(
            "The algorithm must be 'searchtrees', 'augmentpath', or 'pushrelabel'.", "MATLAB:graphfun:maxflow:InvalidAlgorithm"
        )
    (a,), (b,) = graph.node_positions(start), graph.node_positions(end)
    total, used, reached = greatest_flow(graph.matrix().tocoo(), int(a), int(b))
    flows = Digraph(graph.count, *used, graph.names)
    sides = (reached, np.setdiff1d(np.arange(graph.count), reached))
    return total, flows, *(graph.shown_nodes(side, start) for side in sides)


_WALKS = {
    "shortestpath": _shortest,
    "shortestpathtree": path_tree,
    "distances": _distances,
    **SEARCHES,
    "conncomp": _components,
    "maxflow": _flow,
    "centrality": centrality,
    "plot": plot_graph,
}
_OF_BOTH = {**CHANGES, **_WALKS, **structure.STRUCTURE}
_OF_UNDIRECTED = {**structure.OF_UNDIRECTED, "minspantree": spanning_tree}
_OF_DIRECTED = {
    **OF_DIRECTED, **structure.OF_DIRECTED, "toposort": _toposort, "isdag": lambda call, graph: _order(graph) is not None,
}  # fmt: skip
GRAPH_METHODS = methods(Graph, _OF_BOTH | _OF_UNDIRECTED)
DIGRAPH_METHODS = methods(Digraph, _OF_DIRECTED, without=_OF_UNDIRECTED)


_EXAMPLES = {
    **structure.EXAMPLES,
    "shortestpath": Example("[p,d] = shortestpath(graph([1 2 1],[2 3 3],[1 1 5]),1,3)", "{[1 2 3],2}"),
    "shortestpathtree": Example(
        "[T,d,e] = shortestpathtree(graph([1 2 1],[2 3 3],[1 1 5]),1); {T.Edges.EndNodes, d, e'}", "{[1 2;2 3],[0 1 2],[true false true]}"
    ),
    "distances": Example("distances(digraph([1 2],[2 3]),1)", "[0 1 2]"),
    "conncomp": Example("conncomp(graph([1 3],[2 4]))", "[1 1 2 2]"),
    "bfsearch": Example("bfsearch(graph([1 1 2],[2 3 4]),1)'", "[1 2 3 4]"),
    "dfsearch": Example("dfsearch(graph([1 1 2],[2 3 4]),1)'", "[1 2 4 3]"),
    "minspantree": Example("T = minspantree(graph([1 2 1],[2 3 3],[1 1 5])); T.Edges.Weight'", "[1 1]"),
    "maxflow": Example(
        "[m,F,s,t] = maxflow(digraph([1 1 2 3],[2 3 4 4],[3 2 2 5]),1,4); {m,F.Edges.Weight,s,t}", "{4,[2;2;2;2],[1;2],[3;4]}"
    ),
    "toposort": Example("toposort(digraph([3 2],[2 1]))", "[3 2 1]"),
    "isdag": Example("isdag(digraph([1 2],[2 1]))", "false"),
    "adjacency": Example("full(adjacency(graph(1,2)))", "[0 1;1 0]"),
    "incidence": Example("full(incidence(digraph(1,2)))", "[-1;1]"),
    "laplacian": Example("full(laplacian(graph(1,2)))", "[1 -1;-1 1]"),
    "degree": Example("degree(graph([1 1],[2 3]))'", "[2 1 1]"),
    "addedge": Example("numedges(addedge(graph(1,2),2,3))", "2"),
    "rmedge": Example("numedges(rmedge(graph([1 1],[2 3]),1,2))", "1"),
    "addnode": Example("numnodes(addnode(graph(1,2),2))", "4"),
    "rmnode": Example("numnodes(rmnode(graph([1 1],[2 3]),3))", "2"),
    "successors": Example("successors(digraph([1 1],[2 3]),1)", "[2;3]"),
    "predecessors": Example("predecessors(digraph([1 1],[2 3]),3)", "1"),
    "centrality": Example("centrality(graph([1 2],[2 3]),'closeness')'", "[1/3 1/2 1/3]"),
}


def _function(name: str) -> Builtin:
    examples, errors = (_EXAMPLES[name],) if name in _EXAMPLES else (), (ErrorCase(f"{name}(5)", "MATLAB:UndefinedFunction"),)
    return method_only(name, f"[...] = {name}(G, ...)", f"Function of graphs: {name}.", *examples, errors=errors)


FUNCTIONS = tuple(_function(name) for name in sorted({*_OF_BOTH, *_OF_UNDIRECTED, *_OF_DIRECTED} - {"plot"}))


STORED = (Stored(Graph), Stored(Digraph))

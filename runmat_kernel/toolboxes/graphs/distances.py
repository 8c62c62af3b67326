"""Distances in graphs, and the trees that shortest paths make."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...values import CellArray, Tensor
from ...values.convert import text_of, to_value, word_of
from .graph_objects import Digraph, Graph


def lengths(graph: Graph, start: np.ndarray, method: str) -> tuple[np.ndarray, np.ndarray]:
    """Distances from some nodes, and the node before each on a shortest path; edges of weight zero count."""
    from scipy.sparse.csgraph import bellman_ford, dijkstra

    w = np.ones(graph.source.size) if method == "unweighted" else graph.edge_weights()
    tiny = np.where(w == 0, 1e-300, w)  # a stored zero would be no edge
    matrix = graph.matrix(tiny)
    if graph.source.size:  # of several edges between two nodes the shortest counts, not their sum
        pairs = np.column_stack([graph.source, graph.target])
        if len(np.unique(pairs, axis=0)) < len(pairs):
            order = np.argsort(w, kind="stable")
            _, first = np.unique(pairs[order], axis=0, return_index=True)
            keep = order[first]
            matrix = graph.of_edges(keep).changed(weights=tiny[keep]).matrix()
    search = bellman_ford if (w < 0).any() else dijkstra
    distance, before = search(matrix, directed=True, indices=start, return_predecessors=True)
    return np.where(np.abs(distance) < 1e-290, 0.0, distance), before


def path_tree(call: Any, graph: Graph, start: Any, *options: Any) -> Any:
    """``shortestpathtree(G, s, t)``: the shortest paths from one node to others, or from others to one; either may be 'all'."""
    end, rest = (options[0], options[1:]) if len(options) % 2 else (None, options)
    named = arg.name_values(rest, call.name, "outputform method")
    form, method = (
        text_of(named[name]).lower() if name in named else default for name, default in (("outputform", "tree"), ("method", "auto"))
    )
    if form not in ("tree", "cell", "vector"):
        raise call.error("OutputForm must be 'tree', 'cell', or 'vector'.", "MATLAB:graphfun:shortestpathtree:ParseOutputForm")
    starts, ends = _nodes(graph, start), _nodes(graph, end)
    if len(starts) > 1 < len(ends):
        raise call.error(
            "Either the source or the target must be a single node.", "MATLAB:graphfun:shortestpathtree:MultipleSourcesAndTargets"
        )
    backward = len(starts) > 1
    base = graph.changed(source=graph.target, target=graph.source) if backward and graph.directed else graph
    (root,), others = (ends, starts) if backward else (starts, ends)
    distance, before = (x[0] for x in lengths(base, np.array([root]), method))
    paths = [back_to(root, before, k) if np.isfinite(distance[k]) else [] for k in others]
    next_to = {k: int(before[k]) for path in paths for k in path if k != root}
    edges = {k: graph.cheapest_edge(*((k, n) if backward else (n, k))) for k, n in next_to.items()}
    used = np.zeros((graph.source.size, 1), bool)
    used[list(edges.values())] = True
    if form == "vector":
        tree = _parents(graph, root, next_to)
    elif form == "cell":
        like = None if word_of(start) == "all" else start
        shown = [graph.shown_nodes(path if backward else path[::-1], like, row=True) for path in paths]
        tree = CellArray.of(shown, (len(shown), 1))
    else:
        tree = _tree(graph, list(edges.items()), next_to, backward)
    return tree, to_value(distance[others].reshape(1, -1)), Tensor(used)


def _parents(graph: Graph, root: int, next_to: dict[int, int]) -> Any:
    """For each node the one before it, 0 for the root, NaN for nodes outside the tree."""
    parents = np.full((1, graph.count), np.nan)
    for k, n in next_to.items():
        parents[0, k] = n + 1
    parents[0, root] = 0
    return to_value(parents)


def _nodes(graph: Graph, nodes: Any) -> list[int]:
    if nodes is None or (word_of(nodes) == "all" and "all" not in graph.names):
        return list(range(graph.count))
    return graph.node_positions(nodes).tolist()


def back_to(root: int, before: np.ndarray, node: int) -> list[int]:
    """The nodes of a shortest path from a node back to the root."""
    path = [node]
    while path[-1] != root:
        path.append(int(before[path[-1]]))
    return path


def _tree(graph: Graph, edges: list[tuple[int, int]], next_to: dict[int, int], backward: bool) -> Digraph:
    """A directed graph of all nodes with the edges of the tree and the variables of both."""
    nodes, rows = [k for k, _ in edges], np.array([row for _, row in edges], np.int64)
    near = [next_to[k] for k in nodes]
    weights = None if graph.weights is None else graph.weights[rows]
    sources, targets = (nodes, near) if backward else (near, nodes)
    return Digraph(graph.count, sources, targets, weights, graph.names, graph.about_edges.at_rows(rows), graph.about_nodes)

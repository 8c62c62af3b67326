"""Distances in graphs, and the trees that shortest paths make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...values import CellArray, Tensor
from ...values.convert import is_text, text_of, to_value
from .graph_objects import Digraph, Graph


def lengths(graph: Graph, start: np.ndarray, method: str) -> tuple[np.ndarray, np.ndarray]:
    """Distances from some nodes and the nodes before each on the way; edges of weight zero count."""
    from scipy.sparse.csgraph import bellman_ford, dijkstra

    w = np.ones(graph.source.size) if method == "unweighted" else graph.edge_weights()
    tiny = np.where(w == 0, 1e-300, w)  # a stored zero would be no edge
    matrix = graph.matrix(tiny)
    if graph.source.size:  # several edges between two nodes: the shortest counts, not their sum
        pairs = np.column_stack([graph.source, graph.target])
        if len(np.unique(pairs, axis=0)) < len(pairs):
            order = np.argsort(w, kind="stable")
            _, first = np.unique(pairs[order], axis=0, return_index=True)
            keep = order[first]
            matrix = graph.remade(graph.count, graph.source[keep], graph.target[keep], tiny[keep]).matrix()
    search = bellman_ford if (w < 0).any() else dijkstra
    distance, before = search(matrix, directed=True, indices=start, return_predecessors=True)
    return np.where(np.abs(distance) < 1e-290, 0.0, distance), before


def path_tree(call: Any, graph: Graph, start: Any, *options: Any) -> Any:
    """``shortestpathtree(G, s, t)``: the shortest paths from one node to others, or from others to one; either may be 'all'."""
    end, rest = _end(options)
    given = arg.name_values(rest, call.name, "outputform method")
    starts, ends = _nodes(graph, start), _nodes(graph, end)
    if len(starts) > 1 < len(ends):
        raise call.error(
            "Either the source or the target must be a single node.", "MATLAB:graphfun:shortestpathtree:MultipleSourcesAndTargets"
        )
    backward = len(starts) > 1
    base = graph.remade(graph.count, graph.target, graph.source, graph.weights) if backward and graph.directed else graph
    (root,), others = (ends, starts) if backward else (starts, ends)
    method = text_of(given["method"]).lower() if "method" in given else "auto"
    distance, before = (x[0] for x in lengths(base, np.array([root]), method))
    paths = [_way(before, root, k) if np.isfinite(distance[k]) else [] for k in others]
    next_to = {k: int(before[k]) for path in paths for k in path if k != root}
    edges = {k: _cheapest(graph, *((k, n) if backward else (n, k))) for k, n in next_to.items()}
    used = np.zeros((graph.source.size, 1), bool)
    used[list(edges.values())] = True
    form = text_of(given["outputform"]).lower() if "outputform" in given else "tree"
    if form == "vector":
        parents = np.full((1, graph.count), np.nan)
        for k, n in next_to.items():
            parents[0, k] = n + 1
        parents[0, root] = 0
        tree: Any = to_value(parents)
    elif form == "cell":
        asked = start if not (is_text(start) and text_of(start).lower() == "all") else None
        shown = [graph.shown_nodes(path if backward else path[::-1], asked, row=True) for path in paths]
        tree = CellArray.of(shown, (len(shown), 1))
    elif form == "tree":
        tree = _tree(graph, list(edges.items()), next_to, backward)
    else:
        raise call.error("OutputForm must be 'tree', 'cell', or 'vector'.", "MATLAB:graphfun:shortestpathtree:ParseOutputForm")
    return tree, to_value(distance[others].reshape(1, -1)), Tensor(used)


def _end(options: Sequence[Any]) -> tuple[Any, Sequence[Any]]:
    """The target nodes, where they are given, and the options behind them."""
    return (options[0], options[1:]) if len(options) % 2 else (None, options)


def _nodes(graph: Graph, given: Any) -> list[int]:
    if given is None or (is_text(given) and text_of(given).lower() == "all" and "all" not in graph.names):
        return list(range(graph.count))
    return graph.node_positions(given).tolist()


def _way(before: np.ndarray, root: int, node: int) -> list[int]:
    """The nodes from one back to the root."""
    path = [node]
    while path[-1] != root:
        path.append(int(before[path[-1]]))
    return path


def _cheapest(graph: Graph, s: int, t: int) -> int:
    """The edge of least weight from a node to another."""
    if not graph.directed:
        s, t = min(s, t), max(s, t)
    rows = np.flatnonzero((graph.source == s) & (graph.target == t))
    return int(rows[graph.edge_weights()[rows].argmin()])


def _tree(graph: Graph, edges: list[tuple[int, int]], next_to: dict[int, int], backward: bool) -> Digraph:
    """A directed graph of all nodes with the edges of the tree, and what the graph says of both."""
    nodes, rows = [k for k, _ in edges], np.array([row for _, row in edges], np.int64)
    near = [next_to[k] for k in nodes]
    weights = None if graph.weights is None else graph.weights[rows]
    sources, targets = (nodes, near) if backward else (near, nodes)
    return Digraph(graph.count, sources, targets, weights, graph.names, graph.about_edges.at_rows(rows), graph.about_nodes)

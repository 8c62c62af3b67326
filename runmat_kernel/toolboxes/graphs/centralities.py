"""How important the nodes of a graph are: ``centrality``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...values.convert import as_array, text_of, to_value
from .distances import lengths
from .graph_objects import Graph

_FOLLOWED = ("importance", "followprobability", "maxiterations", "tolerance")
_ITERATED = ("importance", "maxiterations", "tolerance")
_UNDIRECTED = {"degree": ("importance",), "closeness": ("cost",), "betweenness": ("cost",), "pagerank": _FOLLOWED, "eigenvector": _ITERATED}
_DIRECTED = {
    "indegree": ("importance",), "outdegree": ("importance",), "incloseness": ("cost",), "outcloseness": ("cost",),
    "betweenness": ("cost",), "pagerank": _FOLLOWED, "hubs": _ITERATED, "authorities": _ITERATED,
}  # fmt: skip
"""The options of each kind of centrality.  Limits of iterations have no effect: all iterations run until nothing changes."""


def centrality(call: Any, graph: Graph, kind: Any, *options: Any) -> Any:
    word = text_of(kind).lower()
    known = _DIRECTED if graph.directed else _UNDIRECTED
    if word not in known:
        raise call.error(f"Unrecognized centrality type '{word}'.", "MATLAB:graphfun:centrality:InvalidType")
    named = arg.name_values(options, call.name)
    if wrong := [name for name in named if name not in known[word]]:
        raise call.error(f"Option '{wrong[0]}' is not supported for centrality '{word}'.", "MATLAB:graphfun:centrality:InvalidOption")
    weights = next((_per_edge(call, graph, named[name]) for name in ("cost", "importance") if name in named), np.ones(graph.source.size))
    if word == "pagerank":
        values = _pagerank(graph, weights, named.number("followprobability", 0.85))
    else:
        values = next(compute for end, compute in _MEASURES.items() if word.endswith(end))(graph, word, weights)
    return to_value(values.reshape(-1, 1))


def _per_edge(call: Any, graph: Graph, value: Any) -> np.ndarray:
    """Costs or importances: one for each edge, none of them negative."""
    numbers = as_array(value).astype(np.float64).ravel()
    if numbers.size != graph.source.size or not (numbers >= 0).all():
        raise call.error("There must be one nonnegative number for each edge.", "MATLAB:graphfun:centrality:InvalidWeights")
    return numbers


def _degree(graph: Graph, word: str, weights: np.ndarray) -> np.ndarray:
    out = np.bincount(graph.source, weights, graph.count)
    into = np.bincount(graph.target, weights, graph.count)
    return {"degree": out + into, "outdegree": out, "indegree": into}[word]


def _closeness(graph: Graph, word: str, cost: np.ndarray) -> np.ndarray:
    """One over the sum of distances, less where only a share of the other nodes can be reached."""
    base = graph.changed(weights=cost)
    if word == "incloseness":
        base = base.changed(source=graph.target, target=graph.source)
    distances, _ = lengths(base, np.arange(graph.count), "auto")
    reach = np.isfinite(distances)
    near = reach.sum(axis=1) - 1
    far = np.where(reach, distances, 0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(near > 0, (near / max(graph.count - 1, 1)) ** 2 / far, 0.0)


def _pagerank(graph: Graph, weights: np.ndarray, follow: float) -> np.ndarray:
    matrix, count = graph.matrix(weights).toarray(), graph.count
    out = matrix.sum(axis=1, keepdims=True)
    step = np.where(out > 0, matrix / np.where(out > 0, out, 1), 1 / count)
    rank = np.full(count, 1 / count)
    for _ in range(1000):
        fresh = (1 - follow) / count + follow * rank @ step
        if np.abs(fresh - rank).sum() < 1e-12:
            break
        rank = fresh
    return fresh


def _leading(graph: Graph, word: str, weights: np.ndarray) -> np.ndarray:
    """The leading vector of each component, scaled by its share of the nodes; isolated nodes have the share of one node."""
    from scipy.sparse.csgraph import connected_components

    matrix, count = graph.matrix(weights).toarray(), graph.count
    result = np.full(count, 1 / count)
    components, labels = connected_components(matrix, directed=False)
    for component in range(components):
        rows = np.flatnonzero(labels == component)
        block = matrix[np.ix_(rows, rows)]
        if not block.any():
            continue
        left, _, right = np.linalg.svd(block)
        if word == "eigenvector":
            _, vectors = np.linalg.eigh(block)
            lead = np.abs(vectors[:, -1])
        else:
            lead = np.abs(left[:, 0] if word == "hubs" else right[0])
        result[rows] = lead / lead.sum() * len(rows) / count
    return result


def _betweenness(graph: Graph, word: str, cost: np.ndarray) -> np.ndarray:
    """Sums over the shortest paths from each node, nearest nodes first (Brandes 2001)."""
    distance, _ = lengths(graph.changed(weights=cost), np.arange(graph.count), "auto")
    edges = np.column_stack([graph.source, graph.target])
    if not graph.directed:
        edges = np.concatenate([edges, edges[:, ::-1]])
        cost = np.concatenate([cost, cost])
    result = np.zeros(graph.count)
    for start in range(graph.count):
        before = _on_shortest_paths(edges, cost, distance[start], start)
        order = [k for k in np.argsort(distance[start], kind="stable").tolist() if k in before]
        paths, share = np.zeros(graph.count), np.zeros(graph.count)
        paths[start] = 1
        for w in order:
            paths[w] = sum(paths[v] for v in before[w])
        for w in reversed(order):
            for v in before[w]:
                share[v] += paths[v] / paths[w] * (1 + share[w])
            result[w] += share[w]
    return result if graph.directed else result / 2


def _on_shortest_paths(edges: np.ndarray, cost: np.ndarray, far: np.ndarray, start: int) -> dict[int, set[int]]:
    """For each node but the start those before it on shortest paths; ``far`` are the distances from the start."""
    source, target = edges.T
    with np.errstate(invalid="ignore"):
        gap = np.abs(far[source] + cost - far[target])
        shortest = np.isfinite(far[source]) & (gap <= 1e-12 * np.maximum(1, far[target])) & (source != target) & (target != start)
    before: dict[int, set[int]] = {}
    for v, w in edges[shortest].tolist():
        before.setdefault(w, set()).add(v)
    return before


_MEASURES = {
    "degree": _degree, "closeness": _closeness, "betweenness": _betweenness, "eigenvector": _leading, "hubs": _leading, "authorities": _leading,
}  # fmt: skip
"""Ends of the kinds of centrality, and the functions that compute them."""

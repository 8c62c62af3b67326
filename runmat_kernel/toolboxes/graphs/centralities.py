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
"""The options of each kind of centrality.  Limits of iterations do not matter: they run until nothing changes."""


def centrality(call: Any, graph: Graph, kind: Any, *options: Any) -> Any:
    word = text_of(kind).lower()
    known = _DIRECTED if graph.directed else _UNDIRECTED
    if word not in known:
        raise call.error(f"Unrecognized centrality type '{word}'.", "MATLAB:graphfun:centrality:InvalidType")
    given = arg.name_values(options, call.name)
    wrong = next((name for name in given if name not in known[word]), None)
    if wrong is not None:
        raise call.error(f"Option '{wrong}' is not supported for centrality '{word}'.", "MATLAB:graphfun:centrality:InvalidOption")
    weights = next((_per_edge(call, graph, given[name]) for name in ("cost", "importance") if name in given), None)
    if word.endswith("degree"):
        found = _degree(graph, word, np.ones(graph.source.size) if weights is None else weights)
    elif word.endswith("closeness"):
        found = _closeness(graph, word, weights)
    elif word == "betweenness":
        found = _betweenness(graph, np.ones(graph.source.size) if weights is None else weights)
    else:
        matrix = graph.matrix(np.ones(graph.source.size) if weights is None else weights).toarray()
        if word == "pagerank":
            follow = float(as_array(given["followprobability"]).item()) if "followprobability" in given else 0.85
            found = _pagerank(matrix, follow)
        else:
            found = _leading(matrix, word)
    return to_value(found.reshape(-1, 1))


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


def _closeness(graph: Graph, word: str, cost: np.ndarray | None) -> np.ndarray:
    """One over the sum of distances, less where only a share of the other nodes can be reached."""
    ends = (graph.target, graph.source) if word == "incloseness" else (graph.source, graph.target)
    weights = np.ones(graph.source.size) if cost is None else cost
    found, _ = lengths(graph.remade(graph.count, *ends, weights), np.arange(graph.count), "auto")
    reach = np.isfinite(found)
    near = reach.sum(axis=1) - 1
    far = np.where(reach, found, 0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(near > 0, (near / max(graph.count - 1, 1)) ** 2 / far, 0.0)


def _pagerank(matrix: np.ndarray, follow: float) -> np.ndarray:
    count = len(matrix)
    out = matrix.sum(axis=1, keepdims=True)
    step = np.where(out > 0, matrix / np.where(out > 0, out, 1), 1 / count)
    rank = np.full(count, 1 / count)
    for _ in range(1000):
        fresh = (1 - follow) / count + follow * rank @ step
        if np.abs(fresh - rank).sum() < 1e-12:
            break
        rank = fresh
    return fresh


def _leading(matrix: np.ndarray, word: str) -> np.ndarray:
    """The leading vector of each part of the graph, scaled by its share of the nodes; nodes alone have the share of one."""
    from scipy.sparse.csgraph import connected_components

    count = len(matrix)
    result = np.full(count, 1 / count)
    parts, labels = connected_components(matrix, directed=False)
    for part in range(parts):
        rows = np.flatnonzero(labels == part)
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


def _betweenness(graph: Graph, cost: np.ndarray) -> np.ndarray:
    """Brandes' sums over the shortest paths: by distances from each node, nearest first."""
    distance, _ = lengths(graph.remade(graph.count, graph.source, graph.target, cost), np.arange(graph.count), "auto")
    edges = np.column_stack([graph.source, graph.target])
    if not graph.directed:
        edges = np.concatenate([edges, edges[:, ::-1]])
        cost = np.concatenate([cost, cost])
    result = np.zeros(graph.count)
    for s in range(graph.count):
        far = distance[s]
        with np.errstate(invalid="ignore"):
            gap = np.abs(far[edges[:, 0]] + cost - far[edges[:, 1]])
            on_way = np.isfinite(far[edges[:, 0]]) & (gap <= 1e-12 * np.maximum(1, far[edges[:, 1]])) & (edges[:, 0] != edges[:, 1])
        before: dict[int, set[int]] = {}
        for v, w in edges[on_way].tolist():
            if w != s:
                before.setdefault(w, set()).add(v)
        order = [k for k in np.argsort(far, kind="stable").tolist() if k in before]
        paths, share = np.zeros(graph.count), np.zeros(graph.count)
        paths[s] = 1
        for w in order:
            paths[w] = sum(paths[v] for v in before[w])
        for w in reversed(order):
            for v in before[w]:
                share[v] += paths[v] / paths[w] * (1 + share[w])
            result[w] += share[w]
    return result if graph.directed else result / 2

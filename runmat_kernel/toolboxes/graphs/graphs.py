"""Graphs: making graph and digraph objects, changing their nodes and edges, and matrices of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.items import texts_of
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values import CellArray, StringArray
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value
from ...values.sparse import kernels as kernels
from ...values.sparse.matrix import Sparse
from ...values.tables.table import Table
from ..tables.stacking import stacked
from .graph_objects import Digraph, Graph, others


def _is_names(value: Any) -> bool:
    return is_text(value) or type(value) in (CellArray, StringArray)


def _ends(call: Any, s: Any, t: Any, names: list[str]) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Positions of the ends of edges; names that are new are added in the order in which they come."""
    if _is_names(s) or _is_names(t):
        sides = [texts_of(s), texts_of(t)]
        found = list(names)
        known = set(found)
        for name in (*sides[0], *sides[1]):
            if name not in known:
                known.add(name)
                found.append(name)
        places = [np.array([found.index(name) for name in side]) for side in sides]
    else:
        numbers = [as_array(v).ravel(order="F") for v in (s, t)]
        places = [n.astype(np.int64) - 1 for n in numbers]
        found = list(names)
        if any((p < 0).any() or (n != p + 1).any() for n, p in zip(numbers, places, strict=True)):
            raise call.error("Node IDs must be positive integers.", "MATLAB:graphfun:graphbuiltin:InvalidNodes")
    first, second = places
    if first.size != second.size and 1 not in (first.size, second.size):
        raise call.error("Source and target nodes must have the same number of elements.", "MATLAB:graphfun:graphbuiltin:InvalidEdges")
    first, second = (np.array(p) for p in np.broadcast_arrays(first, second))
    return first, second, found


def _from_matrix(call: Any, kind: type[Graph], matrix: Any, rest: list[Any]) -> Graph:
    words = [text_of(r).lower() for r in rest if is_text(r)]
    names = next((texts_of(r) for r in rest if type(r) in (CellArray, StringArray) and not is_text(r)), [])
    if type(matrix) is Sparse:
        return _from_sparse(call, kind, matrix, words, names)
    array = as_array(matrix)
    if array.shape[0] != array.shape[1]:
        raise call.error("Adjacency matrix must be square.", "MATLAB:graphfun:graph:SquareAdjacency")
    weights = array.astype(np.float64)
    if kind is Graph:
        half = "upper" if "upper" in words else "lower" if "lower" in words else None
        if half is None and not np.array_equal(weights, weights.T):
            raise call.error("Adjacency matrix must be symmetric.", "MATLAB:graphfun:graph:SymmetricAdjacency")
        weights = np.tril(weights) if half == "lower" else np.triu(weights)
    if "omitselfloops" in words:
        weights = weights - np.diag(np.diag(weights))
    s, t = np.nonzero(weights)
    plain = array.dtype == np.bool_
    return kind(array.shape[0], s, t, None if plain else weights[s, t], names)


def _from_sparse(call: Any, kind: type[Graph], given: Sparse, words: list[str], names: list[str]) -> Graph:
    """The same of the stored elements alone."""
    m, n = given.shape
    if m != n:
        raise call.error("Adjacency matrix must be square.", "MATLAB:graphfun:graph:SquareAdjacency")
    s, t, weights = given.matrix.indices, np.repeat(np.arange(n), np.diff(given.matrix.indptr)), given.matrix.data
    keep = np.ones(len(s), bool)
    if kind is Graph:
        half = "upper" if "upper" in words else "lower" if "lower" in words else None
        if half is None and not given.equals(Sparse.canonical(kernels.turned(given.matrix))):
            raise call.error("Adjacency matrix must be symmetric.", "MATLAB:graphfun:graph:SymmetricAdjacency")
        keep = s >= t if half == "lower" else s <= t
    if "omitselfloops" in words:
        keep &= s != t
    s, t, weights = s[keep], t[keep], weights[keep]
    order = np.lexsort((t, s))
    plain = weights.dtype == np.bool_
    return kind(n, s[order].astype(np.int64), t[order], None if plain else weights[order].astype(np.float64), names)


def _making(kind: type[Graph]):
    name = kind.matlab_class

    @builtin(
        name, f"G = {name}(A)", f"G = {name}(A, nodenames, ...)", f"G = {name}(s, t)", f"G = {name}(s, t, weights)", f"G = {name}(s, t, weights, nodenames)",
        f"G = {name}(s, t, weights, num)", f"G = {name}(EdgeTable, ...)", f"G = {name}",
        summary=f"{'Directed graph' if kind.directed else 'Graph'} of a matrix or of lists of edges.",
        examples=(
            Example(f"G = {name}([1 1],[2 3]); [numnodes(G) numedges(G)]", "[3 2]"),
            Example(f"G = {name}({{'a','b'}},{{'b','c'}},[5 7]); G.Edges.Weight", "[5;7]"),
        ),
        errors=(ErrorCase(f"{name}([1 2 3;4 5 6])", f"MATLAB:graphfun:{'graph'}:SquareAdjacency"),),
        facts=Fact.SPARSE,
    )  # fmt: skip
    def make(call, *arguments):
        rest = list(arguments)
        if not rest:
            return kind(0, (), ())
        if isinstance(rest[0], Table):
            return _from_table(call, kind, rest[0], rest[1:])
        if len(rest) == 1 or (not _is_names(rest[0]) and _is_names(rest[1]) and numel_of(rest[0]) != 1):
            return _from_matrix(call, kind, rest[0], rest[1:])
        options = [text_of(r).lower() for r in rest[2:] if is_text(r)]
        values = [r for r in rest[2:] if not (is_text(r) and text_of(r).lower() == "omitselfloops")]
        weights = (
            as_array(values[0]).astype(np.float64).ravel(order="F") if values and numel_of(values[0]) and not _is_names(values[0]) else None
        )
        named = texts_of(values[1]) if len(values) > 1 and _is_names(values[1]) else []
        s, t, names = _ends(call, rest[0], rest[1], named)
        count = len(names) or int(max([*s, *t], default=-1)) + 1
        if len(values) > 1 and not _is_names(values[1]):
            count = max(count, arg.integer(values[1]))
        if weights is not None and weights.size == 1:
            weights = np.full(s.size, weights[0])
        if weights is not None and weights.size != s.size:
            raise call.error(
                "Weights must be a scalar or have one element for each edge.", f"MATLAB:graphfun:{call.name}:InvalidSizeWeights"
            )
        if "omitselfloops" in options:
            keep = s != t
            s, t, weights = s[keep], t[keep], None if weights is None else weights[keep]
        return kind(count, s, t, weights, names)

    return make


GRAPHS = (_making(Graph), _making(Digraph))


def _column_of(call: Any, given: Table, name: str) -> Any:
    if name not in given.columns:
        raise call.error(f"Table must have a variable '{name}'.", f"MATLAB:graphfun:{call.name}:TableVariable")
    return given.columns[name]


def _from_table(call: Any, kind: type[Graph], edges: Table, rest: list[Any]) -> Graph:
    ends = _column_of(call, edges, "EndNodes")
    columns = [arg.like(ends, arg.elements(ends)[:, k : k + 1]) for k in range(2)]
    given = rest[0].columns.get("Name") if rest and isinstance(rest[0], Table) else None
    s, t, names = _ends(call, to_value(columns[0]), to_value(columns[1]), texts_of(given) if given is not None else [])
    weights = as_array(edges.columns["Weight"]).ravel() if "Weight" in edges.columns else None
    count = len(names) or max(int(max([*s, *t], default=-1)) + 1, rest[0].height if rest and isinstance(rest[0], Table) else 0)
    nodes = others(rest[0], ("Name",)) if rest and isinstance(rest[0], Table) else None
    nodes = None if nodes is None or nodes.height != count else nodes
    return kind(count, s, t, weights, names, others(edges, ("EndNodes", "Weight")), nodes)


# --- nodes and edges ------------------------------------------------------------------------------------------------


def _longer(about: Table, height: int, more: Table | None = None) -> Table:
    """What is known of edges or nodes with rows for new ones: those of a table with the same variables, else default values."""
    if more is not None and more.columns and set(more.columns) == set(about.columns):
        return Table({name: stacked([column, more.columns[name]]) for name, column in about.columns.items()}, (), height)
    return about.longer(height) if about.columns else Table({}, (), height)


def _add_node(call, graph, given):
    if isinstance(given, Table):
        fresh = texts_of(_column_of(call, given, "Name"))
    elif _is_names(given):
        fresh = texts_of(given)
    else:
        fresh = [f"Node{graph.count + k + 1}" for k in range(arg.integer(given))] if graph.names else []
        count = graph.count + arg.integer(given)
        nodes = _longer(graph.about_nodes, count)
        return graph.remade(count, graph.source, graph.target, graph.weights, [*graph.names, *fresh], graph.about_edges, nodes)
    twice = next((n for n in fresh if n in graph.names), None)
    if twice is not None:
        raise call.error(f"Node names must be unique: '{twice}'.", "MATLAB:graphfun:addnode:NodesNotUnique")
    names = [*(graph.names or [f"Node{k + 1}" for k in range(graph.count)]), *fresh]
    nodes = _longer(graph.about_nodes, len(names), others(given, ("Name",)) if isinstance(given, Table) else None)
    return graph.remade(len(names), graph.source, graph.target, graph.weights, names, graph.about_edges, nodes)


def _remove_node(call, graph, given):
    gone = set(graph.node_positions(given).tolist())
    kept = [k for k in range(graph.count) if k not in gone]
    return _sub(graph, kept)


def _sub(graph: Graph, kept: list[int]) -> Graph:
    """The graph of some nodes in a given order."""
    place = {k: i for i, k in enumerate(kept)}
    rows = [e for e in range(graph.source.size) if int(graph.source[e]) in place and int(graph.target[e]) in place]
    s, t = ([place[int(side[e])] for e in rows] for side in (graph.source, graph.target))
    weights = None if graph.weights is None else graph.weights[rows]
    names = [graph.names[k] for k in kept] if graph.names else ()
    return graph.remade(len(kept), s, t, weights, names, graph.about_edges.at_rows(rows), graph.about_nodes.at_rows(kept))


def _add_edge(call, graph, s, t=None, weights=None, about=None):
    if isinstance(s, Table):
        other = _from_table(call, type(graph), s, [])
        ends = [other.shown_nodes(side) for side in (other.source, other.target)]
        return _add_edge(call, graph, *ends, None if other.weights is None else to_value(other.weights), other.about_edges)
    if t is None:
        raise call.error("Edges must be given as source and target nodes, or as a table.", "MATLAB:graphfun:addedge:NotEnoughInputs")
    first, second, names = _ends(call, s, t, list(graph.names))
    count = max(len(names), graph.count, int(max([*first, *second], default=-1)) + 1)
    if names and len(names) < count:
        names = [*names, *(f"Node{k + 1}" for k in range(len(names), count))]
    old, new = graph.weights, None
    if weights is not None or old is not None:
        new = np.broadcast_to(as_array(weights).astype(np.float64).ravel() if weights is not None else np.zeros(1), first.shape)
        new = np.concatenate([graph.edge_weights(), new])
    ends = (np.concatenate([side, fresh]) for side, fresh in ((graph.source, first), (graph.target, second)))
    edges = _longer(graph.about_edges, graph.source.size + first.size, about)
    return graph.remade(count, *ends, new, names, edges, _longer(graph.about_nodes, count))


def _find_edge(call, graph, s=None, t=None):
    if s is None:
        return to_value((graph.source + 1.0).reshape(-1, 1)), to_value((graph.target + 1.0).reshape(-1, 1))
    if t is None:
        rows = as_array(s).ravel(order="F") - 1
        if not ((rows >= 0) & (rows < graph.source.size) & (rows == np.floor(rows))).all():
            raise call.error("Edge numbers must be positive integers up to the number of edges.", "MATLAB:graphfun:findedge:InvalidEdge")
        rows = rows.astype(int)
        return graph.shown_nodes(graph.source[rows]), graph.shown_nodes(graph.target[rows])
    first, second = np.broadcast_arrays(graph.node_positions(s), graph.node_positions(t))
    if not graph.directed:
        first, second = np.minimum(first, second), np.maximum(first, second)
    found = [np.flatnonzero((graph.source == a) & (graph.target == b)) for a, b in zip(first, second, strict=True)]
    return to_value(np.array([[float(f[0] + 1) if f.size else 0.0] for f in found]))


def _remove_edge(call, graph, s, t=None):
    rows = as_array(s if t is None else _find_edge(call, graph, s, t)).ravel().astype(int) - 1
    if (rows < 0).any():
        raise call.error("Unable to find the edge to remove.", "MATLAB:graphfun:rmedge:unknownEdge")
    keep = np.setdiff1d(np.arange(graph.source.size), rows)
    return graph.of_edges(keep)


def _find_node(call, graph, names):
    if not _is_names(names):
        numbers = as_array(names).astype(np.float64)
        return to_value(np.where((numbers >= 1) & (numbers <= graph.count), numbers, 0.0))
    wanted = texts_of(names)
    return to_value(np.array([[float(graph.names.index(n) + 1) if n in graph.names else 0.0] for n in wanted]))


def _sparse(call: Any, matrix: Any) -> Any:
    found = matrix.tocoo()
    given = [to_value(np.asarray(v, np.float64).reshape(-1, 1)) for v in (found.row + 1.0, found.col + 1.0, found.data)]
    return call.feval("sparse", *given, float(matrix.shape[0]), float(matrix.shape[1]))[0]


def _adjacency(call, graph, weighted=None):
    if weighted is not None and is_text(weighted):
        weights = graph.edge_weights()
    elif weighted is not None:
        weights = as_array(weighted).astype(np.float64).ravel()
        if weights.size != graph.source.size:
            raise call.error("There must be one weight for each edge.", "MATLAB:graphfun:adjacency:InvalidWeights")
    else:
        weights = np.ones(graph.source.size)
    return _sparse(call, graph.matrix(weights))


def _incidence(call, graph):
    from scipy.sparse import coo_matrix

    count = graph.source.size
    rows = np.concatenate([graph.source, graph.target])
    values = np.concatenate([np.full(count, -1.0), np.ones(count)])
    return _sparse(call, coo_matrix((values, (rows, np.tile(np.arange(count), 2))), shape=(graph.count, count)))


def _laplacian(call, graph):
    from scipy.sparse import diags

    matrix = graph.matrix(np.ones(graph.source.size))
    matrix.setdiag(0)
    return _sparse(call, (diags(np.asarray(matrix.sum(axis=1)).ravel()) - matrix).tocsr())


def _degree(kind: str):
    def method(call, graph, nodes=None):
        leaving, entering = (np.bincount(side, minlength=graph.count).astype(np.float64) for side in (graph.source, graph.target))
        found = {"degree": leaving + entering, "indegree": entering, "outdegree": leaving}[kind]
        return to_value(found[graph.node_positions(nodes)].reshape(-1, 1) if nodes is not None else found.reshape(-1, 1))

    return method


def _reached(kind: str):
    """The nodes next to one: by edges from it, to it, or both."""

    def method(call, graph, node):
        (at,) = graph.node_positions(node)
        ahead, behind = graph.target[graph.source == at], graph.source[graph.target == at]
        found = {"successors": ahead, "predecessors": behind, "neighbors": np.concatenate([ahead, behind])}[kind]
        return graph.shown_nodes(np.unique(found), node)

    return method


def _reordered(call, graph, order):
    return _sub(graph, graph.node_positions(order).tolist())


def _subgraph(call, graph, nodes):
    chosen = np.flatnonzero(as_array(nodes)) if class_of(nodes) == "logical" else graph.node_positions(nodes)
    return _sub(graph, chosen.tolist())


def _flipped(call, graph):
    return graph.remade(graph.count, graph.target, graph.source, graph.weights, graph.names, graph.about_edges, graph.about_nodes)


_PICKS = {"sum": np.add, "min": np.minimum, "max": np.maximum}


def _simplified(call, graph, *options):
    """One edge between two nodes: the first or last of several, or one of their joint weight; loops go unless they are kept."""
    words = [text_of(o).lower() for o in options if is_text(o)]
    wrong = next((w for w in words if w not in (*_PICKS, "mean", "first", "last", "keepselfloops", "omitselfloops")), None)
    if wrong is not None:
        raise call.error(f"Unrecognized option '{wrong}'.", "MATLAB:graphfun:simplify:InvalidFlag")
    how = next((w for w in words if not w.endswith("loops")), "first")
    pairs, first, codes = np.unique(np.column_stack([graph.source, graph.target]), axis=0, return_index=True, return_inverse=True)
    codes = codes.ravel()
    weights = None if graph.weights is None else graph.weights[first]
    if how == "last" and weights is not None:
        weights[codes] = graph.weights
    elif how in ("sum", "mean") and weights is not None:
        weights = np.bincount(codes, graph.weights, len(first)) / (np.bincount(codes, minlength=len(first)) if how == "mean" else 1)
    elif how in _PICKS and weights is not None:
        _PICKS[how].at(weights, codes, graph.weights)
    keep = slice(None) if "keepselfloops" in words else pairs[:, 0] != pairs[:, 1]
    source, target = pairs[keep, 0], pairs[keep, 1]
    edges = graph.about_edges.at_rows(first[keep])
    return graph.remade(graph.count, source, target, None if weights is None else weights[keep], graph.names, edges, graph.about_nodes)


CHANGES = {
    "addnode": _add_node,
    "rmnode": _remove_node,
    "addedge": _add_edge,
    "rmedge": _remove_edge,
    "findnode": _find_node,
    "findedge": _find_edge,
    "numnodes": lambda call, g: float(g.count),
    "numedges": lambda call, g: float(g.source.size),
    "adjacency": _adjacency,
    "incidence": _incidence,
    "laplacian": _laplacian,
    "degree": _degree("degree"),
    "neighbors": _reached("neighbors"),
    "reordernodes": _reordered,
    "subgraph": _subgraph,
    "simplify": _simplified,
    "ismultigraph": lambda call, g: bool(len(np.unique(np.column_stack([g.source, g.target]), axis=0)) < g.source.size),
}
OF_DIRECTED = {
    "indegree": _degree("indegree"),
    "outdegree": _degree("outdegree"),
    "successors": _reached("successors"),
    "predecessors": _reached("predecessors"),
    "flipedge": _flipped,
}

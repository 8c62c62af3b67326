"""Graphs: making graph and digraph objects, changing their nodes and edges, and matrices of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values import CellArray, StringArray
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value, word_of
from ...values.sparse import kernels as kernels
from ...values.sparse.matrix import Sparse
from ...values.tables.table import Table
from ..tables.stacking import stacked
from .graph_objects import Digraph, Graph, is_names, others


def _ends(call: Any, s: Any, t: Any, names: list[str]) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Positions of the ends of edges, and all names: new ones are added in the order in which they come."""
    sides = (s, t)
    if is_names(s) or is_names(t):
        places, names = _named_ends([texts_of(side) for side in sides], names)
    else:
        places = [_numbered_end(call, side) for side in sides]
    first, second = places
    if first.size != second.size and 1 not in (first.size, second.size):
        raise call.error("Source and target nodes must have the same number of elements.", "MATLAB:graphfun:graphbuiltin:InvalidEdges")
    first, second = (np.array(p) for p in np.broadcast_arrays(first, second))
    return first, second, names


def _named_ends(sides: list[list[str]], names: list[str]) -> tuple[list[np.ndarray], list[str]]:
    known = set(names)
    names = [*names, *dict.fromkeys(name for side in sides for name in side if name not in known)]
    place = {name: k for k, name in reversed(list(enumerate(names)))}
    return [np.array([place[name] for name in side]) for side in sides], names


def _numbered_end(call: Any, side: Any) -> np.ndarray:
    numbers = as_array(side).ravel(order="F")
    places = numbers.astype(np.int64) - 1
    if (places < 0).any() or (numbers != places + 1).any():
        raise call.error("Node IDs must be positive integers.", "MATLAB:graphfun:graphbuiltin:InvalidNodes")
    return places


def _from_matrix(call: Any, kind: type[Graph], matrix: Any, rest: list[Any]) -> Graph:
    words = [text_of(r).lower() for r in rest if is_text(r)]
    names = next((texts_of(r) for r in rest if type(r) in (CellArray, StringArray) and not is_text(r)), [])
    shape = matrix.shape if type(matrix) is Sparse else as_array(matrix).shape
    if shape[0] != shape[1]:
        raise call.error("Adjacency matrix must be square.", "MATLAB:graphfun:graph:SquareAdjacency")
    half = "upper" if "upper" in words else "lower" if "lower" in words else None
    if kind is Graph and half is None and not _is_symmetric(matrix):
        raise call.error("Adjacency matrix must be symmetric.", "MATLAB:graphfun:graph:SymmetricAdjacency")
    s, t, weights = _stored(matrix)
    keep = np.ones(len(s), bool)
    if kind is Graph:
        keep = s >= t if half == "lower" else s <= t
    if "omitselfloops" in words:
        keep &= s != t
    return kind(shape[0], s[keep], t[keep], None if weights.dtype == np.bool_ else weights[keep].astype(np.float64), names)


def _is_symmetric(matrix: Any) -> bool:
    if type(matrix) is Sparse:
        return matrix.equals(Sparse.canonical(kernels.turned(matrix.matrix)))
    array = as_array(matrix).astype(np.float64)
    return np.array_equal(array, array.T)


def _stored(matrix: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows, columns and values of the nonzero elements, row by row."""
    if type(matrix) is not Sparse:
        array = as_array(matrix)
        s, t = np.nonzero(array)
        return s, t, array[s, t]
    t = np.repeat(np.arange(matrix.shape[1]), np.diff(matrix.matrix.indptr))
    order = np.lexsort((t, matrix.matrix.indices))
    return matrix.matrix.indices[order].astype(np.int64), t[order], matrix.matrix.data[order]


def _from_ends(call: Any, kind: type[Graph], source: Any, target: Any, *rest: Any) -> Graph:
    """A graph of lists of end nodes; weights, and names or the number of nodes, may follow."""
    values = [r for r in rest if word_of(r) != "omitselfloops"]
    weighted = bool(values) and numel_of(values[0]) > 0 and not is_names(values[0])
    weights = as_array(values[0]).astype(np.float64).ravel(order="F") if weighted else None
    nodes = values[1] if len(values) > 1 else None
    s, t, names = _ends(call, source, target, texts_of(nodes) if nodes is not None and is_names(nodes) else [])
    count = len(names) or int(max([*s, *t], default=-1)) + 1
    if nodes is not None and not is_names(nodes):
        count = max(count, arg.integer(nodes))
    if weights is not None and weights.size == 1:
        weights = np.full(s.size, weights[0])
    if weights is not None and weights.size != s.size:
        raise call.error("Weights must be a scalar or have one element for each edge.", f"MATLAB:graphfun:{call.name}:InvalidSizeWeights")
    if len(values) < len(rest):
        keep = s != t
        s, t, weights = s[keep], t[keep], None if weights is None else weights[keep]
    return kind(count, s, t, weights, names)


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
        if len(rest) == 1 or (not is_names(rest[0]) and is_names(rest[1]) and numel_of(rest[0]) != 1):
            return _from_matrix(call, kind, rest[0], rest[1:])
        return _from_ends(call, kind, *rest)

    return make


GRAPHS = (_making(Graph), _making(Digraph))


def _column_of(call: Any, table: Table, name: str) -> Any:
    if name not in table.columns:
        raise call.error(f"Table must have a variable '{name}'.", f"MATLAB:graphfun:{call.name}:TableVariable")
    return table.columns[name]


def _from_table(call: Any, kind: type[Graph], edges: Table, rest: list[Any]) -> Graph:
    ends = _column_of(call, edges, "EndNodes")
    source, target = (to_value(arg.like(ends, arg.elements(ends)[:, k : k + 1])) for k in range(2))
    nodes = rest[0] if rest and isinstance(rest[0], Table) else Table({}, (), 0)
    s, t, names = _ends(call, source, target, texts_of(nodes.columns["Name"]) if "Name" in nodes.columns else [])
    weights = as_array(edges.columns["Weight"]).ravel() if "Weight" in edges.columns else None
    count = len(names) or max(int(max([*s, *t], default=-1)) + 1, nodes.height)
    about_nodes = others(nodes, ("Name",)) if nodes.height == count else None
    return kind(count, s, t, weights, names, others(edges, ("EndNodes", "Weight")), about_nodes)


# --- nodes and edges ------------------------------------------------------------------------------------------------


def _longer(about: Table, height: int, more: Table | None = None) -> Table:
    """The variables of edges or nodes with rows for new ones: those of a table with the same variables, else default values."""
    if more is not None and more.columns and set(more.columns) == set(about.columns):
        return Table({name: stacked([column, more.columns[name]]) for name, column in about.columns.items()}, (), height)
    return about.longer(height) if about.columns else Table({}, (), height)


def _add_node(call, graph, nodes):
    about = None
    if isinstance(nodes, Table):
        fresh, about = texts_of(_column_of(call, nodes, "Name")), others(nodes, ("Name",))
    elif is_names(nodes):
        fresh = texts_of(nodes)
    else:
        return _add_numbered(graph, arg.integer(nodes))
    twice = next((n for n in fresh if n in graph.names), None)
    if twice is not None:
        raise call.error(f"Node names must be unique: '{twice}'.", "MATLAB:graphfun:addnode:NodesNotUnique")
    names = [*(graph.names or [f"Node{k + 1}" for k in range(graph.count)]), *fresh]
    return graph.changed(count=len(names), names=names, about_nodes=_longer(graph.about_nodes, len(names), about))


def _add_numbered(graph: Graph, number: int) -> Graph:
    count = graph.count + number
    fresh = [f"Node{k + 1}" for k in range(graph.count, count)] if graph.names else []
    return graph.changed(count=count, names=[*graph.names, *fresh], about_nodes=_longer(graph.about_nodes, count))


def _remove_node(call, graph, nodes):
    removed = set(graph.node_positions(nodes).tolist())
    return _sub(graph, [k for k in range(graph.count) if k not in removed])


def _sub(graph: Graph, kept: list[int]) -> Graph:
    """The graph of some nodes in their new order."""
    place = np.full(graph.count, -1)
    place[kept] = np.arange(len(kept))
    rows = np.flatnonzero((place[graph.source] >= 0) & (place[graph.target] >= 0))
    names = [graph.names[k] for k in kept] if graph.names else ()
    s, t = place[graph.source[rows]], place[graph.target[rows]]
    return graph.of_edges(rows).changed(count=len(kept), source=s, target=t, names=names, about_nodes=graph.about_nodes.at_rows(kept))


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
    new = None
    if weights is not None or graph.weights is not None:
        added = as_array(0.0 if weights is None else weights).astype(np.float64).ravel()
        new = np.concatenate([graph.edge_weights(), np.broadcast_to(added, first.shape)])
    source, target = np.concatenate([graph.source, first]), np.concatenate([graph.target, second])
    edges = _longer(graph.about_edges, graph.source.size + first.size, about)
    about_nodes = _longer(graph.about_nodes, count)
    return graph.changed(count=count, source=source, target=target, weights=new, names=names, about_edges=edges, about_nodes=about_nodes)


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
    edges = [graph.edges_between(a, b) for a, b in zip(first, second, strict=True)]
    return to_value(np.array([[float(rows[0] + 1) if rows.size else 0.0] for rows in edges]))


def _remove_edge(call, graph, s, t=None):
    rows = as_array(s if t is None else _find_edge(call, graph, s, t)).ravel().astype(int) - 1
    if (rows < 0).any():
        raise call.error("Unable to find the edge to remove.", "MATLAB:graphfun:rmedge:unknownEdge")
    keep = np.setdiff1d(np.arange(graph.source.size), rows)
    return graph.of_edges(keep)


def _find_node(call, graph, names):
    if not is_names(names):
        numbers = as_array(names).astype(np.float64)
        return to_value(np.where((numbers >= 1) & (numbers <= graph.count), numbers, 0.0))
    wanted = texts_of(names)
    return to_value(np.array([[float(graph.names.index(n) + 1) if n in graph.names else 0.0] for n in wanted]))


def _sparse(call: Any, matrix: Any) -> Any:
    triplets = matrix.tocoo()
    vectors = [to_value(np.asarray(v, np.float64).reshape(-1, 1)) for v in (triplets.row + 1.0, triplets.col + 1.0, triplets.data)]
    return call.feval("sparse", *vectors, float(matrix.shape[0]), float(matrix.shape[1]))[0]


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
        degrees = {"degree": leaving + entering, "indegree": entering, "outdegree": leaving}[kind]
        return to_value(degrees[graph.node_positions(nodes)].reshape(-1, 1) if nodes is not None else degrees.reshape(-1, 1))

    return method


def _reached(kind: str):
    """The nodes next to one: by edges from it, to it, or both."""

    def method(call, graph, node):
        (at,) = graph.node_positions(node)
        ahead, behind = graph.target[graph.source == at], graph.source[graph.target == at]
        nodes = {"successors": ahead, "predecessors": behind, "neighbors": np.concatenate([ahead, behind])}[kind]
        return graph.shown_nodes(np.unique(nodes), node)

    return method


def _reordered(call, graph, order):
    return _sub(graph, graph.node_positions(order).tolist())


def _subgraph(call, graph, nodes):
    chosen = np.flatnonzero(as_array(nodes)) if class_of(nodes) == "logical" else graph.node_positions(nodes)
    return _sub(graph, chosen.tolist())


def _flipped(call, graph):
    return graph.changed(source=graph.target, target=graph.source)


_SIMPLIFY_OPTIONS = ("sum", "min", "max", "mean", "first", "last", "keepselfloops", "omitselfloops")


def _joint_weights(weights: np.ndarray, first: np.ndarray, codes: np.ndarray, choice: str) -> np.ndarray:
    """The weight of each group of edges; ``first`` are the rows of their first edges, ``codes`` the groups of all edges."""
    joint = weights[first]
    if choice == "last":
        joint[codes] = weights
    elif choice == "mean":
        joint = np.bincount(codes, weights, len(first)) / np.bincount(codes, minlength=len(first))
    elif choice == "sum":
        joint = np.bincount(codes, weights, len(first))
    elif choice in ("min", "max"):
        (np.minimum if choice == "min" else np.maximum).at(joint, codes, weights)
    return joint


def _simplified(call, graph, *options):
    """One edge between two nodes: the first or last of several, or one of their joint weight.  Self-loops are removed unless they are
    kept."""
    words = [text_of(o).lower() for o in options if is_text(o)]
    if wrong := [w for w in words if w not in _SIMPLIFY_OPTIONS]:
        raise call.error(f"Unrecognized option '{wrong[0]}'.", "MATLAB:graphfun:simplify:InvalidFlag")
    choice = (*(w for w in words if not w.endswith("loops")), "first")[0]
    pairs, first, codes = np.unique(np.column_stack([graph.source, graph.target]), axis=0, return_index=True, return_inverse=True)
    weights = None if graph.weights is None else _joint_weights(graph.weights, first, codes.ravel(), choice)
    keep = slice(None) if "keepselfloops" in words else pairs[:, 0] != pairs[:, 1]
    source, target = pairs[keep, 0], pairs[keep, 1]
    edges = graph.about_edges.at_rows(first[keep])
    return graph.changed(source=source, target=target, weights=None if weights is None else weights[keep], about_edges=edges)


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

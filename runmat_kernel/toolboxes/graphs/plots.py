"""Graphs as plots: places of the nodes, and what is drawn of nodes, edges and their labels."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures.arguments import give
from ...figures.drawing import style
from ...figures.handles import Handle
from ...figures.properties import resolve
from ...figures.property_checks import check
from ...figures.tree import Node
from ...values import CellArray, CharArray, Tensor
from ...values.convert import as_array, is_text, numel_of, text_of, to_value, word_of
from ..graphics.plots.series import prepare
from .graph_objects import Graph
from .searches import NEW, depth_first, ways_out

_MOST_WAVES = 1000
"""Nodes of the largest graph for whose plot eigenvectors of the Laplacian are computed."""


def _layout(graph: Graph) -> np.ndarray:
    """Places of the nodes by forces: edges are springs, nodes repel each other.  Neighbours are close to each other at the start."""
    angle = 2 * np.pi * np.arange(graph.count) / max(graph.count, 1)
    place = np.column_stack([np.cos(angle), np.sin(angle)])
    if graph.count < 3:
        return place
    pairs = graph.matrix(np.ones(graph.source.size)).toarray() > 0
    pairs |= pairs.T
    place = 0.2 * place + _spread(pairs & ~np.eye(graph.count, dtype=bool))
    rest = np.sqrt(4 / graph.count)
    heat = 0.3
    for _ in range(150):
        gap = place[:, None, :] - place[None, :, :]
        length = np.maximum(np.linalg.norm(gap, axis=2), 1e-3)
        force = (gap * (rest**2 / length**2 - pairs * length / rest)[:, :, None]).sum(axis=1)
        size = np.maximum(np.linalg.norm(force, axis=1, keepdims=True), 1e-9)
        place = place + force / size * np.minimum(size, heat)
        heat *= 0.97
    return place - place.mean(axis=0)


def _spread(pairs: np.ndarray) -> np.ndarray:
    """The eigenvectors of the second and third smallest eigenvalue of the Laplacian as coordinates: few edges cross."""
    if len(pairs) > _MOST_WAVES:
        return np.zeros((len(pairs), 2))
    _, waves = np.linalg.eigh(np.diag(pairs.sum(axis=1, dtype=np.float64)) - pairs)
    places = waves[:, 1:3] / np.maximum(np.abs(waves[:, 1:3]).max(axis=0), 1e-12)
    return places * np.where(places[np.abs(places).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)


def _layers(graph: Graph) -> np.ndarray:
    """Nodes in rows: each below all nodes from which edges lead to it (edges that close a cycle do not count), between its neighbours
    above."""
    edges, order = _acyclic_edges(graph)
    depth = np.zeros(graph.count, int)
    for node in reversed(order):
        for target in edges[node]:
            depth[target] = max(depth[target], depth[node] + 1)
    above: list[list[int]] = [[] for _ in range(graph.count)]
    for node, targets in enumerate(edges):
        for target in targets:
            above[target].append(node)
    place = np.zeros((graph.count, 2))
    for level in range(depth.max(initial=0) + 1):
        row = np.flatnonzero(depth == level).tolist()
        row.sort(key=lambda n: (place[above[n], 0].mean() if above[n] else 0.0, n))
        place[row, 0] = np.arange(len(row)) - (len(row) - 1) / 2
        place[row, 1] = -level
    return place


def _acyclic_edges(graph: Graph) -> tuple[list[list[int]], list[int]]:
    """For each node the ends of its edges without those that close a cycle, and all nodes with the last ones first.

    A depth-first search begins at the nodes that no edge enters.  Undirected edges lead away from the node that is reached first.
    """
    ways, state = ways_out(graph), [NEW] * graph.count
    entered = np.bincount(graph.target, minlength=graph.count) if graph.directed else np.zeros(graph.count)
    edges: list[list[int]] = [[] for _ in range(graph.count)]
    order = []
    for start in sorted(range(graph.count), key=lambda k: (entered[k] > 0, k)):
        for kind, node, other, _ in depth_first(ways, start, state) if state[start] == NEW else ():
            if kind in ("edgetonew", "edgetofinished"):
                edges[node].append(other)
            elif kind == "finishnode":
                order.append(node)
    return edges, order


def _places(call: Any, graph: Graph, options: Mapping[str, Any]) -> np.ndarray:
    if "xdata" in options and "ydata" in options:
        place = [as_array(options[k]).ravel().astype(np.float64) for k in ("xdata", "ydata")]
        if any(side.size != graph.count for side in place):
            raise call.error("XData and YData must have one value for each node.", "MATLAB:graphfun:graphbuiltin:InvalidXData")
        return np.column_stack(place)
    word = text_of(options["layout"]).lower() if "layout" in options else "auto"
    if word == "circle":
        angle = 2 * np.pi * np.arange(graph.count) / max(graph.count, 1)
        return np.column_stack([np.cos(angle), np.sin(angle)])
    if word == "layered":
        return _layers(graph)
    if word not in ("auto", "force", "subspace"):
        raise call.error(f"Layout '{word}' is not supported.", "MATLAB:graphfun:graphbuiltin:InvalidLayout")
    return _layout(graph)


_LAYOUT_OPTIONS = (
    "iterations", "direction", "sources", "sinks", "weighteffect", "usegravity", "center", "dimension", "start", "assignlayers",
)  # fmt: skip
_MANY = 100
"""Nodes of a graph beyond which its nodes are small and have no labels."""


def _label_texts(labels: Any) -> list[str]:
    """Labels as texts: numbers are written with five digits."""
    return [f"{value:.5g}" for value in as_array(labels).ravel(order="F")] if read.is_numeric(labels) else texts_of(labels)


def _labels(call: Any, labels: Any, count: int) -> Any:
    """A cell of one text for each node or edge: numbers are written, nothing stands for no labels."""
    words = _label_texts(labels) if numel_of(labels) else []
    if words and len(words) != count:
        raise call.error("There must be one label for each node or edge.", "MATLAB:graphfun:graphbuiltin:InvalidLabel")
    return CellArray.of([CharArray.row(word) for word in words])


def _in_direction(place: np.ndarray, direction: str) -> np.ndarray:
    """The places of a layered plot whose layers follow each other in another direction than down."""
    x, y = place[:, 0], place[:, 1]
    moved = {"up": (x, -y), "right": (-y, x), "left": (y, x)}
    return np.column_stack(moved[direction]) if direction in moved else place


def _directed_places(call: Any, graph: Graph, options: Mapping[str, Any]) -> np.ndarray:
    place = _places(call, graph, options)
    return _in_direction(place, text_of(options["direction"]).lower()) if "direction" in options else place


def plot_graph(call: Any, graph: Graph, *arguments: Any) -> Any:
    axes, rest = read.take_axes(call.session.figures, list(arguments))
    spec = read.line_spec(text_of(rest[0])) if len(rest) % 2 and is_text(rest[0]) else None
    if len(rest) % 2 and spec is None:
        raise call.error("Error in color/linetype argument.", "MATLAB:graphfun:plot:InvalidLineSpec")
    options = {text_of(rest[i]).lower(): (text_of(rest[i]), rest[i + 1]) for i in range(len(rest) % 2, len(rest), 2)}
    layout_options = {name: value for name, (_, value) in options.items() if name in ("xdata", "ydata", "layout", *_LAYOUT_OPTIONS)}
    place = _directed_places(call, graph, layout_options)
    target, _ = prepare(call, (Handle.of(axes),) if axes is not None else ())
    node = Node("graphplot", target, XData=place[:, 0].reshape(1, -1), YData=place[:, 1].reshape(1, -1))
    node.values.update(_source=graph.source, _target=graph.target, _graph=graph, **_first_look(graph))
    for name, value in (spec or {}).items():
        for full in ("NodeColor", "EdgeColor") if name == "Color" else (name,):
            node.set(full, to_value(value))
    node.follow = _follow
    for name, (spelled, value) in options.items():
        if name not in layout_options:
            word = resolve(node.kind, spelled)
            node.set(word, _labels(call, value, _count(graph, word)) if word.endswith("Label") else value)
    _prepare_axes(target, solid=bool(node.vector("ZData").size))
    return give(call, [node])


def _first_look(graph: Graph) -> dict[str, Any]:
    """Labels and sizes of a plot before options set others: large graphs have no labels and small marks."""
    few = graph.count <= _MANY
    names = (graph.names or tuple(str(k + 1) for k in range(graph.count))) if few else ()
    return dict(
        NodeLabel=CellArray.of([CharArray.row(name) for name in names]), EdgeLabel=CellArray.of([]), MarkerSize=4.0 if few else 2.0,
        ShowArrows=CharArray.row("on" if graph.directed else "off"), ArrowSize=7.0 if few else 4.0,
    )  # fmt: skip


def _prepare_axes(axes: Node, solid: bool) -> None:
    """Axes without ticks and with space around the graph, seen from the side where it has depth."""
    for letter in "XYZ":
        axes.values.update({f"{letter}Tick": Tensor(np.zeros((0, 0))), f"{letter}TickMode": CharArray.row("manual")})
        axes.values[f"{letter}LimitMethod"] = CharArray.row("padded")
    if solid:
        axes.values.setdefault("View", read.row([-37.5, 30]))


def _count(graph: Graph, name: str) -> int:
    return graph.count if name.startswith("Node") or name in ("MarkerSize", "Marker") else graph.source.size


def _follow(node: Node, name: str) -> None:
    """Show colours by numbers where a property sets such numbers."""
    if name in ("NodeCData", "EdgeCData"):
        node.values[name.replace("CData", "Color")] = CharArray.row("flat")


def _plotted(call: Any, handle: Any) -> tuple[Node, Graph]:
    """The plot of a graph that a handle names."""
    if not isinstance(handle, Handle) or handle.node.type != "graphplot":
        raise call.undefined(handle)
    call.session.figures.touch(handle.node)
    return handle.node, handle.node.values["_graph"]


def _edges_between(call: Any, graph: Graph, s: Any, t: Any) -> np.ndarray:
    """The rows of the edges from some nodes to others."""
    first, second = graph.node_positions(s), graph.node_positions(t)
    if first.size != second.size and min(first.size, second.size) != 1:
        raise call.error("The lists of nodes must have the same length.", "MATLAB:graphfun:graphbuiltin:EqualNumel")
    rows = [graph.edges_between(a, b) for a, b in np.broadcast(first, second)]
    if not all(r.size for r in rows):
        raise call.error("Unable to find an edge between these nodes.", "MATLAB:graphfun:graphbuiltin:EdgeNotFound")
    return np.concatenate(rows) if rows else np.zeros(0, np.int64)


def _edge_numbers(call: Any, graph: Graph, numbers: Any) -> np.ndarray:
    array = as_array(numbers).ravel(order="F")
    if array.dtype == bool:
        array = np.flatnonzero(array) + 1
    if ((array < 1) | (array > graph.source.size) | (array != np.floor(array))).any():
        raise call.error("Edge numbers must be positive integers up to the number of edges.", "MATLAB:graphfun:findedge:InvalidEdge")
    return array.astype(np.int64) - 1


_NODE_LOOK = ("NodeColor", "MarkerSize", "Marker", "NodeFontSize", "NodeLabelColor")
_EDGE_LOOK = ("EdgeColor", "LineWidth", "LineStyle", "ArrowSize", "EdgeFontSize", "EdgeLabelColor")
_LOOK = {name.lower(): name for name in (*_NODE_LOOK, *_EDGE_LOOK)}


def _paint(node: Node, name: str, chosen: np.ndarray, count: int, value: Any) -> None:
    """Set a property of some nodes or edges; the others keep their values."""
    wanted = to_value(check(node.kind, name, value))
    if name in ("Marker", "LineStyle"):
        words = style.texts(node.get(name))
        words = words if len(words) == count else [words[0]] * count
        for k in chosen:
            words[k] = text_of(wanted)
        node.values[name] = CellArray.of([CharArray.row(word) for word in words])
    elif name.endswith("Color"):
        old = node.array(name)
        old = np.array(old if len(old) == count and old.shape[-1:] == (3,) else np.tile(np.atleast_2d(old)[:1], (count, 1)), np.float64)
        if old.shape != (count, 3):
            old = np.tile([[0.0, 0.447, 0.741]], (count, 1))
        old[chosen] = as_array(wanted)
        node.values[name] = Tensor(np.asfortranarray(old))
    else:
        old = node.vector(name)
        numbers = np.array(old if old.size == count else np.full(count, old[0]))
        numbers[chosen] = as_array(wanted).ravel()
        node.values[name] = Tensor(numbers.reshape(1, -1))


@builtin(
    "highlight", "highlight(H, nodeIDs)", "highlight(H, G)", "highlight(H, s, t)", "highlight(H, 'Edges', edges)", "highlight(..., Name, Value)",
    summary="Make nodes and edges of a plotted graph stand out: larger and wider, or in a look of their own.",
    examples=(
        Example("h = plot(graph([1 2],[2 3])); highlight(h,[1 3]); h.MarkerSize", "[8 4 8]"),
        Example("h = plot(graph([1 2],[2 3])); highlight(h,1,2,'EdgeColor','r','LineWidth',3); {h.EdgeColor(1,:), h.LineWidth}", "{[1 0 0],[3 0.5]}"),
        Example("h = plot(graph([1 2],[2 3])); highlight(h,'Edges',2,'LineStyle','--'); h.LineStyle", "{'-','--'}"),
    ),
    errors=(
        ErrorCase("highlight(3,1)", "MATLAB:UndefinedFunction"),
        ErrorCase("highlight(plot(graph(1,2)),5)", "MATLAB:graphfun:findnode:nodeOutOfRange"),
        ErrorCase("highlight(plot(graph([1 2],[2 3])),1,3)", "MATLAB:graphfun:graphbuiltin:EdgeNotFound"),
    ),
    see_also=("labelnode", "labeledge"),
)  # fmt: skip
def highlight(call, handle, *arguments):
    node, graph = _plotted(call, handle)
    if not arguments:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    nodes, edges, rest = _highlighted(call, graph, list(arguments))
    look = {_LOOK.get(text_of(rest[i]).lower(), text_of(rest[i])): rest[i + 1] for i in range(0, len(rest) - 1, 2)}
    if len(rest) % 2 or not set(look) <= {*_NODE_LOOK, *_EDGE_LOOK}:
        raise call.error("Invalid parameter/value pair arguments.", "MATLAB:graphfun:highlight:InvalidPair")
    if not look:
        look = {"MarkerSize": None, "LineWidth": None}
    for name, value in look.items():
        chosen, count = (nodes, graph.count) if name in _NODE_LOOK else (edges, graph.source.size)
        if chosen.size:
            _paint(node, name, chosen, count, _doubled(node, name, chosen, count) if value is None else value)


def _doubled(node: Node, name: str, chosen: np.ndarray, count: int) -> Any:
    old = node.vector(name)
    return to_value(2.0 * (old if old.size == count else np.full(count, old[0]))[chosen].reshape(1, -1))


def _highlighted(call: Any, graph: Graph, rest: list[Any]) -> tuple[np.ndarray, np.ndarray, list[Any]]:
    """The nodes and edges that arguments of highlight name, and the options behind them."""
    none = np.zeros(0, np.int64)
    first, more = rest[0], rest[1:]
    if word_of(first) == "edges" and more:
        return none, _edge_numbers(call, graph, more[0]), more[1:]
    if isinstance(first, Graph):
        return *_part_of(call, graph, first), more
    is_option = bool(more) and word_of(more[0]) in _LOOK and text_of(more[0]) not in graph.names
    if more and not is_option:
        return none, _edges_between(call, graph, first, more[0]), more[1:]
    chosen = as_array(first) if read.is_numeric(first) else None
    nodes = np.flatnonzero(chosen) if chosen is not None and chosen.dtype == bool else graph.node_positions(first)
    of_edges = any(is_text(v) and _LOOK.get(text_of(v).lower()) in _EDGE_LOOK for v in more[::2])
    return nodes, _along(graph, nodes) if of_edges else none, more


def _part_of(call: Any, graph: Graph, part: Graph) -> tuple[np.ndarray, np.ndarray]:
    """The nodes and edges of a graph that another graph with the same names or numbers has."""
    place = np.array([graph.names.index(n) for n in part.names]) if part.names else np.arange(part.count)
    edges = _edges_between(call, graph, to_value(place[part.source] + 1.0), to_value(place[part.target] + 1.0))
    return place[np.unique(np.concatenate([part.source, part.target]))], edges


def _along(graph: Graph, nodes: np.ndarray) -> np.ndarray:
    """The edges from each node of a path to the next one, where there are some."""
    rows = [graph.edges_between(a, b) for a, b in pairwise(nodes.tolist())]
    return np.concatenate(rows) if rows else np.zeros(0, np.int64)


def _write(call: Any, node: Node, name: str, chosen: np.ndarray, count: int, labels: Any) -> None:
    words = list(style.texts(node.get(name))) if numel_of(node.get(name)) else [""] * count
    fresh = _label_texts(labels)
    if len(fresh) not in (1, chosen.size):
        raise call.error("There must be one label for each node or edge.", "MATLAB:graphfun:graphbuiltin:InvalidLabel")
    for k, place in enumerate(chosen):
        words[place] = fresh[k if len(fresh) > 1 else 0]
    node.values[name] = CellArray.of([CharArray.row(word) for word in words])


@builtin(
    "labelnode", "labelnode(H, nodeIDs, Labels)", summary="Label nodes of a plotted graph.",
    examples=(Example("h = plot(graph([1 2],[2 3])); labelnode(h,[1 3],{'a','b'}); h.NodeLabel", "{'a','2','b'}"),),
    errors=(ErrorCase("labelnode(plot(graph(1,2)),[1 2],{'a','b','c'})", "MATLAB:graphfun:graphbuiltin:InvalidLabel"),), see_also=("labeledge", "highlight"),
)  # fmt: skip
def labelnode(call, handle, nodes, labels):
    node, graph = _plotted(call, handle)
    _write(call, node, "NodeLabel", graph.node_positions(nodes), graph.count, labels)


@builtin(
    "labeledge", "labeledge(H, edges, Labels)", "labeledge(H, s, t, Labels)", summary="Label edges of a plotted graph.",
    examples=(
        Example("h = plot(graph([1 2],[2 3])); labeledge(h,2,'x'); h.EdgeLabel", "{'','x'}"),
        Example("h = plot(graph([1 2],[2 3])); labeledge(h,2,1,7); h.EdgeLabel", "{'7',''}"),
    ),
    errors=(ErrorCase("labeledge(plot(graph(1,2)),3,'x')", "MATLAB:graphfun:findedge:InvalidEdge"),), see_also=("labelnode", "highlight"),
)  # fmt: skip
def labeledge(call, handle, first, second, labels=None):
    node, graph = _plotted(call, handle)
    chosen = _edge_numbers(call, graph, first) if labels is None else _edges_between(call, graph, first, second)
    _write(call, node, "EdgeLabel", chosen, graph.source.size, second if labels is None else labels)


@builtin(
    "layout", "layout(H)", "layout(H, method)", "layout(H, method, Name, Value)", summary="Place the nodes of a plotted graph anew.",
    examples=(Example("h = plot(graph([1 2],[2 3])); layout(h,'layered'); h.YData", "[0 -1 -2]"),),
    errors=(ErrorCase("layout(plot(graph(1,2)),'nosuch')", "MATLAB:graphfun:graphbuiltin:InvalidLayout"),), see_also=("highlight",),
)  # fmt: skip
def layout(call, handle, method=None, *options):
    node, graph = _plotted(call, handle)
    named = {
        text_of(options[i]).lower(): options[i + 1] for i in range(0, len(options) - 1, 2) if text_of(options[i]).lower() == "direction"
    }
    place = _directed_places(call, graph, named if method is None else {**named, "layout": method})
    node.values.update(XData=read.row(place[:, 0]), YData=read.row(place[:, 1]))
    node.values.pop("ZData", None)

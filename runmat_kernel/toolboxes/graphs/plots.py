"""Graphs as plots: places of the nodes, and what is drawn of nodes, edges and their labels."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from ...builtins.items import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures.arguments import give
from ...figures.drawing import style
from ...figures.handles import Handle
from ...figures.properties import resolve
from ...figures.property_checks import check
from ...figures.tree import Node
from ...values import CellArray, CharArray, Tensor
from ...values.convert import as_array, is_text, numel_of, text_of, to_value
from ..graphics.plots.series import prepare
from .graph_objects import Graph

_MOST_WAVES = 1000
"""Nodes of a graph whose Laplacian is taken apart for its plot."""


def _layout(graph: Graph) -> np.ndarray:
    """Places of the nodes: springs along the edges, charges between the nodes, from places where neighbours are close together."""
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
    """The two slowest waves over the nodes (eigenvectors of the Laplacian) as coordinates: few edges cross."""
    if len(pairs) > _MOST_WAVES:
        return np.zeros((len(pairs), 2))
    _, waves = np.linalg.eigh(np.diag(pairs.sum(axis=1, dtype=np.float64)) - pairs)
    found = waves[:, 1:3] / np.maximum(np.abs(waves[:, 1:3]).max(axis=0), 1e-12)
    return found * np.where(found[np.abs(found).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)


def _layers(graph: Graph) -> np.ndarray:
    """Nodes in rows: each below all from which edges lead to it (edges that close a circle do not count), between its neighbours above."""
    count = graph.count
    following = [graph.target[graph.source == k].tolist() for k in range(count)]
    if not graph.directed:
        following = [sorted({*row, *graph.source[graph.target == k].tolist()}) for k, row in enumerate(following)]
    depth, open_, order = np.zeros(count, int), np.zeros(count, int), []
    entered = np.bincount(graph.target, minlength=count) if graph.directed else np.zeros(count)
    kept: list[tuple[int, int]] = []
    for start in sorted(range(count), key=lambda k: (entered[k] > 0, k)):
        stack = [(start, iter(following[start]))] if not open_[start] else []
        open_[start] = max(open_[start], 1)
        while stack:
            node, rest = stack[-1]
            step = next((n for n in rest if open_[n] != 1), None)
            if step is None:
                stack.pop()
                open_[node] = 2
                order.append(node)
                continue
            kept.append((node, step))
            if not open_[step]:
                open_[step] = 1
                stack.append((step, iter(following[step])))
    for node in reversed(order):
        for a, b in kept:
            if a == node:
                depth[b] = max(depth[b], depth[node] + 1)
    place = np.zeros((count, 2))
    for level in range(depth.max(initial=0) + 1):
        row = np.flatnonzero(depth == level).tolist()
        above = {n: [place[a, 0] for a, b in kept if b == n and depth[a] < level] for n in row}
        row.sort(key=lambda n: (np.mean(above[n]) if above[n] else 0.0, n))
        place[row, 0] = np.arange(len(row)) - (len(row) - 1) / 2
        place[row, 1] = -level
    return place


def _places(call: Any, graph: Graph, given: Mapping[str, Any]) -> np.ndarray:
    if "xdata" in given and "ydata" in given:
        place = [as_array(given[k]).ravel().astype(np.float64) for k in ("xdata", "ydata")]
        if any(part.size != graph.count for part in place):
            raise call.error("XData and YData must have one value for each node.", "MATLAB:graphfun:graphbuiltin:InvalidXData")
        return np.column_stack(place)
    word = text_of(given["layout"]).lower() if "layout" in given else "auto"
    if word == "circle":
        angle = 2 * np.pi * np.arange(graph.count) / max(graph.count, 1)
        return np.column_stack([np.cos(angle), np.sin(angle)])
    if word == "layered":
        return _layers(graph)
    if word not in ("auto", "force", "subspace"):
        raise call.error(f"Layout '{word}' is not supported.", "MATLAB:graphfun:graphbuiltin:InvalidLayout")
    return _layout(graph)


_LAYOUT_OPTIONS = (
    "iterations",
    "direction",
    "sources",
    "sinks",
    "weighteffect",
    "usegravity",
    "center",
    "dimension",
    "start",
    "assignlayers",
)
_MANY = 100
"""Nodes of a graph beyond which its nodes are small and have no labels."""


def _labels(call: Any, given: Any, count: int) -> Any:
    """A cell of one text for each node or edge: numbers are written, nothing stands for no labels."""
    if read.is_numeric(given):
        words = [f"{value:.5g}" for value in as_array(given).ravel(order="F")]
    else:
        words = [] if numel_of(given) == 0 else texts_of(given)
    if words and len(words) != count:
        raise call.error("There must be one label for each node or edge.", "MATLAB:graphfun:graphbuiltin:InvalidLabel")
    return CellArray.of([CharArray.row(word) for word in words])


def _turned(place: np.ndarray, direction: str) -> np.ndarray:
    """The places of a layered plot whose layers follow each other to another side than down."""
    x, y = place[:, 0], place[:, 1]
    turned = {"up": (x, -y), "right": (-y, x), "left": (y, x)}
    return np.column_stack(turned[direction]) if direction in turned else place


def plot_graph(call: Any, graph: Graph, *arguments: Any) -> Any:
    rest = list(arguments)
    axes, rest = read.take_axes(call.session.figures, rest)
    spec = read.line_spec(text_of(rest[0])) if len(rest) % 2 and is_text(rest[0]) else None
    if len(rest) % 2 and spec is None:
        raise call.error("Error in color/linetype argument.", "MATLAB:graphfun:plot:InvalidLineSpec")
    given = {text_of(rest[i]).lower(): (text_of(rest[i]), rest[i + 1]) for i in range(len(rest) % 2, len(rest), 2)}
    shape = {name: value for name, (_, value) in given.items() if name in ("xdata", "ydata", "layout", *_LAYOUT_OPTIONS)}
    place = _places(call, graph, shape)
    if "direction" in shape:
        place = _turned(place, text_of(shape["direction"]).lower())
    target, _ = prepare(call, (Handle.of(axes),) if axes is not None else ())
    node = Node("graphplot", target, XData=place[:, 0].reshape(1, -1), YData=place[:, 1].reshape(1, -1))
    node.values.update(_source=graph.source, _target=graph.target, _graph=graph)
    few = graph.count <= _MANY
    names = graph.names or tuple(str(k + 1) for k in range(graph.count) if few)
    node.values.update(
        NodeLabel=CellArray.of([CharArray.row(name) for name in names if few]), EdgeLabel=CellArray.of([]), MarkerSize=4.0 if few else 2.0,
        ShowArrows=CharArray.row("on" if graph.directed else "off"), ArrowSize=7.0 if few else 4.0,
    )  # fmt: skip
    for name, value in (spec or {}).items():
        for full in ("NodeColor", "EdgeColor") if name == "Color" else (name,):
            node.set(full, to_value(value))
    node.follow = _follow
    for name, (_, value) in given.items():
        if name not in shape:
            word = resolve(node.kind, given[name][0])
            node.set(word, _labels(call, value, _count(graph, word)) if word.endswith("Label") else value)
    for name in ("XTick", "YTick", "ZTick"):
        target.values.update({name: Tensor(np.zeros((0, 0))), f"{name}Mode": CharArray.row("manual")})
    for letter in "XYZ":
        target.values[f"{letter}LimitMethod"] = CharArray.row("padded")
    if node.vector("ZData").size:
        target.values.setdefault("View", read.row([-37.5, 30]))
    return give(call, [node])


def _count(graph: Graph, name: str) -> int:
    return graph.count if name.startswith("Node") or name in ("MarkerSize", "Marker") else graph.source.size


def _follow(node: Node, name: str) -> None:
    """What else changes with a property of a plotted graph: colours by numbers are shown as such."""
    if name in ("NodeCData", "EdgeCData"):
        node.values[name.replace("CData", "Color")] = CharArray.row("flat")


def _plotted(call: Any, handle: Any) -> tuple[Node, Graph]:
    """The plot of a graph that a handle names."""
    if not isinstance(handle, Handle) or handle.node.type != "graphplot":
        raise call.undefined(handle)
    call.session.figures.touch(handle.node)
    return handle.node, handle.node.values["_graph"]


def _edges_between(call: Any, graph: Graph, s: Any, t: Any) -> np.ndarray:
    """The edges (from 0) that lead from nodes to others, in both directions where the graph has none."""
    first, second = graph.node_positions(s), graph.node_positions(t)
    if first.size != second.size and min(first.size, second.size) != 1:
        raise call.error("The lists of nodes must have the same length.", "MATLAB:graphfun:graphbuiltin:EqualNumel")
    pairs = np.broadcast_arrays(first, second)
    if not graph.directed:
        pairs = [np.minimum(*pairs), np.maximum(*pairs)]
    found = [np.flatnonzero((graph.source == a) & (graph.target == b)) for a, b in zip(*pairs, strict=True)]
    if any(not f.size for f in found):
        raise call.error("Unable to find an edge between these nodes.", "MATLAB:graphfun:graphbuiltin:EdgeNotFound")
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def _edge_numbers(call: Any, graph: Graph, given: Any) -> np.ndarray:
    array = as_array(given).ravel(order="F")
    if array.dtype == bool:
        array = np.flatnonzero(array) + 1
    if ((array < 1) | (array > graph.source.size) | (array != np.floor(array))).any():
        raise call.error("Edge numbers must be positive integers up to the number of edges.", "MATLAB:graphfun:findedge:InvalidEdge")
    return array.astype(np.int64) - 1


_NODE_LOOK = ("NodeColor", "MarkerSize", "Marker", "NodeFontSize", "NodeLabelColor")
_EDGE_LOOK = ("EdgeColor", "LineWidth", "LineStyle", "ArrowSize", "EdgeFontSize", "EdgeLabelColor")


def _paint(node: Node, name: str, chosen: np.ndarray, count: int, value: Any) -> None:
    """Give some nodes or edges a look of their own; the others keep theirs."""
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
    nodes, edges, rest = np.zeros(0, np.int64), np.zeros(0, np.int64), list(arguments)
    names = {name.lower(): name for name in (*_NODE_LOOK, *_EDGE_LOOK)}
    is_option = lambda v: is_text(v) and text_of(v).lower() in names and text_of(v) not in graph.names  # noqa: E731
    if is_text(rest[0]) and text_of(rest[0]).lower() == "edges" and len(rest) > 1:
        edges, rest = _edge_numbers(call, graph, rest[1]), rest[2:]
    elif isinstance(rest[0], Graph):
        part = rest.pop(0)
        ends = [np.array([graph.names.index(n) for n in part.names]) if part.names else np.arange(part.count)][0]
        nodes = np.unique(np.concatenate([part.source, part.target]))
        edges = _edges_between(call, graph, to_value(ends[part.source] + 1.0), to_value(ends[part.target] + 1.0))
        nodes = ends[nodes]
    elif len(rest) > 1 and not is_option(rest[1]):
        edges, rest = _edges_between(call, graph, *rest[:2]), rest[2:]
    else:
        first = rest.pop(0)
        chosen = as_array(first) if read.is_numeric(first) else None
        nodes = np.flatnonzero(chosen) if chosen is not None and chosen.dtype == bool else graph.node_positions(first)
        if any(is_text(v) and names.get(text_of(v).lower()) in _EDGE_LOOK for v in rest[::2]):
            edges = _along(graph, nodes)
    look = {names.get(text_of(rest[i]).lower(), text_of(rest[i])): rest[i + 1] for i in range(0, len(rest) - 1, 2)}
    if len(rest) % 2 or not set(look) <= {*_NODE_LOOK, *_EDGE_LOOK}:
        raise call.error("Invalid parameter/value pair arguments.", "MATLAB:graphfun:highlight:InvalidPair")
    if not look:
        for name, chosen, count in (("MarkerSize", nodes, graph.count), ("LineWidth", edges, graph.source.size)):
            if chosen.size:
                old = node.vector(name)
                _paint(
                    node, name, chosen, count, to_value(2.0 * (old if old.size == count else np.full(count, old[0]))[chosen].reshape(1, -1))
                )
    for name, value in look.items():
        chosen, count = (nodes, graph.count) if name in _NODE_LOOK else (edges, graph.source.size)
        if chosen.size:
            _paint(node, name, chosen, count, value)


def _along(graph: Graph, nodes: np.ndarray) -> np.ndarray:
    """The edges from each node of a path to the next one, where there are some."""
    found = []
    for a, b in pairwise(nodes.tolist()):
        ends = (a, b) if graph.directed else (min(a, b), max(a, b))
        found.append(np.flatnonzero((graph.source == ends[0]) & (graph.target == ends[1])))
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def _write(call: Any, node: Node, name: str, chosen: np.ndarray, count: int, labels: Any) -> None:
    words = list(style.texts(node.get(name))) if numel_of(node.get(name)) else [""] * count
    given = [f"{value:.5g}" for value in as_array(labels).ravel(order="F")] if read.is_numeric(labels) else texts_of(labels)
    if len(given) not in (1, chosen.size):
        raise call.error("There must be one label for each node or edge.", "MATLAB:graphfun:graphbuiltin:InvalidLabel")
    for k, place in enumerate(chosen):
        words[place] = given[k if len(given) > 1 else 0]
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
    named = {text_of(options[i]).lower(): options[i + 1] for i in range(0, len(options) - 1, 2)}
    place = _places(call, graph, {} if method is None else {"layout": method})
    if "direction" in named:
        place = _turned(place, text_of(named["direction"]).lower())
    node.values.update(XData=read.row(place[:, 0]), YData=read.row(place[:, 1]))
    node.values.pop("ZData", None)

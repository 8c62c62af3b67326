"""Graphs as plots: places of the nodes, and what is drawn of nodes, edges and their labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...figures import arguments as read
from ...values import CharArray, Tensor
from ...values.convert import as_array, is_text, text_of, to_value
from ...values.graphs import Graph
from .. import arguments as arg
from ..composing import composed
from ..items import texts_of

_BLUE = np.array([0.0, 0.447, 0.741])
_OPTIONS = (
    "xdata ydata layout nodelabel edgelabel nodecolor edgecolor linewidth linestyle marker markersize edgealpha arrowsize showarrows "
    "nodefontsize edgefontsize nodefontweight interpreter displayname iterations direction sources sinks weighteffect usegravity center"
)
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


def _labels(call: Any, given: Any, count: int) -> Sequence[str]:
    """One text for each node or edge: numbers are written, nothing stands for no labels."""
    words = [f"{value:.5g}" for value in as_array(given).ravel(order="F")] if read.is_numeric(given) else texts_of(given)
    if words and len(words) != count:
        raise call.error("There must be one label for each node or edge.", "MATLAB:graphfun:graphbuiltin:InvalidLabel")
    return words


def plot_graph(call: Any, graph: Graph, *arguments: Any) -> Any:
    rest = list(arguments)
    spec = read.line_spec(text_of(rest[0])) if len(rest) % 2 and is_text(rest[0]) else None
    given = arg.name_values(rest[len(rest) % 2 :], call.name, _OPTIONS)
    if spec is not None:
        look = {name.lower(): to_value(value) for name, value in spec.items()}
        colour = look.pop("color", None)
        given = {**look, **({"nodecolor": colour, "edgecolor": colour} if colour is not None else {}), **given}
    place = _places(call, graph, given)
    edge = given.get("edgecolor", Tensor((_BLUE + (1 - _BLUE) * 0.4).reshape(1, -1)))
    node = given.get("nodecolor", Tensor(_BLUE.reshape(1, -1)))
    style, width = given.get("linestyle", CharArray.row("-")), given.get("linewidth", 0.5)
    with composed(call) as plot:
        gap = np.full(graph.source.size, np.nan)
        x, y = (np.stack([place[graph.source, k], place[graph.target, k], gap]).ravel(order="F") for k in range(2))
        plot.draw("plot", x, y, "LineStyle", style, "LineWidth", width, "Color", edge)
        if graph.directed and graph.source.size:
            ahead = place[graph.target] - place[graph.source]
            middle = place[graph.source] + 0.55 * ahead
            plot.draw(
                "quiver",
                middle[:, 0],
                middle[:, 1],
                0.02 * ahead[:, 0],
                0.02 * ahead[:, 1],
                0.0,
                "Color",
                edge if "edgecolor" in given else _BLUE,
                "MaxHeadSize",
                4.0,
            )
        dots = plot.draw(
            "plot",
            place[:, 0],
            place[:, 1],
            "LineStyle",
            "none",
            "Marker",
            given.get("marker", CharArray.row("o")),
            "MarkerSize",
            given.get("markersize", 6.0),
            "MarkerFaceColor",
            node,
            "Color",
            node,
        )
        labels = list(graph.names) or [str(k + 1) for k in range(graph.count)]
        labels = _labels(call, given["nodelabel"], graph.count) if "nodelabel" in given else labels
        for k, label in enumerate(labels):
            plot.draw("text", float(place[k, 0]) + 0.03, float(place[k, 1]) + 0.03, label, "FontSize", given.get("nodefontsize", 10.0))
        for e, label in enumerate(_labels(call, given["edgelabel"], graph.source.size) if "edgelabel" in given else []):
            middle = (place[graph.source[e]] + place[graph.target[e]]) / 2
            plot.draw("text", float(middle[0]), float(middle[1]), label, "FontSize", given.get("edgefontsize", 10.0))
        for axis in "xy":
            plot.label(f"{axis}ticks", np.zeros((0, 0)))
        plot.label("axis", "padded")
        return dots if call.nargout else None

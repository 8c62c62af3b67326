"""Drawing of graphs: nodes, edges with their arrows, and the labels of both."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..tree import Node
from . import style, tex
from .series import Canvas, mapped

_MOST_ARROWS = 2000
"""Edges of a graph beyond which arrows are left out: nobody could tell them apart."""
_LOOP = 0.06
"""The size of an edge from a node to itself, in parts of the axes."""


def draw_graph(canvas: Canvas, node: Node) -> Any:
    source, target = (np.asarray(node.values[name], np.int64) for name in ("_source", "_target"))
    place = [node.vector(f"{letter}Data") for letter in "XYZ"]
    count = min(place[0].size, place[1].size)
    _edges(canvas, node, source, target, place)
    artist = None
    marks = _each(node, "Marker", count)
    sizes, colours = _numbers(node, "MarkerSize", count), _colours(canvas, node, "Node", count)
    for mark in dict.fromkeys(marks):
        chosen = np.flatnonzero(np.array([m == mark for m in marks]))
        shape = style.MARKERS.get(mark, "o")
        if shape == "" or colours is None:
            continue
        line = {"linewidths": 0.75} if shape in ("+", "x", "_", "|") or not isinstance(shape, str) else {"linewidths": 0}
        options = {
            "s": sizes[chosen] ** 2,
            "marker": "o" if mark == "." else shape,
            "c": colours[chosen],
            "zorder": canvas.order + 0.003,
            **line,
        }
        if canvas.is_3d:
            z = place[2][chosen] if place[2].size else np.zeros(chosen.size)
            artist = canvas.axes.scatter(place[0][chosen], place[1][chosen], z, depthshade=False, **options)
        else:
            artist = canvas.axes.scatter(place[0][chosen], place[1][chosen], clip_on=False, **options)
    _labels(canvas, node, "Node", [tuple(p[k] for p in place if p.size) for k in range(count)], (4.0, -4.0))
    return artist


def _edges(canvas: Canvas, node: Node, source: np.ndarray, target: np.ndarray, place: list[np.ndarray]) -> None:
    count, colours = source.size, _colours(canvas, node, "Edge", source.size)
    widths, styles = np.maximum(_numbers(node, "LineWidth", count), 0.75), _each(node, "LineStyle", count)
    at = [p for p in place if p.size]
    ends = [np.column_stack([p[k] for p in at]) if count else np.zeros((0, len(at))) for k in (source, target)]
    middle = (ends[0] + ends[1]) / 2
    alpha = node.number("EdgeAlpha")
    arrows, where = node.on("ShowArrows") and count <= _MOST_ARROWS, node.number("ArrowPosition")
    heads = _numbers(node, "ArrowSize", count)
    span = np.ptp(canvas.axes.get_xlim()) * _LOOP
    for e in range(count if colours is not None else 0):
        options = {"color": colours[e], "alpha": alpha, "linewidth": widths[e], "zorder": canvas.order}
        options["linestyle"] = style.LINES.get(styles[e], "-")
        path = np.stack([ends[0][e], ends[1][e]])
        if source[e] == target[e]:
            angles = np.linspace(0, 2 * np.pi, 40)
            path = np.tile(ends[0][e], (40, 1))
            path[:, 0] += span * (np.cos(angles - np.pi / 2)) / 2
            path[:, 1] += span * (1 + np.sin(angles - np.pi / 2)) / 2
            middle[e] = path[20]
        canvas.axes.plot(*path.T, **options)
        if arrows and not canvas.is_3d and source[e] != target[e]:
            tip = ends[0][e] + where * (ends[1][e] - ends[0][e])
            tail = tip - 1e-3 * (ends[1][e] - ends[0][e])
            head = {"arrowstyle": "-|>", "color": colours[e], "mutation_scale": 1.4 * heads[e], "linewidth": 0, "shrinkA": 0, "shrinkB": 0}
            canvas.axes.annotate("", tuple(tip), tuple(tail), arrowprops=head, zorder=canvas.order + 0.002)
    _labels(canvas, node, "Edge", [tuple(p) for p in middle], (2.0, 2.0))


def _labels(canvas: Canvas, node: Node, part: str, places: list[tuple[float, ...]], offset: tuple[float, float]) -> None:
    value = node.get(f"{part}Label")
    words = style.texts(value) if getattr(value, "numel", 1) else []
    interpreter = node.text("Interpreter")
    inks, sizes = _colours(canvas, node, f"{part}Label", len(places)), _numbers(node, f"{part}FontSize", len(places))
    for k, (word, place) in enumerate(zip(words, places, strict=False)):
        if not word or inks is None:
            continue
        options = {
            "fontsize": sizes[k], "color": inks[k], "zorder": canvas.order + 0.005,
            "fontweight": node.text(f"{part}FontWeight"), "fontstyle": node.text(f"{part}FontAngle"),
        }  # fmt: skip
        if canvas.is_3d:
            canvas.axes.text(*place, *([0.0] * (3 - len(place))), tex.convert(word, interpreter), **options)
        else:
            canvas.axes.annotate(tex.convert(word, interpreter), place[:2], offset, textcoords="offset points", va="center", **options)


def _numbers(node: Node, name: str, count: int) -> np.ndarray:
    values = node.vector(name)
    return values if values.size == count else np.full(count, values[0] if values.size else 1.0)


def _each(node: Node, name: str, count: int) -> list[str]:
    """A word for each of the parts."""
    words = style.texts(node.get(name))
    return words if len(words) == count and count != 1 else [words[0]] * count


def _colours(canvas: Canvas, node: Node, part: str, count: int) -> np.ndarray | None:
    """A colour for each of the parts; None where none is drawn."""
    name = f"{part}Color"
    word = node.text(name)
    if word == "none":
        return None
    if word == "flat" and (values := node.vector(f"{part}CData")).size == count:
        return mapped(canvas, values)
    colours = node.array(name)
    if colours.ndim != 2 or colours.shape[-1] != 3:
        colours = np.array([[0.0, 0.447, 0.741]])
    return np.asarray(colours, np.float64) if len(colours) == count else np.tile(np.asarray(colours[:1], np.float64), (count, 1))

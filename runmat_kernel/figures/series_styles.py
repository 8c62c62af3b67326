"""Colours and styles of series: which of its axes' orders a series has, and what changes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..values import CellArray, CharArray, Tensor

if TYPE_CHECKING:
    from .tree import Node

_PAINTED = {"scatter": "CData", "bar": "FaceColor", "area": "FaceColor", "histogram": "_colour", "boxchart": "BoxFaceColor"}
"""The property that shows the colour of the series; ``Color`` of others."""
_FILLED = frozenset({"bar", "area", "histogram"})
_STYLED = frozenset({"line", "stair", "errorbar"})
"""Series that take the next style of lines when the colours begin again."""
_ORDERS = ("ColorOrder", "LineStyleOrder")


def follow(node: Node, name: str) -> None:
    """Update colours after a program has set a property: a new order or index gives new colours; a colour that was set is kept."""
    if name in _ORDERS and node.type == "axes":
        for child in node.walk():
            if "_automatic" in child.values:
                _paint(child, node)
    elif name == "SeriesIndex":
        node.values["_automatic"] = True
        _paint(node, node.parent_of("axes"))
    elif name == _PAINTED.get(node.type, "Color"):
        node.values.pop("_automatic", None)
    elif name in ("LineStyle", "Marker") and node.type in _STYLED:
        if node.values.pop("_styled", False):  # the other of both is not the order's either
            node.values.pop("Marker" if name == "LineStyle" else "LineStyle", None)
        node.values["_own_style"] = True


def begin(axes: Node, node: Node) -> None:
    """Give a new series the next colour of the axes, and the next style where the colours begin again."""
    index, style = int(axes.number("ColorOrderIndex")), int(axes.number("LineStyleOrderIndex"))
    colours, styles = max(len(axes.array("ColorOrder")), 1), line_styles(axes)
    before = axes.values.get("_series", 0)
    follows = before % colours == index - 1 and before // colours % len(styles) == style - 1
    axes.values["_series"] = number = before + 1 if follows else (style - 1) * colours + index
    axes.values["ColorOrderIndex"] = float(index % colours + 1)
    axes.values["LineStyleOrderIndex"] = float(number // colours % len(styles) + 1)
    node.set("SeriesIndex", float(number))


_OF_SIDES = ("-", "--", ":", "-.", "-o", "-^", "-*")
"""The styles of the lines of each side of ``yyaxis``, which all have the colour of their axis."""


def share_out(left: Node, colours: np.ndarray) -> None:
    """Give the sides of ``yyaxis`` a colour each, and their lines styles one after another."""
    for k, side in enumerate((left, left.labels["_right"])):
        colour = np.asarray(colours, dtype=np.float64)[k % len(colours)].reshape(1, 3)
        side.set("YColor", Tensor(colour.copy()))
        side.values["LineStyleOrder"] = CellArray.of([CharArray.row(word) for word in _OF_SIDES])
        side.set("ColorOrder", Tensor(colour))


def forget(axes: Node) -> None:
    """The next series begins the orders anew."""
    for name in ("ColorOrderIndex", "LineStyleOrderIndex", "_series"):
        axes.values.pop(name, None)


def line_styles(axes: Node) -> list[dict[str, str]]:
    """The line styles and markers that lines take one after another."""
    if "LineStyleOrder" not in axes.values:
        return [{"LineStyle": "-", "Marker": "none"}]
    from .arguments import line_spec
    from .drawing.style import texts

    words = [word for text in texts(axes.get("LineStyleOrder")) for word in text.split("|")]
    specs = [spec for word in words if (spec := line_spec(word.strip())) is not None]
    return [{"LineStyle": spec.get("LineStyle", "-"), "Marker": spec.get("Marker", "none")} for spec in specs] or [
        {"LineStyle": "-", "Marker": "none"}
    ]


def _paint(node: Node, axes: Node) -> None:
    order, index = axes.array("ColorOrder") if axes.type == "axes" else np.zeros((0, 3)), node.number("SeriesIndex")
    if not len(order) or index < 1:
        return
    colour = order[(int(index) - 1) % len(order)].astype(np.float64)
    if node.type in _STYLED and "_own_style" not in node.values and ("_styled" in node.values or "LineStyleOrder" in axes.values):
        styles = line_styles(axes)
        chosen = styles[(int(index) - 1) // len(order) % len(styles)]
        node.values.update({name: CharArray.row(word) for name, word in chosen.items()}, _styled=True)
    if node.type in _FILLED:
        node.values["_colour"] = tuple(colour.tolist())
    if node.type != "histogram":
        node.values[_PAINTED.get(node.type, "Color")] = Tensor(colour.reshape(1, -1))

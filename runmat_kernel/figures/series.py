"""Colours of series: which colour of its axes' order a series has, and what changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..values import Tensor

if TYPE_CHECKING:
    from .tree import Node

_PAINTED = {"scatter": "CData", "bar": "FaceColor", "area": "FaceColor", "histogram": "_colour", "boxchart": "BoxFaceColor"}
"""The property that shows the colour of the series; ``Color`` of others."""
_FILLED = frozenset({"bar", "area", "histogram"})


def follow(node: Node, name: str) -> None:
    """What a property that a program has set means for colours: a new order or place in it paints anew, a colour of its own stays."""
    if name == "ColorOrder" and node.type == "axes":
        for child in node.walk():
            if "_automatic" in child.values:
                _paint(child, node)
    elif name == "SeriesIndex":
        node.values["_automatic"] = True
        _paint(node, node.parent_of("axes"))
    elif name == _PAINTED.get(node.type, "Color"):
        node.values.pop("_automatic", None)


def _paint(node: Node, axes: Node) -> None:
    order, index = axes.array("ColorOrder") if axes.type == "axes" else np.zeros((0, 3)), node.number("SeriesIndex")
    if not len(order) or index < 1:
        return
    colour = order[(int(index) - 1) % len(order)].astype(np.float64)
    if node.type in _FILLED:
        node.values["_colour"] = tuple(colour.tolist())
    if node.type != "histogram":
        node.values[_PAINTED.get(node.type, "Color")] = Tensor(colour.reshape(1, -1))

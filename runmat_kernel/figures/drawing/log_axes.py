"""Logarithmic axes in space: matplotlib draws in proportion there, so what is drawn is the logarithm itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...values import Tensor
from .. import limits

if TYPE_CHECKING:
    from ..tree import Node


def letters(axes: Node) -> str:
    """The logarithmic ones of x, y and z of axes in space; none of flat axes, which matplotlib draws itself."""
    return "".join(letter for letter in "XYZ" if axes.text(f"{letter}Scale") == "log") if limits.is_3d(axes) else ""


def of(values: np.ndarray) -> np.ndarray:
    """The logarithms; what is not positive has no place."""
    numbers = np.asarray(values, dtype=np.float64)
    with np.errstate(all="ignore"):
        return np.where(numbers > 0, np.log10(np.where(numbers > 0, numbers, 1.0)), np.nan)


def colour_span(low: float, high: float) -> tuple[float, float]:
    """The logarithms of limits of colours, of which the upper is positive."""
    return float(np.log10(low if low > 0 else high / 1e3)), float(np.log10(high))


def drawn_limits(axes: Node, letter: str) -> tuple[float, float]:
    """From where to where an axis is drawn."""
    low, high = limits.axis_limits(axes, letter)
    if letter not in letters(axes):
        return low, high
    high = high if high > 0 else 1.0
    return float(np.log10(low if low > 0 else high / 1e3)), float(np.log10(high))


def placed(axes: Node, node: Node) -> Node:
    """An object as it is drawn: itself, or a copy, outside of the tree, whose points are logarithms along the logarithmic axes."""
    from ..tree import Node

    logarithmic = letters(axes)
    if not logarithmic or node.type == "light":
        return node
    copy = Node(node.type)
    copy.kind, copy.values, copy.parent, copy.labels = node.kind, dict(node.values), node.parent, node.labels
    for letter in logarithmic:
        name, column = f"{letter}Data", "XYZ".index(letter)
        if letter == "Z" and node.type == "surface" and "CData" not in node.values:
            copy.values["CData"] = node.get("ZData")
        if name in node.kind.defaults and node.array(name).size:
            copy.values[name] = Tensor(np.asfortranarray(of(node.array(name))))
        for name in ("Vertices", "Position"):
            points = np.array(node.array(name), dtype=np.float64) if name in node.values else np.zeros((0, 0))
            if points.ndim == 2 and points.shape[1] > column:
                points[:, column] = of(points[:, column])
                copy.values[name] = Tensor(np.asfortranarray(points))
    if "Z" in logarithmic:
        copy.values["_ground"] = drawn_limits(axes, "Z")[0]
        if node.type == "contour":
            copy.values["LevelList"] = Tensor(of(node.vector("LevelList"))[None, :])
    return copy

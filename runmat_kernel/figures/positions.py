"""The position of an axes in its figure, before it is drawn."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..values import CharArray
from ..values.convert import as_array, is_text, text_of, to_value
from . import tiles

if TYPE_CHECKING:
    from .tree import Node

POSITIONS = ("Position", "InnerPosition", "OuterPosition")
_INSET = np.array([0.13, 0.11, 0.775, 0.815])
"""The part of its outer rectangle that an axes takes."""


def follow(axes: Node, name: str) -> None:
    """Update the rectangles of axes after a program has set one, which is kept when labels change."""
    if name == "OuterPosition":
        outer = axes.values[name].array.ravel()
        corner = outer[:2] + _INSET[:2] * outer[2:]
        axes.values["Position"] = to_value(np.concatenate([corner, _INSET[2:] * outer[2:]]).reshape(1, 4))
    else:
        axes.values["Position"] = axes.values[name]
        axes.values.pop("OuterPosition", None)
        for node in _beside(axes):
            node.values["_stays"] = True
    axes.values.pop("InnerPosition", None)
    axes.values["PositionConstraint"] = CharArray.row("outerposition" if name == "OuterPosition" else "innerposition")


def position(axes: Node, name: str) -> Any:
    """The inner or outer rectangle of an axes; what stands beside it makes the inner one smaller."""
    if name != "OuterPosition":
        if any(_sides(axes.values.get("_twin", axes))):
            return in_units(axes, np.array(place(axes)))
        return to_value(own(axes).reshape(1, 4))
    if name in axes.values:
        return axes.values[name]
    inner = own(axes)
    size = inner[2:4] / _INSET[2:]
    return to_value(np.concatenate([inner[:2] - _INSET[:2] * size, size]).reshape(1, 4))


_SCREEN = np.array([1920.0, 1080.0])
_PIXELS = {"pixels": 1.0, "inches": 96.0, "centimeters": 96 / 2.54, "points": 96 / 72, "characters": 8.0}
"""Pixels in a unit of length."""
POINTS = MappingProxyType({unit: 0.75 * pixels for unit, pixels in _PIXELS.items()})
"""Points in a unit of length."""


def _around(node: Node) -> np.ndarray:
    """Width and height in pixels of what normalized rectangles are parts of: the screen, or the figure."""
    figure = node.parent_of("figure")
    if node.type == "figure" or figure.type != "figure":
        return _SCREEN
    return figure_size(figure)


def _in_pixels(rectangle: np.ndarray, units: str, around: np.ndarray) -> np.ndarray:
    """A rectangle in pixels from the lower left corner."""
    if units == "normalized":
        return rectangle * np.tile(around, 2)
    return rectangle * _PIXELS.get(units, 1.0) - (np.array([1.0, 1.0, 0.0, 0.0]) if units == "pixels" else 0.0)


def _from_pixels(rectangle: np.ndarray, units: str, around: np.ndarray) -> np.ndarray:
    """A rectangle in a unit.  The corner of the screen is pixel 1."""
    if units == "pixels":
        return rectangle + np.array([1.0, 1.0, 0.0, 0.0])
    return rectangle / np.tile(around, 2) if units == "normalized" else rectangle / _PIXELS.get(units, 1.0)


def in_units(node: Node, rectangle: np.ndarray) -> Any:
    """A rectangle in parts of the figure as a Value in the units of a node."""
    around = _around(node)
    return to_value(_from_pixels(rectangle * np.tile(around, 2), node.text("Units"), around).reshape(1, 4))


def in_pixels(node: Node) -> np.ndarray:
    """The Position of a figure on the screen, or of what stands in a figure, in pixels; the lower left one is 1."""
    around = _around(node)
    place = node.vector("Position")[:4] if node.type == "figure" else own(node)
    return _from_pixels(_in_pixels(place, node.text("Units"), around), "pixels", around)


def figure_size(figure: Node) -> np.ndarray:
    """Width and height of a figure in pixels."""
    return _in_pixels(figure.vector("Position"), figure.text("Units"), _SCREEN)[2:4]


def normalized(axes: Node) -> np.ndarray:
    """The rectangle of axes, or of what has a Position of its own, in parts of their figure; without room for what stands beside them."""
    position = own(axes)
    if axes.text("Units") == "normalized":
        return position
    around = _around(axes)
    return _in_pixels(position, axes.text("Units"), around) / np.tile(around, 2)


def convert(node: Node, before: str) -> None:
    """A figure, axes or what stands beside it has other units: its rectangles are told in these."""
    units, around = node.text("Units"), _around(node)
    for name in POSITIONS:
        if units != before and (name in node.values or (name == "Position" and node.type not in _BESIDE)):
            rectangle = own(node) if name == "Position" else node.vector(name)[:4]
            node.values[name] = to_value(_from_pixels(_in_pixels(rectangle, before, around), units, around).reshape(1, 4))


_BESIDE = ("colorbar", "legend")


def own(node: Node) -> np.ndarray:
    """The Position that was given, or that of axes alone in a figure."""
    position = node.values.get("Position")
    return np.asarray(as_array(position) if position is not None else node.kind.defaults["Position"], np.float64).ravel()[:4]


def _beside(axes: Node) -> list[Node]:
    """The colour bar and the legend of axes, as far as they are there."""
    guides = [axes.labels.get("Colorbar"), axes.labels.get("Legend")]
    return [node for node in guides if node is not None and node.alive]


def _sides(axes: Node) -> tuple[str, str]:
    """At which side the colour bar and the legend take room of the axes; no text where they take none."""
    sides = {node.type: node.text("Location").lower() for node in _beside(axes) if "_stays" not in node.values and own_tile(node) is None}
    bar, legend = sides.get("colorbar", ""), sides.get("legend", "")
    if legend and not axes.labels["Legend"].on("Visible"):
        legend = ""
    return tuple(where.removesuffix("outside") if where.endswith("outside") else "" for where in (bar, legend))  # type: ignore[return-value]


def place(node: Node) -> tuple[float, float, float, float]:
    """The rectangle of an axes in figure fractions, made smaller for a colour bar or legend at its side."""
    node = node.values.get("_twin", node)  # both sides of ``yyaxis`` have one place
    x, y, w, h = normalized(node)
    bar, legend = _sides(node)
    if bar == "east":
        w *= 0.86
    elif bar == "west":
        x, w = x + 0.14 * w, w * 0.86
    elif bar == "south":
        y, h = y + 0.17 * h, h * 0.83
    elif bar == "north":
        h *= 0.83
    if "east" in legend or legend == "best":
        w *= 0.76
    elif "west" in legend:
        x, w = x + 0.24 * w, w * 0.76
    elif legend == "north":
        h *= 0.88
    elif legend == "south":
        y, h = y + 0.13 * h, h * 0.87
    return float(x), float(y), float(max(w, 1e-3)), float(max(h, 1e-3))


def own_tile(node: Node) -> str | tuple[float, float, float, float] | None:
    """Where a legend or colour bar stands that has a tile of its own: a side of the whole layout, or the rectangle of the tile."""
    layout = node.values.get("Layout")
    value = layout.array.flat[0].get("Tile") if layout is not None and layout.numel == 1 else None
    if value is None or node.parent is None or node.parent.parent is None or node.parent.parent.type != "tiledlayout":
        return None
    if is_text(value):
        return text_of(value).lower() if text_of(value).lower() in tiles.SIDES else None
    number = int(as_array(value).flat[0])
    return tiles.rectangle(node.parent.parent, (number,)) if number >= 1 else None

"""Where an axes lies in its figure, before it is drawn."""

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
    """A program has set one of the rectangles of an axes: the others follow, and it is the one that stays."""
    if name == "OuterPosition":
        outer = axes.values[name].array.ravel()
        corner = outer[:2] + _INSET[:2] * outer[2:]
        axes.values["Position"] = to_value(np.concatenate([corner, _INSET[2:] * outer[2:]]).reshape(1, 4))
    else:
        axes.values["Position"] = axes.values[name]
        axes.values.pop("OuterPosition", None)
    axes.values.pop("InnerPosition", None)
    axes.values["PositionConstraint"] = CharArray.row("outerposition" if name == "OuterPosition" else "innerposition")


def position(axes: Node, name: str) -> Any:
    """The inner or outer rectangle of an axes."""
    if name == "InnerPosition":
        return axes.get("Position")
    if name in axes.values:
        return axes.values[name]
    inner = axes.vector("Position")
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


def figure_size(figure: Node) -> np.ndarray:
    """Width and height of a figure in pixels."""
    return _in_pixels(figure.vector("Position"), figure.text("Units"), _SCREEN)[2:4]


def normalized(axes: Node) -> np.ndarray:
    """The Position of axes in parts of their figure."""
    position = axes.vector("Position")[:4]
    if axes.text("Units") == "normalized":
        return position
    around = _around(axes)
    return _in_pixels(position, axes.text("Units"), around) / np.tile(around, 2)


def convert(node: Node, before: str) -> None:
    """A figure or axes has other units: its rectangles are told in these.  The corner of the screen is pixel 1."""
    units, around = node.text("Units"), _around(node)
    for name in POSITIONS:
        if units != before and (name in node.values or name == "Position"):
            pixels = _in_pixels(node.vector(name)[:4], before, around)
            if units == "pixels":
                told = pixels + np.array([1.0, 1.0, 0.0, 0.0])
            else:
                told = pixels / np.tile(around, 2) if units == "normalized" else pixels / _PIXELS.get(units, 1.0)
            node.values[name] = to_value(told.reshape(1, 4))


def place(node: Node) -> tuple[float, float, float, float]:
    """The rectangle of an axes in figure fractions, made smaller for a colour bar or legend at its side."""
    node = node.values.get("_twin", node)  # both sides of ``yyaxis`` have one place
    x, y, w, h = normalized(node)
    bar, legend = node.labels.get("Colorbar"), node.labels.get("Legend")
    if bar is not None and bar.alive:
        where = bar.text("Location")
        if where == "eastoutside":
            w *= 0.86
        elif where == "westoutside":
            x, w = x + 0.14 * w, w * 0.86
        elif where == "southoutside":
            y, h = y + 0.17 * h, h * 0.83
        elif where == "northoutside":
            h *= 0.83
    if legend is not None and legend.alive and legend.on("Visible"):
        where = legend.text("Location")
        if where.endswith("outside"):
            if "east" in where or where == "bestoutside":
                w *= 0.76
            elif "west" in where:
                x, w = x + 0.24 * w, w * 0.76
            elif where == "northoutside":
                h *= 0.88
            elif where == "southoutside":
                y, h = y + 0.13 * h, h * 0.87
    return float(x), float(y), float(max(w, 1e-3)), float(max(h, 1e-3))


def own_tile(node: Node) -> str | tuple[float, float, float, float] | None:
    """Where a legend or colour bar stands that has a tile of its own: a side of the whole layout, or the rectangle of the tile."""
    given = node.values.get("Layout")
    value = given.array.flat[0].get("Tile") if given is not None and given.numel == 1 else None
    if value is None or node.parent is None or node.parent.parent is None or node.parent.parent.type != "tiledlayout":
        return None
    if is_text(value):
        return text_of(value).lower() if text_of(value).lower() in tiles.SIDES else None
    number = int(as_array(value).flat[0])
    return tiles.rectangle(node.parent.parent, (number,)) if number >= 1 else None

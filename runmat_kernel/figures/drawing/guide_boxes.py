"""Colour bars and legends before they are drawn: the rectangles that they take beside or in their axes, and the ticks of a colour bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...values import CharArray
from ...values.convert import to_value
from .. import legends, limits, positions

if TYPE_CHECKING:
    from ..tree import Node

_BAR = 0.0476
"""The width of a colour bar, in widths of a figure; one beside small axes is narrower."""
_GAP = 0.03
"""Between a colour bar and its axes, in widths of a figure."""
_TICK_LABELS = 18.0
"""Pixels that the tick labels of an axis take below it."""
_LETTER, _LINE, _SAMPLE, _EDGE = 5.6, 17.0, 42.0, 6.0
"""Pixels that a letter, a line, the sample of a series and the border of a legend take with a font of 9 points."""


def follow(bar: Node, name: str) -> None:
    """A program has set a property of a colour bar: one with a place of its own takes no room of the axes."""
    if name == "Position":
        if bar.text("Location") != "manual":
            bar.values["_side"] = bar.get("Location")
        bar.values["Location"] = CharArray.row("manual")
    elif name == "Location" and bar.text("Location") != "manual":
        bar.values.pop("Position", None)


def side(bar: Node) -> str:
    """Where a colour bar stands, or stood before a program moved it."""
    return bar.text("_side" if bar.text("Location") == "manual" and "_side" in bar.values else "Location").lower()


def position(node: Node) -> Any:
    """The Position of a colour bar or legend, in its units."""
    if "Position" in node.values or node.parent is None:
        return to_value(positions.own(node).reshape(1, 4))
    return positions.in_units(node, _bar(node, node.parent) if node.type == "colorbar" else _legend(node, node.parent))


def thickness(width: float, height: float) -> tuple[float, float]:
    """Width of a standing colour bar and height of a lying one, for axes of a width and height, in parts of the figure."""
    return min(_BAR, 0.09 * width), min(0.05, 0.09 * height)


def gaps(width: float, height: float) -> tuple[float, float]:
    """The gaps between a colour bar and axes of a width and height, in fractions of the figure."""
    return min(_GAP, 0.07 * width), min(_GAP, 0.07 * height)


def inside(where: str, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """The rectangle of a colour bar inside axes, near their edge."""
    x, y, w, h = box
    (thick, tall), inset = thickness(w, h), 0.03
    if where in ("north", "south"):
        return (x + inset, y + h - tall - inset if where == "north" else y + inset, w - 2 * inset, tall)
    return (x + w - thick - inset if where == "east" else x + inset, y + inset, thick, h - 2 * inset)


def _bar(bar: Node, axes: Node) -> np.ndarray:
    x, y, w, h = positions.place(axes)
    where, (thick, tall), (across, up) = side(bar), thickness(w, h), gaps(w, h)
    if not where.endswith("outside"):
        return np.array(inside(where, (x, y, w, h)))
    if where in ("northoutside", "southoutside"):
        below = _TICK_LABELS / positions.figure_size(axes.parent_of("figure"))[1]
        return np.array([x, y + h + up if where == "northoutside" else y - below - up - tall, w, tall])
    return np.array([x + w + across if where == "eastoutside" else x - 2 * across - thick, y, thick, h])


def _legend(box: Node, axes: Node) -> np.ndarray:
    """About the rectangle of a legend: of as many lines as it has series, as wide as its longest text."""
    figure = positions.figure_size(axes.parent_of("figure"))
    words = [name for _, name in legends.entries(box)] or [""]
    columns = len(words) if box.text("Orientation") == "horizontal" else max(1, int(box.number("NumColumns")))
    scale = (box.number("FontSize") if "FontSize" in box.values else axes.number("FontSize") * 0.9) / 9
    lines = -(-len(words) // columns) + ("Title" in box.labels)
    size = scale * np.array([columns * (_SAMPLE + _LETTER * max(map(len, words))), _LINE * lines]) + _EDGE
    width, height = size / figure
    x, y, w, h = positions.place(axes)
    where = box.text("Location").lower()
    inset = np.array([8.0, 8.0]) / figure
    name = where.removesuffix("outside") if where not in ("best", "bestoutside") else "northeast"
    beside = where.endswith("outside") and name not in ("north", "south")
    left, right = (x - width - 5 * inset[0], x + w + inset[0]) if beside else (x + inset[0], x + w - width - inset[0])
    above = where in ("northoutside", "southoutside")
    low, high = (y - height - 3 * inset[1], y + h + inset[1]) if above else (y + inset[1], y + h - height - inset[1])
    if beside:
        low, high = y, y + h - height
    across = right if "east" in name else left if "west" in name else x + (w - width) / 2
    return np.array([across, high if "north" in name else low if "south" in name else y + (h - height) / 2, width, height])


def ticks(bar: Node) -> np.ndarray:
    """Ticks of a colour bar: those given, else at most as many round numbers as have room, or powers of ten for logarithms."""
    if bar.text("TicksMode") == "manual":
        return np.asarray(bar.values["Ticks"].array, np.float64).ravel()
    axes = bar.parent
    assert axes is not None
    _, _, w, h = positions.normalized(bar) if "Position" in bar.values else positions.place(axes)
    lying = side(bar).startswith(("south", "north"))
    width, height = positions.figure_size(axes.parent_of("figure"))
    low, high = span(axes)
    return round_ticks(low, high, w * width / 45 if lying else h * height / 26, log=axes.text("ColorScale") == "log" and high > 0)


def round_ticks(low: float, high: float, most: float, *, log: bool) -> np.ndarray:
    """At most about ``most`` (from 2 to 10) round numbers in a span, or the powers of ten in it."""
    step = limits.nice_step(high - low, max(2, min(10, int(most))))
    at = np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1) * step
    if not log:
        return at
    first, last = np.log10((low if low > 0 else high / 1e3, high))
    tens = 10.0 ** np.arange(np.ceil(first - 1e-9), np.floor(last + 1e-9) + 1)
    return tens if tens.size > 1 else at[at > 0]


def span(axes: Node) -> tuple[float, float]:
    """The numbers that a colour bar tells: those of scaled colours, or places in the colour map where images have these alone."""
    images = [node for node in axes.walk() if node.type == "image" and node.array("CData").ndim == 2]
    direct = images and all(node.text("CDataMapping") == "direct" for node in images)
    if direct and axes.text("CLimMode") == "auto" and not limits.has_scaled_colours(axes):
        return 0.0, float(len(axes.array("Colormap")))
    return limits.colour_limits(axes)

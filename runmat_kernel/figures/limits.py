"""Axis limits, ticks and colour limits as MATLAB chooses them from the data."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from . import category_axes, jitter, time_axes, transforms
from .positions import figure_size, normalized, place

if TYPE_CHECKING:
    from .tree import Node

_TIGHT = frozenset({"image", "contour"})


def nice_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5 times a power of ten that divides ``span`` in at most ``most`` parts."""
    if not (span > 0 and math.isfinite(span)):
        return 1.0
    power = 10.0 ** math.floor(math.log10(span / most))
    for factor in (1, 2, 5, 10):
        if span / (factor * power) <= most * (1 + 1e-9):
            return factor * power
    return 10 * power


def _finite(values: np.ndarray) -> np.ndarray:
    values = np.asarray(values)
    values = values.real if values.dtype.kind == "c" else values
    values = values.ravel().astype(np.float64, copy=False)
    return values[np.isfinite(values)]


def shown_at(node: Node, letter: str) -> np.ndarray:
    """Where points are drawn along an axis: at their data, or moved aside as those of a swarm."""
    data, aside = node.vector(f"{letter}Data"), jitter.aside(node, letter)
    return data if aside is None else data + aside


def extent(node: Node, letter: str) -> np.ndarray:
    """The finite data values along x, y or z that a node spans: any sample whose least and greatest are the node's."""
    if node.type in _WITH_DATA:
        return _with_extras(node, letter, _data_extent(node, letter))
    of_type = _EXTENTS.get(node.type)
    return np.zeros(0) if of_type is None else of_type(node, letter)


def _data_extent(node: Node, letter: str) -> np.ndarray:
    """The finite XData, YData or ZData of a node, or the coordinates of its vertices."""
    values = _finite(shown_at(node, letter) if node.type == "scatter" else node.array(f"{letter}Data"))
    if letter == "Y" and "_YShown" in node.values:  # a function with poles has no limits
        values = np.clip(values, *node.values["_YShown"])
    if node.type == "patch" and not values.size:
        vertices, column = node.array("Vertices"), "XYZ".index(letter)
        return _finite(vertices[:, column]) if vertices.ndim == 2 and vertices.shape[1] > column else values
    return values


def _histogram_extent(node: Node, letter: str) -> np.ndarray:
    if letter == "Z":
        return np.zeros(0)
    if letter == ("X" if node.text("Orientation") == "vertical" else "Y"):
        return _finite(bar_sides(node)[0])
    return np.append(_finite(node.vector("Values")), 0.0)


def _rectangle_extent(node: Node, letter: str) -> np.ndarray:
    position, at = node.vector("Position"), "XYZ".index(letter)
    return np.array([position[at], position[at] + position[at + 2]]) if at < 2 else np.zeros(0)


def _constant_line_extent(node: Node, letter: str) -> np.ndarray:
    return _finite(node.vector("Value")) if node.text("InterceptAxis") == letter.lower() else np.zeros(0)


def bar_sides(node: Node) -> tuple[np.ndarray, np.ndarray]:
    """Where the bars of a histogram begin, with the last end, and how wide they are: bins, or categories at their places."""
    if "_at" in node.values:
        wide = node.number("BarWidth")
        begin = np.asarray(node.values["_at"], dtype=np.float64) - wide / 2
        return np.append(begin, begin[-1:] + wide), np.full(begin.size, wide)
    edges = node.vector("BinEdges")
    return edges, np.diff(edges)


def _with_extras(node: Node, letter: str, values: np.ndarray) -> np.ndarray:
    """Data along an axis with what is drawn beside them: base lines, bars of errors, tips of arrows."""
    if node.type == "area" and letter == "Y":
        below = node.vector("Stacked")
        tops = _finite(below + node.vector("YData")) if below.size == node.vector("YData").size else values
        return np.append(tops, node.number("BaseValue")) if not node.vector("ZData").size else tops
    if not values.size:
        return values
    if node.type == "stem" and letter == "Y" and not node.vector("ZData").size:
        return np.append(values, node.number("BaseValue"))
    if node.type == "stem" and letter == "Z":
        return np.append(values, 0.0)
    if node.type == "errorbar" and letter in "XY":
        middle, low, high = (node.vector(letter + name) for name in ("Data", "NegativeDelta", "PositiveDelta"))
        ends = [middle + sign * delta for sign, delta in ((-1, low), (1, high)) if delta.size == middle.size]
        return _finite(np.concatenate([middle, *ends]))
    if node.type == "quiver":
        along = {"X": "UData", "Y": "VData", "Z": "WData"}[letter]
        return np.concatenate([values, _finite(node.array(f"{letter}Data") + arrow_scale(node) * node.array(along))])
    return values


def arrow_scale(node: Node) -> float:
    """How long the arrows of a quiver are drawn, in lengths of its vectors."""
    return float(node.values.get("_scale", 1.0)) * node.number("AutoScaleFactor") if node.on("AutoScale") else 1.0


def _image_extent(node: Node, letter: str) -> np.ndarray:
    if letter == "Z":
        return np.zeros(0)
    data, count = node.vector(f"{letter}Data"), node.array("CData").shape[0 if letter == "Y" else 1]
    low, high = (data[0], data[-1]) if data.size else (1.0, float(count))
    half = (high - low) / (2 * (count - 1)) if count > 1 else 0.5
    return np.array([low - abs(half), high + abs(half)]) if high >= low else np.array([high - abs(half), low + abs(half)])


def _box_extent(node: Node, letter: str) -> np.ndarray:
    if letter == "Z":
        return np.zeros(0)
    if (letter == "X") == (node.text("Orientation") == "horizontal"):
        return _finite(node.vector("YData"))
    places = np.unique(_finite(node.vector("XData")))
    half = float(np.min(np.diff(places))) / 2 if places.size > 1 else 0.5
    return np.array([places[0] - half, places[-1] + half]) if places.size else places


def _has_boxes_along(node: Node, letter: str) -> bool:
    """Whether the boxes of a box chart stand side by side along this axis, which ends half a place beyond them."""
    return node.type == "boxchart" and (letter == "Y") == (node.text("Orientation") == "horizontal")


def _bar_extent(node: Node, letter: str) -> np.ndarray:
    if letter == "Z":
        return np.zeros(0)
    horizontal = node.on("Horizontal")
    x = _finite(node.vector("XData"))
    if (letter == "X") != horizontal:
        step = float(np.min(np.diff(np.unique(x)))) if np.unique(x).size > 1 else 1.0
        return np.array([x.min() - step * 0.5, x.max() + step * 0.5]) if x.size else x
    tops = _finite(node.vector("YEndPoints"))
    return np.append(tops if tops.size else _finite(node.vector("YData")), node.number("BaseValue"))


_WITH_DATA = frozenset("line animatedline stair scatter patch area contour surface errorbar stem quiver graphplot".split())
_EXTENTS: dict[str, Callable[[Node, str], np.ndarray]] = {
    "image": _image_extent,
    "bar": _bar_extent,
    "boxchart": _box_extent,
    "histogram": _histogram_extent,
    "rectangle": _rectangle_extent,
    "constantline": _constant_line_extent,
}
"""The extents of nodes without XData, YData and ZData of their own, or with others."""


def _data_range(axes: Node, letter: str) -> tuple[float, float] | None:
    """The least and the greatest number along an axis of all that is in the axes; None where there is nothing."""
    low, high = math.inf, -math.inf
    positive = axes.text(f"{letter}Scale") == "log"
    for node in axes.walk():
        if node.type == "axes" or (node.type == "line" and node.text("Tag") == "__no_limits__"):
            continue
        if node.type != "contour" or letter != "Z" or node.get("Height") is True:
            values = extent(transforms.placed(node), letter)
            values = values[values > 0] if positive else values
            if values.size:
                low, high = min(low, float(values.min())), max(high, float(values.max()))
    return (low, high) if low <= high else None


def most_ticks(axes: Node, letter: str) -> int:
    """How many intervals between ticks fit on an axis of this length on the figure."""
    figure = axes.parent_of("figure")
    size = figure_size(figure) if figure.type == "figure" else np.array([560.0, 420.0])
    position = normalized(axes)
    pixels = size[0] * position[2] if letter == "X" else size[1] * position[3]
    if letter == "Z" or is_3d(axes):
        return max(2, min(6, int(pixels / 50)))
    return max(2, min(10, int(pixels / (40 if letter == "X" else 30))))


def _most_words(axes: Node, letter: str) -> int:
    """How many intervals between dates fit, whose words are wide."""
    return max(2, most_ticks(axes, letter) * 3 // 5) if letter == "X" else most_ticks(axes, letter)


def is_3d(axes: Node) -> bool:
    view = axes.vector("View")
    return view.size >= 2 and not (view[1] == 90 and view[0] == 0)


def axis_limits(axes: Node, letter: str) -> tuple[float, float]:
    """The limits in force: what was set, or what MATLAB's automatic choice makes of the data and of equal units."""
    if letter == "Z" or axes.text("DataAspectRatioMode") == "auto" or is_3d(axes) or axes.text(f"{letter}LimMode") == "manual":
        return _chosen(axes, letter)
    return _widened(axes, letter)


def _widened(axes: Node, letter: str) -> tuple[float, float]:
    """``axis equal`` with automatic limits: one axis is widened so that units are equal and the box keeps its size."""
    low, high = _chosen(axes, letter)
    figure = axes.parent_of("figure")
    if figure.type != "figure" or "tight" in (axes.text("XLimitMethod"), axes.text("YLimitMethod")):
        return low, high
    other = _chosen(axes, "Y" if letter == "X" else "X")
    sides, size, ratio = place(axes)[2:], figure_size(figure), axes.vector("DataAspectRatio")
    at, opposite = (0, 1) if letter == "X" else (1, 0)
    per, beside = ((span[1] - span[0]) / (sides[k] * size[k] * ratio[k]) for k, span in ((at, (low, high)), (opposite, other)))
    if not 0 < per < beside:
        return low, high
    middle, half = (low + high) / 2, (high - low) / 2 * beside / per
    return middle - half, middle + half


def _chosen(axes: Node, letter: str) -> tuple[float, float]:
    """The limits before units are made equal."""
    if letter == "X" and "_twin" in axes.values:
        axes = axes.values["_twin"]  # both sides of ``yyaxis`` share their x-axis
    if axes.text(f"{letter}LimMode") == "manual":
        low, high = axes.vector(f"{letter}Lim")[:2]
        if math.isfinite(low) and math.isfinite(high):
            return float(low), float(high)
        bounds = _automatic(axes, letter)
        return (float(low) if math.isfinite(low) else bounds[0]), (float(high) if math.isfinite(high) else bounds[1])
    return _automatic(axes, letter)


def _automatic(axes: Node, letter: str) -> tuple[float, float]:
    if (names := category_axes.ruler_of(axes, letter)) is not None:
        return category_axes.limits(names)
    span = _data_range(axes, letter)
    twin = axes.labels.get("_right") if letter == "X" else None
    if twin is not None and twin.alive and (other := _data_range(twin, letter)) is not None:
        span = other if span is None else (min(span[0], other[0]), max(span[1], other[1]))
    if span is None and time_axes.is_dated(axes, letter):
        return time_axes.FIRST_DAY, time_axes.FIRST_DAY + 1
    if span is None:
        return (1.0, 10.0) if axes.text(f"{letter}Scale") == "log" else (-1.0, 1.0) if letter == "Z" and is_3d(axes) else (0.0, 1.0)
    return _around(axes, letter, *span)


def _around(axes: Node, letter: str, low: float, high: float) -> tuple[float, float]:
    """Limits around data between two numbers: whole powers of ten, the data's own, padded ones, or the next ticks."""
    if axes.text(f"{letter}Scale") == "log":
        bottom, top = 10.0 ** math.floor(math.log10(low) + 1e-12), 10.0 ** math.ceil(math.log10(high) - 1e-12)
        return (bottom, top) if bottom < top else (bottom / 10, top * 10)
    if low == high:
        pad = 1.0 if abs(low) <= 10 or time_axes.is_clocked(axes, letter) else abs(low) * 0.1
        return low - pad, high + pad
    method = axes.text(f"{letter}LimitMethod")
    if method == "tight" or (letter != "Z" and any(node.type in _TIGHT or _has_boxes_along(node, letter) for node in axes.children)):
        return low, high
    if method == "padded":
        pad = 0.07 * (high - low)
        return low - pad, high + pad
    if time_axes.is_clocked(axes, letter):
        beyond = time_axes.clock_ticks(low, high, _most_words(axes, letter), dated=time_axes.is_dated(axes, letter), outside=True)
        return (float(beyond[0]), float(beyond[-1])) if beyond.size > 1 else (low, high)
    step = nice_step(high - low, most_ticks(axes, letter))
    ends = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    return ends if all(map(math.isfinite, ends)) else (low, high)  # next to the largest number


def _step(axes: Node, letter: str, low: float, high: float) -> float:
    """The distance of ticks between the limits: the one that automatic limits are multiples of."""
    ends = _data_range(axes, letter) if axes.text(f"{letter}LimMode") == "auto" else None
    most = most_ticks(axes, letter)
    if ends is not None and ends[0] < ends[1]:
        step = nice_step(ends[1] - ends[0], most)
        if abs(low / step - round(low / step)) < 1e-9 and (high - low) / step <= most + 2:
            return step
    return nice_step(high - low, most)


def ticks(axes: Node, letter: str) -> np.ndarray:
    """Tick positions: those that were set, or multiples of a nice step inside the limits."""
    if axes.text(f"{letter}TickMode") == "manual":
        return axes.vector(f"{letter}Tick")
    low, high = axis_limits(axes, letter)
    if category_axes.ruler_of(axes, letter) is not None:
        return np.arange(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1.0)
    if time_axes.is_clocked(axes, letter):
        ends = _data_range(axes, letter) if axes.text(f"{letter}LimMode") == "auto" else None
        span = ends[1] - ends[0] if ends is not None and ends[0] < ends[1] else None  # limits were widened to ticks of the data
        return time_axes.clock_ticks(low, high, _most_words(axes, letter), dated=time_axes.is_dated(axes, letter), span=span)
    if axes.text(f"{letter}Scale") == "log":
        first, last = math.ceil(math.log10(max(low, 1e-300)) - 1e-9), math.floor(math.log10(max(high, 1e-300)) + 1e-9)
        stride = max(1, -(-(last - first) // min(8, most_ticks(axes, letter))))
        return 10.0 ** np.arange(first, last + 1, stride, dtype=np.float64)
    step = _step(axes, letter, low, high)
    if any(node.type == "bar" and (letter == "X") != node.on("Horizontal") for node in axes.children):
        step = max(step, 1.0)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    at = np.arange(first, last + 1) * step
    return np.round(at, max(0, 12 - math.floor(math.log10(step)))) if at.size and step < 1e12 else at


def tick_labels(axes: Node, letter: str) -> list[str]:
    """The texts at the ticks, without a common power of ten."""
    from . import time_axes
    from .drawing import style

    at, form = ticks(axes, letter), axes.values.get(f"_{letter}TickFormat")
    if (names := category_axes.ruler_of(axes, letter)) is not None:
        return category_axes.labels(at, names)
    if (ruler := time_axes.ruler_of(axes, letter)) is not None:
        return list(time_axes.labels(at, ruler, form))
    if form is not None:
        return [style.tick_text(form)(x) for x in at.tolist()]
    if axes.text(f"{letter}Scale") == "log":
        return [f"10^{{{math.log10(x):g}}}" if x > 0 else f"{x:g}" for x in at.tolist()]
    power = common_power(at)
    return [f"{x / 10.0**power + 0.0:.6g}" for x in at.tolist()]


def common_power(at: np.ndarray) -> int:
    """The power of ten that is written once at the end of the axis; 0 where the ticks are short as they are.

    The largest tick keeps one digit before the point, and is 10 rather than 1 where it is a power itself (10, 9, 8 and not 1, 0.9, 0.8).
    """
    largest = float(np.max(np.abs(at), initial=0.0))
    if not largest or not math.isfinite(largest):
        return 0
    power = math.ceil(math.log10(largest) - 1e-9) - 1
    return power if power > 3 or power < -2 else 0


def colour_limits(axes: Node) -> tuple[float, float]:
    """The range of the colour map: ``CLim`` as set, or the least and greatest of the scaled colour data."""
    if axes.text("CLimMode") == "manual":
        low, high = axes.vector("CLim")[:2]
        return float(low), float(high)
    low, high = math.inf, -math.inf
    positive = axes.text("ColorScale") == "log"
    for node in axes.walk():
        values = _colour_values(node)
        values = values[values > 0] if positive and (values > 0).any() else values
        if values.size:
            low, high = min(low, float(values.min())), max(high, float(values.max()))
    if low > high:
        return 0.0, 1.0
    return (low, high) if low < high else (low - 1.0, high + 1.0)


def has_scaled_colours(axes: Node) -> bool:
    """Whether anything in the axes has colours that the limits of colours scale."""
    return any(_colour_values(node).size for node in axes.walk())


def mapped_bars(node: Node) -> np.ndarray:
    """Numbers in place of colours: one for all bars of a series, or one for each, that go through the colour map."""
    data, count = node.array("CData") if "CData" in node.values else np.zeros(0), node.array("YData").size
    return data if data.size == 1 or (data.size == count and data.shape != (1, 3)) else np.zeros(0)


def _colour_values(node: Node) -> np.ndarray:
    """The numbers of a node that the colour map turns into colours."""
    of_type = _COLOUR_VALUES.get(node.type)
    return np.zeros(0) if of_type is None else of_type(node)


def _cell_colours(node: Node) -> np.ndarray:
    """Those of the cells of an image or a surface, or of the faces of a patch."""
    if node.text("CDataMapping") == "direct":
        return np.zeros(0)
    data = node.array("CData")
    if data.ndim == 3 and data.shape[2] == 3:
        return np.zeros(0)
    if data.size or node.type == "image":
        return _finite(data) if data.size else data
    if node.type == "surface":
        return _finite(node.array("ZData"))
    data = node.array("FaceVertexCData")
    return _finite(data) if data.ndim == 2 and data.shape[1] == 1 else np.zeros(0)


def _graph_colours(node: Node) -> np.ndarray:
    sides = [node.vector(f"{side}CData") for side in ("Node", "Edge") if node.text(f"{side}Color") == "flat"]
    return _finite(np.concatenate(sides)) if sides else np.zeros(0)


def _contour_colours(node: Node) -> np.ndarray:
    levels = node.vector("LevelList")
    return levels if levels.size else _finite(node.array("ZData"))


def _scatter_colours(node: Node) -> np.ndarray:
    data, count = node.array("CData"), node.array("RData" if "RData" in node.kind.defaults else "XData").size
    return _finite(data) if data.size == count and count != 3 else np.zeros(0)


_COLOUR_VALUES: dict[str, Callable[[Node], np.ndarray]] = {
    "image": _cell_colours,
    "surface": _cell_colours,
    "patch": _cell_colours,
    "bar": lambda node: _finite(mapped_bars(node)),
    "graphplot": _graph_colours,
    "contour": _contour_colours,
    "scatter": _scatter_colours,
}

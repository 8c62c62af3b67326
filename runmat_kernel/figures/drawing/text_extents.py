"""The rectangle that a text covers, in its own units: as it would be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...values.convert import to_value
from .. import limits, positions

if TYPE_CHECKING:
    from ..tree import Node


def of_text(node: Node) -> np.ndarray:
    """Left, bottom, width and height of a text; zeros where it stands in space, or in no axes."""
    axes = node.parent_of("axes")
    if axes.type != "axes" or limits.is_3d(axes):
        return np.zeros((1, 4))
    corners = _pixels(node)
    units = node.text("Units")
    size = positions.figure_size(axes.parent_of("figure")) * positions.normalized(axes)[2:4]
    at = node.vector("Position")[:2].astype(np.float64)
    if units not in ("data", "normalized"):
        corners = corners * 0.75 / positions.POINTS.get(units, 0.75)
    elif units == "normalized":
        corners = corners / size
    else:
        return _on_axes(axes, at, corners / size)
    low, high = at + corners
    return np.concatenate([low, high - low]).reshape(1, 4)


def _on_axes(axes: Node, at: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """The rectangle on the axes' own scales; ``parts`` are its corners from ``at`` on, in parts of the axes."""
    corners = np.zeros((2, 2))
    for k, letter in enumerate("XY"):
        low, high = limits.axis_limits(axes, letter)
        log = axes.text(f"{letter}Scale") == "log" and low > 0 and at[k] > 0
        place, span = (np.log10(at[k]), np.log10(high / low)) if log else (at[k], high - low)
        ends = place + parts[:, k] * span * (-1.0 if axes.text(f"{letter}Dir") == "reverse" else 1.0)
        corners[:, k] = np.sort(10.0**ends if log else ends)
    return np.concatenate([corners[0], corners[1] - corners[0]]).reshape(1, 4)


def convert(node: Node, before: str) -> None:
    """A text has other units: its place is told in these; while it is made, its place is given in them."""
    axes, units = node.parent_of("axes"), node.text("Units")
    if axes.type != "axes" or limits.is_3d(axes) or units == before or "Position" not in node.values or "_begun" in node.values:
        return
    at = node.vector("Position").astype(np.float64)
    size = positions.figure_size(axes.parent_of("figure")) * positions.normalized(axes)[2:4] * 0.75  # points
    for k, letter in enumerate("XY"):
        low, high = limits.axis_limits(axes, letter)
        log, reverse = axes.text(f"{letter}Scale") == "log" and low > 0, axes.text(f"{letter}Dir") == "reverse"
        ends = np.log10([low, high]) if log else np.array([low, high])
        place = at[k]
        if before == "data":
            part = ((np.log10(place) if log else place) - ends[0]) / (ends[1] - ends[0])
            part = 1 - part if reverse else part
        else:
            part = place if before == "normalized" else place * positions.POINTS.get(before, 0.75) / size[k]
        if units == "data":
            place = ends[0] + (1 - part if reverse else part) * (ends[1] - ends[0])
            at[k] = 10.0**place if log else place
        else:
            at[k] = part if units == "normalized" else part * size[k] / positions.POINTS.get(units, 0.75)
    node.values["Position"] = to_value(at.reshape(1, -1))


def _pixels(node: Node) -> np.ndarray:
    """The corners of a text in pixels, from the point that it stands at."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from . import series as draw_series
    from . import style

    with rc_context(style.settings()):
        drawn = Figure(dpi=style.SCREEN_DPI)
        canvas = FigureCanvasAgg(drawn)
        artist = drawn.text(
            0.0, 0.0, style.drawn_text(node), **style.font(node), rotation=node.number("Rotation"), rotation_mode="anchor",
            ha=draw_series.HORIZONTAL.get(node.text("HorizontalAlignment").lower(), "left"),
            va=draw_series.VERTICAL.get(node.text("VerticalAlignment").lower(), "center"),
        )  # fmt: skip
        return np.asarray(artist.get_window_extent(canvas.get_renderer()).get_points(), dtype=np.float64)

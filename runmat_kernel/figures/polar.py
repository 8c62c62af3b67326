"""Polar axes: limits, ticks and labels of angles and radii, and how matplotlib shows them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..values import CellArray, CharArray
from ..values.convert import to_value
from .limits import nice_step

if TYPE_CHECKING:
    from .drawing.series import Canvas
    from .tree import Node

_CIRCLES = 5
"""How many circles with a label there are at most."""
_ANGLES = 12
"""The number of labelled angles in a full circle."""
_ZERO = {"right": "E", "top": "N", "left": "W", "bottom": "S"}


def is_polar(node: Node) -> bool:
    """Whether axes are polar ones."""
    return node.kind.label == "polaraxes"


def computed(node: Node, name: str) -> Any:
    """A property that is computed from the data unless it is set: limits of radii, ticks and their labels; None for others."""
    mode = node.values.get(name + "Mode")
    if mode is not None and node.text(name + "Mode") == "manual":
        return None
    if name == "RLim":
        return to_value(np.array([radii(node)]))
    if name == "ThetaLim" and node.text("ThetaAxisUnits") == "radians":
        return to_value(np.array([[0.0, 2 * np.pi]]))
    if name == "RTick":
        return to_value(radius_ticks(node)[None, :])
    if name == "ThetaTick":
        return to_value(angle_ticks(node)[None, :])
    if name in ("RTickLabel", "ThetaTickLabel"):
        words = _radius_words(node) if name[0] == "R" else _angle_words(node)
        return CellArray.of([CharArray.row(word) for word in words], (len(words), 1))
    if name == "RAxisLocation" and node.text("ThetaAxisUnits") == "radians":
        return math.radians(80.0)
    return None


def follow_units(node: Node) -> None:
    """Angles that were set are told in the new units: degrees become radians or back."""
    new = node.text("ThetaAxisUnits")
    if new == node.values.get("_units", "degrees"):
        return
    factor = np.pi / 180 if new == "radians" else 180 / np.pi
    for name in ("ThetaLim", "ThetaTick", "RAxisLocation"):
        if name in node.values:
            node.values[name] = to_value(node.array(name) * factor)
    node.values["_units"] = new


def _degrees(node: Node, values: np.ndarray) -> np.ndarray:
    return np.degrees(values) if node.text("ThetaAxisUnits") == "radians" else values


def radii(node: Node) -> tuple[float, float]:
    """The limits of the radii: those that were set, or from zero to a round number beyond the data."""
    bounds = node.vector("RLim") if node.text("RLimMode") == "manual" else np.full(2, np.nan)
    if np.isfinite(bounds).all() and bounds.size == 2:
        return float(bounds[0]), float(bounds[1])
    reaches = [np.abs(_finite(child)).max(initial=0.0) for child in node.walk() if child is not node]
    largest = max(reaches, default=0.0)
    step = nice_step(float(largest), _CIRCLES)
    low, high = 0.0, float(f"{math.ceil(largest / step - 1e-9) * step:.12g}") if largest > 0 else 1.0
    return (float(bounds[0]) if np.isfinite(bounds[0]) else low), (float(bounds[1]) if np.isfinite(bounds[1]) else high)


def _finite(node: Node) -> np.ndarray:
    name = "Values" if node.type == "histogram" else "RData"
    values = node.vector(name) if name in node.kind.defaults else np.zeros(0)
    return values[np.isfinite(values)]


def radius_ticks(node: Node) -> np.ndarray:
    if node.text("RTickMode") == "manual":
        return node.vector("RTick")
    low, high = radii(node)
    step = nice_step(high - low, _CIRCLES)
    at = np.arange(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1) * step
    return np.round(at, max(0, 12 - math.floor(math.log10(step)))) if step < 1e12 else at


def angle_ticks(node: Node) -> np.ndarray:
    """The labelled angles, in the units of the axes."""
    if node.text("ThetaTickMode") == "manual":
        return node.vector("ThetaTick")
    low, high = _degrees(node, node.vector("ThetaLim"))[:2]
    step = 360 / _ANGLES
    while (high - low) / step < 4:
        step /= 2
    at = np.arange(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1) * step
    return np.radians(at) if node.text("ThetaAxisUnits") == "radians" else at


def _radius_words(node: Node) -> list[str]:
    from .drawing import style

    form = node.values.get("_RTickFormat")
    word = style.tick_text(form) if form is not None else (lambda x: f"{x + 0.0:.6g}")
    return [word(x) for x in radius_ticks(node).tolist()]


def _angle_words(node: Node) -> list[str]:
    from .drawing import style

    at, form = angle_ticks(node), node.values.get("_ThetaTickFormat")
    if form is not None:
        return [style.tick_text(form)(x) for x in at.tolist()]
    if node.text("ThetaAxisUnits") == "radians":
        return [_part_of_pi(x) for x in at.tolist()]
    return [f"{x + 0.0:.6g}" for x in at.tolist()]


def _part_of_pi(x: float) -> str:
    """An angle as a fraction of pi where it is a simple one."""
    for below in (1, 2, 3, 4, 6, 8, 12):
        above = x / np.pi * below
        if abs(above - round(above)) < 1e-9:
            top = round(above)
            whole = {0: "0", 1: "\\pi", -1: "-\\pi"}.get(top, f"{top}\\pi")
            return whole if below == 1 or top == 0 else f"{whole}/{below}"
    return f"{x:.4g}"


def place(axes: Node, node: Node) -> None:
    """Where the points of a series are drawn: negative radii lie on the other side of the centre, unless the limits reach below zero."""
    if "RData" not in node.kind.defaults:
        return
    angle, radius = node.vector("ThetaData"), node.vector("RData")
    low, _ = radii(axes)
    if low >= 0 and angle.size == radius.size:
        angle, radius = np.where(radius < 0, angle + np.pi, angle), np.abs(radius)
    node.values["XData"], node.values["YData"] = to_value(angle[None, :]), to_value(radius[None, :])


def decorate(canvas: Canvas) -> None:
    """Limits, directions, ticks, grid and font of polar axes."""
    from .drawing import tex

    node, axes = canvas.node, canvas.axes
    low, high = radii(node)
    first, last = _degrees(node, node.vector("ThetaLim"))[:2]
    axes.set_theta_zero_location(_ZERO[node.text("ThetaZeroLocation")])
    axes.set_theta_direction(-1 if node.text("ThetaDir") == "clockwise" else 1)
    if last - first < 360 - 1e-9:
        axes.set_thetamin(first)
        axes.set_thetamax(last)
    if node.text("RDir") == "reverse":
        axes.set_ylim(high, low)
    else:
        axes.set_ylim(low, high)
    axes.set_rorigin(low if node.text("RDir") != "reverse" else high)
    if not node.on("Visible"):
        axes.set_axis_off()
        return
    whole = last - first >= 360 - 1e-9
    at, words = _degrees(node, angle_ticks(node)), _shown_words(node, "Theta")
    kept = [k for k, angle in enumerate(at) if not (whole and k and abs(angle - at[0] - 360) < 1e-9)]
    axes.set_thetagrids(at[kept], [tex.convert(words[k], "tex") for k in kept])
    rings = radius_ticks(node)
    inside = [k for k, r in enumerate(rings) if low < r <= high or (r == low and low != 0)]
    where = float(_degrees(node, node.vector("RAxisLocation"))[0])
    ring_words = _shown_words(node, "R")
    if inside:
        axes.set_rgrids(rings[inside], [tex.convert(ring_words[k], "tex") for k in inside], angle=where if whole else first)
    else:
        axes.set_yticks([])
    _look(node, axes)


def _look(node: Node, axes: Any) -> None:
    """Grid lines, fonts, background and border of polar axes."""
    from .drawing import style

    colour = (*style.colour(node, "GridColor", (0.15, 0.15, 0.15)), node.number("GridAlpha"))
    line = style.LINES.get(node.text("GridLineStyle"), "-")
    for name, axis in (("Theta", axes.xaxis), ("R", axes.yaxis)):
        if node.on(f"{name}Grid"):
            axis.grid(True, color=colour, linewidth=0.75, linestyle=line)
        else:  # with properties of lines matplotlib would draw the grid
            axis.grid(False)
        own = style.font(node)
        for label in axis.get_ticklabels():
            label.set(fontweight=own["fontweight"], fontstyle=own["fontstyle"], fontfamily=own["family"])
        ink = style.colour(node, f"{name}Color", (0.15, 0.15, 0.15))
        axis.set_tick_params(labelsize=node.number("FontSize"), labelcolor=ink if ink != "none" else (0, 0, 0, 0))
    for label in axes.get_yticklabels():
        label.set_rotation(node.number("RTickLabelRotation"))
    back = style.colour(node, "Color", "white")
    axes.patch.set_visible(back != "none")
    if back != "none":
        axes.set_facecolor(back)
    for spine in axes.spines.values():
        spine.set_linewidth(max(node.number("LineWidth"), 0.75))
        spine.set_color(colour[:3])
        spine.set_alpha(0.4)


def _shown_words(node: Node, name: str) -> list[str]:
    """The labels of the ticks; angles in degrees have their sign where nobody chose the words."""
    from .drawing import style

    own = node.text(f"{name}TickLabelMode") == "manual"
    words = [text.strip() for text in style.texts(node.get(f"{name}TickLabel"))] if own else []
    count = (angle_ticks(node) if name == "Theta" else radius_ticks(node)).size
    if own:
        return (words + [""] * count)[:count]
    words = _angle_words(node) if name == "Theta" else _radius_words(node)
    plain = name == "Theta" and node.text("ThetaAxisUnits") == "degrees" and "_ThetaTickFormat" not in node.values
    return [word + "\N{DEGREE SIGN}" for word in words] if plain else words

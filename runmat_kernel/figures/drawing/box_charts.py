"""Drawing of box charts: boxes from quartile to quartile with their medians, whiskers and outliers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.records import record
from ..tree import Node
from . import style
from .series import Canvas

_WHISKER = 1.5
"""How far whiskers reach at most, in distances between the quartiles."""
_NOTCH = 1.57
"""Half the height of a notch, in distances between the quartiles over the root of the number of values."""


@record
class Five:
    """Ends of the whiskers, quartiles and median of a sample, its outliers, and how far its notch reaches from the median."""

    low: float
    first: float
    middle: float
    third: float
    high: float
    outside: np.ndarray
    notch: float


def five(values: np.ndarray, whisker: float = _WHISKER) -> Five:
    """By MATLAB's quantiles, of the finite values."""
    x = np.sort(values[np.isfinite(values)])
    q1, q2, q3 = (float(np.quantile(x, p, method="hazen")) for p in (0.25, 0.5, 0.75))
    within = (x >= q1 - whisker * (q3 - q1)) & (x <= q3 + whisker * (q3 - q1))
    low, high = min(float(x[within].min()), q1), max(float(x[within].max()), q3)  # whiskers do not run into the box
    return Five(low, q1, q2, q3, high, x[~within], _NOTCH * (q3 - q1) / float(np.sqrt(x.size)))


def corners(summary: Five, place: float, width: float, notched: bool) -> tuple[np.ndarray, np.ndarray]:
    """The outline of a box, counted round from its lower left; a notched one has a waist of half its width at the median."""
    left, right = place - width / 2, place + width / 2
    if not notched:
        return np.array([left, right, right, left]), np.array([summary.first, summary.first, summary.third, summary.third])
    narrow = width / 4
    up, middle, down = summary.middle + summary.notch, summary.middle, summary.middle - summary.notch
    across = np.array([left, right, right, right - narrow, right, right, left, left, left + narrow, left])
    return across, np.array([summary.first, summary.first, down, middle, up, summary.third, summary.third, up, middle, down])


def places(node: Node) -> tuple[np.ndarray, float]:
    """Where the boxes of a chart stand, and how wide they are: charts of several colours stand beside each other."""
    at = node.vector("XData")
    number, count = node.values.get("_dodge", (0, 1))
    gap = float(np.min(np.diff(np.unique(at)), initial=1.0)) if np.unique(at).size > 1 else 1.0
    return at + ((number + 0.5) / count - 0.5) * gap, node.number("BoxWidth") * gap / count


def draw_boxchart(canvas: Canvas, node: Node) -> Any:
    """The patch of one of the boxes, which stands for the chart in legends."""
    from matplotlib.colors import to_rgba
    from matplotlib.patches import Polygon

    at, width = places(node)
    data, lying = node.vector("YData"), node.text("Orientation") == "horizontal"
    face = style.colour(node, "BoxFaceColor", "none")
    edge, median, mark = (style.colour(node, name) for name in ("BoxEdgeColor", "BoxMedianLineColor", "MarkerColor"))
    line = {"color": style.colour(node, "WhiskerLineColor", "black"), "linewidth": style.width(node), "zorder": canvas.order}
    artist = None

    def draw(x: Any, y: Any, **look: Any) -> None:
        canvas.axes.plot(*((y, x) if lying else (x, y)), **look)

    def within(values: np.ndarray) -> bool:
        """Whether all lie inside the limits: markers at these are whole."""
        low, high = sorted(canvas.axes.get_xlim() if lying else canvas.axes.get_ylim())
        return bool(((values >= low) & (values <= high)).all())

    for place in np.unique(at):
        sample = data[at == place]
        if not np.isfinite(sample).any():
            continue
        summary, notched = five(sample), node.on("Notch")
        x, y = corners(summary, place, width, notched)
        outline = np.column_stack((y, x) if lying else (x, y))
        shade = to_rgba(face, node.number("BoxFaceAlpha")) if face != "none" else "none"
        artist = Polygon(outline, closed=True, facecolor=shade, edgecolor=edge, linewidth=style.width(node), zorder=canvas.order)
        canvas.axes.add_patch(artist)
        half = width / 4 if notched else width / 2
        draw([place - half, place + half], [summary.middle] * 2, **{**line, "color": median})
        for start, end in ((summary.first, summary.low), (summary.third, summary.high)):
            draw([place] * 2, [start, end], linestyle=style.LINES.get(node.text("WhiskerLineStyle"), "-"), **line)
            draw([place - width / 4, place + width / 4], [end] * 2, **line)
        if summary.outside.size and node.text("MarkerStyle") != "none":
            aside = (np.arange(summary.outside.size) * 0.618 % 1 - 0.5) * width / 2 if node.on("JitterOutliers") else 0.0
            draw(
                place + aside + np.zeros(summary.outside.size), summary.outside, linestyle="none", marker=style.MARKERS.get(node.text("MarkerStyle"), "o"),
                markersize=node.number("MarkerSize"), markeredgecolor=mark, markerfacecolor="none", zorder=canvas.order,
                clip_on=not within(summary.outside),
            )  # fmt: skip
    return artist

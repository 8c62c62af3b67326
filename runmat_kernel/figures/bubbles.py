"""Bubbles: how large the markers of bubble charts are, by the sizes of all bubbles of their axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .drawing import style

if TYPE_CHECKING:
    from .drawing.series import Canvas
    from .tree import Node

LABEL = "bubblechart"
_RANGE = np.array([5.0, 50.0])


def charts(axes: Node) -> list[Node]:
    return [node for node in axes.walk() if node.kind.label == LABEL]


def size_range(axes: Node) -> np.ndarray:
    """Diameters of the smallest and of the largest bubble, in points."""
    return np.asarray(axes.values.get("_BubbleSize", _RANGE), np.float64)


def limits(axes: Node) -> np.ndarray:
    """The sizes that the smallest and the largest bubble stand for."""
    if "_BubbleLimits" in axes.values:
        return np.asarray(axes.values["_BubbleLimits"], np.float64)
    sizes = [size for node in charts(axes) for size in node.vector("SizeData") if np.isfinite(size)]
    return np.array([min(sizes), max(sizes)]) if sizes else np.array([0.0, 1.0])


def diameters(axes: Node, sizes: np.ndarray) -> np.ndarray:
    """Diameters in points of bubbles of these sizes; sizes beyond the limits are drawn as those at the limits."""
    (low, high), (small, large) = limits(axes), size_range(axes)
    if high <= low:
        return np.full(sizes.shape, (small + large) / 2)
    return small + (large - small) * np.clip((sizes - low) / (high - low), 0, 1)


def legend(canvas: Canvas, node: Node) -> None:
    """A box that says which sizes bubbles have."""
    from matplotlib.lines import Line2D

    low, high = limits(canvas.node)
    count = int(node.number("NumBubbles"))
    sizes = np.linspace(high, low, count) if count > 2 else np.array([high, low])
    if node.text("BubbleSizeOrder") == "ascending":
        sizes = sizes[::-1]
    words = [f"{size:.4g}" for size in sizes]
    labels = style.texts(node.get("LimitLabels")) if node.get("LimitLabels").numel else []
    if len(labels) == 2:
        for word, end in zip(labels, (low, high), strict=True):
            words[int(np.argmin(np.abs(sizes - end)))] = word
    points = diameters(canvas.node, sizes)
    ink = next((style.colour(chart, "MarkerEdgeColor", None) for chart in charts(canvas.node)), None)
    ink = (0.4, 0.4, 0.4) if ink is None or isinstance(ink, str) else ink
    handles: list[Any] = [
        Line2D([], [], marker="o", linestyle="none", markersize=size, markerfacecolor="none", markeredgecolor=ink) for size in points
    ]
    where = {"northeast": "upper right", "northwest": "upper left", "southeast": "lower right", "southwest": "lower left"}
    outside = node.text("Location").endswith("outside")
    options: dict[str, Any] = {"loc": where.get(node.text("Location"), "upper right")}
    if outside:
        options = {"loc": "upper left", "bbox_to_anchor": (1.02, 1.0), "borderaxespad": 0}
    tall = float(points.max()) / 10
    before = canvas.axes.get_legend()
    drawn = canvas.axes.legend(
        handles, words, title=node.text("Title") or None, fancybox=False, edgecolor="black", fontsize=9, labelspacing=max(0.4, tall * 0.45),
        handlelength=max(2.0, tall * 1.1), handleheight=max(0.7, tall * 0.7), borderpad=max(0.5, tall * 0.35), frameon=node.on("Box"), framealpha=1.0, **options,
    )  # fmt: skip
    drawn.set_zorder(1000)
    drawn.get_frame().set_linewidth(0.75)
    if before is not None:
        canvas.axes.add_artist(before)

"""Tick labels along x that would run into each other are turned, unless a program has said how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..tree import Node

_ANGLES = (30.0, 45.0, 60.0)
_GAP = 2.0
"""Pixels between labels."""


def align(label: Any, angle: float, above: bool) -> None:
    """Turn a label along x around its end at the tick."""
    label.set_rotation(angle)
    slanted = angle % 180
    if not slanted:
        label.set(horizontalalignment="center", rotation_mode="default")
        return
    if slanted == 90:
        label.set(horizontalalignment="center", rotation_mode="default")
        return
    ends_here = (0 < angle % 360 < 180) != above
    label.set(horizontalalignment="right" if ends_here else "left", verticalalignment="center" if slanted > 60 else label.get_va(),
              rotation_mode="anchor")  # fmt: skip


def turn(node: Node, axes: Any, renderer: Any) -> None:
    """Rotate the tick labels of flat axes so far that they do not overlap; labels that are rotated already are kept."""
    if (
        node.text("XTickLabelRotationMode") != "auto"
        or node.text("XScale") == "log"
        or not hasattr(axes, "xaxis")
        or axes.name != "rectilinear"
    ):
        return
    labels = [label for label in axes.xaxis.get_majorticklabels() if label.get_visible() and label.get_text()]
    if len(labels) < 2 or not axes.xaxis.get_visible():
        return
    angle = _needed(axes, labels, renderer)
    if angle:
        for label in labels:
            align(label, angle, node.text("XAxisLocation") == "top")


def _needed(axes: Any, labels: Sequence[Any], renderer: Any) -> float:
    """The least angle at which no label runs into the next; 0 where they lie side by side."""
    low, high = sorted(axes.get_xlim())
    at = np.array([label.get_position()[0] for label in labels], dtype=np.float64)
    seen = (at >= low) & (at <= high)
    pixels = axes.get_xaxis_transform().transform(np.column_stack([at, np.zeros(at.size)]))[:, 0][seen]
    if pixels.size < 2:
        return 0.0
    sizes = np.array([_size(label, renderer) for label, kept in zip(labels, seen, strict=True) if kept])
    order = np.argsort(pixels)
    apart, wide = np.diff(pixels[order]), sizes[order, 0]
    if np.all(apart >= (wide[1:] + wide[:-1]) / 2 + _GAP):
        return 0.0
    space = float(apart.min()) / (float(sizes[:, 1].max()) + _GAP)
    return next((angle for angle in _ANGLES if space * np.sin(np.radians(angle)) >= 1), 90.0)


def _size(label: Any, renderer: Any) -> tuple[float, float]:
    """Width and height of a label as it is when it lies."""
    angle = label.get_rotation()
    label.set_rotation(0.0)
    box = label.get_window_extent(renderer)
    label.set_rotation(angle)
    return box.width, box.height

"""Room for what surrounds axes: titles, labels, tick labels and legends stay inside the figure and off each other.

MATLAB shrinks axes inside their outer positions for that; so the axes are drawn first, measured, and moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.records import record
from ..tree import Node
from . import tick_rotation as turning

_MARGIN = 3.0
"""Pixels of a figure between what is drawn and its edge, and between two axes."""
_LEAST = 0.25
"""The part of their size that axes keep at least."""
_ROUNDS = 2
"""Smaller axes may have shorter labels: measured once more."""


@record
class Placed:
    """Axes as drawn: their Node and matplotlib's axes, a colour bar among them."""

    node: Node
    axes: tuple[Any, ...]


@dataclass(slots=True)
class _Group:
    """Axes that are moved together with their colour bar and their right-hand twin.  ``outer`` is the rectangle of all that is drawn, in fractions."""

    axes: list[Any]
    outer: np.ndarray
    inset: np.ndarray
    layout: Node | None = None
    """The layout in whose tiles they touch their neighbours."""


def fit(drawn: Any, placed: Sequence[Placed]) -> None:
    """Move the axes of a figure so that nothing is cut off and nothing overlaps, where their places are not the program's own."""
    renderer = drawn.canvas.get_renderer()
    _rotate_labels(placed, renderer)
    size = np.array([drawn.bbox.width, drawn.bbox.height] * 2)
    least, most = _free_space(drawn, renderer, size)
    whole = least.copy(), most.copy()
    _take_sides(drawn, renderer, size, least, most)
    if not (np.array_equal(whole[0], least) and np.array_equal(whole[1], most)):
        for axes in _joined(placed, every=True):
            _map(_Group(axes, np.zeros(4), np.zeros(4)), whole, (least, most))
    layouts = {id(item.axes[0]): _seamless(item.node) for item in placed}
    groups = [_Group(axes, np.zeros(4), np.zeros(4), layouts.get(id(axes[0]))) for axes in _joined(placed)]
    for _ in range(_ROUNDS if groups else 0):
        for group in groups:
            # Titles and labels that are longer than their axis run over its ends.
            boxes = [axes.get_tightbbox(renderer, for_layout_only=True) for axes in group.axes]
            corners = np.array([box.extents for box in boxes if box is not None])
            group.outer = np.concatenate([corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)]) / size
            low, high = group.outer[:2] - _MARGIN / size[:2], group.outer[2:] + _MARGIN / size[:2]
            group.inset = np.concatenate([np.maximum(least - low, 0.0), np.maximum(high - most, 0.0)])
        _part(groups, _MARGIN / size[:2])
        if not any(group.inset.any() for group in groups):
            return
        for group in groups:
            _shrink(group)
        _rotate_labels(placed, renderer)


def _seamless(node: Node) -> Node | None:
    layout = node.parent
    return layout if layout is not None and layout.type == "tiledlayout" and layout.text("TileSpacing") == "none" else None


def _rotate_labels(placed: Sequence[Placed], renderer: Any) -> None:
    for item in placed:
        turning.turn(item.node, item.axes[0], renderer)


def _free_space(drawn: Any, renderer: Any, size: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lower left and upper right of what the titles and labels of the whole figure leave, in fractions."""
    least, most = np.zeros(2), np.ones(2)
    for text in drawn.texts:
        if not str(text.get_gid()).startswith("room-") or not text.get_text():
            continue
        box = text.get_window_extent(renderer).extents / size
        name = text.get_gid().removeprefix("room-")
        if name == "Title":
            most[1] = min(most[1], box[1])
        elif name == "XLabel":
            least[1] = max(least[1], box[3])
        else:
            least[0] = max(least[0], box[2])
    return least, most


def _take_sides(drawn: Any, renderer: Any, size: np.ndarray, least: np.ndarray, most: np.ndarray) -> None:
    """Take what legends and colour bars of a whole layout cover off the room that is left."""
    for item in (*drawn.legends, *drawn.axes):
        side = str(item.get_gid()).removeprefix("room-")
        if side in ("north", "south", "east", "west"):
            box = (item.get_tightbbox(renderer) or item.get_window_extent(renderer)).extents / size
            along = 0 if side in ("east", "west") else 1
            if side in ("east", "north"):
                most[along] = min(most[along], box[along] - _MARGIN / size[along])
            else:
                least[along] = max(least[along], box[2 + along] + _MARGIN / size[along])


def _map(group: _Group, whole: tuple[np.ndarray, np.ndarray], left: tuple[np.ndarray, np.ndarray]) -> None:
    """Move a group from its place in the whole room to the same place in what is left of it."""
    factor = np.maximum(left[1] - left[0], 0.1) / (whole[1] - whole[0])
    for axes in group.axes:
        own = axes.get_position(original=True).extents
        axes.set_position([*(left[0] + (own[:2] - whole[0]) * factor), *((own[2:] - own[:2]) * factor)])


def _joined(placed: Sequence[Placed], *, every: bool = False) -> list[list[Any]]:
    """The axes that may be moved, twins together; with ``every`` also those that are not seen, whose texts need no room."""
    groups: dict[int, list[Any]] = {}
    for item in placed:
        owner = item.node.values.get("_twin", item.node)
        if (
            owner.text("PositionConstraint") == "outerposition"
            and (every or owner.on("Visible") or "_polar" in owner.values)
            and owner.text("Units") == "normalized"
        ):
            groups.setdefault(id(owner), []).extend(item.axes)
    return list(groups.values())


def _part(groups: list[_Group], margin: np.ndarray) -> None:
    """Neighbours that overlap give up half of it each."""
    for i, a in enumerate(groups):
        for b in groups[i + 1 :]:
            if a.layout is not None and a.layout is b.layout:
                continue
            inner_a, inner_b = _inner(a.axes), _inner(b.axes)
            for k in (0, 1):
                other = 1 - k
                if min(inner_a[2 + other], inner_b[2 + other]) <= max(inner_a[other], inner_b[other]):
                    continue  # not side by side in this direction
                first, second = (a, b) if inner_a[k] <= inner_b[k] else (b, a)
                if _inner(first.axes)[2 + k] > _inner(second.axes)[k]:
                    continue  # one lies in the other: a program put it there
                overlap = first.outer[2 + k] + margin[k] - second.outer[k]
                if overlap > 0:
                    first.inset[2 + k] = max(first.inset[2 + k], overlap / 2)
                    second.inset[k] = max(second.inset[k], overlap / 2)


def _inner(axes: list[Any]) -> np.ndarray:
    corners = np.array([a.get_position(original=True).extents for a in axes])
    return np.concatenate([corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)])


def _shrink(group: _Group) -> None:
    """Take ``inset`` (left, bottom, right, top) off the group's rectangle, and map its axes onto what is left."""
    box = _inner(group.axes)
    low, span = box[:2], box[2:] - box[:2]
    taken = group.inset[:2] + group.inset[2:]
    scale = np.maximum(1.0, taken / np.maximum((1 - _LEAST) * span, 1e-9))
    inset = group.inset / np.tile(scale, 2)
    factor = (span - inset[:2] - inset[2:]) / span
    for axes in group.axes:
        own = axes.get_position(original=True).extents
        start = low + inset[:2] + (own[:2] - low) * factor
        axes.set_position([*start, *((own[2:] - own[:2]) * factor)])

"""Clipping in space: nothing beyond the limits of the axes is drawn; faces and lines are cut at the box of the axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import faces, log_axes
from .faces import Faces

if TYPE_CHECKING:
    from .series import Canvas

_SLACK = 1e-9


def box_of(canvas: Canvas) -> tuple[np.ndarray, np.ndarray] | None:
    """The least and greatest coordinates that are drawn; None where the axes do not cut off."""
    if not canvas.node.on("Clipping"):
        return None
    limits = np.array([log_axes.drawn_limits(canvas.node, letter) for letter in "XYZ"], dtype=np.float64)
    slack = _SLACK * np.ptp(limits, axis=1)
    return limits.min(axis=1) - slack, limits.max(axis=1) + slack


def cut_faces(canvas: Canvas) -> None:
    """Cut the faces that ``faces.add`` gathered."""
    box = box_of(canvas)
    if box is None:
        return
    gathered, canvas.faces = canvas.faces, []
    for part in gathered:
        low, high = (part.corners < box[0]), (part.corners > box[1])
        outside = low.all(axis=1).any(axis=1) | high.all(axis=1).any(axis=1)
        crossing = (low | high).any(axis=(1, 2)) & ~outside
        if not (outside | crossing).any():
            canvas.faces.append(part)
            continue
        keep = ~(outside | crossing)
        canvas.faces.append(Faces(part.corners[keep], part.inks[keep], part.edges[keep], part.width, part.lines))
        if crossing.any():
            _add_cut(canvas, part, np.flatnonzero(crossing), box)


def _add_cut(canvas: Canvas, part: Faces, chosen: np.ndarray, box: tuple[np.ndarray, np.ndarray]) -> None:
    """The parts of faces inside the box, without edges where they were cut, and what is left of their edges."""
    corners = part.corners[chosen]
    if not part.lines:
        pieces = [(_polygon(face, box), k) for face, k in zip(corners, chosen, strict=True)]
        pieces = [(face, k) for face, k in pieces if len(face) > 2]
        if pieces:
            faces.add(canvas, [face for face, _ in pieces], part.inks[[k for _, k in pieces]], "none", 0.0)
    if (part.edges[chosen, 3] > 0).any():
        nexts = corners[:, 1:2] if part.lines else np.roll(corners, -1, axis=1)
        ends = np.stack([corners[:, :1] if part.lines else corners, nexts], axis=2)
        inks = np.repeat(part.edges[chosen], ends.shape[1], axis=0)
        first, last, inside = _segments(ends.reshape(-1, 2, 3), box)
        if inside.any():
            faces.add_lines(canvas, np.stack([first, last], axis=1)[inside], inks[inside], part.width)


def _polygon(face: np.ndarray, box: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """A convex face cut at each of the six sides of the box."""
    for axis in range(3):
        for sign, side in ((1.0, box[0][axis]), (-1.0, box[1][axis])):
            if not len(face):
                return face
            beyond = sign * (face[:, axis] - side)
            after, ahead = np.roll(face, -1, axis=0), np.roll(beyond, -1)
            corners = []
            for here, there, a, b in zip(face, after, beyond, ahead, strict=True):
                if a >= 0:
                    corners.append(here)
                if (a >= 0) != (b >= 0):
                    corners.append(here + (there - here) * (a / (a - b)))
            face = np.array(corners).reshape(-1, 3)
    return face


def _segments(ends: np.ndarray, box: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where segments (n, 2, 3) begin and end inside the box, and whether anything of them is there."""
    start, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        at = np.stack([(box[0] - start) / along, (box[1] - start) / along])
    level = along == 0
    enters, leaves = np.where(level, -np.inf, at.min(axis=0)).max(axis=1), np.where(level, np.inf, at.max(axis=0)).min(axis=1)
    enters, leaves = np.clip(enters, 0, 1), np.clip(leaves, 0, 1)
    within = (~level | ((start >= box[0]) & (start <= box[1]))).all(axis=1)
    inside = within & (enters < leaves)
    return start + along * enters[:, None], start + along * leaves[:, None], inside


def cut_artists(canvas: Canvas) -> None:
    """Cut lines and leave out markers that are drawn already."""
    box = box_of(canvas)
    if box is None:
        return
    for line in canvas.axes.lines:
        _cut_line(canvas, line, box)
    for item in canvas.axes.collections:
        if hasattr(item, "_offsets3d"):
            points = _columns(item._offsets3d)
            points[_beyond(points, box)] = np.nan
            item._offsets3d = tuple(np.ma.masked_invalid(points[:, k]) for k in range(3))
        elif hasattr(item, "_segments3d"):
            _cut_collection(item, box)


def _columns(values: Any) -> np.ndarray:
    return np.column_stack([np.ma.filled(np.ma.asarray(a, np.float64), np.nan).ravel() for a in np.broadcast_arrays(*values)])


def _beyond(points: np.ndarray, box: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    return ((points < box[0]) | (points > box[1])).any(axis=1)


def cut_polyline(points: np.ndarray, box: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """The pieces of a line through points (n, 3) that are inside the box, separated by rows of NaN."""
    first, last, inside = _segments(np.stack([points[:-1], points[1:]], axis=1), box)
    gap = np.full_like(first, np.nan)
    return np.stack([first, last, gap], axis=1)[inside].reshape(-1, 3)


def _cut_line(canvas: Canvas, line: Any, box: tuple[np.ndarray, np.ndarray]) -> None:
    points = _columns(line.get_data_3d())
    beyond = _beyond(points, box) if len(points) else np.zeros(0, dtype=bool)
    if not beyond.any():
        return
    marked = line.get_marker() not in (None, "None", "none", "", " ")
    if not marked:
        line.set_data_3d(*cut_polyline(points, box).T)
        return
    look = {name: getattr(line, f"get_{name}")() for name in ("color", "linewidth", "zorder")}
    if line.get_linestyle() not in ("None", "none", "", " "):
        offset, pattern = line._unscaled_dash_pattern
        canvas.axes.plot(*cut_polyline(points, box).T, linestyle=line.get_linestyle() if pattern is None else (offset, pattern), **look)
    marks = ("marker", "markersize", "markeredgecolor", "markerfacecolor", "markeredgewidth", "markevery")
    points[beyond] = np.nan
    canvas.axes.plot(*points.T, linestyle="none", **look, **{name: getattr(line, f"get_{name}")() for name in marks})
    line.set_data_3d([], [], [])


def _cut_collection(item: Any, box: tuple[np.ndarray, np.ndarray]) -> None:
    segments, inks = [np.asarray(segment, np.float64) for segment in item._segments3d], item.get_edgecolor()
    if not any(_beyond(segment, box).any() for segment in segments):
        return
    kept, owners = [], []
    for k, segment in enumerate(segments):
        if not _beyond(segment, box).any():
            kept.append(segment)
            owners.append(k)
            continue
        parts = cut_polyline(segment, box).reshape(-1, 3, 3)[:, :2]
        kept += list(parts)
        owners += [k] * len(parts)
    item.set_segments(kept)
    if len(inks) > 1:
        item.set_edgecolor(inks[np.array(owners, dtype=int) % len(inks)])

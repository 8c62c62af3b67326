"""Removal of hidden lines: an image of the depths of faces in space hides the parts of lines and the markers behind it.

Faces are sorted among themselves (``faces``); lines keep their dashes and markers, so that what nobody sees of them is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .faces import Faces

if TYPE_CHECKING:
    from .series import Canvas

_CELLS = 500
"""Cells of the image of depths along the longer side of all faces."""
_COARSE = 150
_MOST_SAMPLES = 1.5e7
"""More samples of faces than this take a second: then the image is coarse."""
_CHUNK = 1 << 20
_LIFT = 0.012
"""By how much of the depth of all faces lines are taken nearer than they are: those that lie in a face are seen."""
_MOST_POINTS = 20000
"""Points into which a line is cut at most; lines of more points are taken as they are."""


class Depths:
    """How near the nearest face is in each cell of an image; ``project`` gives place and depth of points in it."""

    def __init__(self, faces: list[np.ndarray], projection: np.ndarray) -> None:
        self._projection = projection
        triangles = np.concatenate([_triangles(self.project(corners.reshape(-1, 3)).reshape(corners.shape)) for corners in faces])
        low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
        self._low, self._lift = low[:2], _LIFT * float(high[2] - low[2])
        for cells in (_CELLS, _COARSE):
            self._cell = float(max(high[:2] - low[:2])) / cells or 1.0
            counts = _sides(triangles, self._cell)
            if counts.prod(axis=1, dtype=np.float64).sum() < _MOST_SAMPLES:
                break
        self._nearest = np.full(np.floor((high[:2] - low[:2]) / self._cell).astype(int) + 1, np.inf)
        for samples in _samples(triangles, counts):
            at = np.floor((samples[:, :2] - low[:2]) / self._cell).astype(np.int64)
            place = np.ravel_multi_index(tuple(at.T), self._nearest.shape, mode="clip")
            np.minimum.at(self._nearest.reshape(-1), place, samples[:, 2])
        self._nearest = _farthest_around(self._nearest)

    @property
    def step(self) -> float:
        """The side of a cell."""
        return self._cell

    def project(self, points: np.ndarray) -> np.ndarray:
        from mpl_toolkits.mplot3d import proj3d

        return np.column_stack([np.asarray(a, np.float64) for a in proj3d.proj_transform(*points.T, self._projection)])

    def hidden(self, points: np.ndarray) -> np.ndarray:
        """Whether a face lies before each projected point; NaN is not hidden."""
        at = np.floor((points[:, :2] - self._low) / self._cell)
        inside = ((at >= 0) & (at < self._nearest.shape)).all(axis=1)
        covered = np.zeros(len(points), dtype=bool)
        x, y = at[inside].astype(np.int64).T
        covered[inside] = points[inside, 2] - self._lift > self._nearest[x, y]
        return covered


def _triangles(corners: np.ndarray) -> np.ndarray:
    """Projected faces (n, k, 3) as triangles around their first corner."""
    first = np.broadcast_to(corners[:, :1], corners[:, 2:].shape)
    return np.stack([first, corners[:, 1:-1], corners[:, 2:]], axis=2).reshape(-1, 3, 3)


def _sides(triangles: np.ndarray, cell: float) -> np.ndarray:
    """Into how many parts (powers of two) the sides of each triangle from its first to its second and third corner are cut."""
    sides = np.abs(triangles[:, 1:, :2] - triangles[:, :1, :2]).max(axis=2) / cell
    return (2 ** np.ceil(np.log2(np.maximum(sides, 1.0)))).astype(np.int64)


def _samples(triangles: np.ndarray, counts: np.ndarray) -> Iterator[np.ndarray]:
    """Points (n, 3) that lie in the triangles, at most a cell from each other, some thousand at a time."""
    for pair in np.unique(counts, axis=0):
        along = np.meshgrid(np.linspace(0, 1, pair[0] + 1), np.linspace(0, 1, pair[1] + 1), indexing="ij")
        inside = along[0] + along[1] <= 1 + 1e-9
        u, v = (part[inside][None, :, None] for part in along)
        chosen = triangles[(counts == pair).all(axis=1)]
        step = max(1, _CHUNK // u.size)
        for begin in range(0, len(chosen), step):
            a, b, c = (chosen[begin : begin + step, k][:, None] for k in range(3))
            yield (a + (b - a) * u + (c - a) * v).reshape(-1, 3)


def _farthest_around(depths: np.ndarray) -> np.ndarray:
    """The farthest of the depths of a cell and its neighbours: at the edges of faces lines are rather seen."""
    padded = np.pad(depths, 1, constant_values=np.inf)
    rows, columns = depths.shape
    return np.max([padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3)], axis=0)


def hide(canvas: Canvas) -> None:
    """Take away what opaque faces hide of the lines and markers of an axes, whose view is known by now."""
    opaque = [_opaque(faces) for faces in canvas.faces if not faces.lines]
    opaque = [corners for corners in opaque if len(corners)]
    axes = canvas.axes
    behind = [*axes.lines, *(item for item in axes.collections if hasattr(item, "_segments3d") or hasattr(item, "_offsets3d"))]
    if not opaque or not behind:
        return
    depths = Depths(opaque, axes.get_proj())
    for artist in behind:
        if hasattr(artist, "_segments3d"):
            _hide_segments(artist, depths)
        elif hasattr(artist, "_offsets3d"):
            _hide_points(artist, depths)
        else:
            _hide_line(axes, artist, depths)


def _opaque(faces: Faces) -> np.ndarray:
    return faces.corners[faces.inks[:, 3] > 0.99]


def _column(values: Any) -> np.ndarray:
    return np.ma.filled(np.ma.asarray(values, np.float64), np.nan).ravel()


def _hide_points(artist: Any, depths: Depths) -> None:
    points = np.column_stack([_column(a) for a in np.broadcast_arrays(*artist._offsets3d)])
    points[depths.hidden(depths.project(points))] = np.nan
    artist._offsets3d = tuple(np.ma.masked_invalid(points[:, k]) for k in range(3))


def _hide_line(axes: Any, artist: Any, depths: Depths) -> None:
    """The artist keeps its look for legends; what is seen of it are others, one of the line and one of the markers."""
    points = np.column_stack([_column(a) for a in np.broadcast_arrays(*artist.get_data_3d())])
    if not len(points):
        return
    gone = depths.hidden(depths.project(points))
    fine = _refined(points, depths)
    hidden = depths.hidden(depths.project(fine))
    if not gone.any() and not hidden.any():
        return
    look = {name: getattr(artist, f"get_{name}")() for name in ("color", "linewidth", "zorder")}
    fine[hidden] = np.nan
    axes.plot(*fine.T, linestyle=_dashes(artist), **look)
    if artist.get_marker() not in (None, "None", "none", "", " "):
        marks = ("marker", "markersize", "markeredgecolor", "markerfacecolor", "markeredgewidth", "markevery")
        points[gone] = np.nan
        axes.plot(*points.T, linestyle="none", **look, **{name: getattr(artist, f"get_{name}")() for name in marks})
    artist.set_data_3d([], [], [])


def _dashes(artist: Any) -> Any:
    """The dashes of a line as they were given; matplotlib tells their name only."""
    offset, pattern = artist._unscaled_dash_pattern
    return artist.get_linestyle() if pattern is None else (offset, pattern)


def _refined(points: np.ndarray, depths: Depths) -> np.ndarray:
    """A line with more points, so that none is farther from the next than a cell or two."""
    flat = depths.project(points)[:, :2]
    lengths = np.nan_to_num(np.abs(np.diff(flat, axis=0)).max(axis=1, initial=0.0), posinf=0.0) / depths.step
    counts = np.maximum(np.ceil(lengths), 1)
    if counts.sum() > _MOST_POINTS:
        counts = np.maximum(np.floor(counts * (_MOST_POINTS / counts.sum())), 1)
    counts = counts.astype(np.int64)
    first = np.repeat(np.arange(len(counts)), counts)
    part = (np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[first]
    with np.errstate(invalid="ignore"):
        between = points[first] + (points[first + 1] - points[first]) * part[:, None]
    between[part == 0] = points[first[part == 0]]
    return np.concatenate([between, points[-1:]])


def _hide_segments(artist: Any, depths: Depths) -> None:
    segments, inks = [np.asarray(segment, np.float64) for segment in artist._segments3d], artist.get_edgecolor()
    kept, owners = [], []
    for k, segment in enumerate(segments):
        fine = _refined(segment, depths)
        seen = ~depths.hidden(depths.project(fine))
        ends = np.flatnonzero(np.diff(np.concatenate([[False], seen, [False]]).astype(np.int8)))
        for begin, end in ends.reshape(-1, 2):
            if end - begin > 1:
                kept.append(segment if end - begin == len(fine) else fine[begin:end])
                owners.append(k)
    artist.set_segments(kept)
    if len(inks) > 1:
        artist.set_edgecolor(inks[np.array(owners, dtype=int) % len(inks)])

"""Faces in space: those of all objects of an axes are drawn as one collection, from the farthest to the nearest, so that objects hide and cut each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .series import Canvas

_LARGE = 0.12
"""Faces larger than this share of the axes are cut where other objects are there: of a whole one only its middle could be compared."""
_MOST_PIECES = 20000
_EDGE_LIFT = 0.035
"""By how much of the depth of an image edges that are drawn by themselves are nearer than their faces."""
_FEW_CORNERS = 8


@dataclass(slots=True)
class Faces:
    """Faces of one object: corners (n, k, 3), RGBA of each face and of its edges (n, 4; opacity zero: none), and the width of the edges."""

    corners: np.ndarray
    inks: np.ndarray
    edges: np.ndarray
    width: float
    lines: bool = False
    """Whether these are lines only, which go in front of the faces they belong to."""
    behind: np.ndarray | None = None
    """The middle (n, 3) of the face that each line is an edge of, where these faces are drawn whole, or that each face is a part of."""
    columns: np.ndarray | None = None
    """Where the column stands that each face is a side of (n, 3): columns hide each other as they stand, however tall they are."""


def colours(value: Any, count: int) -> np.ndarray:
    """RGBA for each of ``count`` faces, of one colour (``none`` too) or of one for each."""
    from matplotlib.colors import to_rgba_array

    inks = to_rgba_array(value) if isinstance(value, str) or np.ndim(value) < 2 else np.asarray(value, dtype=np.float64)
    inks = inks if len(inks) else np.zeros((1, 4))
    if inks.shape[1] == 3:
        inks = np.column_stack([inks, np.ones(len(inks))])
    return np.broadcast_to(inks, (count, 4)) if len(inks) == 1 else inks


def add(
    canvas: Canvas, corners: Any, inks: Any, edges: Any, width: float, alpha: float | None = None, columns: np.ndarray | None = None
) -> None:
    """Faces of an object, for ``draw``: an array (n, k, 3), or a list of arrays of different numbers of corners."""
    if not isinstance(corners, np.ndarray):
        most = max(map(len, corners), default=0)
        corners = np.array([np.concatenate([face, np.repeat(face[-1:], most - len(face), axis=0)]) for face in corners])
    if not corners.size:
        return
    inks, edges = colours(inks, len(corners)).copy(), colours(edges, len(corners))
    if alpha is not None:
        inks[:, 3] *= alpha
    whole = np.isfinite(corners).all(axis=(1, 2))
    canvas.faces.append(Faces(corners[whole], inks[whole], edges[whole], width, columns=None if columns is None else columns[whole]))


def add_lines(canvas: Canvas, ends: np.ndarray, edges: Any, width: float, behind: np.ndarray | None = None) -> None:
    """Edges (n, 2, 3) that stand by themselves, in front of the faces beside them; ``behind`` are the middles (n, 3) of their own."""
    lines = _lines(ends, colours(edges, len(ends)), width)
    lines.behind = behind
    canvas.faces.append(lines)


def _lines(ends: np.ndarray, edges: np.ndarray, width: float) -> Faces:
    return Faces(ends[:, [0, 1, 1, 0]], np.zeros((len(ends), 4)), edges, width, lines=True)


def draw(canvas: Canvas, extent: np.ndarray) -> None:
    """Put what was added into the axes; ``extent`` is how far these reach along x, y and z."""
    groups = [faces for faces in canvas.faces if len(faces.corners)]
    if not groups:
        return
    whole = sum(not faces.lines for faces in groups) < 2 and all(faces.behind is not None for faces in groups if faces.lines)
    standing = all(faces.columns is not None for faces in groups)
    if len(groups) > 1 and not whole and not standing:
        groups = [part for faces in groups for part in _cut(faces, extent)]
    inks, edges = (np.concatenate([getattr(faces, name) for faces in groups]) for name in ("inks", "edges"))
    widths = np.concatenate([np.where(faces.edges[:, 3] > 0, faces.width, 0.0) for faces in groups])
    lifted = np.concatenate([np.full(len(faces.corners), faces.lines and not whole) for faces in groups])
    middles = None
    if (whole or standing) and len(groups) > 1:  # edges are drawn right after their face
        middles = np.concatenate([faces.corners.mean(axis=1) if faces.behind is None else faces.behind for faces in groups])
    columns = np.concatenate([faces.columns for faces in groups if faces.columns is not None]) if standing else None
    canvas.axes.add_collection(_collection()(_polygons(groups), inks, edges, widths, lifted, middles, columns), autolim=False)


def _polygons(groups: list[Faces]) -> Any:
    """The corners of all faces: one array where they are few for each face, else a list."""
    most = max(faces.corners.shape[1] for faces in groups)
    if most <= _FEW_CORNERS:
        return np.concatenate([_padded(faces.corners, most) for faces in groups])
    return [corners for faces in groups for corners in faces.corners]


def _padded(corners: np.ndarray, count: int) -> np.ndarray:
    return np.concatenate([corners, np.repeat(corners[:, -1:], count - corners.shape[1], axis=1)], axis=1)


def _cut(faces: Faces, extent: np.ndarray) -> list[Faces]:
    """Large faces in pieces, and their edges by themselves; other faces as they are."""
    if faces.lines:
        return [_cut_lines(faces, extent)]
    spans = (np.ptp(faces.corners, axis=1) / np.where(extent > 0, extent, 1.0)).max(axis=1)
    large = spans > _LARGE
    if not large.any():
        return [faces]
    rest, wide = ~large, faces.corners[large]
    groups = [Faces(faces.corners[rest], faces.inks[rest], faces.edges[rest], faces.width)]
    quads, owners = _quads(wide)
    times = int(np.clip(np.sqrt(_MOST_PIECES / len(quads)), 1, min(np.ceil(spans.max() / _LARGE), 12)))
    at = np.linspace(0, 1, times + 1)[:, None, None]
    near, far = (quads[:, a] + (quads[:, b] - quads[:, a]) * at for a, b in ((0, 1), (3, 2)))
    grid = near + (far - near) * at[:, None]
    pieces = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], axis=3).reshape(-1, 4, 3)
    groups.append(Faces(pieces, np.tile(faces.inks[large][owners], (times**2, 1)), np.zeros((len(pieces), 4)), 0.0))
    if (faces.edges[large, 3] > 0).any():
        ends = np.stack([wide, np.roll(wide, -1, axis=1)], axis=2).reshape(-1, 2, 3)
        groups.append(_cut_lines(_lines(ends, np.repeat(faces.edges[large], wide.shape[1], axis=0), faces.width), extent))
    return groups


def _quads(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Faces as quadrilaterals (n, 4, 3), those of more corners as triangles around their first, and which face each belongs to."""
    if corners.shape[1] <= 4:
        return _padded(corners, 4), np.arange(len(corners))
    fan = np.stack([np.broadcast_to(corners[:, :1], corners[:, 2:].shape), corners[:, 1:-1], corners[:, 2:], corners[:, 2:]], axis=2)
    quads, owners = fan.reshape(-1, 4, 3), np.repeat(np.arange(len(corners)), corners.shape[1] - 2)
    proper = (quads[:, 1] != quads[:, 2]).any(axis=1)
    return quads[proper], owners[proper]


def _cut_lines(lines: Faces, extent: np.ndarray) -> Faces:
    """Long lines in pieces; lines without a length are left out."""
    ends = lines.corners[:, :2]
    spans = (np.ptp(ends, axis=1) / np.where(extent > 0, extent, 1.0)).max(axis=1)
    keep = (spans > 0) & (lines.edges[:, 3] > 0)
    ends, edges = ends[keep], lines.edges[keep]
    times = int(np.clip(np.ceil(spans.max(initial=0.0) / _LARGE * 2), 1, max(_MOST_PIECES // max(len(ends), 1), 1)))
    at = np.linspace(0, 1, times + 1)[:, None, None]
    along = ends[:, 0] + (ends[:, 1] - ends[:, 0]) * at
    return _lines(np.stack([along[:-1], along[1:]], axis=2).reshape(-1, 2, 3), np.tile(edges, (times, 1)), lines.width)


@cache
def _collection() -> Any:
    """The class of the collection, which is made when matplotlib is there."""
    from matplotlib.collections import PolyCollection
    from mpl_toolkits.mplot3d import proj3d

    class SortedFaces(PolyCollection):
        """Faces in space that are projected and sorted when they are drawn."""

        def __init__(
            self, pieces: Any, inks: np.ndarray, edges: np.ndarray, widths: np.ndarray, lifted: np.ndarray, middles: Any, columns: Any
        ) -> None:
            super().__init__([], zorder=1)
            self._middles, self._columns = middles, columns
            self._pieces, self._inks, self._edges, self._widths, self._lifted = pieces, inks, edges, widths, lifted

        def do_3d_projection(self) -> float:
            pieces = self._pieces
            points = pieces.reshape(-1, 3) if isinstance(pieces, np.ndarray) else np.concatenate(pieces)
            x, y, z = (np.asarray(a, dtype=np.float64) for a in proj3d.proj_transform(*points.T, self.axes.M))
            flat = np.column_stack([x, y])
            if isinstance(pieces, np.ndarray):
                depth, places = z.reshape(pieces.shape[:2]).mean(axis=1), flat.reshape(*pieces.shape[:2], 2)
            else:
                ends = np.cumsum([len(piece) for piece in pieces])[:-1]
                depth, places = np.array([part.mean() for part in np.split(z, ends)]), np.split(flat, ends)
            if self._middles is not None:
                depth = np.asarray(proj3d.proj_transform(*self._middles.T, self.axes.M)[2], dtype=np.float64)
            order = np.argsort(-(depth - _EDGE_LIFT * np.ptp(z) * self._lifted), kind="stable")
            if self._columns is not None:
                stands = np.asarray(proj3d.proj_transform(*self._columns.T, self.axes.M)[2], dtype=np.float64)
                order = order[np.argsort(-np.round(stands / (np.ptp(z) or 1.0), 9)[order], kind="stable")]
            self.set_verts(places[order] if isinstance(places, np.ndarray) else [places[k] for k in order])
            self.set_facecolor(self._inks[order])
            self.set_edgecolor(self._edges[order])
            self.set_linewidth(self._widths[order])
            # Without smoothing faces reach a pixel over their edges: neighbours leave no gap, but where they are transparent they would overlap.
            self.set_antialiased(((self._widths[order] > 0) | (self._inks[order, 3] < 1)).tolist())
            return float(depth.min(initial=0.0))

    return SortedFaces

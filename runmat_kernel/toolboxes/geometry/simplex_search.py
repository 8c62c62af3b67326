"""Which of many simplices (triangles, tetrahedra ...) holds each of many points."""

from __future__ import annotations

import numpy as np

_MOST_PLACES = 30
"""The average number of cells of the grid that a simplex may meet."""
_AT_ONCE = 1 << 16
"""Points that are searched together, which bounds the memory of their systems."""


def holding(points: np.ndarray, simplices: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each wanted point the first simplex (rows of ``simplices``, from 0) that holds it and its barycentric coordinates; -1 and
    NaN where there is none.  Simplices without a volume hold nothing."""
    holder, shares = np.full(len(wanted), -1), np.full((len(wanted), simplices.shape[1]), np.nan)
    corners = points[simplices]
    systems = np.concatenate([corners, np.ones((*corners.shape[:2], 1))], axis=2).transpose(0, 2, 1)
    solid = np.flatnonzero(np.linalg.det(systems)) if len(systems) else np.zeros(0, int)
    known = np.flatnonzero(np.isfinite(wanted).all(axis=1))
    if not solid.size or not known.size:
        return holder, shares
    low, high = corners[solid].min(axis=1), corners[solid].max(axis=1)
    reach = 1e-9 * (high.max(axis=0) - low.min(axis=0))  # points that rounding puts outside are tested as well
    starts, members, cell_of = _grid(low - reach, high + reach)
    for piece in np.array_split(known, -(-known.size // _AT_ONCE)):
        cells = cell_of(wanted[piece])
        asked, cells = piece[cells >= 0], cells[cells >= 0]
        at = 0  # the place in the lists of the cells
        while asked.size:
            left = starts[cells + 1] - starts[cells] > at
            asked, cells = asked[left], cells[left]
            candidates = solid[members[starts[cells] + at]]
            heads = np.concatenate([wanted[asked], np.ones((asked.size, 1))], axis=1)
            weights = np.linalg.solve(systems[candidates], heads[:, :, None])[:, :, 0]
            inside = (weights >= -1e-12).all(axis=1)
            holder[asked[inside]], shares[asked[inside]] = candidates[inside], weights[inside]
            asked, cells = asked[~inside], cells[~inside]
            at += 1
    return holder, shares


def _grid(low: np.ndarray, high: np.ndarray):
    """A grid over boxes: where the boxes of each cell begin, their numbers in order, and the cell of points (-1: of none)."""
    count, dimensions = low.shape
    origin, extent = low.min(axis=0), high.max(axis=0) - low.min(axis=0)
    extent = np.where(extent > 0, extent, 1.0)
    sides = max(round(count ** (1 / dimensions)), 1)
    while True:
        first, last = (np.clip(((ends - origin) / extent * sides).astype(int), 0, sides - 1) for ends in (low, high))
        spans = last - first + 1
        places = spans.prod(axis=1)
        if sides == 1 or places.sum() <= _MOST_PLACES * count:
            break
        sides = max(sides // 2, 1)
    members = np.repeat(np.arange(count), places)
    rest = np.arange(places.sum()) - np.repeat(np.cumsum(places) - places, places)
    cells = np.zeros(len(members), int)
    for k in range(dimensions):
        rest, step = np.divmod(rest, spans[members, k])
        cells = cells * sides + first[members, k] + step
    order = np.argsort(cells, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(cells, minlength=sides**dimensions))])

    def cell_of(points: np.ndarray) -> np.ndarray:
        inside = ((points >= origin) & (points <= origin + extent)).all(axis=1)
        at = np.clip(((points - origin) / extent * sides), 0, sides - 1).astype(int)
        cell = np.zeros(len(points), int)
        for k in range(dimensions):
            cell = cell * sides + at[:, k]
        return np.where(inside, cell, -1)

    return starts, members[order], cell_of

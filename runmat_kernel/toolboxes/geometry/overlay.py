"""Regions of the plane bounded by closed loops: which points lie inside, and the sets that regions form together.

A region is given by loops (n-by-2 arrays of corners, not closed); a point is inside where a ray from it crosses the loops an odd
number of times.  Shapely computes the sets.  MATLAB's rules around them are here: loops that cross themselves count as well, corners
that agree but for rounding are one corner, and a region has its loops in order, solids clockwise and holes counterclockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from ...builtins.extras import missing

Loops = Sequence[np.ndarray]

_SAME = 1e-11
"""The largest distance, as a share of the extent of all corners, of points that count as one: far above rounding, far below visible details."""


def shapely() -> Any:
    """The module; the error that names the extra where it is not installed."""
    try:
        import shapely
    except ImportError:
        raise missing("Polygons", "shapely", "geometry") from None
    return shapely


# --- points -----------------------------------------------------------------------------------------------------------


def sides(loops: Loops) -> tuple[np.ndarray, np.ndarray]:
    """The ends of all sides, as two n-by-2 arrays."""
    if not len(loops):
        return np.zeros((0, 2)), np.zeros((0, 2))
    return np.concatenate(loops), np.concatenate([np.roll(loop, -1, axis=0) for loop in loops])


def crossings_odd(points: np.ndarray, loops: Loops) -> np.ndarray:
    """Which points a ray to the right leaves through an odd number of sides; the loops may cross, which Shapely does not allow."""
    start, end = sides(loops)
    inside = np.zeros(len(points), bool)
    step = max(1, 4_000_000 // max(len(start), 1))
    for low in range(0, len(points), step):
        x, y = points[low : low + step, :1], points[low : low + step, 1:]
        with np.errstate(all="ignore"):
            across = (start[:, 1] > y) != (end[:, 1] > y)
            at = start[:, 0] + (y - start[:, 1]) * (end[:, 0] - start[:, 0]) / (end[:, 1] - start[:, 1])
        inside[low : low + step] = (across & (x < at)).sum(axis=1) % 2 == 1
    return inside


def inside_or_on(points: np.ndarray, loops: Loops) -> tuple[np.ndarray, np.ndarray]:
    """Which points lie in the region or on its sides, and which on its sides."""
    on = on_sides(points, loops)
    geometry = region(loops)
    shapely().prepare(geometry)
    return shapely().contains_xy(geometry, *points.T) | on, on


def on_sides(points: np.ndarray, loops: Loops) -> np.ndarray:
    """Which points lie on a side."""
    start, end = sides(loops)
    on = np.zeros(len(points), bool)
    places = np.flatnonzero(np.isfinite(points).all(axis=1))
    if len(start) and len(places):
        reach = 1e-12 * max(float(np.abs(np.concatenate([start, points[places]])).max()), 1e-300)
        on[places[_near_sides(points[places], start, end, reach)[0]]] = True
    return on


def _near_sides(points: np.ndarray, start: np.ndarray, end: np.ndarray, reach: float) -> np.ndarray:
    """Pairs of a point and a side (their numbers, in two rows) that are not farther than ``reach`` from each other."""
    tree = shapely().STRtree(shapely().linestrings(np.stack([start, end], axis=1)))
    return tree.query(shapely().points(points), predicate="dwithin", distance=reach)


# --- regions ----------------------------------------------------------------------------------------------------------


def region(loops: Loops) -> Any:
    """The region that loops bound, as a geometry of Shapely."""
    loops = [loop for loop in loops if len(loop) > 2]
    if not loops:
        return shapely().MultiPolygon()
    if len(loops) == 1 and (alone := shapely().Polygon(loops[0])).is_valid:
        return alone
    lines = shapely().union_all([shapely().LinearRing(loop) for loop in loops])
    faces = shapely().get_parts(shapely().polygonize(shapely().get_parts(lines)))
    middles = shapely().get_coordinates(shapely().point_on_surface(faces))
    return shapely().coverage_union_all(faces[crossings_odd(middles, loops)])


def loops_of(geometry: Any, collinear: bool = False) -> list[np.ndarray]:
    """The loops of a geometry: each from its corner of least x (then y) on, and in the order of these; ``collinear`` keeps corners on
    straight sides."""
    parts = shapely().get_parts(geometry)
    polygons = shapely().orient_polygons(parts[shapely().get_type_id(parts) == 3], exterior_cw=True)
    rings = [shapely().get_coordinates(ring)[:-1] for ring in shapely().get_rings(polygons)]
    if not rings:
        return []
    extent = _extent(rings)
    loops = [ring for ring in rings if not _is_sliver(ring, extent)]
    loops = loops if collinear else [without_collinear(loop, extent) for loop in loops]
    loops = [np.roll(loop, -_least(loop, _SAME * extent), axis=0) for loop in loops if len(loop) > 2]
    return sorted(loops, key=lambda loop: tuple(np.round(loop[0] / (_SAME * extent))))


def _least(loop: np.ndarray, same: float) -> int:
    """The corner of least x, and of least y among those whose x agrees but for rounding."""
    first = np.flatnonzero(loop[:, 0] <= loop[:, 0].min() + same)
    return int(first[loop[first, 1].argmin()])


def combined(operands: Sequence[Loops], operation: str, collinear: bool = False) -> list[np.ndarray]:
    """The loops of the union, intersection, difference or symmetric_difference (as Shapely names them) of regions."""
    regions = [region(loops) for loops in _snapped(operands)]
    if operation == "union" and len(regions) > 1:
        return loops_of(shapely().union_all(regions), collinear)
    return loops_of(reduce(getattr(shapely(), operation), regions), collinear)


def simplified(loops: Loops, collinear: bool = False) -> list[np.ndarray]:
    """The loops of the region that loops bound, which may cross each other and themselves."""
    return combined([loops], "union", collinear)


# --- tolerance --------------------------------------------------------------------------------------------------------


def _extent(loops: Loops) -> float:
    return max(float(np.ptp(np.concatenate(loops), axis=0).max()), 1e-300)


def _is_sliver(loop: np.ndarray, extent: float) -> bool:
    """Whether a loop is an artefact of rounding: it is no wider than the distance of points that count as one."""
    following = np.roll(loop, -1, axis=0)
    here, onward = loop - loop[0], following - loop[0]
    area = abs((here[:, 0] * onward[:, 1] - onward[:, 0] * here[:, 1]).sum()) / 2
    return bool(area <= _SAME * extent * np.hypot(*(following - loop).T).sum())


def _snapped(operands: Sequence[Loops]) -> list[list[np.ndarray]]:
    """The operands with sides that agree but for rounding made equal: points that are one point have the same coordinates, and sides
    pass through the corners that lie on them."""
    loops = [loop for operand in operands for loop in operand]
    if not loops:
        return [[] for _ in operands]
    same = _SAME * _extent(loops)
    number, points = _merged(np.concatenate(loops), same)
    sizes = np.array([len(loop) for loop in loops])
    owner = np.repeat(np.arange(len(loops)), sizes)
    follower = np.arange(1, len(number) + 1)
    follower[np.cumsum(sizes) - 1] = np.cumsum(sizes) - sizes
    start, end = points[number], points[number[follower]]
    corner, side = _near_sides(points, start, end, same)
    beside = (corner != number[side]) & (corner != number[follower[side]]) & np.isin(corner, number)
    corner, side = np.concatenate([number, corner[beside]]), np.concatenate([np.arange(len(number)), side[beside]])
    along = ((points[corner] - start[side]) * (end - start)[side]).sum(axis=1)
    order = np.lexsort((along, side))
    corner, owner = corner[order], owner[side[order]]
    changes = np.concatenate([[True], (np.diff(corner) != 0) | (np.diff(owner) != 0)])
    corner, owner = corner[changes], owner[changes]
    pieces = iter(np.split(points[corner], np.flatnonzero(np.diff(owner)) + 1))
    return [[next(pieces) for _ in operand] for operand in operands]


def _merged(points: np.ndarray, same: float) -> tuple[np.ndarray, np.ndarray]:
    """For every point the number of the first that is as good as it, and those points."""
    from scipy.spatial import cKDTree

    plain, number = np.unique(points, axis=0, return_inverse=True)
    number = number.ravel()
    parent = np.arange(len(plain))
    for i, j in sorted(cKDTree(plain).query_pairs(same)):
        parent[j] = min(parent[j], parent[i])
    while (parent[parent] != parent).any():
        parent = parent[parent]
    return parent[number], plain


def without_collinear(loop: np.ndarray, extent: float) -> np.ndarray:
    """A loop without the corners at which it is straight."""
    while len(loop) > 2:
        before, after = loop - np.roll(loop, 1, axis=0), np.roll(loop, -1, axis=0) - loop
        bend = np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0])
        reach = np.sqrt((before**2).sum(axis=1)) + np.sqrt((after**2).sum(axis=1))
        straight = bend <= _SAME * extent * reach
        if not straight.any():
            break
        loop = loop[~_apart(straight)]
    return loop


def _apart(corners: np.ndarray) -> np.ndarray:
    """Some of the marked corners of a loop, no two of them neighbours: to remove both could change the course of the loop."""
    if not (corners & np.roll(corners, 1)).any():
        return corners
    apart = corners.copy()
    apart[1::2] = False
    apart[-1] &= len(corners) % 2 == 0
    if not apart.any():
        apart[np.argmax(corners)] = True
    return apart

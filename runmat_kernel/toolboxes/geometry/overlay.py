"""Regions of the plane bounded by closed loops: which points lie inside, and what two regions make together.

A region is given by loops (n-by-2 arrays of corners, not closed); a point is inside where a ray from it crosses the loops an odd
number of times.  ``combined`` cuts all sides at each other, asks of every piece whether the result is inside on its left and on
its right, and joins the pieces where that differs to loops: solids run clockwise, holes counterclockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

Loops = Sequence[np.ndarray]

_SAME = 1e-11
"""How far apart, in parts of the extent of all corners, points are one point: far above rounding, far below what is drawn."""
_BESIDE = 1e-9
"""How far beside a side, in parts of the extent, is asked what lies there."""


def sides(loops: Loops) -> tuple[np.ndarray, np.ndarray]:
    """The ends of all sides, as two n-by-2 arrays."""
    if not len(loops):
        return np.zeros((0, 2)), np.zeros((0, 2))
    return np.concatenate(loops), np.concatenate([np.roll(loop, -1, axis=0) for loop in loops])


def crossings_odd(points: np.ndarray, loops: Loops) -> np.ndarray:
    """Which points a ray to the right leaves through an odd number of sides."""
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


def on_sides(points: np.ndarray, loops: Loops) -> np.ndarray:
    """Which points lie on a side."""
    start, end = sides(loops)
    if not len(start):
        return np.zeros(len(points), bool)
    along = end - start
    length = np.maximum((along**2).sum(axis=1), 1e-300)
    gap = points[:, None, :] - start
    t = np.clip((gap * along).sum(axis=2) / length, 0, 1)
    far = np.sqrt(((gap - t[..., None] * along) ** 2).sum(axis=2))
    return (far <= 1e-12 * max(np.abs(np.concatenate([start, points])).max(), 1e-300)).any(axis=1)


Rule = Callable[[np.ndarray, np.ndarray], np.ndarray]


def combined(first: Loops, second: Loops, inside: Rule, collinear: bool = False) -> list[np.ndarray]:
    """The loops of the region where ``inside(in first, in second)`` holds; ``collinear`` keeps corners on straight sides."""
    both = [*first, *second]
    if not both:
        return []
    extent = max(float(np.ptp(np.concatenate(both), axis=0).max()), 1e-300)
    start, end = _cut(*sides(both), _SAME * extent)
    if not len(start):
        return []
    middle, along = (start + end) / 2, end - start
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.sqrt((along**2).sum(axis=1))[:, None] * (_BESIDE * extent)
    left, right = (
        inside(crossings_odd(middle + sign * normal, first), crossings_odd(middle + sign * normal, second)) for sign in (1.0, -1.0)
    )
    forward, backward = right & ~left, left & ~right
    loops = _joined(np.concatenate([start[forward], end[backward]]), np.concatenate([end[forward], start[backward]]))
    loops = loops if collinear else [without_collinear(loop, extent) for loop in loops]
    return [loop for loop in loops if len(loop) > 2]


def _cut(start: np.ndarray, end: np.ndarray, same: float) -> tuple[np.ndarray, np.ndarray]:
    """The pieces of the sides between all points where they meet, each once; points closer than ``same`` are one."""
    owners, places = [np.repeat(np.arange(len(start)), 2)], [np.stack([start, end], axis=1).reshape(-1, 2)]
    for k in range(len(start)):
        others, met = _met(start[k], end[k], start, end, same)
        owners += [np.full(len(met), k), others]
        places += [met, met]
    owner, place = np.concatenate(owners), np.concatenate(places)
    number, points = _merged(place, same)
    order = np.lexsort((((place - start[owner]) * (end - start)[owner]).sum(axis=1), owner))
    owner, number = owner[order], number[order]
    pairs = np.column_stack([number[:-1], number[1:]])[(owner[:-1] == owner[1:]) & (number[:-1] != number[1:])]
    pairs = np.unique(np.sort(pairs, axis=1), axis=0)
    return points[pairs[:, 0]], points[pairs[:, 1]]


def _met(a: np.ndarray, b: np.ndarray, start: np.ndarray, end: np.ndarray, same: float) -> tuple[np.ndarray, np.ndarray]:
    """Where the side a-b meets other sides: their numbers and the points; corners that lie on the other side count."""
    along, others = b - a, end - start
    gap = start - a
    area = along[0] * others[:, 1] - along[1] * others[:, 0]
    with np.errstate(all="ignore"):
        t = (gap[:, 0] * others[:, 1] - gap[:, 1] * others[:, 0]) / area
        u = (gap[:, 0] * along[1] - gap[:, 1] * along[0]) / area
        crosses = (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)
    found, places = [np.flatnonzero(crosses)], [a + t[crosses, None] * along]
    length = float(along @ along)
    for corners in (start, end):
        t = np.clip((corners - a) @ along / max(length, 1e-300), 0, 1)
        near = ((corners - a - t[:, None] * along) ** 2).sum(axis=1) <= same**2
        found.append(np.flatnonzero(near))
        places.append(corners[near])
    return np.concatenate(found), np.concatenate(places)


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


def _joined(start: np.ndarray, end: np.ndarray) -> list[np.ndarray]:
    """Loops of directed pieces with the inside on their right; where several go on, the one that is next to the inside."""
    leaving: dict[tuple[float, float], list[int]] = {}
    for k, corner in enumerate(map(tuple, start.tolist())):
        leaving.setdefault(corner, []).append(k)
    angle = np.arctan2(*(end - start).T[::-1])
    used, loops = np.zeros(len(start), bool), []
    for first in np.lexsort((start[:, 1], start[:, 0])):
        if used[first]:
            continue
        loop, k = [], int(first)
        while not used[k]:
            used[k] = True
            loop.append(start[k])
            onward = [j for j in leaving.get(tuple(end[k].tolist()), ()) if not used[j]]
            if not onward:
                break
            back = angle[k] + np.pi
            k = min(onward, key=lambda j: np.mod(angle[j] - back - 1e-12, 2 * np.pi))
        loops.append(np.array(loop))
    return loops


def without_collinear(loop: np.ndarray, extent: float) -> np.ndarray:
    """A loop without the corners at which it goes straight on."""
    while len(loop) > 2:
        before, after = loop - np.roll(loop, 1, axis=0), np.roll(loop, -1, axis=0) - loop
        turn = np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0])
        reach = np.sqrt((before**2).sum(axis=1)) + np.sqrt((after**2).sum(axis=1))
        straight = turn <= _SAME * extent * reach
        if not straight.any():
            break
        loop = loop[~straight] if not (straight & np.roll(straight, 1)).any() else np.delete(loop, int(np.argmax(straight)), axis=0)
    return loop

"""Measures of one region of pixels: its outline, hull and the ellipse that has its moments."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The neighbours of a pixel clockwise, from the one above it."""


def outline(
    mask: np.ndarray, start: tuple[int, int], first: int, *, corners: bool = True, clockwise: bool = True, most: int = 0
) -> np.ndarray:
    """The closed outline of a region as rows and columns of pixels, with at most ``most`` steps.  The search for the second pixel begins at neighbour ``first`` of ``start``.
    """
    steps = _AROUND if corners else _AROUND[::2]
    steps = steps if clockwise else steps[:1] + steps[:0:-1]
    count = len(steps)
    rows, columns = mask.shape

    def inside(place: tuple[int, int]) -> bool:
        return 0 <= place[0] < rows and 0 <= place[1] < columns and bool(mask[place])

    def follow(place: tuple[int, int], begin: int) -> tuple[tuple[int, int], int] | None:
        for k in range(count):
            direction = (begin + k) % count
            other = (place[0] + steps[direction][0], place[1] + steps[direction][1])
            if inside(other):
                return other, direction
        return None

    path, here, begin = [start], start, first % count
    leaving: int | None = None
    while not most or len(path) <= most:
        step = follow(here, begin)
        if step is None:
            path.append(start)
            break
        other, direction = step
        if here == start and leaving == direction:
            break
        if leaving is None:
            leaving = direction
        path.append(other)
        here = other
        begin = direction + count // 2 + (2 if corners and direction % 2 else 1)  # beside the pixel where it came from
    return np.array(path, np.float64)


def perimeter(path: np.ndarray) -> float:
    """The length around a closed outline of pixels; steps and corners are weighed so that large shapes come out right."""
    steps = np.diff(path, axis=0)
    if len(steps) < 2:
        return 0.0
    straight = (steps == 0).any(axis=1)
    corners = (steps != np.roll(steps, 1, axis=0)).any(axis=1)
    return float(0.98 * straight.sum() + 1.406 * (~straight).sum() - 0.091 * corners.sum())


def ellipse(rows: np.ndarray, columns: np.ndarray) -> tuple[float, float, float, float]:
    """Lengths of both axes, eccentricity and angle (degrees against the clock) of the ellipse with the second moments of the pixels."""
    x, y = columns - columns.mean(), rows.mean() - rows
    xx, yy, xy = float((x * x).mean()) + 1 / 12, float((y * y).mean()) + 1 / 12, float((x * y).mean())
    common = math.hypot(xx - yy, 2 * xy)
    major, minor = (2 * math.sqrt(2) * math.sqrt(max(xx + yy + sign * common, 0.0)) for sign in (1, -1))
    above, below = (yy - xx + common, 2 * xy) if yy > xx else (2 * xy, xx - yy + common)
    angle = 0.0 if above == 0 == below else 90.0 if below == 0 else math.degrees(math.atan(above / below))
    return major, minor, 2 * math.sqrt((major / 2) ** 2 - (minor / 2) ** 2) / major, angle


def hull(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """The closed convex hull, x and y from 1, of the middles of all sides of the pixels."""
    from scipy.spatial import ConvexHull

    sides = np.array([(-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)])
    points = (np.stack([columns, rows], axis=1)[:, None] + 1.0 + sides).reshape(-1, 2)
    corners = points[ConvexHull(points).vertices]
    return np.concatenate([corners, corners[:1]])


def inside_hull(corners: np.ndarray, shape: tuple[int, int], top: int, left: int) -> np.ndarray:
    """A mask of the pixels of a box whose centre is inside a counterclockwise hull."""
    x, y = np.arange(shape[1]) + left + 1.0, (np.arange(shape[0]) + top + 1.0)[:, None]
    inside = np.ones(shape, bool)
    for a, b in pairwise(corners):
        inside &= (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= -1e-9
    return inside


def extrema(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """The outermost corners: top-left, top-right, right-top, right-bottom, bottom-right, bottom-left, left-bottom, left-top."""
    top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
    ends = [
        (columns[rows == top].min() - 0.5, top - 0.5), (columns[rows == top].max() + 0.5, top - 0.5),
        (right + 0.5, rows[columns == right].min() - 0.5), (right + 0.5, rows[columns == right].max() + 0.5),
        (columns[rows == bottom].max() + 0.5, bottom + 0.5), (columns[rows == bottom].min() - 0.5, bottom + 0.5),
        (left - 0.5, rows[columns == left].max() + 0.5), (left - 0.5, rows[columns == left].min() - 0.5),
    ]  # fmt: skip
    return np.array(ends, np.float64) + 1


def holes(mask: np.ndarray) -> tuple[np.ndarray, int]:
    """A region without holes, and how many it had (background of four neighbours)."""
    from scipy import ndimage

    labels, count = ndimage.label(np.pad(~mask, 1, constant_values=True))
    outside = labels[0, 0]
    return (labels != outside)[1:-1, 1:-1], count - 1

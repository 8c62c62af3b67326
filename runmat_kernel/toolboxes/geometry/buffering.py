"""The region within a distance of another one, or the points of a region that are farther than a distance from its outside.

Round corners are Shapely's.  MATLAB squares corners, and those that a miter would draw out too far, at the distance itself; Shapely
cuts them elsewhere, so that these corners are drawn here and Shapely joins the parts.
"""

from __future__ import annotations

import numpy as np

from .overlay import Loops, combined, loops_of, region, shapely

_QUARTER = 16
"""Sides of a quarter of a disc."""


def buffered(loops: Loops, distance: float, joint: str, limit: float) -> list[np.ndarray]:
    """The loops moved outwards by ``distance``, inwards where it is negative; ``joint`` is how corners are filled: round, square or miter,
    which draws them out at most ``limit`` times the distance."""
    if joint == "round":
        return loops_of(shapely().buffer(region(loops), distance, quad_segs=_QUARTER))
    around = [part for loop in loops for part in _around(loop, abs(distance), joint, limit)]
    beside = loops_of(shapely().union_all([shapely().Polygon(part) for part in around]), collinear=True)
    return combined([loops, beside], "union" if distance > 0 else "difference")


def _around(loop: np.ndarray, far: float, joint: str, limit: float) -> list[np.ndarray]:
    """Strips beside the sides of a loop, and the regions that they leave open at its corners."""
    steps = np.roll(loop, -1, axis=0) - loop
    along = steps / np.hypot(steps[:, 0], steps[:, 1])[:, None]
    pieces = []
    for k, (a, b) in enumerate(zip(loop, np.roll(loop, -1, axis=0), strict=True)):
        beside = far * np.array([-along[k, 1], along[k, 0]])
        pieces.append(np.array([a, a + beside, b + beside, b, b - beside, a - beside]))
        pieces.append(_joint(a, along[k - 1], along[k], far, joint, limit))
    return [piece for piece in pieces if len(piece)]


def _joint(corner: np.ndarray, before: np.ndarray, after: np.ndarray, far: float, joint: str, limit: float) -> np.ndarray:
    """The region that the strips beside two sides leave open at the outer side of their corner; directions have length one."""
    angle = np.arctan2(before[0] * after[1] - before[1] * after[0], before @ after)
    if abs(angle) < 1e-12:
        return np.zeros((0, 2))
    outside = -np.sign(angle)
    first, last = (corner + outside * far * np.array([-d[1], d[0]]) for d in (before, after))
    if joint == "miter" and limit * np.cos(angle / 2) >= 1:
        return np.array([corner, first, first + far * np.tan(abs(angle) / 2) * before, last])
    reach = far * np.tan(abs(angle) / 4)
    return np.array([corner, first, first + reach * before, last - reach * after, last])

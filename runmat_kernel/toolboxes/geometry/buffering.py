"""The region within a distance of another one, or what is farther than it from the outside."""

from __future__ import annotations

import numpy as np

from .overlay import Loops, combined

_ROUND = 64
"""Corners of a disc."""


def buffered(loops: Loops, distance: float, joint: str, limit: float) -> list[np.ndarray]:
    """The loops moved outwards by ``distance``, inwards where it is negative; ``joint`` is how corners are filled: round, square or miter,
    which draws them out at most ``limit`` times the distance."""
    around: list[np.ndarray] = []
    for loop in loops:
        steps = np.roll(loop, -1, axis=0) - loop
        along = steps / np.hypot(steps[:, 0], steps[:, 1])[:, None]
        for k, (a, b) in enumerate(zip(loop, np.roll(loop, -1, axis=0), strict=True)):
            beside = abs(distance) * np.array([-along[k, 1], along[k, 0]])
            corner = _joint(a, along[k - 1], along[k], abs(distance), joint, limit)
            for part in (np.array([a + beside, b + beside, b - beside, a - beside]), corner):
                around = combined(around, [part], lambda x, y: x | y) if len(part) else around
    return combined(loops, around, (lambda x, y: x | y) if distance > 0 else (lambda x, y: x & ~y))


def _joint(corner: np.ndarray, before: np.ndarray, after: np.ndarray, far: float, joint: str, limit: float) -> np.ndarray:
    """What the strips beside two sides leave open on the outer side of the corner between them; their directions have length one."""
    if joint == "round":
        angle = np.linspace(0, -2 * np.pi, _ROUND + 1)[:-1]
        return corner + far * np.column_stack([np.cos(angle), np.sin(angle)])
    turn = np.arctan2(before[0] * after[1] - before[1] * after[0], before @ after)
    if abs(turn) < 1e-12:
        return np.zeros((0, 2))
    outside = -np.sign(turn)
    first, last = (corner + outside * far * np.array([-d[1], d[0]]) for d in (before, after))
    if joint == "miter" and limit * np.cos(turn / 2) >= 1:
        points = [corner, first, first + far * np.tan(abs(turn) / 2) * before, last]
    else:
        reach = far * np.tan(abs(turn) / 4)
        points = [corner, first, first + reach * before, last - reach * after, last]
    return np.array(points if outside > 0 else points[::-1])

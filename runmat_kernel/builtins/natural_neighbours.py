"""Sibson's natural neighbour interpolation in the plane: weights are the areas that a point's cell would take from its neighbours'."""

from __future__ import annotations

import numpy as np


def natural_neighbours(sites: np.ndarray, values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Values at ``points`` (rows); NaN outside the convex hull of ``sites``."""
    from scipy.interpolate import LinearNDInterpolator
    from scipy.spatial import Delaunay

    mesh = Delaunay(sites)
    result = LinearNDInterpolator(mesh, values)(points)  # which edges of the hull and degenerate places keep
    corners = sites[mesh.simplices]
    with np.errstate(all="ignore"):  # flat triangles at the hull
        centres = _circumcentres(corners[:, 0], corners[:, 1], corners[:, 2])
    radii = np.linalg.norm(centres - corners[:, 0], axis=1)
    with np.errstate(all="ignore"):
        for k, point in enumerate(points):
            if np.isnan(result[k]):
                continue
            cavity = np.flatnonzero(np.linalg.norm(centres - point, axis=1) < radii * (1 - 1e-12))
            found = _weighted(point, sites, values, mesh.simplices[cavity], centres[cavity])
            if np.isfinite(found):
                result[k] = found
    return result


def _circumcentres(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    u, v = b - a, c - a
    twice = 2 * (u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])
    uu, vv = (u**2).sum(axis=-1), (v**2).sum(axis=-1)
    x = (v[..., 1] * uu - u[..., 1] * vv) / twice
    y = (u[..., 0] * vv - v[..., 0] * uu) / twice
    return a + np.stack([x, y], axis=-1)


def _weighted(point: np.ndarray, sites: np.ndarray, values: np.ndarray, triangles: np.ndarray, centres: np.ndarray) -> float:
    """The mean of the neighbours' values by the stolen areas; NaN where a circumcentre is not finite."""
    edges = [(int(t[i]), int(t[(i + 1) % 3])) for t in triangles for i in range(3)]
    known = {frozenset(e) for e in edges if edges.count((e[1], e[0])) or edges.count(e) > 1}
    border = [e for e in edges if frozenset(e) not in known]
    beside: dict[int, list[int]] = {}
    for a, b in border:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    total = area = 0.0
    for site, others in beside.items():
        if len(others) != 2:
            return np.nan
        near = np.array(others)
        fresh = _circumcentres(np.tile(point, (2, 1)), np.tile(sites[site], (2, 1)), sites[near])
        stolen = _area(np.vstack([fresh, centres[(triangles == site).any(axis=1)]]))
        total += stolen * values[site]
        area += stolen
    return total / area if area > 0 else np.nan


def _area(corners: np.ndarray) -> float:
    """The area of a convex polygon whose corners come in any order."""
    middle = corners - corners.mean(axis=0)
    x, y = middle[np.argsort(np.arctan2(middle[:, 1], middle[:, 0]))].T
    return 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))

"""Sibson's weights in space: the volumes that the cell of a new point takes from those of its natural neighbours.

What a site loses is its part of the tetrahedra that the point's insertion takes away (those whose spheres hold the point, the cavity) less
its part of those that come instead, from the point to the faces around the cavity.  A site's part of a simplex is what the planes through
the circumcentre cut off for it, with a sign: the barycentric coordinates of the circumcentre are the parts of the faces, and so on down to
edges, of which each end has a half.
"""

from __future__ import annotations

import numpy as np

_FLAT = 1e-12
"""Volume relative to the cube of an edge below which a tetrahedron is flat: corners of a square, which Qhull may give as one."""


def spheres(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centres and squared radii of the spheres through the corners of tetrahedra (n x 4 x 3).

    Flat ones hold every point: they weigh nothing, and a cavity has to go on behind them.
    """
    centres, _, volumes = _circumcentres(corners)
    squares = ((centres - corners[:, 0]) ** 2).sum(axis=1)
    return centres, np.where(volumes > 0, squares, np.inf)


def stolen(
    sites: np.ndarray, cells: np.ndarray, across: np.ndarray, points: np.ndarray, keys: np.ndarray, values: np.ndarray
) -> np.ndarray:
    """The means of values by stolen volumes; NaN where rounding leaves none, and on the hull, where cells have no end.

    ``cells`` and ``across`` are the tetrahedra and their neighbours, ``keys`` the sorted numbers ``point * tetrahedra + tetrahedron`` of
    what is in the points' cavities.
    """
    owner, cell = np.divmod(keys, len(cells))
    corners = sites[cells[cell]] - points[owner][:, None]
    parts, _ = _parts(corners)
    hull = np.zeros(len(points), bool)
    moment = np.bincount(owner, (parts * values[cells[cell]]).sum(axis=1), len(points))
    volume = np.bincount(owner, parts.sum(axis=1), len(points))
    for k in range(4):
        beyond = across[cell, k]
        key = owner * len(cells) + beyond
        spot = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
        rim = (beyond < 0) | (keys[spot] != key)
        others = [j for j in range(4) if j != k]
        face = corners[rim][:, others]
        tetrahedra = np.concatenate([np.zeros((len(face), 1, 3)), face], axis=1)  # the point is the origin
        parts, volumes = _parts(tetrahedra)
        parts = parts[:, 1:] * _side(corners[rim][:, k], face)[:, None]
        hull[owner[rim][(beyond[rim] < 0) & (volumes == 0)]] = True
        moment -= np.bincount(owner[rim], (parts * values[cells[cell[rim]][:, others]]).sum(axis=1), len(points))
        volume -= np.bincount(owner[rim], parts.sum(axis=1), len(points))
    with np.errstate(all="ignore"):
        return np.where((volume > 0) & ~hull, moment / volume, np.nan)


def _side(apex: np.ndarray, face: np.ndarray) -> np.ndarray:
    """1 where the origin and ``apex`` lie on one side of the face, else -1."""
    normal = np.cross(face[:, 1] - face[:, 0], face[:, 2] - face[:, 0])
    return np.where(np.einsum("ij,ij->i", normal, apex - face[:, 0]) * np.einsum("ij,ij->i", normal, -face[:, 0]) < 0, -1.0, 1.0)


def _parts(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The volumes of tetrahedra (n x 4 x 3) that belong to each of their corners, none of flat ones, and the whole volumes."""
    _, coordinates, volumes = _circumcentres(corners)
    parts = np.zeros(corners.shape[:2])
    for k in range(4):
        others = [j for j in range(4) if j != k]
        parts[:, others] += coordinates[:, k, None] * _shares(corners[:, others])
    return np.where(volumes[:, None] > 0, parts * volumes[:, None], 0.0), volumes


def _shares(triangles: np.ndarray) -> np.ndarray:
    """The parts of the area of triangles (n x 3 x 3) that belong to each of their corners."""
    sides = np.stack([((triangles[:, (k + 1) % 3] - triangles[:, (k + 2) % 3]) ** 2).sum(axis=1) for k in range(3)], axis=1)
    weights = sides * (sides.sum(axis=1, keepdims=True) - 2 * sides)
    with np.errstate(all="ignore"):
        return (1 - weights / weights.sum(axis=1, keepdims=True)) / 2


def _circumcentres(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The circumcentres of tetrahedra, their barycentric coordinates, and the volumes (0: flat)."""
    edges = corners[:, 1:] - corners[:, :1]
    squares = (edges**2).sum(axis=2)
    volumes = np.abs(np.linalg.det(edges)) / 6
    flat = volumes <= _FLAT * squares.max(axis=1) ** 1.5
    solid = np.where(flat[:, None, None], np.eye(3), edges)
    centres = np.linalg.solve(solid, squares[..., None] / 2)
    shares = np.linalg.solve(np.swapaxes(solid, 1, 2), centres)[..., 0]
    coordinates = np.concatenate([1 - shares.sum(axis=1, keepdims=True), shares], axis=1)
    return centres[..., 0] + corners[:, 0], coordinates, np.where(flat, 0.0, volumes)

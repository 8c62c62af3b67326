"""The points of a convex hull that are nearest to points outside it."""

from __future__ import annotations

import numpy as np

_AT_ONCE = 1 << 20
"""Distances that are looked at together."""


def nearest_on_hull(sites: np.ndarray, facets: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each point (a row) the corners of a facet of the hull, as rows of ``sites``, and their weights in the nearest point.

    Facets are edges in the plane and triangles in space.
    """
    corners = np.empty((len(points), facets.shape[1]), np.int64)
    weights = np.empty(corners.shape)
    step = max(1, _AT_ONCE // len(facets))
    for start in range(0, len(points), step):
        part = slice(start, start + step)
        corners[part], weights[part] = _nearest(sites, facets, points[part])
    return corners, weights


def _nearest(sites: np.ndarray, facets: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if facets.shape[1] == 2:
        return _on_edges(sites, facets, points)[:2]
    edges = np.unique(np.sort(np.concatenate([facets[:, [0, 1]], facets[:, [1, 2]], facets[:, [0, 2]]]), axis=1), axis=0)
    ends, parts, apart = _on_edges(sites, edges, points)
    corners, weights, distance = _on_triangles(sites, facets, points)
    inner = distance < apart
    padded = np.concatenate([ends, ends[:, :1]], axis=1), np.concatenate([parts, np.zeros((len(parts), 1))], axis=1)
    return np.where(inner[:, None], corners, padded[0]), np.where(inner[:, None], weights, padded[1])


def _on_edges(sites: np.ndarray, edges: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The nearest edge of each point, the weights of its ends, and the squared distance."""
    first, along = sites[edges[:, 0]], sites[edges[:, 1]] - sites[edges[:, 0]]
    offset = points[:, None, :] - first
    share = np.clip(np.einsum("ijk,jk->ij", offset, along) / np.einsum("jk,jk->j", along, along), 0, 1)
    distance = ((offset - share[:, :, None] * along) ** 2).sum(axis=2)
    best = distance.argmin(axis=1)
    rows = np.arange(len(points))
    part = share[rows, best]
    return edges[best], np.stack([1 - part, part], axis=1), distance[rows, best]


def _on_triangles(sites: np.ndarray, facets: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The nearest triangle that has the foot of a point inside, the weights of its corners, and the squared distance (infinite: none)."""
    first = sites[facets[:, 0]]
    sides = np.stack([sites[facets[:, 1]] - first, sites[facets[:, 2]] - first], axis=1)
    offset = points[:, None, :] - first
    with np.errstate(all="ignore"):
        inverse = np.linalg.pinv(sides)
    shares = np.einsum("ijk,jkl->ijl", offset, inverse)
    weights = np.concatenate([1 - shares.sum(axis=2, keepdims=True), shares], axis=2)
    distance = ((offset - np.einsum("ijl,jlk->ijk", shares, sides)) ** 2).sum(axis=2)
    distance = np.where((weights >= 0).all(axis=2), distance, np.inf)
    best = distance.argmin(axis=1)
    rows = np.arange(len(points))
    return facets[best], weights[rows, best], distance[rows, best]

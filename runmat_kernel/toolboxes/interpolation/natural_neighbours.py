"""Interpolation of scattered points: in triangles (tetrahedra), at the nearest one, and Sibson's by natural neighbours.

A natural neighbour weighs as much as the area that a point's cell would take from the neighbour's.  The triangles whose circumcircles hold
the point make up a cavity; the stolen area of one of its corners is a polygon through the centres of these circles and of the circles
through the point and the two sides of the cavity that meet there.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from .hull_points import nearest_on_hull
from .natural_volumes import spheres, stolen

_AT_ONCE = 1 << 14
"""Points that are looked at together, so that what is known of their cavities stays small."""


def natural_neighbours(sites: np.ndarray, values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Values at ``points`` (rows); NaN outside the convex hull of ``sites``."""
    return Scatter(sites).natural(values, points)


class Scatter:
    """Scattered sites (rows), with the results that do not depend on their values, each computed once."""

    def __init__(self, sites: np.ndarray) -> None:
        self.sites = sites

    @cached_property
    def mesh(self) -> Any:
        from scipy.spatial import Delaunay

        return Delaunay(self.sites)

    @cached_property
    def tree(self) -> Any:
        from scipy.spatial import cKDTree

        return cKDTree(self.sites)

    @cached_property
    def middles(self) -> Any:
        from scipy.spatial import cKDTree

        return cKDTree(self.sites[self.mesh.simplices].mean(axis=1))

    @cached_property
    def circles(self) -> tuple[np.ndarray, np.ndarray]:
        """Centres and squared radii of the circles (spheres) through the corners of the triangles (tetrahedra)."""
        corners = self.sites[self.mesh.simplices]
        if corners.shape[2] == 3:
            return spheres(corners)
        with np.errstate(all="ignore"):  # flat triangles at the hull
            centres = _circumcentres(corners[:, 0], corners[:, 1], corners[:, 2])
        return centres, ((centres - corners[:, 0]) ** 2).sum(axis=1)

    @cached_property
    def triangles(self) -> tuple[np.ndarray, np.ndarray]:
        """The corners of the triangles against the clock, and the triangles across from these corners (-1: none)."""
        corners, across = self.mesh.simplices.copy(), self.mesh.neighbors.copy()
        u, v = self.sites[corners[:, 1]] - self.sites[corners[:, 0]], self.sites[corners[:, 2]] - self.sites[corners[:, 0]]
        turned = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0] < 0
        corners[turned], across[turned] = corners[turned][:, [0, 2, 1]], across[turned][:, [0, 2, 1]]
        return corners, across

    def nearest(self, values: np.ndarray, points: np.ndarray) -> np.ndarray:
        result = np.full(len(points), np.nan, np.result_type(values, np.float64))
        known = np.isfinite(points).all(axis=1)
        result[known] = values[self.tree.query(points[known])[1]]
        return result

    def linear(self, values: np.ndarray, points: np.ndarray, place: np.ndarray | None = None) -> np.ndarray:
        """Values in the triangles; NaN outside all of them."""
        place = self.mesh.find_simplex(points) if place is None else place
        result = np.full(len(points), np.nan, np.result_type(values, np.float64))
        inside = np.flatnonzero(place >= 0)
        chosen = place[inside]
        dims = self.sites.shape[1]
        change = self.mesh.transform[chosen]
        weights = np.einsum("ijk,ik->ij", change[:, :dims], points[inside] - change[:, dims])
        weights = np.concatenate([weights, 1 - weights.sum(axis=1, keepdims=True)], axis=1)
        # Rounding must not let a value at a site take part of another one, which may be infinite or missing.
        weights[np.abs(weights) < 1e-15] = 0.0
        corner = values[self.mesh.simplices[chosen]]
        result[inside] = np.sum(np.where(weights == 0, 0.0, weights * corner), axis=1)
        return result

    def continued(self, values: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Beyond the hull: the plane of the triangle whose middle is nearest to the point."""
        result = np.empty(len(points), np.result_type(values, np.float64))
        nearest = self.middles.query(points)[1]
        for triangle in np.unique(nearest):
            rows = np.flatnonzero(nearest == triangle)
            corner = self.mesh.simplices[triangle]
            middle = self.sites[corner].mean(axis=0)
            system = np.column_stack([self.sites[corner] - middle, np.ones(len(corner))])
            plane = np.linalg.lstsq(system, values[corner], rcond=None)[0]
            result[rows] = (points[rows] - middle) @ plane[:-1] + plane[-1]
        return result

    def outside(self, points: np.ndarray) -> np.ndarray:
        """A mask of the points beyond the hull."""
        return (self.mesh.find_simplex(points) < 0) & ~np.isnan(points).any(axis=1)

    def at_boundary(self, values: np.ndarray, points: np.ndarray, way: str) -> np.ndarray:
        """Values beyond the hull: the interpolation ``way`` at the nearest point of the hull."""
        corners, weights = nearest_on_hull(self.sites, self.mesh.convex_hull, points)
        if way == "nearest":
            return self.nearest(values, np.einsum("ij,ijk->ik", weights, self.sites[corners]))
        return (weights * values[corners]).sum(axis=1)

    def natural(self, values: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Values by natural neighbours; NaN outside.  Points on the hull or at sites have those of triangles (tetrahedra)."""
        if values.dtype.kind == "c":
            return self.natural(values.real, points) + 1j * self.natural(values.imag, points)
        result = np.empty(len(points))
        for start in range(0, len(points), _AT_ONCE):
            part = points[start : start + _AT_ONCE]
            place = self.mesh.find_simplex(part)
            plain = self.linear(values, part, place)
            inside = np.flatnonzero(place >= 0)
            with np.errstate(all="ignore"):
                fresh = self._stolen(values, part[inside], place[inside])
            plain[inside] = np.where(np.isfinite(fresh), fresh, plain[inside])
            result[start : start + _AT_ONCE] = plain
        return result

    def _cavities(self, points: np.ndarray, place: np.ndarray) -> np.ndarray:
        """All pairs of a point and a triangle whose circle holds it, as sorted keys ``point * triangles + triangle``."""
        across = self.mesh.neighbors
        centres, squares = self.circles
        count = len(across)
        fresh = np.arange(len(points)) * count + place
        known = fresh
        while fresh.size:
            owner, triangle = np.divmod(fresh, count)
            beside = across[triangle]
            keys = (owner[:, None] * count + beside)[beside >= 0]
            keys = np.setdiff1d(keys, known)
            owner, triangle = np.divmod(keys, count)
            distances = ((centres[triangle] - points[owner]) ** 2).sum(axis=1)
            fresh = keys[distances < squares[triangle] * (1 - 2e-12)]
            known = np.union1d(known, fresh)
        return known

    def _stolen(self, values: np.ndarray, points: np.ndarray, place: np.ndarray) -> np.ndarray:
        """The means of values weighted by stolen areas; NaN where the areas cannot be computed."""
        keys = self._cavities(points, place)
        if self.sites.shape[1] == 3:
            return stolen(self.sites, self.mesh.simplices, self.mesh.neighbors, points, keys, values)
        corners, across = self.triangles
        count, sites = len(corners), len(self.sites)
        owner, triangle = np.divmod(keys, count)
        centre = self.circles[0][triangle] - points[owner]
        area, moment = np.zeros(len(points)), np.zeros(len(points))

        def add(owners: np.ndarray, site: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
            """The piece of a polygon from ``a`` to ``b``, seen from the point."""
            piece = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
            area[:] += np.bincount(owners, piece, len(points))
            moment[:] += np.bincount(owners, piece * values[site], len(points))

        begins, ends = [], []
        for k in range(3):  # the side from one corner to the next, and what lies across it
            first, second = corners[triangle, (k + 1) % 3], corners[triangle, (k + 2) % 3]
            other = across[triangle, k]
            key = owner * count + other
            spot = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
            shared = (other >= 0) & (keys[spot] == key)
            add(owner[shared], first[shared], centre[spot[shared]], centre[shared])
            rim = ~shared
            who = owner[rim]
            there = points[who]
            outer = _circumcentres(np.zeros_like(there), self.sites[first[rim]] - there, self.sites[second[rim]] - there)
            add(who, first[rim], outer, centre[rim])
            add(who, second[rim], centre[rim], outer)
            begins.append((who * sites + first[rim], outer))
            ends.append((who * sites + second[rim], outer))
        (begin, first_centre), (end, last_centre) = (_sorted_pairs(items) for items in (begins, ends))
        # Corners where more than two sides of the rim meet, or less: rounding has torn the cavity.
        torn = np.zeros(len(points), bool)
        for one in (begin, end):
            torn[one[1:][one[1:] == one[:-1]] // sites] = True
        torn[np.setxor1d(begin, end) // sites] = True
        whole, left = ~torn[begin // sites], ~torn[end // sites]
        add(begin[whole] // sites, begin[whole] % sites, last_centre[left], first_centre[whole])
        return np.where(~torn & (np.abs(area) > 0), moment / area, np.nan)


def _sorted_pairs(items: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    keys, centres = (np.concatenate(part) for part in zip(*items, strict=True))
    order = np.argsort(keys, kind="stable")
    return keys[order], centres[order]


def _circumcentres(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    u, v = b - a, c - a
    twice = 2 * (u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])
    uu, vv = (u**2).sum(axis=-1), (v**2).sum(axis=-1)
    x = (v[..., 1] * uu - u[..., 1] * vv) / twice
    y = (u[..., 0] * vv - v[..., 0] * uu) / twice
    return a + np.stack([x, y], axis=-1)

"""Which simplex holds a point: what looking at each of them gives."""

import numpy as np
import pytest

from runmat_kernel.toolboxes.geometry.simplex_search import holding


def one_by_one(points, simplices, wanted):
    found = np.full(len(wanted), -1)
    for k, simplex in reversed(list(enumerate(simplices))):
        system = np.vstack([points[simplex].T, np.ones(len(simplex))])
        if np.linalg.det(system):
            inside = (np.linalg.solve(system, np.vstack([wanted.T, np.ones(len(wanted))])) >= -1e-12).all(axis=0)
            found[inside] = k
    return found


@pytest.mark.parametrize("dimensions", [1, 2, 3])
@pytest.mark.parametrize("overlapping", [False, True])
def test_first_of_all_simplices(dimensions, overlapping):
    rng = np.random.default_rng(dimensions)
    points = rng.integers(0, 5, (30, dimensions)).astype(float)
    if overlapping or dimensions == 1:
        simplices = rng.integers(0, 30, (60, dimensions + 1))
    else:
        from scipy.spatial import Delaunay

        simplices = rng.permutation(Delaunay(points).simplices)
    wanted = np.vstack([points, rng.uniform(-1, 6, (200, dimensions))])
    found, shares = holding(points, simplices, wanted)
    assert found.tolist() == one_by_one(points, simplices, wanted).tolist()
    held = found >= 0
    assert held.any() and np.isnan(shares[~held]).all()
    np.testing.assert_allclose(np.einsum("ij,ijk->ik", shares[held], points[simplices[found[held]]]), wanted[held], atol=1e-12)


def test_points_that_are_no_numbers_and_no_simplices():
    points = np.array([[0.0, 0], [1, 0], [0, 1]])
    assert holding(points, np.array([[0, 1, 2]]), np.array([[np.nan, 0], [np.inf, 0], [0.2, 0.2]]))[0].tolist() == [-1, -1, 0]
    assert holding(points, np.zeros((0, 3), int), np.array([[0.2, 0.2]]))[0].tolist() == [-1]
    assert holding(points, np.array([[0, 1, 1]]), np.array([[0.5, 0.0]]))[0].tolist() == [-1]

"""Natural neighbour interpolation: exact for planes and at the sites, and equal to areas of cells counted pixel by pixel."""

import numpy as np
from scipy.spatial import cKDTree

from runmat_kernel.builtins.natural_neighbours import natural_neighbours

SITES = np.random.default_rng(0).random((60, 2))
VALUES = np.sin(3 * SITES[:, 0]) * np.cos(2 * SITES[:, 1])


def test_planes_and_sites_are_exact():
    points = np.random.default_rng(1).random((80, 2)) * 0.8 + 0.1
    found = natural_neighbours(SITES, SITES @ [2.0, -3.0] + 1, points)
    assert np.nanmax(np.abs(found - points @ [2.0, -3.0] - 1)) < 1e-12
    assert np.array_equal(natural_neighbours(SITES, VALUES, SITES[:5]), VALUES[:5])


def test_regular_grids_and_the_outside():
    grid = np.stack([a.ravel() for a in np.meshgrid(np.arange(4.0), np.arange(4.0))], axis=1)
    found = natural_neighbours(grid, grid[:, 0], np.array([[1.3, 2.2], [0.5, 0.5], [0.0, 1.5], [3.0, 3.0], [9.0, 9.0]]))
    assert np.allclose(found, [1.3, 0.5, 0, 3, np.nan], equal_nan=True)


def test_weights_are_stolen_areas():
    point, n = np.array([0.5, 0.5]), 900
    pixels = np.stack([a.ravel() for a in np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 1, n))], axis=1)
    distance, owner = cKDTree(SITES).query(pixels)
    stolen = np.bincount(owner[np.linalg.norm(pixels - point, axis=1) < distance], minlength=len(SITES))
    assert abs(natural_neighbours(SITES, VALUES, point[None])[0] - stolen @ VALUES / stolen.sum()) < 1e-3

"""Natural neighbour interpolation: exact for planes and at the sites, and equal to areas of cells counted pixel by pixel."""

# ruff: noqa: E501 (programs on one line)

import numpy as np
from scipy.spatial import cKDTree

from runmat_kernel.session import execute
from runmat_kernel.toolboxes.interpolation.natural_neighbours import natural_neighbours

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


def test_points_on_a_grid_of_sites_and_complex_values():
    """Squares, all of whose corners lie on one circle, have two triangles of which either may come first."""
    grid = np.stack([a.ravel() for a in np.meshgrid(np.arange(9.0), np.arange(9.0))], axis=1)
    points = np.random.default_rng(2).random((500, 2)) * 8
    values = grid[:, 0] * grid[:, 1]
    found = natural_neighbours(grid, values + 1j * grid[:, 0], points)
    assert np.allclose(found.imag, points[:, 0], atol=1e-9)
    assert np.abs(found.real - points[:, 0] * points[:, 1]).max() < 0.3


def test_many_points():
    sites = np.random.default_rng(3).random((3000, 2))
    points = np.random.default_rng(4).random((20000, 2)) * 0.8 + 0.1
    assert np.abs(natural_neighbours(sites, sites @ [1.0, 2.0], points) - points @ [1.0, 2.0]).max() < 1e-9


def test_interpolants_see_what_is_changed():
    code = """x = [0 1 0 1 .5]'; y = [0 0 1 1 .5]'; F = scatteredInterpolant(x, y, x + 2*y); a = F(.2, .3); G = F; F.Values = 2 * F.Values; b = F(.2, .3);
        F.Method = 'nearest'; c = F(.2, .3); F.Method = 'linear'; F.Points = 2 * F.Points; d = F(.4, .6); fprintf('%g ', a, b, c, d, G(.2, .3), G(2, 3), G(NaN, 1));
        G.ExtrapolationMethod = 'none'; fprintf('%g ', G(2, 3), G([.1 .2; .3 .4], [.1 .1; .1 .1])); f = [tempname '.mat']; save(f, 'G'); s = load(f); delete(f); fprintf('%g', s.G(.2, .3))"""
    assert execute(code) == "0.8 1.6 0 1.6 0.8 8 NaN NaN 0.3 0.5 0.4 0.6 0.8"


def test_equal_points_have_the_mean_of_their_values():
    code = "warning off; x = [0 1 0 1 .5 .5]; y = [0 0 1 1 .5 .5]; v = [0 0 0 0 1 3]; fprintf('%g ', griddata(x, y, v, .5, .5), griddata(x, y, v, .5, .5, 'v4'), griddatan([x' y'], v', [.5 .5])); [~, id] = lastwarn; fprintf('%s', id)"
    assert execute(code) == "2 2 2 MATLAB:griddatan:DuplicateDataPoints"


def test_linear_interpolation_on_grids():
    code = """V = magic(6); V(3, 4) = NaN; V(5, 2) = Inf; fprintf('%g ', interp2(V, 3, 3), interp2(V, 4, 2.5), interp2(V, 2, 5), interp2(V, 3, 2), interp2(V, 2.25, 1.5), interp2(V, 7, 1));
        [x, y, z] = ndgrid(1:3, 1:4, [1 2 5]); W = x + 10*y + 100*z; fprintf('%g ', interpn(W, 1.5, 2.25, 2.5), interp3(1:4, 1:3, [1 2 5], W, 2.25, 1.5, 3.5));
        F = griddedInterpolant({1:3, 1:4, [1 2 5]}, W); fprintf('%g ', F(1.5, 2.25, 3.5), F(0, 0, 0), F(single(2), 2, 2)); fprintf('%s', class(interp2(single(V), 1.5, 1.5)))"""
    assert execute(code) == "2 NaN Inf 7 14 NaN 374 374 374 0 222 single"


def test_cubics_on_grids_at_many_points():
    """At points that make up a grid they are what interpolation along one dimension after the other gives."""
    code = """x = [0 1 2.5 3 4.2 6 7]; y = 1:9; V = sin(x') * cos(y) + x' * y / 9; p = linspace(-0.5, 7.5, 23); q = linspace(0.5, 9.5, 31); [P, Q] = ndgrid(p, q);
        for way = ["spline" "makima" "pchip"]
            F = griddedInterpolant({x, y}, V, way); W = interp1(x, V, p, way, 'extrap'); W = interp1(y, W', q, way, 'extrap')'; A = F(P, Q); i = randperm(713);
            B = F(P(i), Q(i)); fprintf('%d', max(abs(A(:) - W(:))) < 1e-11, isequal(A(i), B)); end
        G = griddedInterpolant({1:7, y}, V, 'cubic'); C = interpn(V, P, Q, 'cubic'); in = ~isnan(C); D = G(P, Q); fprintf('%d', max(abs(C(in) - D(in))) < 1e-12);
        M = interp2(V, Q, P, 'makima'); W = interp1(y, V', q, 'makima', 'extrap'); W = interp1(1:7, W', p, 'makima', 'extrap'); fprintf('%d', max(abs(M(:) - W(:))) < 1e-11)"""
    assert execute(code) == "11111111"


def test_weights_in_space_are_stolen_volumes():
    sites = np.random.default_rng(0).random((60, 3))
    values = np.sin(3 * sites[:, 0]) * sites[:, 1] + sites[:, 2] ** 2
    point, n = np.array([0.5, 0.5, 0.5]), 100
    cubes = np.stack([a.ravel() for a in np.meshgrid(*[np.linspace(0, 1, n)] * 3)], axis=1)
    distance, owner = cKDTree(sites).query(cubes)
    stolen = np.bincount(owner[np.linalg.norm(cubes - point, axis=1) < distance], minlength=len(sites))
    assert abs(natural_neighbours(sites, values, point[None])[0] - stolen @ values / stolen.sum()) < 1e-3
    assert abs(natural_neighbours(sites, sites @ [2.0, -3.0, 1.0], point[None])[0]) < 1e-13


def test_grids_in_space_have_flat_tetrahedra():
    """Points in cubes, on their faces and edges, at sites, on the hull and outside."""
    grid = np.stack([a.ravel() for a in np.meshgrid(*[np.arange(4.0)] * 3)], axis=1)
    special = [[1.5, 1, 1.25], [1.5, 1.5, 1.5], [1, 1, 1], [1, 1, 1.5], [1, 1.25, 1.75], [0, 1.5, 1.2], [3, 3, 3], [0.5, 0, 0]]
    points = np.concatenate([np.random.default_rng(3).random((200, 3)) * 3, special])
    found = natural_neighbours(grid, grid @ [1.0, 2.0, -1.0], points)
    assert np.abs(found - points @ [1.0, 2.0, -1.0]).max() < 1e-12
    assert np.isnan(natural_neighbours(grid, grid[:, 0], np.array([[4.0, 1.0, 1.0]]))).all()
    # In a cube the weights are symmetric: the product of the coordinates at its middle is the mean of those of the corners.
    assert abs(natural_neighbours(grid, grid.prod(axis=1), np.array([[1.5, 1.5, 1.5]]))[0] - 27 / 8) < 1e-12


def test_interpolants_in_space_use_natural_neighbours():
    text = (
        "[x,y,z] = ndgrid(0:3); v = x.*y + z.^2; F = scatteredInterpolant(x(:),y(:),z(:),v(:),'natural'); "
        "a = F(1.3,1.6,1.2); b = griddata(x(:),y(:),z(:),v(:),1.3,1.6,1.2,'natural'); L = scatteredInterpolant(x(:),y(:),z(:),v(:)); disp([a == b, a ~= L(1.3,1.6,1.2)])"
    )
    assert execute(text).split() == ["1", "1"]

"""Grids and the sparse matrices of their differences; orders of rows and columns that keep factors sparse."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, Fact, builtin
from ...values.convert import shape_of, text_of
from ...values.sparse.matrix import Sparse, as_sparse


def _inside(region: str, n: int) -> np.ndarray | None:
    """Which points of a square grid of n by n are inside a region, from -1 to 1 in both directions; None for an unknown letter."""
    line = np.arange(1 - n, n + 1, 2, dtype=np.float64)[:n] / (n - 1)
    x, y = np.broadcast_arrays(line[None, :], line[::-1, None])  # rows go down
    square = (x > -1) & (x < 1) & (y > -1) & (y < 1)
    if region == "S":
        return square
    if region == "L":
        return square & ((x > 0) | (y > 0))
    if region == "C":
        return square & ((x + 1) ** 2 + (y + 1) ** 2 > 1)
    if region == "D":
        return x**2 + y**2 < 1
    if region == "A":
        return (x**2 + y**2 < 1) & (x**2 + y**2 > 1 / 3)
    if region == "H":
        return (x**2 + y**2) * (x**2 + y**2 - 0.75 * y) < 0.75 * x**2
    if region == "B":
        t = np.arctan2(y, x)
        return square & (np.hypot(x, y) >= np.sin(2 * t) + 0.2 * np.sin(8 * t))
    return None


@builtin(
    "numgrid",
    "G = numgrid(region, n)",
    summary="Numbers of the points of a grid inside a region: S square, L, C, D disk, A annulus, H heart, B butterfly.",
    examples=(
        Example("numgrid('S',4)", "[0 0 0 0;0 1 3 0;0 2 4 0;0 0 0 0]"),
        Example("numgrid('L',5)", "[0 0 0 0 0;0 1 2 3 0;0 0 0 4 0;0 0 0 5 0;0 0 0 0 0]"),
    ),
    errors=(ErrorCase("numgrid('Q',5)", "MATLAB:numgrid:InvalidRegionType"),),
)
def numgrid(call: Any, region: Any, n: Any) -> np.ndarray:
    letter, size = text_of(region), arg.integer(n)
    grid = np.zeros((size, size), order="F")
    inside = _inside(letter, size)
    if inside is None:
        raise call.error("Invalid region type.", "MATLAB:numgrid:InvalidRegionType")
    places = np.flatnonzero(inside.ravel(order="F"))
    grid.ravel(order="K")[places] = np.arange(1.0, len(places) + 1)
    return grid


@builtin(
    "bucky",
    "B = bucky",
    "[B, V] = bucky",
    summary="The graph of the edges of a truncated icosahedron (60 nodes of three edges, pentagon by pentagon), and its corners.",
    examples=(
        Example("B = bucky; [size(B) nnz(B) full(max(sum(B))) issymmetric(B)]", "[60 60 180 3 1]"),
        Example("[B,V] = bucky; [i,j] = find(B); d = vecnorm(V(i,:)-V(j,:),2,2); round([max(d)-min(d) max(vecnorm(V,2,2))],12)", "[0 1]"),
    ),
)
def bucky(call: Any) -> Any:
    from scipy.sparse import csc_matrix

    golden = (1 + np.sqrt(5)) / 2
    solid = np.array([np.roll((0, a, b * golden), k) for k in range(3) for a in (-1, 1) for b in (-1, 1)])
    solid = solid[np.lexsort((np.arctan2(solid[:, 1], solid[:, 0]), -solid[:, 2].round(9)))]
    corners: list[tuple[int, int]] = []  # on the edge from the first corner of the icosahedron to the second, near the first
    for a, top in enumerate(solid):
        near = [b for b, other in enumerate(solid) if abs(((top - other) ** 2).sum() - 4) < 1e-9]
        side = solid[near[0]] - top * (solid[near[0]] @ top) / (top @ top)
        angles = [np.arctan2(np.cross(side, solid[b]) @ top / np.linalg.norm(top), side @ solid[b]) % (2 * np.pi) for b in near]
        corners += [(a, near[k]) for k in np.argsort(np.round(angles, 9))]
    place = {corner: k for k, corner in enumerate(corners)}
    pairs = [(k, k - k % 5 + (k + 1) % 5) for k in range(60)] + [(k, place[b, a]) for k, (a, b) in enumerate(corners) if a < b]
    i, j = np.array(pairs).T
    graph = csc_matrix((np.ones(180), (np.concatenate([i, j]), np.concatenate([j, i]))), shape=(60, 60))
    points = np.array([(2 * solid[a] + solid[b]) / 3 for a, b in corners])
    return Sparse(graph), np.asfortranarray(points / np.linalg.norm(points, axis=1)[:, None])


@builtin(
    "delsq",
    "D = delsq(G)",
    summary="The five-point difference Laplacian (negative) of a grid of numgrid, a sparse matrix.",
    examples=(
        Example("full(delsq(numgrid('S',4)))", "[4 -1 -1 0;-1 4 0 -1;-1 0 4 -1;0 -1 -1 4]"),
        Example("nnz(delsq(numgrid('L',7)))", "60"),
    ),
)
def delsq(call: Any, g: Any) -> Sparse:
    from scipy.sparse import csc_matrix

    grid = arg.matrix(g)
    number = grid.astype(int)
    count = int(number.max(initial=0))
    places = number[number > 0] - 1
    rows, columns, values = [places], [places], [np.full(len(places), 4.0)]
    for first, second in ((number[:-1], number[1:]), (number[:, :-1], number[:, 1:])):
        inside = (first > 0) & (second > 0)
        for a, b in ((first, second), (second, first)):
            rows.append(a[inside] - 1)
            columns.append(b[inside] - 1)
            values.append(np.full(int(inside.sum()), -1.0))
    return Sparse(csc_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(count, count)))


def _order(matrix: Any, choice: str) -> np.ndarray:
    """The order of columns that SuperLU chooses to keep the factors of a matrix with this pattern sparse."""
    from scipy.sparse import csc_matrix, eye
    from scipy.sparse.linalg import spilu

    pattern = csc_matrix((np.ones(matrix.nnz), matrix.indices, matrix.indptr), shape=matrix.shape)
    n = pattern.shape[1]
    safe = (pattern + 4 * (pattern.sum() + 1) * eye(n)).tocsc()
    order = np.empty(n)
    # factors that are all dropped: the order is chosen before, from the pattern alone
    options = {"SymmetricMode": choice != "COLAMD"}
    factors = spilu(safe, drop_tol=1.0, fill_factor=1.0, permc_spec=choice, diag_pivot_thresh=0.0, options=options)
    order[factors.perm_c] = np.arange(1.0, n + 1)
    return order.reshape(1, -1)


def _symmetric_order(name: str, summary: str) -> Builtin:
    def function(call: Any, s: Any, options: Any = None) -> np.ndarray:
        matrix = as_sparse(s).matrix
        if matrix.shape[0] != matrix.shape[1]:
            raise call.error("The matrix must be square.", f"MATLAB:{name}:NotSquare")
        return _order((matrix + matrix.T).tocsc(), "MMD_AT_PLUS_A")

    example = Example(f"A = delsq(numgrid('S',12)); p = {name}(A); isequal(sort(p),1:100) && nnz(chol(A(p,p))) < nnz(chol(A))", "true")
    return Builtin(name, (f"p = {name}(S)",), summary, function, examples=(example,))


ORDERS = (
    _symmetric_order("amd", "An order of minimum degree, which keeps Cholesky factors sparse.").stating(Fact.SPARSE),
    _symmetric_order("symamd", "An order of minimum degree for symmetric matrices.").stating(Fact.SPARSE),
)


@builtin(
    "colamd",
    "p = colamd(S)",
    summary="An order of columns that keeps LU factors sparse.",
    examples=(Example("isequal(sort(colamd(delsq(numgrid('S',5)))),1:9)", "true"),),
    facts=Fact.SPARSE,
)
def colamd(call: Any, s: Any, knobs: Any = None) -> np.ndarray:
    matrix = as_sparse(s).matrix
    return _order((matrix.T @ matrix).tocsc(), "MMD_AT_PLUS_A") if shape_of(s)[0] != shape_of(s)[1] else _order(matrix, "COLAMD")


@builtin(
    "colperm",
    "p = colperm(S)",
    summary="The order of columns by how many nonzeros they have.",
    examples=(Example("colperm(sparse([1 1 0;1 0 0;1 0 1]))", "[2 3 1]"),),
    facts=Fact.SPARSE,
)
def colperm(call: Any, s: Any) -> np.ndarray:
    counts = np.diff(as_sparse(s).matrix.indptr)
    return (np.argsort(counts, kind="stable") + 1.0).reshape(1, -1)


@builtin(
    "etree",
    "p = etree(A)",
    summary="Elimination tree of a symmetric matrix of which the upper triangle is read: the parent of each column, 0 for roots.",
    examples=(Example("etree(sparse([4 1 0 1;1 4 0 0;0 0 4 1;1 0 1 4]))", "[2 4 4 0]"),),
    facts=Fact.SPARSE,
)
def etree(call: Any, a: Any) -> np.ndarray:
    matrix = as_sparse(a).matrix
    n = matrix.shape[1]
    parent, ancestor = np.zeros(n), np.full(n, -1)
    for k in range(n):
        for row in matrix.indices[matrix.indptr[k] : matrix.indptr[k + 1]]:
            i = int(row)
            while 0 <= i < k:
                above, ancestor[i] = int(ancestor[i]), k
                if above < 0:
                    parent[i] = k + 1.0
                i = above
    return parent.reshape(1, -1)


@builtin(
    "spaugment",
    "S = spaugment(A, c)",
    summary="The matrix [c*I A; A' 0] of a least-squares problem.",
    examples=(Example("full(spaugment(sparse([1;2]),3))", "[3 0 1;0 3 2;1 2 0]"),),
    facts=Fact.SPARSE,
)
def spaugment(call: Any, a: Any, c: Any = None) -> Sparse:
    from scipy.sparse import bmat, eye

    matrix = as_sparse(a).matrix
    weight = arg.scalar(c) if c is not None else float(abs(matrix).max()) / 1000
    return Sparse(bmat([[weight * eye(matrix.shape[0]), matrix], [matrix.conj().T, None]]))

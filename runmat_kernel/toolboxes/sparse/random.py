"""Random sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values.convert import as_array, to_value
from ...values.sparse.matrix import Sparse, as_sparse
from .creation import sparse, sparse_size


def _share(call: Any, density: Any) -> float:
    """The part of the places that hold an entry."""
    share = arg.scalar(density)
    if share != share:
        raise call.error("The density must be a number.", "MATLAB:sprand:InvalidDensity")
    return min(max(share, 0.0), 1.0)


def _random_sparse(name: str, normal: bool):
    @builtin(
        name,
        f"S = {name}(S0)",
        f"S = {name}(m, n, density)",
        summary="Random sparse matrix.",
        examples=(Example(f"size({name}(3,4,0.5))", "[3 4]"), Example(f"nnz({name}(3,4,-1))", "0")),
        errors=(
            ErrorCase(f"{name}(-1,-1,.5)", "MATLAB:sparsefcn:negativeSize"),
            ErrorCase(f"{name}(3,3,NaN)", "MATLAB:sprand:InvalidDensity"),
        ),
    )
    def function(call: Any, m: Any, n: Any = None, density: Any = None) -> Any:
        if n is None:
            matrix = as_sparse(m).matrix.astype(np.float64).copy()
            count = matrix.nnz
        else:
            if density is None:
                raise MatlabError("Not enough input arguments.", "MATLAB:minrhs", function=name)
            rows, columns = sparse_size(call, m, n)
            count = round(rows * columns * _share(call, density))
            draws = arg.flat(call.feval("rand", float(count), 2.0)[0]).reshape(-1, 2, order="F") if count else np.zeros((0, 2))
            places = (np.floor(draws[:, 0] * rows) + 1, np.floor(draws[:, 1] * columns) + 1)
        values = arg.flat(call.feval("randn" if normal else "rand", float(count), 1.0)[0]) if count else np.zeros(0)
        if n is None:
            matrix.data = values
            return Sparse(matrix)
        return sparse.function(call, to_value(places[0]), to_value(places[1]), to_value(values), float(rows), float(columns))

    return function


RANDOM = (_random_sparse("sprand", False).stating(Fact.SPARSE), _random_sparse("sprandn", True).stating(Fact.SPARSE))


@builtin(
    "sprandsym",
    "R = sprandsym(S)",
    "R = sprandsym(n, density)",
    "R = sprandsym(n, density, rc)",
    "R = sprandsym(n, density, rc, 1)",
    summary="Random symmetric sparse matrix: with the lower pattern of a matrix, of a density, or with given eigenvalues or condition (1/rc).",
    examples=(
        Example("issymmetric(sprandsym(8, 0.3))", "true"),
        Example("nnz(sprandsym(sparse([2 3], [1 3], [1 1], 3, 3)))", "3"),
        Example("round(eig(full(sprandsym(4, 0.5, [1 2 3 4])))', 10)", "[1 2 3 4]"),
        Example("round(cond(full(sprandsym(9, 0.4, 0.01, 1))), 6)", "100"),
    ),
    errors=(
        ErrorCase("sprandsym(4, 0.5, [1 2 3])", "MATLAB:sprandsym:InvalidRC"),
        ErrorCase("sprandsym(4, 0.5, 0.1, 3)", "MATLAB:sprandsym:InvalidKind"),
    ),
    facts=Fact.SPARSE,
)
def sprandsym(call, first, density=None, rc=None, kind=None):
    from scipy.sparse import csc_matrix, tril

    if rc is not None and density is not None and not arg.is_empty_matrix(rc):
        if kind is not None and arg.scalar(kind) != 1:
            raise call.error("The kind of a random symmetric matrix must be 1.", "MATLAB:sprandsym:InvalidKind")
        n = sparse_size(call, first, first)[0]
        values = _eigenvalues(call, arg.flat(rc).astype(np.float64), n, signed=kind is None)
        return Sparse(_rotated(call, values, round(_share(call, density) * n * n)))
    if density is None:
        lower = tril(as_sparse(first).matrix, format="coo")
        rows, columns, n = lower.row, lower.col, lower.shape[0]
    else:
        (n, _), share = sparse_size(call, first, first), _share(call, density)
        rows, columns = _symmetric_places(call, n, round(share * n * n))
    values = np.asarray(as_array(call.feval("randn", float(len(rows)), 1.0)[0])).ravel() if len(rows) else np.zeros(0)
    off = rows != columns
    row, column = np.concatenate([rows, columns[off]]), np.concatenate([columns, rows[off]])
    return Sparse(csc_matrix((np.concatenate([values, values[off]]), (row, column)), shape=(n, n)))


def _eigenvalues(call: Any, rc: np.ndarray, n: int, signed: bool) -> np.ndarray:
    """The eigenvalues of a random matrix: those given, or random ones from a reciprocal condition number to 1."""
    if rc.size == 1 and n > 1:
        if not 0 < rc[0] <= 1:
            raise call.error("RC must be between 0 and 1.", "MATLAB:sprandsym:InvalidRC")
        drawn = np.asarray(as_array(call.feval("rand", float(n), 1.0)[0])).ravel()
        values = rc[0] + (1 - rc[0]) * drawn
        values[:2] = 1, rc[0]
        return values * np.where(np.asarray(as_array(call.feval("rand", float(n), 1.0)[0])).ravel() < 0.5, -1, 1) if signed else values
    if rc.size != n:
        raise call.error("RC must be a number or have N elements.", "MATLAB:sprandsym:InvalidRC")
    return rc


def _rotated(call: Any, values: np.ndarray, wanted: int) -> Any:
    """A symmetric matrix of these eigenvalues with about so many nonzeros: rotations of pairs of rows and columns, chosen at random."""
    from scipy.sparse import csc_matrix, diags

    n = len(values)
    matrix = csc_matrix(diags(values))
    for _ in range(100):
        pairs = min(n // 2, max((wanted - matrix.nnz) // 4, 1))
        if matrix.nnz >= wanted or not pairs:
            break
        order = np.asarray(as_array(call.feval("randperm", float(n))[0])).ravel().astype(np.int64) - 1
        i, j, rest = order[:pairs], order[pairs : 2 * pairs], order[2 * pairs :]
        angle = 2 * np.pi * np.asarray(as_array(call.feval("rand", float(pairs), 1.0)[0])).ravel()
        c, s = np.cos(angle), np.sin(angle)
        rotation = csc_matrix(
            (np.concatenate([c, -s, s, c, np.ones(len(rest))]), (np.concatenate([i, i, j, j, rest]), np.concatenate([i, j, i, j, rest]))),
            shape=(n, n),
        )
        matrix = csc_matrix(rotation @ matrix @ rotation.T)
    matrix = csc_matrix((matrix + matrix.T) / 2)
    matrix.eliminate_zeros()
    return matrix


def _symmetric_places(call: Any, n: int, wanted: int) -> tuple[np.ndarray, np.ndarray]:
    """Places in the lower triangle that stand, with their mirror images, for ``wanted`` nonzeros."""
    total = n * (n + 1) // 2
    if wanted * 4 < total:
        order = _distinct(call, wanted, total)
        rows = np.floor((np.sqrt(8.0 * order + 1) - 1) / 2).astype(np.int64)
        rows -= rows * (rows + 1) // 2 > order
        rows += (rows + 1) * (rows + 2) // 2 <= order
        columns = order - rows * (rows + 1) // 2
        chosen = np.arange(np.searchsorted(np.cumsum(np.where(rows == columns, 1, 2)), wanted, side="right"))
        return rows[chosen], columns[chosen]
    rows, columns = np.tril_indices(n)
    if not rows.size:
        return rows, columns
    order = np.asarray(as_array(call.feval("randperm", float(rows.size))[0])).ravel().astype(int) - 1
    weights = np.cumsum(np.where(rows[order] == columns[order], 1, 2))
    chosen = order[: int(np.searchsorted(weights, wanted, side="right"))]
    return rows[chosen], columns[chosen]


def _distinct(call: Any, count: int, total: int) -> np.ndarray:
    """Distinct whole numbers from 0 to ``total - 1`` in random order, of which there are many more than are wanted."""
    places = np.zeros(0, np.int64)
    while places.size < count:
        drawn = np.floor(np.ravel(as_array(call.feval("rand", float(count), 1.0)[0])) * total).astype(np.int64)
        places = np.concatenate([places, drawn])
        places = places[np.sort(np.unique(places, return_index=True)[1])]
    return places[:count]

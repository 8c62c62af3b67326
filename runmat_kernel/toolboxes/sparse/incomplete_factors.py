"""Incomplete factorizations of sparse matrices, used as preconditioners: ichol, ilu."""

from __future__ import annotations

import math
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values.containers import StructArray
from ...values.convert import text_of
from ...values.sparse import kernels as kernels
from ...values.sparse.matrix import Sparse


def _options(value: Any, defaults: dict[str, Any], function: str) -> dict[str, Any]:
    """The fields of an option struct over defaults, texts and numbers as Python has them."""
    chosen = dict(defaults)
    if value is None or arg.is_empty_matrix(value):
        return chosen
    if type(value) is not StructArray or value.numel != 1:
        raise MatlabError("OPTS must be a structure.", f"MATLAB:{function}:OptsNotStruct")
    for name, setting in value.array.flat[0].items():
        key = name.lower()
        if key in chosen:
            chosen[key] = text_of(setting).lower() if isinstance(chosen[key], str) else arg.scalar(setting)
    return chosen


def _square_sparse(a: Any, function: str) -> Any:
    if type(a) is not Sparse or a.shape[0] != a.shape[1]:
        raise MatlabError("First argument must be a square sparse matrix.", f"MATLAB:{function}:NotSquareSparse")
    return kernels.numbers(a.matrix)


def _matrix_of(lines: list[dict[int, Any]], by_columns: bool) -> Sparse:
    indptr = np.cumsum([0, *map(len, lines)], dtype=np.int32)
    indices = np.array([i for line in lines for i in sorted(line)], np.int32)
    data = np.array([line[i] for line in lines for i in sorted(line)] or np.zeros(0))
    matrix = kernels.filled(data, indices, indptr, (len(lines), len(lines)))
    return Sparse(matrix if by_columns else kernels.turned(matrix))


def _lines(matrix: Any) -> list[dict[int, Any]]:
    """Each compressed line (column of a csc, row of a csr matrix) as a dict from index to value."""
    starts, index, data = matrix.indptr, matrix.indices, matrix.data
    return [dict(zip(index[a:b].tolist(), data[a:b].tolist(), strict=True)) for a, b in pairwise(starts)]


@builtin(
    "ichol",
    "L = ichol(A)",
    "L = ichol(A, options)",
    summary="Incomplete Cholesky factor: without fill, or ('ict') without elements below a drop tolerance.",
    examples=(
        Example("full(ichol(sparse([4 2;2 5])))", "[2 0;1 2]"),
        Example("nnz(ichol(gallery('poisson',3)))", "nnz(tril(gallery('poisson',3)))"),
        Example("full(ichol(sparse([4 2;2 5]), struct('shape','upper')))", "[2 1;0 2]"),
    ),
    errors=(ErrorCase("ichol(sparse([1 2;2 1]))", "MATLAB:ichol:Breakdown"), ErrorCase("ichol(1)", "MATLAB:ichol:NotSquareSparse")),
    facts=Fact.SPARSE,
)
def ichol(call: Any, a: Any, options: Any = None) -> Any:
    settings = _options(options, {"type": "nofill", "droptol": 0.0, "michol": "off", "diagcomp": 0.0, "shape": "lower"}, "ichol")
    matrix = _square_sparse(a, "ichol")
    columns = _lines(kernels.triangle(matrix if settings["shape"] == "lower" else kernels.turned(matrix.conj()), 0, upper=False))
    sizes = [sum(abs(v) for v in column.values()) for column in columns]
    reached: list[list[int]] = [[] for _ in columns]
    for j, column in enumerate(columns):
        column[j] = column.get(j, 0.0) * (1 + settings["diagcomp"])
        _update(columns, reached, j, settings["type"] == "ict", settings["michol"] == "on")
        if settings["type"] == "ict":
            _drop(columns, j, settings["droptol"] * sizes[j], settings["michol"] == "on")
        pivot = column[j]
        if pivot.real <= 0 or (isinstance(pivot, complex) and abs(pivot.imag) > 1e-12 * abs(pivot)):
            raise MatlabError("Encountered nonpositive pivot.", "MATLAB:ichol:Breakdown")
        root = math.sqrt(pivot.real)
        for i in column:
            column[i] = root if i == j else column[i] / root
            if i > j:
                reached[i].append(j)
    factor = _matrix_of(columns, True)
    return factor if settings["shape"] == "lower" else Sparse(kernels.turned(factor.matrix.conj()))


def _update(columns: list[dict[int, Any]], reached: list[list[int]], j: int, fill: bool, modified: bool) -> None:
    """Take the finished columns off column j; what has no place there is dropped, or (modified) taken off the diagonal."""
    column = columns[j]
    for k in reached[j]:
        weight = columns[k][j].conjugate()
        for i, v in columns[k].items():
            if i < j:
                continue
            if i in column:
                column[i] -= v * weight
            elif fill:
                column[i] = -v * weight
            elif modified:
                column[j] -= v * weight
                columns[i][i] = columns[i].get(i, 0.0) - v * weight


def _drop(columns: list[dict[int, Any]], j: int, limit: float, modified: bool) -> None:
    column = columns[j]
    for i in [i for i, v in column.items() if i != j and abs(v) < limit]:
        lost = column.pop(i)
        if modified:
            column[j] += lost
            columns[i][i] = columns[i].get(i, 0.0) + lost


@builtin(
    "ilu",
    "[L, U] = ilu(A)",
    "[L, U] = ilu(A, options)",
    "[L, U, P] = ilu(A, options)",
    "W = ilu(A)",
    summary="Incomplete LU factors: without fill, or ('crout', and 'ilutp' with pivoting) without elements below a drop tolerance; one output is L + U - I.",
    examples=(
        Example("[L,U] = ilu(sparse([2 1;4 5])); full(U)", "[2 1;0 3]"),
        Example("full(ilu(sparse([2 1;4 5])))", "[2 1;2 3]"),
        Example("[L,U] = ilu(sparse([2 1;4 5])); full(L)", "[1 0;2 1]"),
        Example("[L,U] = ilu(sparse(magic(3)),struct('type','crout')); norm(full(L*U)-magic(3)) < 1e-14", "true"),
        Example("[L,U,P] = ilu(sparse(magic(4)),struct('type','ilutp')); norm(full(L*U-P*magic(4))) < 1e-14", "true"),
        Example("[L,U,P] = ilu(sparse([1 2;3 4]),struct('type','ilutp','milu','row')); norm(full(L*U-[1 2;3 4]*P)) < 1e-14", "true"),
        Example("[L,U] = ilu(sparse([4 0.1;1 3]),struct('type','crout','droptol',0.1)); nnz(U)", "2"),
        Example("A = gallery('poisson',4); [L,U] = ilu(A,struct('type','crout','milu','row','droptol',0.1)); norm(sum(A-L*U,2)) < 1e-13", "true"),
    ),
    errors=(
        ErrorCase("ilu(sparse([0 1;1 0]))", "MATLAB:ilu:ZeroPivot"),
        ErrorCase("ilu(1)", "MATLAB:ilu:NotSquareSparse"),
        ErrorCase("ilu(speye(2),struct('type','foo'))", "MATLAB:ilu:InvalidType"),
    ),
    facts=Fact.SPARSE,
)
def ilu(call: Any, a: Any, options: Any = None) -> Any:
    settings = _options(options, {"type": "nofill", "droptol": 0.0, "milu": "off", "udiag": 0.0, "thresh": 1.0}, "ilu")
    matrix = _square_sparse(a, "ilu")
    if settings["type"] not in ("nofill", "crout", "ilutp"):
        raise MatlabError("Type must be 'nofill', 'crout' or 'ilutp'.", "MATLAB:ilu:InvalidType")
    if settings["type"] == "nofill" or not matrix.shape[0]:
        return _parts(call, _without_fill(matrix, settings))
    by_rows = settings["milu"] == "row"
    lower, upper, order = _with_threshold((matrix.T if by_rows else matrix).tocsc(), settings)
    if by_rows:  # (P*A.')' with the diagonal moved to U
        scale = upper.diagonal()
        lower, upper = _divided_columns(upper.T.tocsc(), scale), lower.multiply(scale).T.tocsc()
    permutation = _permutation(order)
    permutation = permutation.T.tocsc() if by_rows else permutation
    if settings["type"] == "crout":
        return (
            (Sparse(lower), Sparse(upper), Sparse(permutation))
            if call.nargout > 1
            else Sparse((lower + upper - _identity(len(order))).tocsc())
        )
    if call.nargout > 2:
        return Sparse(lower), Sparse(upper), Sparse(permutation)
    lower, upper = (lower, (upper @ permutation.T).tocsc()) if by_rows else ((permutation.T @ lower).tocsc(), upper)
    return (Sparse(lower), Sparse(upper)) if call.nargout > 1 else Sparse((lower + upper - permutation.T).tocsc())


def _identity(n: int) -> Any:
    return kernels.identity(n, n)


def _permutation(order: list[int]) -> Any:
    """The matrix P with P*A = A(order, :)."""
    return _identity(len(order)).tocsr()[order].tocsc()


def _divided_columns(matrix: Any, scale: np.ndarray) -> Any:
    from scipy.sparse import diags

    return (matrix @ diags(1.0 / scale)).tocsc()


def _parts(call: Any, joined: Any) -> Any:
    if call.nargout < 2:
        return Sparse(joined)
    n = joined.shape[0]
    below, ones = kernels.triangle(joined, -1, upper=False), _identity(n)
    lower = kernels.combined("plus", below, ones)
    triangles = Sparse((below + ones).tocsc() if lower is None else lower), Sparse(kernels.triangle(joined, 0, upper=True))
    return triangles if call.nargout < 3 else (*triangles, Sparse(_identity(n)))


def _without_fill(matrix: Any, settings: dict[str, Any]) -> Any:
    """L + U - I where the matrix has elements."""
    rows = _lines(kernels.turned(matrix))
    for i, row in enumerate(rows):
        for k in sorted(k for k in row if k < i):
            row[k] /= rows[k][k]
            for j, v in rows[k].items():
                if j > k and j in row:
                    row[j] -= row[k] * v
                elif j > k and settings["milu"] == "row":
                    row[i] = row.get(i, 0.0) - row[k] * v
        row[i] = _pivot(row.get(i, 0.0), settings)
    return _matrix_of(rows, False).matrix


def _pivot(value: Any, settings: dict[str, Any]) -> Any:
    if value:
        return value
    if not settings["udiag"]:
        raise MatlabError("There is a pivot that is zero. Consider setting the udiag option to 1.", "MATLAB:ilu:ZeroPivot")
    return settings["droptol"] or 1e-16


def _with_threshold(matrix: Any, settings: dict[str, Any]) -> tuple[Any, Any, list[int]]:
    """L and U column by column, and the order of the rows; small elements are dropped, or (modified) added to the diagonal."""
    n, droptol = matrix.shape[0], settings["droptol"]
    limit = settings["thresh"] if settings["type"] == "ilutp" else 0.0
    place, order = list(range(n)), list(range(n))  # of each row of A, and the row of A at each place
    lower: list[dict[int, Any]] = []  # columns of L by rows of A, without the diagonal
    upper: list[dict[int, Any]] = []  # columns of U by places
    for j, column in enumerate(_lines(matrix)):
        smallest = droptol * math.sqrt(sum(abs(v) ** 2 for v in column.values()))
        lost = _eliminated(column, lower, order, place, j, smallest)
        if limit:
            below = [i for i in column if place[i] > j]
            best = max(below, key=lambda i: abs(column[i]), default=None)
            if best is not None and abs(column.get(order[j], 0.0)) < limit * abs(column[best]):
                _swap(order, place, j, place[best])
        above = {place[i]: v for i, v in column.items() if place[i] < j}
        rest = {i: v for i, v in column.items() if place[i] > j and abs(v) >= smallest and v != 0}
        lost += sum(v for i, v in column.items() if place[i] > j and i not in rest)
        pivot = _pivot(column.get(order[j], 0.0) + (0.0 if settings["milu"] == "off" else lost), settings)
        above[j] = pivot
        upper.append(above)
        lower.append({i: v / pivot for i, v in rest.items()})
    placed = [{j: 1.0, **{place[i]: v for i, v in line.items()}} for j, line in enumerate(lower)]
    return _matrix_of(placed, True).matrix, _matrix_of(upper, True).matrix, order


def _eliminated(column: dict[int, Any], lower: list[dict[int, Any]], order: list[int], place: list[int], j: int, smallest: float) -> Any:
    """Take the finished columns of L off a column of the matrix; the sum of what was dropped above the diagonal."""
    waiting = [place[i] for i in column if place[i] < j]
    heapify(waiting)
    seen, lost = set(waiting), 0.0
    while waiting:
        k = heappop(waiting)
        row = order[k]
        weight = column[row]
        if abs(weight) < smallest or weight == 0:
            lost += column.pop(row)
            continue
        for i, v in lower[k].items():
            column[i] = column.get(i, 0.0) - v * weight
            at = place[i]
            if at < j and at not in seen:
                seen.add(at)
                heappush(waiting, at)
    return lost


def _swap(order: list[int], place: list[int], j: int, k: int) -> None:
    order[j], order[k] = order[k], order[j]
    place[order[j]], place[order[k]] = j, k

"""Incomplete factorizations of sparse matrices, used as preconditioners: ichol, ilu."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.containers import StructArray
from ...values.convert import text_of
from ...values.sparse import Sparse
from .. import arguments as arg
from ..spec import ErrorCase, Example, builtin


def _options(value: Any, defaults: dict[str, Any], function: str) -> dict[str, Any]:
    """The fields of an option struct over defaults, texts and numbers as Python has them."""
    found = dict(defaults)
    if value is None or arg.is_empty_matrix(value):
        return found
    if type(value) is not StructArray or value.numel != 1:
        raise MatlabError("OPTS must be a structure.", f"MATLAB:{function}:OptsNotStruct")
    for name, setting in value.array.flat[0].items():
        key = name.lower()
        if key in found:
            found[key] = text_of(setting).lower() if isinstance(found[key], str) else arg.scalar(setting)
    return found


def _square_sparse(a: Any, function: str) -> Any:
    if type(a) is not Sparse or a.shape[0] != a.shape[1]:
        raise MatlabError("First argument must be a square sparse matrix.", f"MATLAB:{function}:NotSquareSparse")
    return a.matrix


def _matrix_of(lines: list[dict[int, Any]], by_columns: bool) -> Sparse:
    from scipy.sparse import coo_matrix

    entries = [(i, j, v) for j, line in enumerate(lines) for i, v in sorted(line.items())]
    inner, outer, data = (np.array([e[k] for e in entries]) for k in range(3)) if entries else (np.zeros(0, int),) * 3
    place = (inner, outer) if by_columns else (outer, inner)
    return Sparse(coo_matrix((data, place), (len(lines), len(lines))).tocsc())


def _lines(matrix: Any) -> list[dict[int, Any]]:
    """Each compressed line (column of a csc, row of a csr matrix) as a dict from index to value."""
    starts, index, data = matrix.indptr, matrix.indices, matrix.data
    return [dict(zip(index[a:b].tolist(), data[a:b].tolist(), strict=True)) for a, b in pairwise(starts)]


@builtin(
    "ichol",
    "L = ichol(A)",
    "L = ichol(A, options)",
    summary="Incomplete Cholesky factor: without fill, or ('ict') without elements below a drop tolerance.",
    examples=(Example("full(ichol(sparse([4 2;2 5])))", "[2 0;1 2]"), Example("nnz(ichol(gallery('poisson',3)))", "nnz(tril(gallery('poisson',3)))"), Example("full(ichol(sparse([4 2;2 5]), struct('shape','upper')))", "[2 1;0 2]")),
    errors=(ErrorCase("ichol(sparse([1 2;2 1]))", "MATLAB:ichol:Breakdown"), ErrorCase("ichol(1)", "MATLAB:ichol:NotSquareSparse")),
)
def ichol(call: Any, a: Any, options: Any = None) -> Any:
    from scipy.sparse import tril

    given = _options(options, {"type": "nofill", "droptol": 0.0, "michol": "off", "diagcomp": 0.0, "shape": "lower"}, "ichol")
    matrix = _square_sparse(a, "ichol")
    matrix = tril(matrix if given["shape"] == "lower" else matrix.conj().T).tocsc()
    matrix.sort_indices()
    columns = _lines(matrix)
    sizes = [sum(abs(v) for v in column.values()) for column in columns]
    reached: list[list[int]] = [[] for _ in columns]
    for j, column in enumerate(columns):
        column[j] = column.get(j, 0.0) * (1 + given["diagcomp"])
        _update(columns, reached, j, given["type"] == "ict", given["michol"] == "on")
        if given["type"] == "ict":
            _drop(columns, j, given["droptol"] * sizes[j], given["michol"] == "on")
        pivot = column[j]
        if pivot.real <= 0 or (isinstance(pivot, complex) and abs(pivot.imag) > 1e-12 * abs(pivot)):
            raise MatlabError("Encountered nonpositive pivot.", "MATLAB:ichol:Breakdown")
        root = math.sqrt(pivot.real)
        for i in column:
            column[i] = root if i == j else column[i] / root
            if i > j:
                reached[i].append(j)
    factor = _matrix_of(columns, True)
    return factor if given["shape"] == "lower" else Sparse(factor.matrix.conj().T.tocsc())


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
    "W = ilu(A)",
    summary="Incomplete LU factors without fill; one output is L + U - I.",
    examples=(Example("[L,U] = ilu(sparse([2 1;4 5])); full(U)", "[2 1;0 3]"), Example("full(ilu(sparse([2 1;4 5])))", "[2 1;2 3]"), Example("[L,U] = ilu(sparse([2 1;4 5])); full(L)", "[1 0;2 1]")),
    errors=(ErrorCase("ilu(sparse([0 1;1 0]))", "MATLAB:ilu:ZeroPivot"),),
)
def ilu(call: Any, a: Any, options: Any = None) -> Any:
    from scipy.sparse import identity, tril, triu

    given = _options(options, {"type": "nofill", "droptol": 0.0, "milu": "off", "udiag": 0.0, "thresh": 1.0}, "ilu")
    if given["type"] != "nofill":
        raise MatlabError(f"Incomplete LU factorization of type '{given['type']}' is not supported.", "MATLAB:ilu:UnsupportedType")
    rows_matrix = _square_sparse(a, "ilu").tocsr()
    rows_matrix.sort_indices()
    rows = _lines(rows_matrix)
    for i, row in enumerate(rows):
        for k in sorted(k for k in row if k < i):
            row[k] /= rows[k][k]
            for j, v in rows[k].items():
                if j > k and j in row:
                    row[j] -= row[k] * v
                elif j > k and given["milu"] == "row":
                    row[i] = row.get(i, 0.0) - row[k] * v
        if not row.get(i):
            if not given["udiag"]:
                raise MatlabError("There is a pivot that is zero. Consider setting the udiag option to 1.", "MATLAB:ilu:ZeroPivot")
            row[i] = given["droptol"] or 1e-16
    joined = _matrix_of(rows, False).matrix
    if call.nargout < 2:
        return Sparse(joined)
    return Sparse((tril(joined, -1) + identity(len(rows))).tocsc()), Sparse(triu(joined).tocsc())

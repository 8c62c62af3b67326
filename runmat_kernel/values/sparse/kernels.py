"""Matrices in compressed columns by the compiled loops that SciPy's own classes call, without the checks and copies between them.

These cost 30 to 150 us for each operation, which is all that programs with small matrices do (a finite element, a bus of a network).
Operands are canonical (rows in order, none repeated, no stored zeros) and so are results: matrices may share their arrays, which nobody
changes.  A function gives None where its loops do not apply, and then the general path runs.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

_MOST = 2**31 - 1
"""Entries and extents that fit into the 32-bit indices of the loops here."""
_LOOPS = (
    "csr_plus_csr csr_minus_csr csr_elmul_csr csr_matmat csr_matmat_maxnnz csr_sort_indices csr_tocsc coo_tocsr csr_sum_duplicates "
    "csr_has_canonical_format csc_matvec csr_matvec csr_sample_values"
).split()


@cache
def _library() -> tuple[Any, Any, dict[str, Any]]:
    """The class of matrices, SciPy's loops (None where they are not as expected), and what a matrix keeps beside its arrays."""
    from scipy.sparse import csc_matrix

    held = dict(csc_matrix((1, 1)).__dict__)
    known = {"_shape", "data", "indices", "indptr"} <= held.keys()
    try:
        from scipy.sparse import _sparsetools as loops
    except ImportError:
        known = False
    if not known or not all(hasattr(loops, name) for name in _LOOPS):
        return csc_matrix, None, {}
    return csc_matrix, loops, held


def bare(data: np.ndarray, indices: np.ndarray, indptr: np.ndarray, shape: tuple[int, int]) -> Any:
    """A csc_matrix of canonical parts."""
    cls, loops, held = _library()
    if loops is None:
        matrix = cls((data, indices, indptr), shape, copy=False)
        matrix.has_canonical_format = True
        return matrix
    matrix = cls.__new__(cls)
    matrix.__dict__.update(held)
    matrix._shape, matrix.data, matrix.indices, matrix.indptr = shape, data, indices, indptr
    matrix.has_canonical_format = True
    return matrix


def filled(data: np.ndarray, indices: np.ndarray, indptr: np.ndarray, shape: tuple[int, int]) -> Any:
    """The same of parts among which zeros may be, and complex numbers that are all real."""
    if data.dtype.kind == "c" and not data.imag.any():
        data = np.ascontiguousarray(data.real)
    return bare(*((data, indices, indptr) if data.all() else _kept(data, indices, indptr, data != 0)), shape)


def _kept(data: np.ndarray, indices: np.ndarray, indptr: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The entries that a mask chooses."""
    before = np.zeros(len(chosen) + 1, indptr.dtype)
    np.cumsum(chosen, out=before[1:])
    return data[chosen], indices[chosen], before[indptr]


def _taken(data: np.ndarray, indices: np.ndarray, indptr: np.ndarray, shape: tuple[int, int]) -> Any:
    """A matrix of some entries of another: none is zero, but complex numbers may all be real."""
    return (filled if data.dtype.kind == "c" else bare)(data, indices, indptr, shape)


def with_data(matrix: Any, data: np.ndarray) -> Any:
    """Other numbers (or truth values) in the places of a matrix's entries."""
    return filled(data, matrix.indices, matrix.indptr, matrix.shape)


def numbers(matrix: Any) -> Any:
    """The matrix with doubles or complex doubles as entries: itself unless it is logical."""
    return matrix if matrix.dtype.char in "dD" else with_data(matrix, matrix.data.astype(np.float64))


def _narrow(*matrices: Any) -> bool:
    return all(m.indices.dtype.char == m.indptr.dtype.char == "i" for m in matrices)


def _entries(left: Any, right: Any, columns: int, room: int) -> tuple[np.ndarray, ...]:
    """The entries of two matrices as one type, and the arrays of a result: its ``indptr``, and room for its indices and entries."""
    a, b = left.data, right.data
    if a.dtype != b.dtype:
        a, b = a.astype(np.complex128), b.astype(np.complex128)
    return a, b, np.empty(columns + 1, np.int32), np.empty(room, np.int32), np.empty(room, a.dtype)


def combined(how: str, left: Any, right: Any) -> Any:
    """``plus``, ``minus`` or ``elmul`` (elements multiplied) of two matrices of numbers of one shape, or None."""
    loops = _library()[1]
    room = left.nnz + right.nnz
    if loops is None or not _narrow(left, right) or room > _MOST:
        return None
    m, n = left.shape
    a, b, indptr, indices, data = _entries(left, right, n, room)
    loop = getattr(loops, f"csr_{how}_csr")
    loop(n, m, left.indptr, left.indices, a, right.indptr, right.indices, b, indptr, indices, data)
    count = int(indptr[-1])
    return filled(data[:count].copy(), indices[:count].copy(), indptr, (m, n))


def product(left: Any, right: Any) -> Any:
    """``left * right`` of two matrices of numbers, or None."""
    loops = _library()[1]
    if loops is None or not _narrow(left, right):
        return None
    m, n = left.shape[0], right.shape[1]
    room = loops.csr_matmat_maxnnz(n, m, right.indptr, right.indices, left.indptr, left.indices)
    if room > _MOST:
        return None
    a, b, indptr, indices, data = _entries(left, right, n, room)
    loops.csr_matmat(n, m, right.indptr, right.indices, b, left.indptr, left.indices, a, indptr, indices, data)
    loops.csr_sort_indices(n, indptr, indices, data)
    count = int(indptr[-1])
    return filled(data[:count], indices[:count], indptr, (m, n))


def with_vector(matrix: Any, vector: np.ndarray) -> np.ndarray | None:
    """``matrix * vector`` of a full column, or None."""
    loops = _library()[1]
    if loops is None or not _narrow(matrix) or vector.dtype.char not in "dD":
        return None
    kind = np.result_type(matrix.dtype, vector.dtype)
    product = np.zeros(matrix.shape[0], kind)
    loops.csc_matvec(*matrix.shape, matrix.indptr, matrix.indices, matrix.data.astype(kind, copy=False),
                     np.ascontiguousarray(vector.ravel(), kind), product)  # fmt: skip
    return product


def row_with(row: np.ndarray, matrix: Any) -> np.ndarray | None:
    """``row * matrix`` of a full row, or None."""
    loops = _library()[1]
    if loops is None or not _narrow(matrix) or row.dtype.char not in "dD":
        return None
    m, n = matrix.shape
    kind = np.result_type(matrix.dtype, row.dtype)
    row_out = np.zeros(n, kind)
    loops.csr_matvec(n, m, matrix.indptr, matrix.indices, matrix.data.astype(kind, copy=False),
                     np.ascontiguousarray(row.ravel(), kind), row_out)  # fmt: skip
    return row_out


def sampled(matrix: Any, rows: np.ndarray, columns: np.ndarray) -> np.ndarray | None:
    """Elements at places counted from 0, each by itself, or None."""
    loops = _library()[1]
    if loops is None or not _narrow(matrix):
        return None
    elements = np.empty(len(rows), matrix.dtype)
    data, out = (v.view(np.int8) if v.dtype == np.bool_ else v for v in (matrix.data, elements))
    places_of = (columns.astype(np.int32, copy=False), rows.astype(np.int32, copy=False))
    loops.csr_sample_values(*matrix.shape[::-1], matrix.indptr, matrix.indices, data, len(rows), *places_of, out)
    return elements


def turned(matrix: Any) -> Any:
    """The transpose."""
    loops = _library()[1]
    if loops is None or not _narrow(matrix) or max(matrix.shape) > _MOST:
        return matrix.T.tocsc()
    m, n = matrix.shape
    indptr, indices, data = np.empty(m + 1, np.int32), np.empty(matrix.nnz, np.int32), np.empty(matrix.nnz, matrix.dtype)
    if matrix.dtype == np.bool_:
        loops.csr_tocsc(n, m, matrix.indptr, matrix.indices, matrix.data.view(np.int8), indptr, indices, data.view(np.int8))
    else:
        loops.csr_tocsc(n, m, matrix.indptr, matrix.indices, matrix.data, indptr, indices, data)
    return bare(data, indices, indptr, (n, m))


def of_entries(rows: np.ndarray, columns: np.ndarray, values: np.ndarray, shape: tuple[int, int]) -> Any:
    """The matrix with numbers at places counted from 0, those at one place added up, or None."""
    loops = _library()[1]
    m, n = shape
    count = len(values)
    if loops is None or max(m, n, count) > _MOST or values.dtype.char not in "dD":
        return None
    indptr, indices, data = np.empty(n + 1, np.int32), np.empty(count, np.int32), np.empty(count, values.dtype)
    loops.coo_tocsr(n, m, count, columns.astype(np.int32), rows.astype(np.int32), np.ascontiguousarray(values), indptr, indices, data)
    if not loops.csr_has_canonical_format(n, indptr, indices):
        loops.csr_sort_indices(n, indptr, indices, data)
        loops.csr_sum_duplicates(n, m, indptr, indices, data)
        stored = int(indptr[-1])
        indices, data = indices[:stored], data[:stored]
    return filled(data, indices, indptr, shape)


def of_full(array: np.ndarray) -> Any:
    """The matrix of a full one of doubles, complex doubles or truth values."""
    turned_array = array.T
    if array.dtype.kind == "c" and not array.imag.any():
        turned_array = turned_array.real
    columns, rows = turned_array.nonzero()
    indptr = np.zeros(array.shape[1] + 1, np.int32)
    np.cumsum(np.bincount(columns, minlength=array.shape[1]), out=indptr[1:])
    return bare(turned_array[columns, rows], rows.astype(np.int32), indptr, array.shape)


def places(matrix: Any) -> np.ndarray:
    """Where entries are among all elements, column by column, counted from 0."""
    m, n = matrix.shape
    return matrix.indices + np.repeat(np.arange(n, dtype=np.int64) * m, np.diff(matrix.indptr))


def columns_taken(matrix: Any, columns: np.ndarray) -> Any:
    """Columns at positions counted from 0, in any order."""
    first = matrix.indptr[columns]
    counts = matrix.indptr[columns + 1] - first
    indptr = np.zeros(len(columns) + 1, matrix.indptr.dtype)
    np.cumsum(counts, out=indptr[1:])
    places = np.arange(indptr[-1]) + np.repeat(first - indptr[:-1], counts)
    return _taken(matrix.data[places], matrix.indices[places], indptr, (matrix.shape[0], len(columns)))


def rows_taken(matrix: Any, rows: np.ndarray) -> Any:
    """Rows at positions counted from 0, in any order."""
    m, n = matrix.shape
    if len(rows) != 1 and not (rows[1:] > rows[:-1]).all():
        return turned(columns_taken(turned(matrix), rows))
    if len(rows) == 1:
        kept = np.flatnonzero(matrix.indices == rows[0])
        return _taken(
            matrix.data[kept],
            np.zeros(len(kept), matrix.indices.dtype),
            kept.searchsorted(matrix.indptr).astype(matrix.indptr.dtype),
            (1, n),
        )
    where = np.full(m, -1, matrix.indices.dtype)
    where[rows] = np.arange(len(rows))
    indices = where[matrix.indices]
    return _taken(*_kept(matrix.data, indices, matrix.indptr, indices >= 0), (len(rows), n))


def triangle(matrix: Any, diagonal: int, *, upper: bool) -> Any:
    """The entries on a diagonal (0: the main one, above: positive) and those above it, or those below it."""
    places = np.repeat(np.arange(matrix.shape[1]), np.diff(matrix.indptr)) - matrix.indices
    chosen = places >= diagonal if upper else places <= diagonal
    return _taken(*_kept(matrix.data, matrix.indices, matrix.indptr, chosen), matrix.shape)


def reshaped(matrix: Any, shape: tuple[int, int]) -> Any:
    """The elements, column by column, as a matrix of another shape with as many."""
    m, n = shape
    kind = np.int32 if max(m, n, matrix.nnz) <= _MOST else np.int64
    columns, rows = np.divmod(places(matrix), max(m, 1))
    indptr = np.zeros(n + 1, kind)
    np.cumsum(np.bincount(columns, minlength=n), out=indptr[1:])
    return bare(matrix.data, rows.astype(kind), indptr, shape)


def identity(m: int, n: int) -> Any:
    """Ones on the main diagonal."""
    count = min(m, n)
    kind = np.int32 if max(m, n) <= _MOST else np.int64
    return bare(np.ones(count), np.arange(count, dtype=kind), np.minimum(np.arange(n + 1, dtype=kind), kind(count)), (m, n))


_MOST_PRODUCTS = 1 << 15
"""Columns and entries from which on SciPy makes Kronecker products in less time."""


def tensor_product(left: Any, right: Any) -> Any:
    """The Kronecker product of two matrices of numbers, or None."""
    (m, n), (p, q) = left.shape, right.shape
    if max(n * q, left.nnz * right.nnz) > _MOST_PRODUCTS or m * p > _MOST:
        return None
    first, second = np.repeat(np.arange(n), q), np.tile(np.arange(q), n)
    widths = np.diff(right.indptr)[second]
    counts = np.diff(left.indptr)[first] * widths
    indptr = np.zeros(n * q + 1, np.int32)
    np.cumsum(counts, out=indptr[1:])
    a, b = np.divmod(np.arange(indptr[-1]) - np.repeat(indptr[:-1], counts), np.repeat(widths, counts))
    a, b = a + np.repeat(left.indptr[first], counts), b + np.repeat(right.indptr[second], counts)
    indices = left.indices[a].astype(np.int32) * np.int32(p) + right.indices[b]
    return filled(left.data[a] * right.data[b], indices.astype(np.int32, copy=False), indptr, (m * p, n * q))


def extremes(matrix: Any, axis: int, change: np.ufunc) -> Any:
    """The largest (``np.maximum``) or smallest elements of the columns (0) or the rows (1) of a matrix without NaN.

    Complex numbers are in the order of their magnitudes, and of their angles where these are equal.
    """
    if axis:
        return turned(extremes(turned(matrix), 0, change))
    m, n = matrix.shape
    counts = np.diff(matrix.indptr)
    columns = np.flatnonzero(counts)
    best = _best_of_segments(matrix.data, matrix.indptr[columns], change) if len(columns) else matrix.data[:0]
    with_zeros = counts[columns] < m
    if best.dtype.kind != "c":
        best[with_zeros] = change(best[with_zeros], best.dtype.type(0))
    elif change is np.minimum:
        best[with_zeros] = 0
    indptr = np.zeros(n + 1, matrix.indptr.dtype)
    np.cumsum(counts > 0, out=indptr[1:])
    return filled(best, np.zeros(len(columns), matrix.indices.dtype), indptr, (1, n))


def _best_of_segments(data: np.ndarray, starts: np.ndarray, change: np.ufunc) -> np.ndarray:
    """The largest or smallest number of each segment; ``starts`` are where segments begin."""
    if data.dtype.kind != "c":
        return change.reduceat(data, starts)
    segments = np.zeros(len(data), np.intp)
    segments[starts[1:]] = 1
    order = np.lexsort((np.angle(data), np.abs(data), np.cumsum(segments)))
    ends = np.append(starts[1:], len(data)) - 1
    return data[order[ends if change is np.maximum else starts]]


def side_by_side(matrices: list[Any], height: int) -> Any:
    """Matrices of numbers, or of truth values, of one height beside each other, or None."""
    if sum(m.nnz for m in matrices) > _MOST or not _narrow(*matrices):
        return None
    indptr, before = [np.zeros(1, np.int32)], 0
    for matrix in matrices:
        indptr.append(matrix.indptr[1:] + np.int32(before))
        before += int(matrix.indptr[-1])
    width = sum(m.shape[1] for m in matrices)
    return bare(np.concatenate([m.data for m in matrices]), np.concatenate([m.indices for m in matrices]),
                np.concatenate(indptr), (height, width))  # fmt: skip


def counts(matrix: Any, axis: int) -> np.ndarray:
    """How many entries the columns (0) or the rows (1) have."""
    return np.bincount(matrix.indices, minlength=matrix.shape[0]) if axis else np.diff(matrix.indptr)


def totals(matrix: Any, axis: int) -> np.ndarray:
    """Sums of the columns (0) or the rows (1) of a matrix of numbers or truth values."""
    m, n = matrix.shape
    places, count = (matrix.indices, m) if axis else (np.repeat(np.arange(n), np.diff(matrix.indptr)), n)
    if matrix.dtype.kind == "c":
        return np.bincount(places, matrix.data.real, count) + 1j * np.bincount(places, matrix.data.imag, count)
    return np.bincount(places, matrix.data, count)

"""Elements of a matrix in compressed columns, read and replaced without sorting what is there.

SciPy checks and sorts at every step, which costs more than the step where a program reads or writes a few elements at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .kernels import bare, sampled


def rows_between(matrix: Any, column: int) -> tuple[int, int]:
    """Where the entries of a column begin and end."""
    return int(matrix.indptr[column]), int(matrix.indptr[column + 1])


def element(matrix: Any, row: int, column: int) -> Any:
    """One element, as a 1-by-1 matrix."""
    begin, end = rows_between(matrix, column)
    place = begin + int(matrix.indices[begin:end].searchsorted(row))
    here = int(place < end and matrix.indices[place] == row)
    return bare(
        matrix.data[place : place + here].copy(),
        np.zeros(here, matrix.indices.dtype),
        np.array([0, here], matrix.indptr.dtype),
        (1, 1),
    )


def with_element(matrix: Any, row: int, column: int, value: float) -> Any:
    """A matrix of doubles with one element replaced."""
    begin, end = rows_between(matrix, column)
    place = begin + int(matrix.indices[begin:end].searchsorted(row))
    stored = place < end and matrix.indices[place] == row
    data, indices, indptr = matrix.data, matrix.indices, matrix.indptr
    if stored and value:
        data = data.copy()
        data[place] = value
    elif stored or value:
        indptr = indptr.copy()
        indptr[column + 1 :] += -1 if stored else 1
        behind = place + 1 if stored else place
        data = np.concatenate([data[:place], [value] if value else [], data[behind:]])
        indices = np.concatenate([indices[:place], np.array([row] if value else [], indices.dtype), indices[behind:]])
    return bare(data, indices, indptr, matrix.shape)


def elements(matrix: Any, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
    """Elements at places, each by itself."""
    sampled_values = sampled(matrix, rows, cols)
    if sampled_values is not None:
        return sampled_values
    at, there = _found(matrix.indices, matrix.indptr, rows, cols)
    values = np.zeros(len(rows), matrix.dtype)
    values[there] = matrix.data[at[there]]
    return values


def columns(matrix: Any, first: int, last: int) -> Any:
    """The columns ``first`` to ``last - 1``."""
    begin, end = int(matrix.indptr[first]), int(matrix.indptr[last])
    indptr = matrix.indptr[first : last + 1] - matrix.indptr[first]
    return bare(matrix.data[begin:end].copy(), matrix.indices[begin:end].copy(), indptr, (matrix.shape[0], last - first))


def replaced(matrix: Any, shape: tuple[int, int], rows: np.ndarray, cols: np.ndarray, values: np.ndarray) -> Any:
    """The matrix in a shape at least as large with some elements replaced; the last of repeated places counts.

    Takes time in proportion to what is stored (to be copied) and to the logarithm of it for what is replaced.
    """
    rows, cols, values = _last_of_each(shape[0], rows, cols, values)
    indptr = matrix.indptr
    if shape[1] > matrix.shape[1]:
        indptr = np.concatenate([indptr, np.full(shape[1] - matrix.shape[1], indptr[-1], indptr.dtype)])
    places, there = _found(matrix.indices, indptr, rows, cols)
    data, indices = matrix.data.astype(values.dtype), matrix.indices
    data[places[there]] = values[there]
    new = ~there & (values != 0)
    if new.any():
        data = np.insert(data, places[new], values[new])
        indices = np.insert(indices, places[new], rows[new])
        indptr = indptr.copy()
        indptr[1:] += np.cumsum(np.bincount(cols[new], minlength=shape[1]), dtype=indptr.dtype)
    if not values[there].all():
        kept = data != 0
        gone = np.concatenate([[0], np.cumsum(~kept)])
        data, indices, indptr = data[kept], indices[kept], indptr - gone[indptr].astype(indptr.dtype)
    return bare(data, indices, indptr, shape)


def _last_of_each(height: int, rows: np.ndarray, cols: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places in column order without repetitions."""
    if len(rows) < 2:
        return rows, cols, values
    places = rows + cols * height
    if (places[1:] > places[:-1]).all():
        return rows, cols, values
    _, last = np.unique(places[::-1], return_index=True)
    chosen = len(places) - 1 - last
    return rows[chosen], cols[chosen], values[chosen]


_SEARCH = 256
"""Entries that can be looked through altogether in the time of one search in a column."""


def _found(indices: np.ndarray, indptr: np.ndarray, rows: np.ndarray, cols: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each element is stored or would be put, and whether it is stored."""
    if len(rows) * _SEARCH < 4 * _SEARCH + len(indices):  # one search in each column, without a look at the others
        places = np.empty(len(rows), np.int64)
        for k, (row, col) in enumerate(zip(rows.tolist(), cols.tolist(), strict=True)):
            begin, end = int(indptr[col]), int(indptr[col + 1])
            places[k] = begin + indices[begin:end].searchsorted(row)
    else:
        width = np.int64(max(int(indices.max(initial=0)), int(rows.max(initial=0))) + 1)
        stored = np.repeat(np.arange(len(indptr) - 1, dtype=np.int64) * width, np.diff(indptr)) + indices
        places = stored.searchsorted(rows + cols * width)
    there = places < indptr[cols + 1]
    there[there] = indices[places[there]] == rows[there]
    return places, there

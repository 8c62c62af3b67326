"""Eigenvalues of Schur factors: what stands in the blocks of the diagonal, the blocks in another order, and the vectors of pairs.

A quasi-triangle is a triangle, or a real one whose diagonal may hold 2-by-2 blocks, each a pair of conjugate eigenvalues.  Clusters are
numbers, one for each eigenvalue; those of the highest come to stand first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from ...base.errors import MatlabError


def block_starts(triangle: np.ndarray) -> list[int]:
    """The first row of each block of the diagonal, and behind them the number of rows."""
    inside = np.flatnonzero(np.diagonal(triangle, -1)) + 1
    return np.setdiff1d(np.arange(len(triangle) + 1), inside).tolist()


def is_quasi_triangle(triangle: np.ndarray) -> bool:
    """Whether nothing is below the blocks, which have one row, or two in a real matrix."""
    most = 1 if triangle.dtype.kind == "c" else 2
    return not np.tril(triangle, -2).any() and max(np.diff(block_starts(triangle)), default=1) <= most


def eigenvalues_in_order(top: np.ndarray, below: np.ndarray | None = None) -> np.ndarray:
    """The eigenvalues of a quasi-triangle, or of the pair with a triangle, as they stand; of a conjugate pair the upper one first."""
    below = np.eye(len(top), dtype=top.dtype) if below is None else below
    values = np.zeros(len(top), np.result_type(top, below, np.complex64))
    starts = block_starts(top)
    for start, end in pairwise(starts):
        block = slice(start, end)
        if end - start == 1:
            with np.errstate(all="ignore"):
                values[start] = top[start, start] / below[start, start]
        else:
            pair = np.linalg.eigvals(np.linalg.solve(below[block, block], top[block, block]))
            values[block] = pair[np.argsort(-pair.imag)]
    return values


def in_region(values: np.ndarray, keyword: str) -> np.ndarray | None:
    """Which eigenvalues lie in the left or right half plane, or in or out of the unit disk; None where the keyword is another."""
    regions: dict[str, Callable[[], np.ndarray]] = {
        "lhp": lambda: values.real < 0,
        "rhp": lambda: values.real > 0,
        "udi": lambda: np.abs(values) < 1,
        "udo": lambda: np.abs(values) > 1,
    }
    return regions[keyword]() if keyword in regions else None


def reordered(triangle: np.ndarray, clusters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``S, W`` with ``triangle = W*S*W'``.  Raises MatlabError where eigenvalues are too close to be exchanged."""
    from scipy.linalg import lapack

    (move,) = lapack.get_lapack_funcs(("trsen",), (triangle,))
    vectors = np.eye(len(triangle), dtype=triangle.dtype, order="F")
    for chosen in _choices(triangle, clusters):
        results = move(chosen.astype(np.int32), triangle, vectors, job="N", wantq=1)
        _check_moved(results[-1])
        triangle, vectors = results[:2]
    return triangle, vectors


def reordered_pair(top: np.ndarray, below: np.ndarray, clusters: np.ndarray) -> tuple[np.ndarray, ...]:
    """``S, T, Q, Z`` with ``top = Q*S*Z'`` and ``below = Q*T*Z'``.  Raises MatlabError as ``reordered`` does."""
    from scipy.linalg import lapack

    n = len(top)
    (move,) = lapack.get_lapack_funcs(("tgsen",), (top, below))
    complex_ = top.dtype.kind == "c" or below.dtype.kind == "c"
    first = 4 if complex_ else 5  # behind alpha (a real one is in two parts) and beta
    left = right = np.eye(n, dtype=move.dtype, order="F")
    # SciPy's own sizes of the workspace belong to other jobs than the one that it is asked for here: nothing but the exchange.
    for chosen in _choices(top, clusters):
        results = move(chosen.astype(np.int32), top, below, left, right, ijob=0, lwork=4 * n + 16, liwork=1)
        _check_moved(results[-1])
        top, below, left, right = *results[:2], *results[first : first + 2]
    return top, below, left, right


def _choices(triangle: np.ndarray, clusters: np.ndarray) -> Iterator[np.ndarray]:
    """The eigenvalues that come to the front, step by step: those of the highest cluster last.  A pair has one cluster, the higher."""
    starts = block_starts(triangle)
    clusters = np.repeat(np.maximum.reduceat(clusters, starts[:-1]), np.diff(starts)) if len(clusters) else clusters
    for level in np.unique(clusters)[1:]:
        chosen = clusters == level
        yield chosen
        clusters = np.concatenate([clusters[chosen], clusters[~chosen]])


def _check_moved(info: int) -> None:
    if info:
        raise MatlabError("Some eigenvalues are too close to each other to be reordered.", "MATLAB:ordschur:reorderingFailed")


def pair_vectors(top: np.ndarray, below: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Right and left eigenvectors of two complex triangles, in columns: ``top*V*diag(beta) = below*V*diag(alpha)``, where alpha and beta
    are the diagonals; the same of their transposes.  A vector's largest part is 1 in absolute value."""
    return _right_vectors(top, below), _right_vectors(top[::-1, ::-1].conj().T, below[::-1, ::-1].conj().T)[::-1, ::-1]


def _right_vectors(top: np.ndarray, below: np.ndarray) -> np.ndarray:
    n = len(top)
    vectors = np.eye(n, dtype=np.result_type(top, below, np.complex64))
    tiny = np.finfo(vectors.real.dtype).tiny
    for k in range(n):
        alpha, beta = top[k, k], below[k, k]
        scale = max(abs(alpha), abs(beta), tiny)
        pencil = (beta / scale) * top[: k + 1, : k + 1] - (alpha / scale) * below[: k + 1, : k + 1]
        least = max(float(np.finfo(pencil.real.dtype).eps) * float(np.abs(pencil).max(initial=0.0)), tiny)
        diagonal = pencil.diagonal().copy()
        diagonal[np.abs(diagonal) < least] = least  # a multiple eigenvalue: the vectors come out parallel
        pencil[np.arange(k + 1), np.arange(k + 1)] = diagonal
        vectors[:k, k] = _solved(pencil[:k, :k], -pencil[:k, k])
    return vectors / np.maximum(np.abs(vectors.real), np.abs(vectors.imag)).max(axis=0, initial=tiny)


def _solved(triangle: np.ndarray, right: np.ndarray) -> np.ndarray:
    from scipy import linalg

    return linalg.solve_triangular(triangle, right, check_finite=False) if right.size else right


def triangles_of_pair(top: np.ndarray, below: np.ndarray) -> tuple[Any, ...]:
    """``S, T, Q, Z`` with complex triangles, ``top = Q*S*Z'`` and ``below = Q*T*Z'``, of a real pair; the eigenvalues keep their order."""
    kind = np.result_type(top, np.complex64)
    s, t, left, right = top.astype(kind), below.astype(kind), np.eye(len(top), dtype=kind), np.eye(len(top), dtype=kind)
    starts = block_starts(top)
    for start, end in pairwise(starts):
        if end - start == 1:
            continue
        value = eigenvalues_in_order(top[start:end, start:end], below[start:end, start:end])[0]
        block = slice(start, end)
        pencil = s[block, block] - value * t[block, block]
        z = np.linalg.svd(pencil)[2].conj().T[:, ::-1]  # its first column is the eigenvector of the block
        q = np.linalg.qr(t[block, block] @ z)[0]
        for matrix in (s, t, right):
            matrix[:, block] = matrix[:, block] @ z
        for matrix in (s, t):
            matrix[block, :] = q.conj().T @ matrix[block, :]
            matrix[end - 1, start] = 0
        left[:, block] = left[:, block] @ q
    return s, t, left, right

"""A function of a square matrix, from the derivatives of the function of a number: the algorithm of Schur and Parlett.

Source: P. I. Davies and N. J. Higham, A Schur-Parlett algorithm for computing matrix functions, SIAM J. Matrix Anal. Appl. 25 (2003).
Eigenvalues that lie close to each other make a block; a block's function is a Taylor series, and what is between blocks follows from
the fact that a matrix and its function commute.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...base.records import record
from .schur_order import reordered

Derivative = Callable[[np.ndarray, int], np.ndarray]
"""The derivative of an order (0: the function) at each of some complex numbers."""
Atom = Callable[[np.ndarray], "tuple[np.ndarray, int, bool]"]
"""The function of a triangular matrix with close eigenvalues, the terms that it took, and whether they converged."""


@record
class MatrixFunction:
    """The function of a matrix and how it was found; blocks are ranges of rows of the ordered triangle."""

    value: np.ndarray
    triangle: np.ndarray
    blocks: tuple[range, ...]
    clusters: np.ndarray
    terms: tuple[int, ...]
    converged: bool


def matrix_function(array: np.ndarray, atom: Atom, close: float, labels: np.ndarray | None = None) -> MatrixFunction:
    """A function of a finite square matrix; eigenvalues nearer to each other than ``close`` share a block, or those of one label."""
    from scipy import linalg

    triangle, vectors = linalg.schur(array, output="real" if array.dtype.kind == "f" else "complex")
    if array.dtype.kind == "f":
        triangle, vectors = linalg.rsf2csf(triangle, vectors)
    labels = _clusters(triangle.diagonal(), close) if labels is None else labels
    triangle, vectors, labels = _ordered(triangle, vectors, labels)
    ends = [*np.flatnonzero(np.diff(labels)) + 1, len(labels)]
    blocks = tuple(range(int(start), int(end)) for start, end in zip([0, *ends[:-1]], ends, strict=True))
    diagonal = [atom(triangle[block.start : block.stop, block.start : block.stop]) for block in blocks]
    value = vectors @ _parlett(triangle, blocks, [part for part, _, _ in diagonal]) @ vectors.conj().T
    clusters = labels.max() - labels + 1  # as ordschur takes them: the highest number first
    return MatrixFunction(value, triangle, blocks, clusters, tuple(n for _, n, _ in diagonal), all(done for _, _, done in diagonal))


def taylor(derivative: Derivative, tolerance: float, most: int) -> Atom:
    """The function of a block by its Taylor series about the mean of the eigenvalues."""

    def atom(block: np.ndarray) -> tuple[np.ndarray, int, bool]:
        values, n = block.diagonal(), len(block)
        if n == 1:
            return derivative(values, 0).reshape(1, 1), 1, True
        middle = np.array([values.mean()])
        offset = block - middle * np.eye(n)
        spread = np.linalg.norm(np.linalg.solve(np.eye(n) - np.abs(np.triu(block, 1)), np.ones(n)), np.inf)
        total, power = derivative(middle, 0) * np.eye(n), offset
        for term in range(1, most + 1):
            before, total = total, total + power * derivative(middle, term)
            power = power @ offset / (term + 1)
            change = np.linalg.norm(total - before, np.inf)
            if change <= tolerance * (tolerance + np.linalg.norm(before, np.inf)):
                rest = max(np.abs(derivative(values, term + r)).max() / math.factorial(r) for r in range(n))
                if np.linalg.norm(power, np.inf) * spread * rest <= tolerance * np.linalg.norm(total, np.inf) or not power.any():
                    return total, term + 1, True
        return total, most, False

    return atom


def _clusters(values: np.ndarray, close: float) -> np.ndarray:
    """A label for each eigenvalue, from 1 on: those that are close to each other, directly or through others, have one."""
    from scipy.sparse.csgraph import connected_components

    near = np.abs(values[:, None] - values[None, :]) <= close
    return connected_components(near, directed=False)[1] + 1


def _ordered(triangle: np.ndarray, vectors: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Schur factors where eigenvalues of one label are neighbours: labels count up, by the mean place that theirs had."""
    names, where = np.unique(labels, return_inverse=True)
    places = np.bincount(where, np.arange(len(labels))) / np.bincount(where)
    rank = np.empty(len(names), np.int64)
    rank[np.argsort(places, kind="stable")] = np.arange(1, len(names) + 1)
    labels = rank[where]
    if (np.diff(labels) >= 0).all():
        return triangle, vectors, labels
    triangle, vectors_of_order = reordered(triangle, -labels)
    return triangle, vectors @ vectors_of_order, np.sort(labels)


def _parlett(triangle: np.ndarray, blocks: tuple[range, ...], diagonal: list[np.ndarray]) -> np.ndarray:
    """The function of a block triangular matrix from that of its diagonal blocks, one block diagonal after the other."""
    from scipy import linalg

    result = np.zeros(triangle.shape, np.complex128)
    places = [slice(block.start, block.stop) for block in blocks]
    for place, part in zip(places, diagonal, strict=True):
        result[place, place] = part
    for distance in range(1, len(places)):
        for i in range(len(places) - distance):
            above, right = places[i], places[i + distance]
            between = slice(above.stop, right.start)
            known = result[above, above] @ triangle[above, right] - triangle[above, right] @ result[right, right]
            known = known + result[above, between] @ triangle[between, right] - triangle[above, between] @ result[between, right]
            result[above, right] = linalg.solve_sylvester(triangle[above, above], -triangle[right, right], known)
    return result

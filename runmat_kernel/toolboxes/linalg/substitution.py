"""Systems with triangular matrices, and LAPACK's routines by name."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np


def lapack_routine(name: str, like: np.ndarray) -> Any:
    """LAPACK's routine for the type of a matrix, without the checks of ``scipy.linalg`` that small systems spend their time in."""
    return _routine(name, like.dtype.char)


@cache
def _routine(name: str, kind: str) -> Any:
    from scipy.linalg import blas, lapack

    return getattr(blas if name == "trsm" else lapack, {"f": "s", "d": "d", "F": "c", "D": "z"}[kind] + name)


def substituted(lu: np.ndarray, pivots: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The solution from factors.

    LAPACK's own substitution wakes the other cores for more than one column of however few rows, and waits for them.
    """
    if b.shape[1] == 1 or len(lu) > _FEW_ROWS:
        return lapack_routine("getrs", lu)(lu, pivots, b)[0]
    order = list(range(len(lu)))
    for i, p in enumerate(pivots.tolist()):
        order[i], order[p] = order[p], order[i]
    below = _routine("trsm", lu.dtype.char)(1.0, lu, np.asfortranarray(b[order]), lower=True, diag=True, overwrite_b=True)
    return _routine("trsm", lu.dtype.char)(1.0, lu, below, overwrite_b=True)


_FEW_ROWS = 128


def singular_solution(lu: np.ndarray, pivots: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Forward and back substitution through zero pivots: infinities and NaN, as LAPACK's substitution gives them."""
    n = len(lu)
    x = b.copy()
    for i, p in enumerate(pivots):
        x[[i, p]] = x[[p, i]]
    for i in range(n):
        x[i] -= lu[i, :i] @ x[:i]
    for i in reversed(range(n)):
        x[i] = x[i] / lu[i, i]
        x[:i] -= np.outer(lu[:i, i], x[i])
    return x


def substituted_once(a: np.ndarray, b: np.ndarray, lower: bool = False) -> np.ndarray:
    """The solution of a triangular system without zeros on its diagonal."""
    if len(a) > _FEW_ROWS:
        from scipy import linalg

        return linalg.solve_triangular(a, b, lower=lower, check_finite=False)
    if b.shape[1] == 1:
        return lapack_routine("trtrs", a)(a, b, lower=lower)[0]
    return _routine("trsm", a.dtype.char)(1.0, a, b, lower=lower)

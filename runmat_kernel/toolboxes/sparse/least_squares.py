"""Least squares with tall sparse matrices, without making them full."""

from __future__ import annotations

from typing import Any

import numpy as np

_SMALL = 2500
"""Elements up to which a factorisation of the full matrix is as quick."""

_WORST = 1e12
"""Condition number from which the full matrix must say what its rank is."""


def tall_solution(matrix: Any, right: np.ndarray) -> np.ndarray | None:
    """``A \\ b`` for more rows than columns, from the equations of residual and solution together; None where the rank is in doubt.

    ``[s*I A; A' 0] * [r/s; x] = [b; 0]`` stays sparse and, unlike ``A'*A``, does not square the condition number.
    """
    from scipy.sparse import bmat, csc_matrix, eye
    from scipy.sparse.linalg import LinearOperator, norm, onenormest, splu

    m, n = matrix.shape
    if m * n <= _SMALL or m <= n or not n or not np.isfinite(matrix.data).all() or not np.isfinite(right).all():
        return None
    scale = float(abs(matrix).max()) / 1000
    if not scale or (np.diff(matrix.indptr) == 0).any():
        return None
    augmented = csc_matrix(bmat([[scale * eye(m), matrix], [matrix.conj().T, None]]))
    try:
        factors = splu(augmented)
    except RuntimeError:  # singular
        return None
    inverse = LinearOperator(augmented.shape, matvec=factors.solve, rmatvec=lambda v: factors.solve(v, "H"), dtype=augmented.dtype)
    if not onenormest(inverse) * norm(augmented, 1) < _WORST:
        return None
    wanted = np.concatenate([right, np.zeros((n, right.shape[1]), right.dtype)]).astype(augmented.dtype)
    solution = factors.solve(wanted)
    solution = solution + factors.solve(wanted - augmented @ solution)
    return np.asarray(solution[m:])

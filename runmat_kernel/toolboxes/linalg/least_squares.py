"""Linear models: coefficients by least squares with what tells how sure they are."""

from __future__ import annotations

import numpy as np

from ...base.records import record


@record
class Fit:
    """Coefficients ``b`` (0 for columns that depend on others) with their standard ``errors`` and ``covariance``,
    which is ``unit`` (the inverse of x'x) times ``variance``.

    ``degrees`` of freedom are rows less the rank; ``variance`` is that of the error; ``leverage`` is the diagonal of
    the hat matrix.
    """

    b: np.ndarray
    unit: np.ndarray
    residuals: np.ndarray
    leverage: np.ndarray
    variance: float
    degrees: int
    rank: int

    @property
    def covariance(self) -> np.ndarray:
        """That of the coefficients: zeros where no row is left to tell the error."""
        return self.unit * (self.variance if self.degrees else 0.0)

    @property
    def errors(self) -> np.ndarray:
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))


def least_squares(y: np.ndarray, x: np.ndarray, weights: np.ndarray | None = None) -> Fit:
    """Least squares of ``y`` (n) by the columns of ``x`` (n-by-p); ``weights`` multiply the squares.

    Columns that depend on others are found by a factorization with pivots, and have the coefficient 0.
    """
    from scipy.linalg import qr, solve_triangular

    root = np.ones(len(y)) if weights is None else np.sqrt(weights)
    n, p = x.shape
    q, r, order = qr(x * root[:, None], mode="economic", pivoting=True)
    sizes = np.abs(np.diag(r))
    rank = int((sizes > max(n, p) * np.finfo(float).eps * sizes.max(initial=0.0)).sum())
    q, r, kept = q[:, :rank], r[:rank, :rank], order[:rank]
    b, unit = np.zeros(p), np.zeros((p, p))
    b[kept] = solve_triangular(r, q.T @ (y * root)) if rank else 0.0
    residuals = y - x @ b
    degrees = max(n - rank, 0)
    squares = float(np.sum((residuals * root) ** 2))
    variance = squares / degrees if degrees else np.nan
    if rank:
        inverse = solve_triangular(r, np.eye(rank))
        unit[np.ix_(kept, kept)] = inverse @ inverse.T
    return Fit(b, unit, residuals, np.sum(q**2, axis=1), variance, degrees, rank)

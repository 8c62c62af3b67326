"""Columns smoothed by weighted means, or by polynomials that are fitted in the window of each point."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

_DEGREES = {"lowess": 1, "rlowess": 1, "loess": 2, "rloess": 2}


def locally(x: np.ndarray, t: np.ndarray, before: int, after: int, method: str, degree: int, *, even: bool) -> np.ndarray:
    """A column ``x`` at points ``t`` (``even``: with equal steps) smoothed in windows; missing elements are passed over."""
    degree = _DEGREES.get(method, degree)
    if not even or len(x) < before + after + 1:
        return _each(x, t, before, after, method, degree, range(len(x)))
    if method == "gaussian":
        return _weighted(x, before, after)
    n, size = len(x), before + after + 1
    result = np.empty(n)
    inside = range(before, n - after)
    # All windows that are whole are alike: what the fit is at their point is a weighted sum of them.
    weights = _fitted(np.arange(-before, after + 1.0), np.eye(size), method, degree)
    result[inside.start : inside.stop] = np.convolve(x, weights[::-1], "valid")
    missing = np.concatenate([[0], np.cumsum(np.isnan(x))])
    holes = before + np.flatnonzero(missing[size:] > missing[: n - size + 1])
    others = np.concatenate([np.arange(before), holes, np.arange(n - after, n)])
    result[others] = _each(x, t, before, after, method, degree, others.tolist())
    return result


def _weighted(x: np.ndarray, before: int, after: int) -> np.ndarray:
    """The Gaussian mean of what is there in each window."""
    gap = np.arange(-after, before + 1.0)
    weights = np.exp(-0.5 * (gap / ((before + after + 1) / 5)) ** 2)
    missing = np.isnan(x)
    part = slice(after, after + len(x))
    total = np.convolve(np.where(missing, 0.0, x), weights)[part]
    with np.errstate(invalid="ignore"):
        means = total / np.convolve(np.where(missing, 0.0, 1.0), weights)[part]
    if missing.any():
        known = np.concatenate([[0], np.cumsum(~missing)])
        k = np.arange(len(x))
        means[known[np.minimum(k + after + 1, len(x))] == known[np.maximum(k - before, 0)]] = np.nan
    return means


def _fitted(gap: np.ndarray, values: np.ndarray, method: str, degree: int) -> np.ndarray:
    """The polynomial through values around a point, at the point."""
    reach = np.abs(gap).max() or 1.0
    weight = np.sqrt((1 - (np.abs(gap) / (reach * (1 + 1e-10))) ** 3) ** 3) if method != "sgolay" else np.ones(gap.size)
    terms = np.vander(gap, min(degree, gap.size - 1) + 1, increasing=True)
    return np.linalg.lstsq(terms * weight[:, None], (values.T * weight).T, rcond=None)[0][0]


def _each(x: np.ndarray, t: np.ndarray, before: int, after: int, method: str, degree: int, places: Iterable[int]) -> np.ndarray:
    """The same fit, computed point by point."""
    size, result = before + after + 1, []
    for k in places:
        if method == "gaussian":
            rows = np.arange(max(k - before, 0), min(k + after + 1, len(x)))
        else:
            first = min(max(k - before, 0), max(len(x) - size, 0))
            rows = np.arange(first, min(first + size, len(x)))
        rows = rows[~np.isnan(x[rows])]
        gap = t[rows] - t[k]
        if not rows.size:
            result.append(np.nan)
        elif method == "gaussian":
            weight = np.exp(-0.5 * (gap / (size / 5)) ** 2)
            result.append((weight * x[rows]).sum() / weight.sum())
        else:
            result.append(_fitted(gap, x[rows], method, degree))
    return np.array(result, np.float64)

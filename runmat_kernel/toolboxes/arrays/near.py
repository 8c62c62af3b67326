"""Elements and rows that are equal within tolerances: ismembertol, uniquetol."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np

_PAIRS = 2_000_000
"""Neighbours, about, that are held at once."""


def first_near(values: np.ndarray, table: np.ndarray, limit: float) -> np.ndarray:
    """For each value the number (from 1) of the first element of a vector that differs by no more than the limit, 0 for none."""
    order, low, high = near(values, table, limit)
    first = np.zeros(len(values))
    lengths = np.maximum(high - low, 0)
    # least[k] is the least of the 2^level elements from k on; two such stretches make any other.
    least, level = order + 1, 0
    while True:
        now = np.flatnonzero((lengths >= 1 << level) & (lengths < 2 << level))
        first[now] = np.minimum(least[low[now]], least[high[now] - (1 << level)])
        level += 1
        if not (lengths >= 1 << level).any():
            return first
        half = 1 << (level - 1)
        least = np.minimum(least[:-half], least[half:])


def near(values: np.ndarray, table: np.ndarray, limit: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The order that sorts a vector, and for each value from where to where elements in that order differ by no more than the limit."""
    order = np.argsort(table, kind="stable")
    column = table[order]
    # The difference that counts is rounded: one number more on both sides, then what does not fit is left out again.
    low = np.searchsorted(column, np.nextafter(values - limit, -np.inf), side="left")
    high = np.searchsorted(column, np.nextafter(values + limit, np.inf), side="right")
    with np.errstate(invalid="ignore"):
        while True:
            wrong = np.flatnonzero(low < high)
            wrong = wrong[~_fits(column[low[wrong]], values[wrong], limit)]
            if not wrong.size:
                break
            low[wrong] = np.searchsorted(column, column[low[wrong]], side="right")
        while True:
            wrong = np.flatnonzero(low < high)
            wrong = wrong[~_fits(column[high[wrong] - 1], values[wrong], limit)]
            if not wrong.size:
                return order, low, high
            high[wrong] = np.searchsorted(column, column[high[wrong] - 1], side="left")


def _fits(a: np.ndarray, b: np.ndarray, limit: object) -> np.ndarray:
    return (np.abs(a - b) <= limit) | (a == b)


def near_rows(rows: np.ndarray, table: np.ndarray, limits: np.ndarray) -> Iterator[np.ndarray]:
    """For each row the numbers (from 0, ascending) of the rows of a matrix, all of whose columns differ by no more than the limits."""
    for start, stop, of, near in _near_pairs(rows, table, limits):
        yield from np.split(near, np.searchsorted(of, np.arange(start + 1, stop)))


def first_near_rows(rows: np.ndarray, table: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """For each row the number (from 1) of the first of those rows, 0 for none."""
    result = np.zeros(len(rows))
    for _, _, of, near in _near_pairs(rows, table, limits):
        first, at = np.unique(of, return_index=True)
        result[first] = near[at] + 1.0
    return result


def _near_pairs(rows: np.ndarray, table: np.ndarray, limits: np.ndarray) -> Iterator[tuple[int, int, np.ndarray, np.ndarray]]:
    """Stretches of rows (from, to), and their pairs of a row and a near one of the matrix, both ascending."""
    from scipy.spatial import cKDTree

    if not len(rows):
        return
    if not rows.shape[1] or not len(table):
        yield 0, len(rows), np.repeat(np.arange(len(rows)), len(table)), np.tile(np.arange(len(table)), len(rows))
        return
    limits = np.broadcast_to(limits, rows.shape[1:])
    scaled, radius = _measured(np.concatenate([rows, table]).astype(np.float64), limits)
    known = ~np.isnan(scaled).any(axis=1)
    places = np.flatnonzero(known[len(rows) :])
    tree = cKDTree(scaled[len(rows) :][places])
    points = np.where(known[: len(rows), None], scaled[: len(rows)], 0.0)
    counts = tree.query_ball_point(points, radius, p=np.inf, return_length=True) * known[: len(rows)]
    parts = np.flatnonzero(np.diff((np.cumsum(counts) - counts) // _PAIRS)) + 1
    for start, stop in zip([0, *parts.tolist()], [*parts.tolist(), len(rows)], strict=True):
        nearby = tree.query_ball_point(points[start:stop], radius, p=np.inf, return_sorted=True)
        of = np.repeat(np.arange(start, stop), [len(n) for n in nearby])
        near = places[np.array(list(chain.from_iterable(nearby)), np.intp)]
        with np.errstate(invalid="ignore"):
            kept = known[of] & _fits(table[near], rows[of], limits).all(axis=1)
        yield start, stop, of[kept], near[kept]


def _measured(matrix: np.ndarray, limits: np.ndarray) -> tuple[np.ndarray, float]:
    """The columns in units of their limits, and how far apart rows that are equal within them are at most, roundings and all.

    Where the limit is 0 or Inf, or an element infinite, only what is equal is as near as that.
    """
    scaled = np.empty_like(matrix)
    for k, limit in enumerate(limits.tolist()):
        column = matrix[:, k]
        if limit > 0 and np.isfinite(limit):
            scaled[:, k] = column / limit
        elif limit > 0:
            scaled[:, k] = np.where(np.isnan(column), column, 0.0)
        else:
            scaled[:, k] = np.where(np.isnan(column), column, np.unique(column, return_inverse=True)[1] * 4.0)
    ends = np.abs(np.where(np.isfinite(scaled), scaled, 0.0)).max(initial=0.0)
    radius = 1.0 + 1e-9 + 8 * np.finfo(float).eps * ends
    scaled[np.isposinf(scaled)] = 4 * (ends + radius)
    scaled[np.isneginf(scaled)] = -4 * (ends + radius)
    return scaled, radius


def grouped(table: np.ndarray, limits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The group of each row, and the first row (in sorted order) of each group: rows within the limits of that one belong to it."""
    if table.shape[1] == 1:
        return _grouped_column(table[:, 0], float(np.ravel(limits)[0]))
    codes = np.full(len(table), -1, np.int64)
    chosen: list[int] = []
    order = np.lexsort(table.T[::-1]) if table.shape[1] else np.arange(min(len(table), 1))
    for i, nearby in zip(order.tolist(), near_rows(table[order], table, limits), strict=True):
        if codes[i] < 0:
            codes[nearby[codes[nearby] < 0]] = len(chosen)
            codes[i] = len(chosen)
            chosen.append(i)
    return np.maximum(codes, 0), np.array(chosen, np.int64)


def _grouped_column(column: np.ndarray, limit: float) -> tuple[np.ndarray, np.ndarray]:
    order = np.argsort(column, kind="stable")
    ranked = column[order]
    if not len(ranked):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    with np.errstate(invalid="ignore"):
        apart = ~_fits(ranked[1:], ranked[:-1], limit)
        starts = np.concatenate([[0], np.flatnonzero(apart) + 1])
        lasts = np.append(starts[1:], len(ranked)) - 1
        # A stretch without gaps is one group where all of it is near its first element; else it is gone through.
        long = np.flatnonzero(~_fits(ranked[lasts], ranked[starts], limit) & (lasts > starts))
    more: list[int] = []
    for k in long.tolist():
        part = ranked[starts[k] : lasts[k] + 1]
        values = part.tolist() if part.dtype == np.float64 else list(part)  # differences of singles are singles
        first = values[0]
        for at, value in enumerate(values, int(starts[k])):
            if not (value == first or value - first <= limit):
                more.append(at)
                first = value
    starts = np.sort(np.concatenate([starts, np.array(more, np.int64)]))
    codes = np.empty(len(ranked), np.int64)
    codes[order] = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(ranked))))
    return codes, order[starts]

"""Ranks of numbers, and of rows of numbers, among the distinct ones: the keys of groups, joins and sets of rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_DENSE = 4
"""Whole numbers below this many times their count are ranked by a table instead of a sort."""


def ranks(numbers: np.ndarray) -> tuple[np.ndarray, int]:
    """The rank of each number of a vector without NaN among the distinct ones, from 0, and how many these are."""
    if not numbers.size:
        return np.zeros(0, np.int64), 0
    if numbers.min() >= 0 and numbers.max() < _DENSE * numbers.size and (numbers == (whole := numbers.astype(np.int64))).all():
        present = np.zeros(int(whole.max()) + 1, np.int64)
        present[whole] = 1
        places = np.cumsum(present)
        return places[whole] - 1, int(places[-1])
    distinct, places = np.unique(numbers, return_inverse=True)
    return places.ravel(), len(distinct)


def ranks_among_gaps(numbers: np.ndarray, *, alike: bool) -> tuple[np.ndarray, int]:
    """The same of numbers among which NaN may be: those come behind all others, as one number (``alike``) or each by itself."""
    gaps = np.isnan(numbers)
    missing = int(gaps.sum())
    if not missing:
        return ranks(numbers)
    rank = np.empty(len(numbers), np.int64)
    rank[~gaps], count = ranks(numbers[~gaps])
    rank[gaps] = count if alike else count + np.arange(missing)
    return rank, count + (1 if alike else missing)


def row_ranks(columns: Sequence[tuple[np.ndarray, int]]) -> np.ndarray:
    """The rank of each row among the distinct ones, the first column first; of each column the ranks and how many differ."""
    rank, _ = columns[0]
    for more, count in columns[1:]:
        rank, _ = ranks(rank * count + more)
    return rank

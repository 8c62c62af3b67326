"""Abrupt changes of data: the segments of least cost, where each change costs a penalty.

The best segmentation of the first t elements is the best of the first s and one more segment, for the best s (dynamic programming).
Starts s that cannot be the best any more are given up (Killick, Fearnhead & Eckley 2012), and groups of starts are passed over where even a
bound of what they give is worse than a segmentation that is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Cost = Callable[[np.ndarray, Any, Any], np.ndarray]
_BLOCK = 128
"""Ends of segments that are looked at together."""


def _of_means(sums: np.ndarray, ends: Any, starts: Any) -> np.ndarray:
    n, s, q = (sums[k, ends] - sums[k, starts] for k in (0, 1, 2))
    return q - s**2 / n


def _of_variances(sums: np.ndarray, ends: Any, starts: Any) -> np.ndarray:
    n, s, q = (sums[k, ends] - sums[k, starts] for k in (0, 1, 2))
    return n * np.log(np.maximum((q - s**2 / n) / n, np.finfo(float).eps))


def _of_lines(sums: np.ndarray, ends: Any, starts: Any) -> np.ndarray:
    n, s, q, u, uu, us = (sums[k, ends] - sums[k, starts] for k in range(6))
    spread, mixed = uu - u**2 / n, us - u * s / n
    return np.maximum(q - s**2 / n - np.where(spread > 0, mixed**2 / np.where(spread > 0, spread, 1), 0), 0)


COSTS: dict[str, tuple[Cost, int]] = {"mean": (_of_means, 1), "variance": (_of_variances, 2), "linear": (_of_lines, 2)}
"""What a segment costs, and how many elements it has at least."""


def changes(x: np.ndarray, points: np.ndarray, method: str, threshold: float, most: int | None) -> np.ndarray:
    """The places (from 0) where segments but the first begin.  ``most`` changes: the least threshold that gives no more decides."""
    if not len(x):
        return np.zeros(0, int)
    search = _Search(x, points, method)
    if most is not None:
        return search.few(most)
    return search.cuts(threshold)


def figures(x: np.ndarray, points: np.ndarray, method: str, cuts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of the segment at each element: mean and variance, or slope and intercept of its line."""
    starts = np.concatenate([[0], cuts]).astype(int)
    lengths = np.diff(np.append(starts, len(x)))

    def means(values: np.ndarray) -> np.ndarray:
        return np.add.reduceat(values, starts) / lengths

    middle = means(x)
    beyond = x - np.repeat(middle, lengths)
    if method != "linear":
        spread = np.where(lengths > 1, np.add.reduceat(beyond**2, starts) / np.maximum(lengths - 1, 1), 0.0)
        return np.repeat(middle, lengths), np.repeat(spread, lengths)
    place = means(points)
    deviations = points - np.repeat(place, lengths)
    width = np.add.reduceat(deviations**2, starts)
    slope = np.where(width > 0, np.add.reduceat(deviations * beyond, starts) / np.where(width > 0, width, 1), 0.0)
    return np.repeat(slope, lengths), np.repeat(middle - slope * place, lengths)


class _Search:
    """The segmentations of one line of data, for any penalty."""

    def __init__(self, x: np.ndarray, points: np.ndarray, method: str) -> None:
        self.cost, self.shortest = COSTS[method]
        self.count = len(x)
        x, u = x - x.mean(), points - points.mean()
        rows = np.stack([np.ones_like(x), x, x * x, u, u * u, u * x])
        self.sums = np.concatenate([np.zeros((6, 1)), np.cumsum(rows, axis=1)], axis=1)
        self.slack = 1e-9 * len(x) if method == "variance" else 1e-11 * float(self.sums[2, -1])
        """What rounding of the sums may do to a comparison of costs."""

    def few(self, most: int) -> np.ndarray:
        """The changes for the least penalty that gives at most ``most`` of them.  Between a penalty with too many changes and one without,
        the search tries the penalty at which both segmentations cost the same, until none lies between."""
        fewest = np.zeros(0, int)
        cheap = self._total(fewest)
        # a gain below the rounding error is no change
        many = self.cuts(4 * self.slack)
        if len(many) <= most:
            return many
        dear = self._total(many)
        while True:
            penalty = (cheap - dear) / (len(many) - len(fewest))
            cuts = self.cuts(penalty)
            total = self._total(cuts)
            if not len(fewest) < len(cuts) < len(many) or total + penalty * len(cuts) >= cheap + penalty * len(fewest) - self.slack:
                return fewest
            if len(cuts) <= most:
                fewest, cheap = cuts, total
            else:
                many, dear = cuts, total

    def _total(self, cuts: np.ndarray) -> float:
        ends = np.append(cuts, self.count).astype(int)
        return float(self.cost(self.sums, ends, np.concatenate([[0], ends[:-1]])).sum())

    def cuts(self, penalty: float) -> np.ndarray:
        """Where segments begin so that the sum of their costs and a penalty for each change is least."""
        n = self.count
        best, before = np.full(n + 1, np.inf), np.zeros(n + 1, int)
        best[0] = -penalty
        groups = [_Starts(np.zeros(1, int), 0, -penalty)]
        with np.errstate(invalid="ignore", divide="ignore"):
            for low in range(0, n, _BLOCK):
                ends = np.arange(low + 1, min(low + _BLOCK, n) + 1)
                self._from_before(groups, ends, best, before, penalty)
                self._within(ends, best, before, penalty)
                groups = self._still_possible(groups, ends, best)
        return _walked(before, n)

    def _from_before(self, groups: list[_Starts], ends: np.ndarray, best: np.ndarray, before: np.ndarray, penalty: float) -> None:
        """The best totals at the ends with starts of earlier blocks."""
        reached = ends - self.shortest
        latest = int(before[ends[0] - 1])
        known = np.where(latest <= reached, best[latest] + self._costs(ends, latest), np.inf)
        found_starts: list[_Starts] = []
        while groups:
            last = np.array([g.last for g in groups])
            after = self._costs(ends, last[:, None])
            known = np.minimum(known, np.where(last[:, None] <= reached, best[last][:, None] + after, np.inf).min(axis=0))
            # A segment that ends with its group and another one behind it cost no more than both in one.
            bounds = np.array([g.least for g in groups])[:, None] + after
            hopeful = [groups[k] for k in np.flatnonzero((bounds <= known + self.slack).any(axis=1)).tolist()]
            found_starts += [g for g in hopeful if not g.parts]
            groups = [part for g in hopeful for part in g.parts]
        for group in sorted(found_starts, key=lambda g: g.last):
            starts = group.starts
            totals = np.where(starts[:, None] <= reached, best[starts][:, None] + self._costs(ends, starts[:, None]), np.inf)
            chosen = totals.argmin(axis=0)
            least = totals[chosen, np.arange(len(ends))] + penalty
            better = least < best[ends]
            best[ends[better]], before[ends[better]] = least[better], starts[chosen[better]]

    def _within(self, ends: np.ndarray, best: np.ndarray, before: np.ndarray, penalty: float) -> None:
        """The best totals with starts among the ends themselves, one end after another."""
        first, shortest = int(ends[0]), self.shortest
        costs = self._costs(ends, ends[:, None])
        for k in range(shortest, len(ends)):
            totals = best[first : first + k - shortest + 1] + costs[: k - shortest + 1, k]
            at = int(totals.argmin())
            total = totals[at] + penalty
            if total < best[first + k]:
                best[first + k], before[first + k] = total, first + at

    def _still_possible(self, groups: list[_Starts], ends: np.ndarray, best: np.ndarray) -> list[_Starts]:
        """The groups, with these ends added, without the starts that can no longer be the best."""
        end = int(ends[-1])
        pivot = end - self.shortest + 1
        remaining: list[_Starts] = []
        for group in groups:
            if group.last < pivot and group.least + float(self._costs(pivot, group.last)) > best[pivot] + self.slack:
                continue
            remaining.append(group)
        remaining.append(self._group(ends, end, best, ()))
        while len(remaining) > 1 and len(remaining[-2].starts) <= 2 * len(remaining[-1].starts):
            pair = (remaining[-2], remaining[-1])
            del remaining[-2:]
            starts = np.concatenate([p.starts for p in pair])
            left = starts[(starts >= pivot) | (best[starts] + self._costs(pivot, starts) <= best[pivot] + self.slack)]
            if left.size:
                remaining.append(self._group(left, end, best, pair if len(left) > _BLOCK else ()))
        return remaining

    def _group(self, starts: np.ndarray, last: int, best: np.ndarray, parts: tuple[_Starts, ...]) -> _Starts:
        return _Starts(starts, last, float(np.min(best[starts] + np.where(starts < last, self._costs(last, starts), 0.0))), parts)

    def _costs(self, ends: Any, starts: Any) -> np.ndarray:
        return self.cost(self.sums, ends, starts)


class _Starts:
    """Starts of segments that are looked at together, or in parts.

    ``least``: the least total of one of them and a segment from there to ``last``, without a penalty for it.
    """

    def __init__(self, starts: np.ndarray, last: int, least: float, parts: tuple[_Starts, ...] = ()) -> None:
        self.starts, self.last, self.least, self.parts = starts, last, least, parts


def _walked(before: np.ndarray, n: int) -> np.ndarray:
    cuts, t = [], n
    while t > 0 and before[t] > 0:
        t = int(before[t])
        cuts.append(t)
    return np.array(cuts[::-1], int)

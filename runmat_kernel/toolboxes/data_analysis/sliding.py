"""Statistics of windows of one length that move along lines, in a time that does not grow with the length.

Lines lie behind each other in one row, each with what stands before and behind it, so that every window is some elements in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

_FEW = 32
"""Windows of up to so many elements are gone through element by element: fewer steps than prefixes and suffixes take."""
_PIECE = 16384
"""Windows that are gone through together, so that what is in between stays in the cache."""


class Row:
    """Elements in a row, which of them are missing (None: none), and the length of the windows; one begins at each element.

    The last windows, which would reach beyond the end, have any values.
    """

    def __init__(self, values: np.ndarray, missing: np.ndarray | None, length: int) -> None:
        self.values, self.missing, self.length = values, missing, length

    def filled(self, value: float) -> np.ndarray:
        """The elements, with another value for missing ones."""
        return self.values if self.missing is None else np.where(self.missing, self.values.dtype.type(value), self.values)

    def counts(self) -> np.ndarray | int:
        """How many elements of each window are there."""
        return self.length if self.missing is None else self.length - sums(self.missing, self.length)

    @property
    def windows(self) -> int:
        return len(self.values) - self.length + 1


def sums(numbers: np.ndarray, length: int) -> np.ndarray:
    """Sums of whole numbers over windows, exact."""
    running = np.cumsum(np.concatenate([[0], numbers]), dtype=np.int64)
    out = np.zeros(len(numbers), np.int64)
    out[: len(numbers) - length + 1] = running[length:] - running[:-length]
    return out


def _folded(function: np.ufunc, values: np.ndarray, length: int) -> np.ndarray:
    """An associative function of the elements of each window."""
    out, count = np.zeros(len(values), values.dtype), len(values) - length + 1
    if length <= _FEW:
        for start in range(0, count, _PIECE):
            stop = min(start + _PIECE, count)
            part = out[start:stop]
            part[...] = values[start:stop]
            for k in range(1, length):
                function(part, values[start + k : stop + k], out=part)
        return out
    blocks = _blocks(values, length)
    ahead = function.accumulate(blocks, axis=1).ravel()
    behind = function.accumulate(blocks[:, ::-1], axis=1)[:, ::-1].ravel()
    # A window is the end of a block and the beginning of the next one, or a whole block.
    function(behind[:count], ahead[length - 1 : length - 1 + count], out=out[:count])
    out[:count:length] = behind[:count:length]
    return out


def _blocks(values: np.ndarray, length: int) -> np.ndarray:
    """The elements in rows as long as a window, the last one filled up."""
    rest = -len(values) % length
    return np.concatenate([values, np.zeros(rest, values.dtype)]).reshape(-1, length)


def _total(row: Row) -> np.ndarray:
    return _folded(np.add, row.filled(0), row.length)


def _mean(row: Row) -> np.ndarray:
    return _total(row) / row.counts()


def _product(row: Row) -> np.ndarray:
    return _folded(np.multiply, row.filled(1), row.length)


def _extreme(row: Row, largest: bool) -> np.ndarray:
    from scipy import ndimage

    find = ndimage.maximum_filter1d if largest else ndimage.minimum_filter1d
    extremes = _begun(find(row.filled(-np.inf if largest else np.inf), row.length, mode="nearest"), row.length)
    return extremes if row.missing is None else np.where(row.counts() == 0, np.nan, extremes)


def _begun(results: np.ndarray, length: int) -> np.ndarray:
    """Results of windows around each element as those of the windows that begin there."""
    return np.concatenate([results[length // 2 :], np.zeros(length // 2, results.dtype)])


def _median(row: Row) -> np.ndarray:
    """Medians by rank.

    For missing elements stand -Inf and Inf in turn: as many on either side, but for one, so that ranks stay the same.
    """
    from scipy import ndimage

    def ranked(values: np.ndarray, rank: int) -> np.ndarray:
        return _begun(ndimage.rank_filter(values, rank, row.length, mode="nearest"), row.length)

    half, odd = divmod(row.length, 2)
    if row.missing is None:
        medians = ranked(row.values, half)
        return medians if odd else (ranked(row.values, half - 1) + medians) / 2
    signs = np.zeros(len(row.values), np.int8)
    signs[row.missing] = 1 - 2 * (np.arange(np.count_nonzero(row.missing)) % 2)
    first = np.where(row.missing, signs * row.values.dtype.type(np.inf), row.values)
    if odd:  # an extra infinity on one side selects the other of the two middle elements
        return (ranked(first, half) + ranked(np.where(row.missing, -first, first), half)) / 2
    below, above = ranked(first, half - 1), ranked(first, half)
    more = sums(signs, row.length)
    return np.where(more == 0, (below + above) / 2, np.where(more > 0, below, above))


def _variance(row: Row, weight: int) -> np.ndarray:
    """Sums of squared deviations from the mean of each window, over their number, or one less (``weight`` 0)."""
    if row.length <= _FEW:
        total = _squared_deviations(row)
    else:
        total = _joined_deviations(row)
        total[sums(~np.isfinite(row.filled(0)), row.length) > 0] = np.nan
    counts = row.counts()
    return np.where(counts == 0, np.nan, total / np.maximum(counts - 1 + weight, 1))


def _squared_deviations(row: Row) -> np.ndarray:
    values, mean = row.filled(0), _mean(row)
    total = np.zeros(len(values), np.result_type(mean.real))
    for start in range(0, row.windows, _PIECE):
        stop = min(start + _PIECE, row.windows)
        for k in range(row.length):
            deviations = values[start + k : stop + k] - mean[start:stop]
            if row.missing is not None:
                deviations[row.missing[start + k : stop + k]] = 0
            total[start:stop] += deviations * deviations if deviations.dtype.kind != "c" else (deviations * deviations.conj()).real
    return total


def _joined_deviations(row: Row) -> np.ndarray:
    """As ``_squared_deviations``: of the end of a block and the beginning of the next one, joined (Chan, Golub and LeVeque)."""
    length, count = row.length, row.windows
    blocks = _blocks(row.filled(0), length)
    there = np.ones(blocks.shape, bool) if row.missing is None else ~_blocks(row.missing, length)
    ahead = [part.ravel() for part in _running(blocks, there)]
    behind = [part[:, ::-1].ravel() for part in _running(blocks[:, ::-1], there[:, ::-1])]
    (n, mean, squares), (m, other, more) = (
        [part[at] for part in parts] for parts, at in ((behind, slice(count)), (ahead, slice(length - 1, length - 1 + count)))
    )
    apart = np.abs(mean - other)
    total = np.zeros(len(row.values), squares.dtype)
    total[:count] = squares + more + apart * apart * (n * (m / np.maximum(n + m, 1)))
    total[:count:length] = squares[::length]
    return total


def _running(blocks: np.ndarray, there: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Along each row up to each element: how many are there, their mean, and the sum of their squared deviations from it."""
    counts = np.cumsum(there, axis=1, dtype=blocks.real.dtype)
    mean = np.cumsum(blocks, axis=1) / np.maximum(counts, 1)
    step = np.zeros(blocks.shape, blocks.real.dtype)
    deviations = np.abs(blocks[:, 1:] - mean[:, :-1])
    step[:, 1:] = np.where(there[:, 1:], deviations * deviations * (counts[:, :-1] / np.maximum(counts[:, 1:], 1)), 0)
    return counts, mean, np.cumsum(step, axis=1)


SLIDING: Mapping[str, Callable[..., np.ndarray]] = MappingProxyType(
    {
        "movsum": _total,
        "movmean": _mean,
        "movprod": _product,
        "movmax": lambda row: _extreme(row, True),
        "movmin": lambda row: _extreme(row, False),
        "movmedian": _median,
        "movvar": _variance,
        "movstd": lambda row, weight: np.sqrt(_variance(row, weight)),
    }
)
"""Statistics by the name of the builtin; those of deviations take the weight as well."""

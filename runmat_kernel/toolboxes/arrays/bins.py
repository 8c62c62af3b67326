"""Edges of uniform bins at round numbers, and the rules by which MATLAB chooses how wide they are."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...base.errors import MatlabError
from ...base.records import record
from .intervals import places_among

_MOST_INTEGER = 2.0**52
"""The largest number beside which there are halves."""
_INTEGER_SPAN = 50
"""Whole numbers of at most this range get a bin each."""
_MOST_INTEGER_BINS = 65536


@record
class Sample:
    """The properties of values by which rules choose bins: their number, their bounds, and whether all are whole.

    ``deviation()`` is the standard deviation, ``quartiles()`` are the upper and the lower one.
    """

    count: int
    low: float
    high: float
    whole: bool
    deviation: Callable[[], float]
    quartiles: Callable[[], tuple[float, float]]


def sample_of(values: np.ndarray, limits: tuple[float, float] | None = None) -> Sample:
    """The finite ones among some values, between two limits."""
    values = values[np.isfinite(values)]
    if limits is not None:
        values = values[(values >= limits[0]) & (values <= limits[1])]

    def quartiles() -> tuple[float, float]:
        upper, lower = np.quantile(values, [0.75, 0.25], method="hazen")
        return float(upper), float(lower)

    low, high = (float(values.min()), float(values.max())) if values.size else (math.nan, math.nan)
    whole = bool(np.all(values == np.round(values)))
    return Sample(values.size, low, high, whole, lambda: float(np.std(values, ddof=min(1, values.size - 1))), quartiles)


def pick_edges(low: float, high: float, bins: int | None = None, width: float = 0.0) -> np.ndarray:
    """Edges at round numbers for data between two limits: of a number of bins, or about as wide as ``width``."""
    scale, span = max(abs(low), abs(high)), high - low
    if not span > max(math.sqrt(np.spacing(scale)), 2.0**-1022):
        return _edges_of_constant(low, high, bins or 1, float(np.spacing(scale)))
    width = max(span / bins if bins is not None else width, float(np.spacing(scale)))
    power = 10.0 ** math.floor(math.log10(width))
    step = power * (math.floor(width / power) if bins is not None else _round_step(width / power))
    left = min(step * math.floor(low / step), low)
    if bins is None:
        bins = max(1, math.ceil((high - left) / step))
    elif bins > 1:
        least, most = (high - left) / bins, (high - left) / (bins - 1)
        step = least  # with very many bins both widths are the same number
        if most > least:
            power = 10.0 ** math.floor(math.log10(most - least))
            step = power * math.ceil(least / power)
    right = max(left + bins * step, high)
    return np.concatenate([[left], left + np.arange(1, bins) * step, [right]])


def _round_step(width: float) -> int:
    """The nearest of the round widths 1, 2, 3, 5 and 10."""
    return 1 if width < 1.5 else 2 if width < 2.5 else 3 if width < 4 else 5 if width < 7.5 else 10


def _edges_of_constant(low: float, high: float, bins: int, spacing: float) -> np.ndarray:
    reach = max(1.0, math.ceil(bins * spacing))
    left, right = math.floor(2 * (low - reach / 4)) / 2, math.ceil(2 * (high + reach / 4)) / 2
    return np.concatenate([[left], left + np.arange(1, bins) * ((right - left) / bins), [right]])


def integer_edges(low: float, high: float, limits: tuple[float, float] | None) -> np.ndarray:
    """Bins centred on whole numbers, or on multiples of a power of ten where those are too many."""
    many = high - low > _MOST_INTEGER_BINS
    width = 10.0 ** math.ceil(math.log10((high - low) / _MOST_INTEGER_BINS)) if many else 1.0
    if limits is None:
        low, high = (width * math.copysign(math.floor(abs(end) / width + 0.5), end) for end in (low, high))
        return np.arange(low - width / 2, high + width, width)
    inner = np.arange(width * math.ceil(limits[0] / width) + 0.5, width * math.floor(limits[1] / width), width)
    return np.concatenate([[limits[0]], inner, [limits[1]]])


def rule_edges(values: np.ndarray, method: str = "auto", limits: tuple[float, float] | None = None, root: int = 3) -> np.ndarray:
    """Edges by a rule of ``BinMethod``; ``root`` is 3 for one variable and 4 for two.  Values that are not finite are ignored."""
    return edges_by_rule(sample_of(values, limits), method, limits, root)


def edges_by_rule(values: Sample, method: str, limits: tuple[float, float] | None, root: int = 3) -> np.ndarray:
    """As ``rule_edges``, for values between the limits."""
    if not values.count:
        return np.array(limits if limits is not None else (0.0, 1.0))
    low, high, whole = values.low, values.high, values.whole
    exact = max(abs(low), abs(high)) <= _MOST_INTEGER
    if method == "integers" and not exact:
        raise MatlabError("The numbers are too large for bins of integers.", "MATLAB:histcounts:InputOutOfIntRange")
    if method == "integers" or (method == "auto" and whole and exact and high - low <= _INTEGER_SPAN):
        return integer_edges(low, high, limits)
    bins = _number(values.count, method)
    if bins is not None:
        return pick_edges(low, high, None, (high - low) / bins) if limits is None else np.linspace(*limits, bins + 1)
    width = _width(values, method, high - low) / values.count ** (1 / root)
    if limits is None:
        return pick_edges(low, high, None, width)
    nice = np.diff(pick_edges(low, high, None, width)[:2])[0]
    return np.linspace(*limits, max(1, math.ceil((limits[1] - limits[0]) / nice)) + 1)


def _number(count: int, method: str) -> int | None:
    """The number of bins by the rules that give one."""
    return {"sturges": math.ceil(math.log2(count) + 1), "sqrt": math.ceil(math.sqrt(count))}.get(method)


def _width(values: Sample, method: str, span: float) -> float:
    """The width that Scott's rule (also ``auto``) or Freedman and Diaconis's want, before the root of the count."""
    if method in ("auto", "scott"):
        return 3.5 * values.deviation()
    if method == "fd":
        upper, lower = values.quartiles()
        return 2 * max(upper - lower, span / 10)
    raise MatlabError(f"'{method}' is not a method of choosing bins.", "MATLAB:histcounts:InvalidBinMethod")


def width_edges(low: float, high: float, width: float, limits: tuple[float, float] | None) -> np.ndarray:
    """Edges ``width`` apart: at its multiples, or from one limit to the other (the last bin may be narrower)."""
    if not width > 0:
        raise MatlabError("BinWidth must be a positive number.", "MATLAB:histcounts:expectedPositive")
    if limits is None:
        left = width * math.floor(low / width)
        return left + width * np.arange(max(1, math.ceil((high - left) / width - 1e-9)) + 1)
    edges = limits[0] + width * np.arange(math.floor((limits[1] - limits[0]) / width + 1e-9) + 1)
    return np.append(edges, limits[1]) if edges.size == 1 or edges[-1] < limits[1] - 1e-9 * width else edges


def bin_numbers(values: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """For each value the bin (from 1) with edges[k-1] <= value < edges[k]; the last bin holds its right edge; 0 outside."""
    places = places_among(edges, values)
    behind = places == len(edges)  # at the last edge, beyond it, or NaN
    places[behind] = np.where(values[behind] == edges[-1], len(edges) - 1, 0)
    return places


def normalised(counts: np.ndarray, edges: np.ndarray, kind: str, total: int) -> np.ndarray:
    """Counts as ``Normalization`` wants them; ``total`` counts all data, inside bins or not."""
    widths, n = np.diff(edges), max(total, 1)
    kinds = {
        "count": counts, "probability": counts / n, "percentage": 100 * counts / n, "countdensity": counts / widths,
        "pdf": counts / n / widths, "cumcount": np.cumsum(counts), "cdf": np.cumsum(counts) / n,
    }  # fmt: skip
    if kind not in kinds:
        raise MatlabError(f"'{kind}' is not a normalization of counts.", "MATLAB:histcounts:InvalidNormalization")
    return kinds[kind]

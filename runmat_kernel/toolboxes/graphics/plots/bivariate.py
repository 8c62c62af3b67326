"""Pairs of numbers counted in bins: histcounts2, histogram2, hist3."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.device import exact_column, on_device
from ....builtins.spec import Example, builtin
from ....values import CellArray, Tensor
from ....values.convert import as_array, is_text, numel_of, shape_of, text_of, to_value
from ...arrays.bins import Sample, bin_numbers, sample_of
from ...arrays.device_groups import Groups
from ...arrays.device_tallies import bins, sample
from ..composing import composed
from .histograms import edges_for
from .statistics import columns

_OPTIONS = ("xbinedges", "ybinedges", "xbinlimits", "ybinlimits", "numbins", "binwidth", "binmethod", "normalization", "displaystyle")
_LOOK = ("facecolor", "facealpha", "edgecolor", "edgealpha", "linestyle", "linewidth", "displayname", "tag")
"""Properties of the bars of a histogram2 that are those of a patch."""


def _arguments(call: Any, rest: tuple[Any, ...]) -> tuple[list[Any], arg.Options]:
    """The arguments before the options (a number of bins, or edges), and the options by their names in lower case."""
    place = next((i for i, a in enumerate(rest) if is_text(a)), len(rest))
    leading, named = list(rest[:place]), rest[place:]
    if len(leading) > 2 or len(named) % 2:
        raise call.error("Invalid arguments: bins must be followed by names and values.", f"MATLAB:{call.name}:InvalidArguments")
    return leading, arg.Options((text_of(named[i]).lower(), named[i + 1]) for i in range(0, len(named), 2))


def _both_edges(x: np.ndarray, y: np.ndarray, bins: list[Any], options: arg.Options) -> list[np.ndarray]:
    """Edges of both variables."""
    return _edges_of_both([lambda limits, v=v: sample_of(v, limits) for v in (x, y)], bins, options)


def _edges_of_both(samples: list[Callable[[Any], Sample]], bins: list[Any], options: arg.Options) -> list[np.ndarray]:
    """As ``_both_edges``; what is to be known of the variables between two limits is asked for."""
    edges = []
    for k, (name, known) in enumerate(zip("xy", samples, strict=True)):
        own = arg.Options((key[1:], options[key]) for key in options if key in (f"{name}binedges", f"{name}binlimits"))
        own |= {key: Tensor(_one(options[key], k)) for key in ("numbins", "binwidth") if key in options}
        own |= {key: options[key] for key in ("binmethod",) if key in options}
        first = Tensor(_one(bins[0], k)) if len(bins) == 1 else bins[k] if bins else None
        edges.append(edges_for(known, first, own, root=4))
    return edges


def _one(value: Any, k: int) -> np.ndarray:
    """The k-th of two numbers, or the one for both."""
    numbers = as_array(value).ravel().astype(np.float64)
    if numbers.size not in (1, 2):
        raise MatlabError("The number of bins must be a positive integer, or two of them.", "MATLAB:histcounts2:InvalidBins")
    return numbers[[k if numbers.size == 2 else 0]].reshape(1, 1)


def _pairs(call: Any, x: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
    a, b = (as_array(v).ravel(order="F").astype(np.float64) for v in (x, y))
    if a.size != b.size:
        raise call.error("X and Y must be the same size.", "MATLAB:histcounts2:XYSizeMismatch")
    return a, b


def _counted(x: np.ndarray, y: np.ndarray, edges: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Counts, and the bins (from 1; 0 for pairs outside) of each pair."""
    rows, cols = (bin_numbers(values, e) for values, e in zip((x, y), edges, strict=True))
    outside = (rows == 0) | (cols == 0)
    rows[outside], cols[outside] = 0, 0
    counts = np.zeros((len(edges[0]), len(edges[1])))
    np.add.at(counts, (rows, cols), 1)
    return counts[1:, 1:], rows.astype(np.float64), cols.astype(np.float64)


def _counted_there(call: Any, x: Any, y: Any, edges: list[np.ndarray]) -> tuple[Any, Any, Any]:
    """As ``_counted``, of arrays that stay on a device."""
    rows, cols = (bins(exact_column(call, v), e) for v, e in zip((x, y), edges, strict=True))
    rows, cols = (f if f.matlab_class == "double" else f.apply("double") for f in (rows, cols))
    outside = rows.apply("eq", 0.0).apply("or", cols.apply("eq", 0.0))
    rows, cols = rows.where(outside, 0.0), cols.where(outside, 0.0)
    m, n = (len(e) - 1 for e in edges)
    index = (rows + cols * float(m) - (m + 1.0)).where(outside, float(m * n))
    counts = Groups(index, m * n + 1).counts()[:-1].reshape((m, n), order="F")
    return counts, *(f.reshape(*shape_of(x)).value if call.nargout > k else None for k, f in ((3, rows), (4, cols)))


def _normalised(call: Any, counts: np.ndarray, edges: list[np.ndarray], options: arg.Options, total: int) -> np.ndarray:
    kind = text_of(options["normalization"]).lower() if "normalization" in options else "count"
    area, n = np.outer(np.diff(edges[0]), np.diff(edges[1])), max(total, 1)
    sums = counts.cumsum(axis=0).cumsum(axis=1)
    kinds = {
        "count": counts, "probability": counts / n, "percentage": 100 * counts / n, "countdensity": counts / area, "pdf": counts / n / area,
        "cumcount": sums, "cdf": sums / n,
    }  # fmt: skip
    if kind not in kinds:
        raise call.error(f"'{kind}' is not a normalization of counts.", f"MATLAB:{call.name}:InvalidNormalization")
    return kinds[kind]


@builtin(
    "histcounts2", "[N, Xedges, Yedges, binX, binY] = histcounts2(x, y)", "[N, Xedges, Yedges, binX, binY] = histcounts2(x, y, nbins)",
    "[N, Xedges, Yedges, binX, binY] = histcounts2(x, y, Xedges, Yedges)", "[...] = histcounts2(..., Name, Value)",
    summary="Counts of pairs in bins.",
    examples=(
        Example("histcounts2([1 1 3],[1 1 3],[0 2 4],[0 2 4])", "[2 0;0 1]"),
        Example("[n,x,y] = histcounts2([1 1 2 3 2 2 1 1 2 3],[5 6 3 8 9 1 2 7 5 1],[3 4]); round(y,10)", "[0 2.3 4.6 6.9 9.2]"),
    ),
)  # fmt: skip
def histcounts2(call, x, y, *rest):
    is_on_device = on_device(call, x) and on_device(call, y) and numel_of(x) == numel_of(y)
    a, b = (np.zeros(0),) * 2 if is_on_device else _pairs(call, x, y)
    leading, options = _arguments(call, rest)
    unknown = next((name for name in options if name not in _OPTIONS), None)
    if unknown is not None:
        raise call.error(f"'{unknown}' is not a recognized parameter.", "MATLAB:histcounts2:UnrecognizedParameter")
    if is_on_device:
        edges = _edges_of_both([lambda limits, v=v: sample(call, v, limits) for v in (x, y)], leading, options)
        counts, *bin_places = _counted_there(call, x, y, edges)
        shown = _normalised(call, counts, edges, options, numel_of(x))
        return (shown, edges[0].reshape(1, -1), edges[1].reshape(1, -1), *bin_places)[: max(call.nargout, 1)]
    edges = _both_edges(a, b, leading, options)
    counts, rows, cols = _counted(a, b, edges)
    shape = as_array(x).shape
    places = (p.reshape(shape, order="F") for p in (rows, cols))
    return _normalised(call, counts, edges, options, a.size), edges[0].reshape(1, -1), edges[1].reshape(1, -1), *places


@builtin(
    "histogram2", "h = histogram2(x, y)", "h = histogram2(x, y, nbins)", "h = histogram2(x, y, Xedges, Yedges)", "h = histogram2(..., Name, Value)",
    summary="Histogram of pairs as bars.",
    examples=(Example("h = histogram2([1 2 3],[1 2 3],2); numel(h) > 0", "true"),),
)  # fmt: skip
def histogram2(call, x, y, *rest):
    a, b = _pairs(call, x, y)
    leading, options = _arguments(call, rest)
    edges = _both_edges(a, b, leading, options)
    unknown = next((name for name in options if name not in (*_OPTIONS, *_LOOK, "showemptybins")), None)
    if unknown is not None:
        raise call.error(f"Unrecognized property {unknown} for class Histogram2.", "MATLAB:histogram2:UnrecognizedProperty")
    heights = _normalised(call, _counted(a, b, edges)[0], edges, options, a.size)
    look = {name: options[name] for name in _LOOK if name in options}
    with composed(call) as plot:
        if "displaystyle" in options and text_of(options["displaystyle"]).lower() == "tile":
            empty = "showemptybins" in options and text_of(options["showemptybins"]).lower() == "on"
            shown = np.asfortranarray((heights.T != 0) | empty)
            plot.draw("imagesc", *((e[:-1] + e[1:]) / 2 for e in edges), np.asfortranarray(heights.T), "AlphaData", shown)
            plot.label("axis", "xy")
        else:
            columns(plot, heights, *edges, look=look)
        return plot.result()


@builtin(
    "hist3", "hist3(X)", "hist3(X, nbins)", "hist3(X, ctrs)", "hist3(X, 'Edges', edges)", "[N, c] = hist3(X, ...)",
    summary="Counts of pairs (the rows of X) in bins, or a plot of them; rows with NaN count for nothing.",
    examples=(
        Example("hist3([1 1;1 1;3 3],[2 2])", "[2 0;0 1]"),
        Example("[n,c] = hist3([0 0;1 1],[2 2]); c{1}", "[0.25 0.75]"),
        Example("hist3([1 1;2 2;9 9;-9 3],{[1 2],[1 2 3]})", "[1 0 1;0 1 1]"),
        Example("hist3([1 1;2 2;3 4],'Edges',{[1 2 3],[0 2 4]})", "[1 0 0;0 1 0;0 0 1]"),
    ),
)  # fmt: skip
def hist3(call, data, *rest):
    pairs = as_array(data).astype(np.float64)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise call.error("X must be a matrix with two columns.", "stats:hist3:WrongNumCols")
    leading, options = _arguments(call, rest)
    pairs = pairs[~np.isnan(pairs).any(axis=1)]
    kinds = {("ctrs" if type(g) is CellArray else "nbins"): g for g in leading} | {
        k: options[k] for k in ("nbins", "ctrs", "edges") if k in options
    }
    kind, wanted = next(iter(kinds.items()), ("nbins", None))
    bins = [_bins_of_hist3(call, column, kind, _part(call, wanted, k, kind)) for k, column in enumerate(pairs.T)]
    rows, cols = (np.searchsorted(inner, column, side="right") - first for (inner, first, _, _), column in zip(bins, pairs.T, strict=True))
    counts = np.zeros([len(centres) for _, _, centres, _ in bins])
    inside = (rows >= 0) & (cols >= 0) & (rows < counts.shape[0]) & (cols < counts.shape[1])
    if kind == "edges":  # what lies beyond the last edge counts for nothing
        inside &= (pairs[:, 0] <= bins[0][0][-1]) & (pairs[:, 1] <= bins[1][0][-1])
    np.add.at(counts, (rows[inside], cols[inside]), 1)
    if call.nargout:
        return counts, CellArray.of([Tensor(centres.reshape(1, -1)) for _, _, centres, _ in bins])
    look = {name: options[name] for name in _LOOK if name in options}
    by_height = "cdatamode" in options and text_of(options["cdatamode"]).lower() == "auto"
    if by_height or (is_text(look.get("facecolor", 0.0)) and text_of(look["facecolor"]).lower() == "interp"):
        look["facecolor"] = to_value("flat")
    with composed(call) as plot:
        columns(plot, counts, bins[0][3], bins[1][3], look=look)
    return None


def _part(call: Any, wanted: Any, k: int, kind: str) -> np.ndarray:
    """The number of bins, the centres or the edges of one of both variables."""
    if wanted is None:
        return np.array([10.0])
    if kind == "nbins":
        return _one(wanted, k).ravel()
    if type(wanted) is not CellArray or numel_of(wanted) != 2:
        raise call.error("Bin centers and edges must be given as a cell array of two vectors.", "stats:hist3:BadBins")
    places = as_array(wanted.array.flat[k]).ravel(order="F").astype(np.float64)
    if places.size < 2 or not (np.diff(places) >= 0).all():
        raise call.error("Bin centers and edges must be vectors of nondecreasing numbers.", "stats:hist3:BadBins")
    return places


def _bins_of_hist3(call: Any, values: np.ndarray, kind: str, numbers: np.ndarray) -> tuple[np.ndarray, int, np.ndarray, np.ndarray]:
    """Borders to search in, how many of them lie before the first bin, centres, and edges as they are drawn."""
    if kind == "edges":
        steps = np.diff(numbers)
        return numbers, 1, numbers + np.append(steps, steps[-1]) / 2, np.append(numbers, numbers[-1] + steps[-1])
    if kind == "ctrs":
        inner = (numbers[:-1] + numbers[1:]) / 2
        return inner, 0, numbers, np.concatenate([[2 * numbers[0] - inner[0]], inner, [2 * numbers[-1] - inner[-1]]])
    finite, count = values[np.isfinite(values)], numbers[0]
    if count != np.floor(count) or count < 1:
        raise call.error("The number of bins must be a positive integer, or two of them.", "stats:hist3:BadBins")
    low, high = (finite.min(), finite.max()) if finite.size else (0.0, 1.0)
    if low == high:
        low, high = low - np.floor(count / 2) - 0.5, high + np.ceil(count / 2) - 0.5
    edges = np.linspace(low, high, int(count) + 1)
    return edges[1:-1], 0, (edges[:-1] + edges[1:]) / 2, edges

"""Histograms: ``histogram`` (with MATLAB's automatic bins), ``hist``, ``histcounts``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...figures import arguments as read
from ...figures.arguments import give, row
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values import CharArray
from ...values.convert import as_array, is_text, text_of
from ..spec import Example, builtin
from .figures_series import _bar_series, prepare

_NAMES = ("binwidth", "binedges", "binlimits", "numbins", "normalization", "binmethod", "bincounts")


def automatic_edges(values: np.ndarray, limits: tuple[float, float] | None = None) -> np.ndarray:
    """MATLAB's automatic bins: Scott's rule with a nice width; bins centred on integers for integers of a small range."""
    values = values[np.isfinite(values)]
    if not values.size:
        return np.array([0.0, 1.0])
    low, high = (values.min(), values.max()) if limits is None else limits
    span = high - low
    if np.all(values == np.round(values)) and span <= 50 and limits is None:
        return np.arange(np.floor(low) - 0.5, np.ceil(high) + 1.0)
    width = 3.5 * np.std(values, ddof=min(1, values.size - 1)) / values.size ** (1 / 3)
    if not width > 0 or not span > 0:
        return np.array([low - 0.5, low + 0.5]) if span == 0 else np.array([low, high])
    power = 10.0 ** np.floor(np.log10(width))
    relative = width / power
    step = power * (1 if relative < 1.5 else 2 if relative < 2.5 else 3 if relative < 4 else 5 if relative < 7.5 else 10)
    if limits is not None:
        count = max(1, int(np.ceil(span / step)))
        return np.linspace(low, high, count + 1)
    first = step * np.floor(low / step)
    count = max(1, int(np.ceil((high - first) / step - 1e-9)))
    edges = first + step * np.arange(count + 1)
    return np.append(edges, edges[-1] + step) if edges[-1] < high else edges


def bin_edges(values: np.ndarray, given: Any, options: dict[str, Any]) -> np.ndarray:
    """Edges from a count, from edges, from the options BinWidth, BinEdges, BinLimits, NumBins, or automatic."""
    if "binedges" in options:
        return as_array(options["binedges"]).ravel(order="F").astype(np.float64)
    limits = tuple(as_array(options["binlimits"]).ravel().tolist()) if "binlimits" in options else None
    count = options.get("numbins")
    if given is not None:
        array = as_array(given).ravel(order="F").astype(np.float64)
        if array.size > 1:
            return array
        count = float(array[0])
    finite = values[np.isfinite(values)]
    low, high = limits or ((float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0))
    if "binwidth" in options:
        width = float(as_array(options["binwidth"]).flat[0])
        first = low if limits else width * np.floor(low / width)
        return first + width * np.arange(max(1, int(np.ceil((high - first) / width - 1e-9))) + 1)
    if count is not None:
        n = int(as_array(count).flat[0])
        if limits is None and high > low:
            step = nice_width((high - low) / n)
            first = step * np.floor(low / step)
            if first + n * step < high:
                step = (high - first) / n
                step = np.ceil(step / 10 ** np.floor(np.log10(step) - 1)) * 10 ** np.floor(np.log10(step) - 1)
            return first + step * np.arange(n + 1)
        return np.linspace(low, high if high > low else low + 1, n + 1)
    return automatic_edges(values, limits)


def nice_width(width: float) -> float:
    """A width rounded up to two significant digits."""
    power = 10.0 ** (np.floor(np.log10(width)) - 1)
    return float(np.ceil(width / power - 1e-9) * power)


def normalised(counts: np.ndarray, edges: np.ndarray, kind: str, total: int) -> np.ndarray:
    widths, n = np.diff(edges), max(total, 1)
    return {
        "count": counts, "probability": counts / n, "percentage": 100 * counts / n, "countdensity": counts / widths, "pdf": counts / n / widths,
        "cumcount": np.cumsum(counts), "cdf": np.cumsum(counts) / n,
    }[kind]  # fmt: skip


def _split(rest: list[Any]) -> tuple[Any, dict[str, Any], list[Any]]:
    given = rest.pop(0) if rest and not is_text(rest[0]) else None
    options, others, i = {}, [], 0
    while i + 1 < len(rest):
        name = text_of(rest[i]).lower()
        full = next((n for n in _NAMES if n == name), None)
        if full is None:
            others += rest[i : i + 2]
        else:
            options[full] = rest[i + 1]
        i += 2
    return given, options, others


def _counted(values: np.ndarray, given: Any, options: dict[str, Any]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    edges = bin_edges(values, given, options)
    if (np.diff(edges) < 0).any():
        raise MatlabError("Bin edges must be a vector of nondecreasing values.", "MATLAB:histcounts:expectedNondecreasing")
    counts = np.histogram(values[np.isfinite(values)], edges)[0].astype(np.float64)
    kind = text_of(options["normalization"]).lower() if "normalization" in options else "count"
    return edges, counts, normalised(counts, edges, kind, values.size)


@builtin(
    "histcounts",
    "[N, edges, bin] = histcounts(X)",
    "[N, edges, bin] = histcounts(X, nbins, Name, Value, ...)",
    summary="Counts of values in bins; the last bin includes its right edge.",
    examples=(Example("histcounts([1 2 2 3 5], [0 2 4 6])", "[1 3 1]"),),
    see_also=("histogram", "hist"),
)
def histcounts(call, x, *rest):
    values = read.data(x, "histcounts").ravel(order="F").astype(np.float64)
    given, options, _ = _split(list(rest))
    edges, _, shown = _counted(values, given, options)
    place = np.searchsorted(edges, values, side="right").astype(np.float64)
    place[values == edges[-1]] = len(edges) - 1
    place[(values < edges[0]) | (values > edges[-1]) | np.isnan(values)] = 0
    return shown[None, :], edges[None, :], place.reshape(as_array(x).shape, order="F")


@builtin(
    "histogram",
    "h = histogram(X)",
    "h = histogram(X, nbins, Name, Value, ...)",
    summary="Histogram of data, with bins chosen from the data, or by count, edges, width or limits.",
    see_also=("histcounts", "bar"),
)
def histogram(call, *arguments):
    axes, rest = prepare(call, arguments)
    values = read.data(rest.pop(0), "histogram").ravel(order="F").astype(np.float64) if rest and not is_text(rest[0]) else np.zeros(0)
    given, options, others = _split(rest)
    if "bincounts" in options:
        edges, shown = as_array(options["binedges"]).ravel().astype(float), as_array(options["bincounts"]).ravel().astype(float)
        counts = shown
    else:
        edges, counts, shown = _counted(values, given, options)
    node = Node("histogram", axes, Data=values[:, None], BinEdges=edges[None, :], BinCounts=counts[None, :], Values=shown[None, :])
    node.values.update(NumBins=float(len(counts)), BinWidth=float(edges[1] - edges[0]), BinLimits=row([edges[0], edges[-1]]))
    if "normalization" in options:
        node.values["Normalization"] = options["normalization"]
    node.values["_colour"] = tuple(np.ravel(call.session.figures.next_colour(axes)))
    read.apply([node], others, "histogram")
    return give(call, [node])


@builtin(
    "hist",
    "[n, centers] = hist(y, x)",
    "hist(y)",
    "hist(ax, y, x, ...)",
    summary="Histogram counts in equally spaced bins (10 by default), or a bar graph of them.",
    examples=(
        Example("hist([1 2 2 3 10], 3)", "[4 0 1]"),
        Example("[n,x] = hist([1 1;2 5;3 9],2)", "{[3 2;0 1],[3;7]}"),
    ),
    see_also=("histogram", "histcounts"),
)
def hist(call, *arguments):
    axes, rest = read.take_axes(call.session.figures, arguments)
    y = read.data(rest[0], "hist").astype(np.float64)
    y = y.reshape(-1, 1, order="F") if 1 in y.shape else y
    places = as_array(rest[1]).ravel(order="F").astype(np.float64) if len(rest) > 1 and not is_text(rest[1]) else np.array([10.0])
    if places.size == 1:
        finite = y[np.isfinite(y)]
        low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
        low, high = (low, high) if high > low else (low - places[0] / 2 - 0.5 * 0, high + places[0] / 2)
        edges = np.linspace(low, high, int(places[0]) + 1)
        centres = (edges[:-1] + edges[1:]) / 2
    else:
        centres = places
        edges = np.concatenate([[-np.inf], (centres[:-1] + centres[1:]) / 2, [np.inf]])
    inner = edges[1:-1]
    counts = np.stack(
        [np.bincount(np.searchsorted(inner, c[~np.isnan(c)], side="left"), minlength=centres.size) for c in y.T], axis=1
    ).astype(float)
    if len(rest) > 2 and not is_text(rest[2]):
        counts = counts / counts.sum(axis=0) * float(as_array(rest[2]).flat[0])
    if call.nargout:
        return (counts.T if counts.shape[1] == 1 else counts), (centres[None, :] if counts.shape[1] == 1 else centres[:, None])
    target, _ = prepare(call, (Handle.of(axes),) if axes is not None else ())
    made = _bar_series(target, call.session.figures, centres, counts, "hist", False, 1.0)
    for node in made:
        node.values["BarLayout"] = CharArray.row("grouped")
    return None

"""Histograms: ``histogram`` (with MATLAB's automatic bins), ``hist``, ``histcounts``."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.device import exact_column, on_device
from ....builtins.spec import Effect, ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give, row
from ....figures.handles import Handle, set_property
from ....figures.tree import Node
from ....values import CharArray
from ....values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ...arrays.bins import Sample, bin_numbers, edges_by_rule, normalised, pick_edges, sample_of, width_edges
from ...arrays.device_tallies import bins, counts, counts_upto, inside, sample
from .series import prepare, prepare_axes, touching_bars

_NAMES = ("binwidth", "binedges", "binlimits", "numbins", "normalization", "binmethod", "bincounts")
_RULES = ("binwidth", "numbins", "binmethod")


def bin_edges(values: np.ndarray, bins_or_edges: Any, options: arg.Options, root: int = 3) -> np.ndarray:
    """Edges from a count, from edges, from the options BinWidth, BinEdges, BinLimits, NumBins, BinMethod, or by MATLAB's rules.

    ``root`` is 3 for the bins of one variable, 4 for each of two.
    """
    return edges_for(lambda limits: sample_of(values, limits), bins_or_edges, options, root)


def edges_for(sample: Callable[[Any], Sample], bins_or_edges: Any, options: arg.Options, root: int = 3) -> np.ndarray:
    """As ``bin_edges``; ``sample(limits)`` is what is to be known of the values between two limits."""
    edges = options.get("binedges")
    if edges is None and bins_or_edges is not None and numel_of(bins_or_edges) > 1:
        edges = bins_or_edges
    if edges is not None:
        return _checked(as_array(edges).ravel(order="F").astype(np.float64))
    limits = _limits(options["binlimits"]) if "binlimits" in options else None
    count = bins_or_edges if bins_or_edges is not None else options.get("numbins")
    if count is None and "binwidth" not in options:
        method = text_of(options["binmethod"]).lower() if "binmethod" in options else "auto"
        return edges_by_rule(sample(limits), method, limits, root)
    bins = None if count is None else arg.integer(count)
    if bins is not None and bins < 1:
        raise MatlabError("The number of bins must be a positive integer.", "MATLAB:histcounts:expectedPositive")
    low, high = limits or ((known.low, known.high) if (known := sample(None)).count else (0.0, 1.0))
    if bins is None:
        return width_edges(low, high, arg.scalar(options["binwidth"]), limits)
    return pick_edges(low, high, bins) if limits is None else np.linspace(low, high, bins + 1)


def _checked(edges: np.ndarray) -> np.ndarray:
    if edges.size < 2 or not (np.diff(edges) >= 0).all():
        raise MatlabError("Bin edges must be a vector of nondecreasing values.", "MATLAB:histcounts:expectedNondecreasing")
    return edges


def _limits(value: Any) -> tuple[float, float]:
    limits = as_array(value).ravel().astype(np.float64)
    if limits.size != 2 or not np.isfinite(limits).all() or limits[0] > limits[1]:
        raise MatlabError("BinLimits must be two finite nondecreasing numbers.", "MATLAB:histcounts:InvalidBinLimits")
    return float(limits[0]), float(limits[1])


def _replace_rule(options: arg.Options, name: str) -> None:
    """The last option that determines the bins counts: earlier ones are dropped."""
    for other in _RULES if name in _RULES else ():
        options.pop(other, None)


def split_bins(rest: list[Any]) -> tuple[Any, arg.Options, list[Any]]:
    """The number of bins or the edges, the options of bins, and all other arguments."""
    bins = rest.pop(0) if rest and not is_text(rest[0]) else None
    options, others, i = arg.Options(), [], 0
    while i + 1 < len(rest):
        name = text_of(rest[i]).lower()
        full = next((n for n in _NAMES if n == name), None)
        if full is None:
            others += rest[i : i + 2]
        else:
            _replace_rule(options, full)
            options[full] = rest[i + 1]
            bins = bins if full not in _RULES or bins is None or numel_of(bins) > 1 else None
        i += 2
    return bins, options, others + rest[i:]


def counted(values: np.ndarray, bins_or_edges: Any, options: arg.Options) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Edges, counts, and counts as they are normalized."""
    edges = bin_edges(values, bins_or_edges, options)
    counts = np.bincount(bin_numbers(values, edges), minlength=len(edges))[1:].astype(np.float64)
    return edges, counts, _normalised(counts, edges, options, values.size)


def _normalised(counts: np.ndarray, edges: np.ndarray, options: arg.Options, total: int) -> np.ndarray:
    return normalised(counts, edges, text_of(options["normalization"]).lower() if "normalization" in options else "count", total)


def _counted_there(call: Any, x: Any, bins_or_edges: Any, options: arg.Options) -> tuple[Any, ...]:
    """``histcounts`` of an array on the device."""
    edges, values = edges_for(lambda limits: sample(call, x, limits), bins_or_edges, options), exact_column(call, x)
    shown = _normalised(inside(counts(values, edges)), edges, options, numel_of(x))
    places = bins(values, edges).reshape(*shape_of(x)).value if call.nargout > 2 else None
    return shown[None, :], _like_data(x, edges), places


def _like_data(x: Any, edges: np.ndarray) -> np.ndarray:
    """Edges as a row, of singles where the data are singles."""
    return edges[None, :].astype(np.float32 if class_of(x) == "single" else np.float64)


@builtin(
    "histcounts",
    "[N, edges, bin] = histcounts(X)",
    "[N, edges, bin] = histcounts(X, nbins, Name, Value, ...)",
    summary="Counts of values in bins; the last bin includes its right edge.",
    examples=(
        Example("histcounts([1 2 2 3 5], [0 2 4 6])", "[1 3 1]"),
        Example("[n,e] = histcounts([1.5 2.5 3.4],'BinMethod','integers')", "{[1 2],[1.5 2.5 3.5]}"),
        Example("[n,e] = histcounts(1:10,'NumBins',3,'BinWidth',5)", "{[4 6],[0 5 10]}"),
    ),
    errors=(ErrorCase("histcounts([1i 2])", "MATLAB:histcounts:expectedReal"),),
    see_also=("histogram", "hist"),
)
def histcounts(call, x, *rest):
    bins_or_edges, options, others = split_bins(list(rest))
    if getattr(x, "is_complex", False) or type(x) is complex:
        raise call.error("Expected X to be real.", "MATLAB:histcounts:expectedReal")
    is_on_device = on_device(call, x)
    values = np.zeros(0) if is_on_device else read.data(x, "histcounts").ravel(order="F").astype(np.float64)
    if others:
        raise call.error("Unrecognized parameter name or value.", "MATLAB:histcounts:InvalidParam")
    if is_on_device:
        return _counted_there(call, x, bins_or_edges, options)[: max(call.nargout, 1)]
    edges, _, shown = counted(values, bins_or_edges, options)
    results = shown[None, :], _like_data(x, edges)
    if call.nargout <= 2:
        return results[: max(call.nargout, 1)]
    return *results, bin_numbers(values, edges).astype(np.float64).reshape(as_array(x).shape, order="F")


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
    bins_or_edges, options, others = split_bins(rest)
    if "bincounts" in options:
        edges, shown = as_array(options["binedges"]).ravel().astype(float), as_array(options["bincounts"]).ravel().astype(float)
        counts = shown
    else:
        edges, counts, shown = counted(values, bins_or_edges, options)
    node = Node("histogram", axes, Data=values[:, None])
    _put(node, edges, counts, shown)
    if "binlimits" in options:
        node.values["BinLimitsMode"] = CharArray.row("manual")
    if "normalization" in options:
        node.values["Normalization"] = options["normalization"]
    call.session.figures.colour_next(axes, node)
    if "bincounts" not in options:
        node.follow = bin_anew
    read.apply([node], others, "histogram")
    return give(call, [node])


def _put(node: Node, edges: np.ndarray, counts: np.ndarray, shown: np.ndarray) -> None:
    node.values.update(
        BinEdges=row(edges), BinCounts=row(counts), Values=row(shown), NumBins=float(len(counts)), BinWidth=float(edges[1] - edges[0]),
        BinLimits=row([edges[0], edges[-1]]),
    )  # fmt: skip


def bin_anew(node: Node, name: str) -> None:
    """The bins of a histogram after one of the properties that say how they are made was set."""
    if name not in ("NumBins", "BinWidth", "BinEdges", "BinLimits", "BinMethod", "Normalization", "Data"):
        return
    options = arg.Options(normalization=node.get("Normalization"))
    if name in ("BinEdges", "Normalization"):
        options["binedges"] = node.get("BinEdges")
    elif name != "Data":
        options[name.lower()] = node.get(name)
    if name == "BinLimits":
        node.values["BinLimitsMode"] = CharArray.row("manual")
        options["numbins"] = node.get("NumBins")
    elif node.text("BinLimitsMode") == "manual" and "binedges" not in options:
        options["binlimits"] = node.get("BinLimits")
    _put(node, *counted(node.vector("Data"), None, options))


def _other_count(name: str, summary: str, change: Callable[[int], int]) -> Any:
    @builtin(name, f"n = {name}(h)", summary=summary,
             examples=(Example(f"h = histogram(1:100,20); {name}(h)", f"{change(20)}"), Example(f"h = histogram(1:9,1); {name}(h)", f"{change(1)}")),
             errors=(ErrorCase(f"{name}(1)", f"MATLAB:{name}:InvalidHistogram"),), see_also=("histogram",))  # fmt: skip
    def function(call, handle):
        if not isinstance(handle, Handle) or handle.node.kind.label or handle.node.type != "histogram":
            raise call.error("The argument must be a histogram of numbers.", f"MATLAB:{name}:InvalidHistogram")
        count = float(change(int(handle.node.number("NumBins"))))
        set_property(handle.node, "NumBins", count)
        return count

    return function


COUNTS = (
    _other_count("morebins", "Give a histogram a tenth more bins.", lambda count: math.ceil(1.1 * count)),
    _other_count("fewerbins", "Give a histogram a tenth fewer bins; one at the least.", lambda count: max(math.floor(0.9 * count), 1)),
)


@builtin(
    "hist",
    "[n, centers] = hist(y, x)",
    "hist(y)",
    "hist(ax, y, x, ...)",
    summary="Histogram counts in equally spaced bins (10 by default), or a bar graph of them.",
    examples=(
        Example("hist([1 2 2 3 10], 3)", "[4 0 1]"),
        Example("[n,x] = hist([1 1;2 5;3 9],2)", "{[3 2;0 1],[3;7]}"),
        Example(
            "hist([1 2 2 3],2); h = findobj(gca,'Type','patch'); {numel(h), h.XData, h.YData}", "{1,[1 2;1 2;2 3;2 3],[0 0;3 1;3 1;0 0]}"
        ),
    ),
    see_also=("histogram", "histcounts"),
    effect=Effect.NONE,
)
def hist(call, *arguments):
    axes, rest = read.take_axes(call.session.figures, arguments)
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    is_on_device = on_device(call, rest[0]) and arg.is_vector(shape_of(rest[0]))
    y = np.zeros((0, 1)) if is_on_device else _as_columns(read.data(rest[0], "hist"))
    centres = as_array(rest[1]).ravel(order="F").astype(np.float64) if len(rest) > 1 and not is_text(rest[1]) else np.array([10.0])
    if centres.size == 1:
        edges = _even_edges(call, sample(call, rest[0]) if is_on_device else sample_of(y), centres[0])
        centres, inner = (edges[:-1] + edges[1:]) / 2, edges[1:-1]
    else:
        inner = (centres[:-1] + centres[1:]) / 2
    if is_on_device and (np.diff(inner) >= 0).all():
        counts = np.diff(np.concatenate([[0.0], counts_upto(exact_column(call, rest[0]), inner)]))[:, None]
    else:
        counts = _counts_between(_as_columns(read.data(rest[0], "hist")) if is_on_device else y, inner)
    if len(rest) > 2 and not is_text(rest[2]):
        counts = counts / counts.sum(axis=0) * float(as_array(rest[2]).flat[0])
    if call.nargout:
        return (counts.T, centres[None, :]) if counts.shape[1] == 1 else (counts, centres[:, None])
    touching_bars(call, prepare_axes(call, axes), centres, counts, horizontal=False, beside=False)
    return None


def _as_columns(data: np.ndarray) -> np.ndarray:
    """Data of a histogram with a series in each column; a vector is one."""
    return (data.reshape(-1, 1, order="F") if 1 in data.shape else data).astype(np.float64)


def _even_edges(call: Any, known: Sample, count: float) -> np.ndarray:
    """Edges of ``count`` bins of one width between the extremes of a sample."""
    if not count >= 1 or not np.isfinite(count):
        raise call.error("The number of bins must be a positive integer.", "MATLAB:hist:InvalidInput")
    low, high = (known.low, known.high) if known.count else (0.0, 1.0)
    if low == high:
        low, high = low - np.floor(count / 2) - 0.5, high + np.ceil(count / 2) - 0.5
    return np.linspace(low, high, int(count) + 1)


def _counts_between(columns: np.ndarray, inner: np.ndarray) -> np.ndarray:
    """How many numbers of each column lie up to the first inner edge, between two of them, and beyond the last."""
    lines = columns.T if columns.shape[1] else [np.zeros(0)]
    return np.stack(
        [np.bincount(np.searchsorted(inner, c[~np.isnan(c)], side="left"), minlength=inner.size + 1) for c in lines], axis=1
    ).astype(float)

"""Statistics: quantiles, moments of higher order, covariance, correlation, scaling, moving windows, distributions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.classes import FLOAT_CLASSES
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from ...values.numbered import NumberedArray
from ...values.tensor import Tensor
from .. import arguments as arg
from .. import windows
from ..formula import Formula
from ..order_statistics import quantiles_of
from ..registry import builtins
from ..spec import Builtin, ErrorCase, Example, builtin


def _along(x: Any, dim: Any) -> tuple[np.ndarray, int]:
    """The elements with the working axis (from the argument, or the first that is not single) and that axis."""
    array = arg.floating(x)
    if dim is not None and is_text(dim):
        return array.reshape(-1, 1, order="F"), 0
    axis = arg.first_nonsingleton(array.shape) if dim is None else min(arg.dimension(dim), array.ndim)  # all lengths beyond are 1
    return arg.pad_dims(array, axis + 1), axis


def quantiles(x: Formula, wanted: np.ndarray, axis: int) -> Formula:
    """MATLAB's quantiles (midpoint rule, linear between) along an axis, NaN left out; ``wanted`` replaces the axis."""
    if 0 not in x.shape and wanted.size and axis >= len(x.shape):  # each element by itself
        array = as_array(x.value)
        return x.of(np.repeat(arg.pad_dims(array, axis + 1), len(wanted), axis=axis))
    if 0 not in x.shape and wanted.size:
        return quantiles_of(x, wanted, axis)
    shape = [len(wanted) if d == axis else x.extent(d) for d in range(max(axis + 1, len(x.shape)))]
    return x.of(np.full(shape, np.nan, np.float32 if x.matlab_class == "single" else float))


def _floats(call: Any, x: Any, dim: Any) -> tuple[Formula, int]:
    """A value as floats and the working axis (of a dimension, several joined ones, 'all', or the first that is not single)."""
    if getattr(x, "is_complex", type(x) is complex):
        raise MatlabError("X must be real.", f"MATLAB:{call.name}:ComplexX")
    found = Formula(call, x)
    if found.matlab_class not in FLOAT_CLASSES:
        found = Formula(call, arg.floating(x))
    if dim is not None and is_text(dim):
        return found.reshape(numel_of(x), 1), 0
    if dim is not None and numel_of(dim) > 1:
        axes = tuple(arg.dimensions(dim))
        return found.gathered(axes), min(axes)
    return found, found.axis(dim)


def _quantile(name: str, scale: float, *examples: Example) -> Builtin:
    def function(call: Any, x: Any, p: Any, dim: Any = None) -> Any:
        array, axis = _floats(call, x, dim)
        wanted = arg.flat(p).astype(np.float64) / scale
        if scale == 1 and numel_of(p) == 1 and wanted[0] > 1 and wanted[0] == math.floor(wanted[0]):
            n = int(wanted[0])
            wanted = np.arange(1, n + 1) / (n + 1)
        if wanted.size and (np.nanmin(wanted) < 0 or np.nanmax(wanted) > 1):
            raise MatlabError(f"Values of P must be between 0 and {scale:g}.", f"MATLAB:{name}:BadPercents")
        out = quantiles(array, wanted, axis)
        if dim is None and arg.is_vector(shape_of(x)) and numel_of(p) > 1:
            return out.reshape(*(shape_of(p) if arg.is_vector(shape_of(p)) and numel_of(p) == len(wanted) else (1, len(wanted)))).value
        return out.value

    summary = "Quantiles of data." if scale == 1 else "Percentiles of data."
    return Builtin(
        name,
        (f"Q = {name}(A, p)", f"Q = {name}(A, p, 'all')", f"Q = {name}(A, p, dim)", f"Q = {name}(A, p, vecdim)"),
        summary,
        function,
        examples=examples,
    )


QUANTILES = (
    _quantile("quantile", 1.0, Example("quantile([1 2 3 4],0.5)", "2.5"), Example("quantile([1 2 3 4],[0.25 0.75])", "[1.5 3.5]")),
    _quantile("prctile", 100.0, Example("prctile([1 2 3 4 5],50)", "3"), Example("prctile([1;2;3;4],[25;75])", "[1.5;3.5]")),
)


@builtin(
    "iqr",
    "r = iqr(A)",
    "r = iqr(A, dim)",
    "r = iqr(A, vecdim)",
    "r = iqr(A, 'all')",
    summary="Interquartile range.",
    examples=(Example("iqr([1 2 3 4])", "2"), Example("iqr([1 2 5; 2 5 6], [1 2])", "3"), Example("iqr([1 2; 3 4], 'all')", "2")),
)
def iqr(call: Any, x: Any, dim: Any = None) -> Any:
    array, axis = _floats(call, x, dim)
    both = quantiles(array, np.array([0.25, 0.75]), axis)
    return (both.part(axis, 1, 1) - both.part(axis, 0, 1)).value


def _shape_statistic(name: str, power: int, summary: str, example: Example) -> Builtin:
    def function(call: Any, x: Any, flag: Any = 1.0, dim: Any = None) -> Any:
        array, axis = _along(x, dim)
        centred = array - np.nanmean(array, axis=axis, keepdims=True)
        n = (~np.isnan(array)).sum(axis=axis, keepdims=True)
        with np.errstate(all="ignore"):
            second = np.nanmean(centred**2, axis=axis, keepdims=True)
            value = np.nanmean(centred**power, axis=axis, keepdims=True) / second ** (power / 2)
            if not arg.is_empty_matrix(flag) and arg.scalar(flag) == 0:
                value = (
                    value * np.sqrt((n - 1) / n) * n / (n - 2)
                    if power == 3
                    else (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * value - 3 * (n - 1)) + 3
                )
        return value.astype(array.dtype)

    return Builtin(name, (f"y = {name}(X)", f"y = {name}(X, flag)", f"y = {name}(X, flag, dim)"), summary, function, examples=(example,))


SHAPES = (
    _shape_statistic("skewness", 3, "Asymmetry of a sample.", Example("skewness([1 2 3])", "0")),
    _shape_statistic("kurtosis", 4, "Weight of the tails of a sample.", Example("kurtosis([1 2 3])", "1.5")),
)


def covariance(data: np.ndarray, weight: float) -> np.ndarray:
    """Covariance of the columns, divided by n-1 (weight 0) or n (weight 1)."""
    n = len(data)
    centred = data - data.mean(axis=0)
    return centred.conj().T @ centred / (n if weight == 1 or n == 1 else n - 1)


def deferred_covariance(call: Any, a: Any, weight: float) -> Any:
    """The covariance of the columns of a large real matrix, deferred; None where it is computed at once."""
    shape = shape_of(a)
    if type(a) is not Tensor or a.matlab_class not in FLOAT_CLASSES or len(shape) != 2 or 0 in shape or 1 in shape or a.is_complex:
        return None
    call_of = builtins()
    centred = call_of["minus"].function(call, a, call_of["mean"].function(call, a, 1.0))
    turned = call.engine.transpose(centred, True) if type(centred) is Tensor else None
    product = call.engine.product(turned, centred) if turned is not None else None
    if product is None:
        return None
    return call_of["rdivide"].function(call, product, float(shape[0] - (weight != 1)))


@builtin(
    "cov",
    "C = cov(A)",
    "C = cov(A, B)",
    "C = cov(..., w)",
    "C = cov(..., nanflag)",
    summary="Covariance.",
    examples=(
        Example("cov([1 2 3])", "1"),
        Example("cov([1 2;3 4;5 6])", "[4 4;4 4]"),
        Example("cov([1 2 3],[3 2 1])", "[1 -1;-1 1]"),
        Example("cov([1 2 3],1)", "2/3"),
    ),
    errors=(ErrorCase("cov([1 2],[1 2 3])", "MATLAB:cov:XYmismatch"),),
)
def cov(call: Any, a: Any, *rest: Any) -> Any:
    numbers, words = arg.split_options(rest)
    weight, other = 0.0, None
    if len(numbers) == 2:
        other, weight = numbers[0], arg.scalar(numbers[1])
    elif len(numbers) == 1:
        if numel_of(numbers[0]) == 1 and numel_of(a) != 1 and arg.scalar(numbers[0]) in (0, 1):
            weight = arg.scalar(numbers[0])
        else:
            other = numbers[0]
    if other is None and not words and (found := deferred_covariance(call, a, weight)) is not None:
        return found
    data = arg.matrix(a)
    if other is not None:
        second = arg.matrix(other)
        if data.size != second.size:
            raise MatlabError("The number of elements in x and y must match.", "MATLAB:cov:XYmismatch")
        data = np.stack([data.ravel(order="F"), second.ravel(order="F")], axis=1)
    elif arg.is_vector(data.shape):
        data = arg.column(data)
    if "omitrows" in words:
        data = data[~np.isnan(data).any(axis=1)]
    if not data.size:
        return np.full((1, 1), np.nan)
    return covariance(data, weight)


@builtin(
    "corrcoef",
    "R = corrcoef(A)",
    "R = corrcoef(A, B)",
    "[R, P] = corrcoef(...)",
    summary="Correlation coefficients.",
    examples=(
        Example("corrcoef([1 2 3],[3 2 1])", "[1 -1;-1 1]"),
        Example("corrcoef([1 2 3])", "1"),
        Example("corrcoef(4)", "NaN"),
        Example("corrcoef([])", "NaN"),
    ),
)
def corrcoef(call: Any, a: Any, b: Any = None) -> Any:
    if b is None and call.nargout < 2 and (found := deferred_covariance(call, a, 0.0)) is not None:
        return _correlation(as_array(found))
    data = arg.matrix(a)
    if b is not None:
        data = np.stack([data.ravel(order="F"), arg.flat(b)], axis=1)
    elif data.size < 2:
        return np.nan
    elif arg.is_vector(data.shape):
        data = data.reshape(-1, 1)
    r = _correlation(covariance(data, 0))
    return (r, _significance(r, len(data))) if call.nargout > 1 else r


def _correlation(c: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        d = np.sqrt(np.diagonal(c).real)
        r = c / d[:, None] / d[None, :]
    r = np.where(np.abs(r) > 1, r / np.abs(r), r)
    np.fill_diagonal(r, np.where(np.isnan(np.diagonal(r)), np.nan, 1))
    return r


def _significance(r: np.ndarray, n: int) -> np.ndarray:
    from scipy import stats

    with np.errstate(all="ignore"):
        t = r * np.sqrt((n - 2) / (1 - r**2))
    p = 2 * stats.t.sf(np.abs(t), n - 2)
    np.fill_diagonal(p, 1)
    return p


@builtin(
    "corr",
    "rho = corr(X)",
    "rho = corr(X, Y)",
    "[rho, pval] = corr(..., Name, Value...)",
    summary="Correlation of columns.",
    examples=(Example("round(corr([1;2;3],[2;4;6]),12)", "1"),),
)
def corr(call: Any, x: Any, *rest: Any) -> Any:
    left = arg.matrix(x)
    right = arg.matrix(rest[0]) if rest and not is_text(rest[0]) else left
    options = arg.name_values(rest[1:] if rest and not is_text(rest[0]) else rest)
    kind = text_of(options["type"]).lower() if "type" in options else "pearson"
    if kind == "spearman":
        from scipy.stats import rankdata

        left, right = rankdata(left, axis=0), rankdata(right, axis=0)
    elif kind == "kendall":
        from scipy.stats import kendalltau

        return np.array([[kendalltau(u, v).statistic for v in right.T] for u in left.T])
    both = _correlation(covariance(np.concatenate([left, right], axis=1), 0))
    r = both[: left.shape[1], left.shape[1] :]
    return r, _significance(r.copy(), len(left)) if call.nargout > 1 else None


@builtin(
    "zscore",
    "Z = zscore(X)",
    "Z = zscore(X, flag, dim)",
    "[Z, mu, sigma] = zscore(...)",
    summary="Data centred and scaled to deviation 1.",
    examples=(Example("zscore([1 2 3])", "[-1 0 1]"),),
)
def zscore(call: Any, x: Any, flag: Any = 0.0, dim: Any = None) -> Any:
    array, axis = _floats(call, x, dim)
    weight = 1.0 if not arg.is_empty_matrix(flag) and arg.scalar(flag) == 1 else 0.0
    mu, sigma = array.mean(axis), array.apply("std", weight, axis + 1.0)
    one = np.ones((1, 1), np.float32 if array.matlab_class == "single" else float)
    return tuple(f.value for f in ((array - mu) / sigma.where(sigma.apply("eq", 0.0), one), mu, sigma))


@builtin(
    "normalize",
    "N = normalize(A)",
    "N = normalize(A, dim)",
    "N = normalize(..., method, type)",
    summary="Data scaled by z-score, range, norm, centre or scale.",
    examples=(Example("normalize([1 2 3])", "[-1 0 1]"), Example("normalize([1 2 3],'range')", "[0 0.5 1]")),
)
def normalize(call: Any, a: Any, *rest: Any) -> Any:
    numbers = [r for r in rest if not is_text(r)]
    words = [text_of(r).lower() for r in rest if is_text(r)]
    method = words[0] if words else "zscore"
    first_text = next((i for i, r in enumerate(rest) if is_text(r)), len(rest))
    array, axis = _floats(call, a, rest[0] if first_text > 0 and rest else None)
    extra = numbers[1:] if first_text > 0 else numbers
    along = axis + 1.0
    if method == "range":
        low, high = (arg.flat(extra[0]) if extra else np.array([0.0, 1.0])).tolist()
        least, most = (array.reduce(kind, axis, omit_nan=True) for kind in ("min", "max"))
        return ((array - least) / (most - least) * (high - low) + low).value
    if method == "center":
        by = (
            array.apply("median", along, "omitnan")
            if "median" in words
            else arg.scalar(extra[0])
            if extra
            else array.mean(axis, omit_nan=True)
        )
        return (array - by).value
    if method == "norm":
        p = np.inf if "inf" in words else arg.scalar(extra[0]) if extra else 2.0
        return (array / array.apply("vecnorm", p, along)).value
    if method == "zscore" and "robust" in words:
        centred = array - array.apply("median", along, "omitnan")
        return (centred / centred.apply("abs").apply("median", along, "omitnan")).value
    if method == "scale":
        return (array / (arg.scalar(extra[0]) if extra else array.apply("std", 0.0, along, "omitnan"))).value
    return ((array - array.mean(axis, omit_nan=True)) / array.apply("std", 0.0, along, "omitnan")).value


@builtin(
    "rescale",
    "B = rescale(A)",
    "B = rescale(A, l, u)",
    "B = rescale(..., Name, Value...)",
    summary="Data scaled to an interval.",
    examples=(Example("rescale([1 2 3])", "[0 0.5 1]"), Example("rescale([1 2 3],-1,1)", "[-1 0 1]")),
)
def rescale(call: Any, a: Any, *rest: Any) -> Any:
    numbers = list(rest[:2]) if len(rest) >= 2 and not is_text(rest[0]) else []
    options = arg.name_values(rest[len(numbers) :])
    if not numel_of(a):
        return arg.floating(a)
    array, _ = _floats(call, a, None)
    low, high = (array.of(n) for n in (numbers or (0.0, 1.0)))
    everywhere = tuple(range(len(array.shape)))
    least = array.of(options["inputmin"]) if "inputmin" in options else array.reduce("min", *everywhere, omit_nan=True)
    most = array.of(options["inputmax"]) if "inputmax" in options else array.reduce("max", *everywhere, omit_nan=True)
    inside = array.apply("max", least).apply("min", most).where(array.apply("isnan"), array) if options else array
    scaled = (inside - least) / (most - least) * (high - low) + low
    return scaled.where(most.apply("eq", least), low.apply(scaled.matlab_class)).value


@builtin(
    "mad",
    "y = mad(X)",
    "y = mad(X, flag, dim)",
    summary="Mean (or median, flag 1) absolute deviation.",
    examples=(Example("mad([1 2 6])", "2"), Example("mad([1 2 6],1)", "1")),
)
def mad(call: Any, x: Any, flag: Any = 0.0, dim: Any = None) -> Any:
    array, axis = _along(x, dim)
    middle = np.nanmedian if not arg.is_empty_matrix(flag) and arg.scalar(flag) == 1 else np.nanmean
    return middle(np.abs(array - middle(array, axis=axis, keepdims=True)), axis=axis, keepdims=True)


@builtin(
    "center",
    "C = center(X)",
    "C = center(X, dim)",
    summary="Data without its mean.",
    examples=(Example("center([1 2 3])", "[-1 0 1]"),),
    hidden=True,
)
def center(call: Any, x: Any, dim: Any = None) -> Any:
    array, axis = _along(x, dim)
    return array - array.mean(axis=axis, keepdims=True)


def _moving(name: str, reduce: Any, summary: str, *examples: Example) -> Builtin:
    weighted, extreme = name in ("movstd", "movvar"), name in ("movmax", "movmin")

    def function(call: Any, a: Any, window: Any, *rest: Any) -> Any:
        numbers, named, omit = _moving_options(call, rest, extreme)
        weight = numbers.pop(0) if weighted and numbers else 0.0
        apply = (lambda v: reduce(v, 0 if arg.is_empty_matrix(weight) else int(arg.scalar(weight)))) if weighted else reduce
        dim = numbers[0] if numbers else None
        ends = named.get("endpoints", "shrink")
        if "samplepoints" in named:
            return _moving_by_points(call, a, dim, window, named["samplepoints"], apply, omit, ends)
        before, after = _reach(call, window)
        if name in ("movsum", "movmean") and not named and not omit and type(a) is Tensor:
            deferred = _moving_sum(call, a, before, after, dim, name == "movmean")
            if deferred is not None:
                return deferred
        array, axis = _along(a, dim)
        if not array.size:
            return array
        lines = np.moveaxis(array, axis, 0)
        fill = np.nan if isinstance(ends, str) else ends
        blocks = [np.full((n, *lines.shape[1:]), fill) for n in (before, after)]
        views = np.lib.stride_tricks.sliding_window_view(np.concatenate([blocks[0], lines, blocks[1]]), before + after + 1, axis=0)
        out = apply(views)
        if not omit and (np.isnan(lines).any() or ends == "fill"):
            absent = [np.full((n, *lines.shape[1:]), ends == "fill") for n in (before, after)]
            bad = np.concatenate([absent[0], np.isnan(lines), absent[1]])
            out = np.where(np.lib.stride_tricks.sliding_window_view(bad, before + after + 1, axis=0).any(axis=-1), np.nan, out)
        if ends == "discard":
            out = out[before : max(len(lines) - after, before)]
        return np.moveaxis(out, 0, axis).astype(array.dtype)

    usage = (
        f"M = {name}(A, k)",
        f"M = {name}(A, [kb kf])",
        f"M = {name}(..., dim)",
        f"M = {name}(..., nanflag)",
        f"M = {name}(..., Name, Value, ...)",
    )
    return Builtin(name, usage, summary, function, examples=examples)


def _moving_options(call: Any, rest: tuple[Any, ...], extreme: bool) -> tuple[list[Any], dict[str, Any], bool]:
    """The numbers among a moving function's options, its named ones, and whether NaN is left out (extremes do so by themselves)."""
    numbers: list[Any] = []
    named: dict[str, Any] = {}
    omit, waiting = extreme, list(rest)
    while waiting:
        item = waiting.pop(0)
        word = text_of(item).lower() if is_text(item) else None
        if word is None:
            numbers.append(item)
        elif word in ("omitnan", "omitmissing", "includenan", "includemissing"):
            omit = word.startswith("omit")
        elif word in ("endpoints", "samplepoints") and waiting:
            value = waiting.pop(0)
            named[word] = text_of(value).lower() if is_text(value) else arg.scalar(value) if word == "endpoints" else value
        elif word != "default":
            raise call.error(f"Unknown option '{text_of(item)}'.", f"MATLAB:{call.name}:unknownOption")
    if isinstance(named.get("endpoints"), str) and named["endpoints"] not in ("shrink", "discard", "fill"):
        raise call.error("Endpoints must be 'shrink', 'discard', 'fill', or a scalar.", f"MATLAB:{call.name}:invalidEndpoints")
    return numbers, named, omit


def _reach(call: Any, window: Any) -> tuple[int, int]:
    """How many elements before and after each one its window has: those nearer than half of a length, the lower end included."""
    lengths = as_array(window).ravel()
    if (
        is_text(window)
        or lengths.size not in (1, 2)
        or lengths.dtype.kind == "c"
        or (lengths < 0).any()
        or (lengths.size == 1 and lengths[0] <= 0)
    ):
        raise call.error(
            "The window must be a positive scalar or a vector of two nonnegative numbers.", f"MATLAB:{call.name}:wrongWindowLength"
        )
    if lengths.size == 2:
        return int(lengths[0]), int(lengths[1])
    half = float(lengths[0]) / 2
    return math.floor(half), math.ceil(half) - 1


def _moving_by_points(call: Any, a: Any, dim: Any, window: Any, points: Any, apply: Any, omit: bool, ends: Any) -> Any:
    """Windows measured in sample points (numbers or times), which need not be evenly spaced."""
    if isinstance(points, str) or class_of(points) in ("string", "char", "cell") or is_text(window):
        raise call.error("Sample points and windows must be numbers or times.", f"MATLAB:{call.name}:invalidSamplePoints")
    places, lengths = (arg.elements(v).ravel(order="F").astype(np.float64) for v in (points, window))
    array, axis = _along(a, dim)
    lines = np.moveaxis(array, axis, 0)
    if len(places) != len(lines) or (np.diff(places) <= 0).any():
        raise call.error("Sample points must increase, and there must be one for each element.", f"MATLAB:{call.name}:invalidSamplePoints")
    if ends not in ("shrink", "discard", "fill"):
        raise call.error("With sample points, Endpoints must be 'shrink', 'discard' or 'fill'.", f"MATLAB:{call.name}:invalidEndpoints")
    low, high = (lengths[0] / 2, lengths[0] / 2) if lengths.size == 1 else (lengths[0], lengths[1])
    first = np.searchsorted(places, places - low, side="left")
    last = np.searchsorted(places, places + high, side="left" if lengths.size == 1 else "right")
    out = []
    for i, j in zip(first, last, strict=True):
        part = np.moveaxis(lines[i:j], 0, -1)
        out.append(np.where(~np.isnan(part).any(axis=-1) | omit, apply(part), np.nan))
    found = np.stack(out, axis=0)
    whole = (places - low >= places[0]) & (places + high <= places[-1])
    if ends == "discard":
        found = found[whole]
    elif ends == "fill" and not omit:
        found = np.where(whole.reshape([-1] + [1] * (found.ndim - 1)), found, np.nan)
    return np.moveaxis(found, 0, axis).astype(array.dtype)


def _moving_sum(call: Any, a: Tensor, before: int, after: int, dim: Any, mean: bool) -> Any:
    """A moving sum or mean, where it is deferred."""
    axis = arg.first_nonsingleton(a.shape) if dim is None else arg.dimension(dim)
    if before < 0 or after < 0:
        return None
    dtype = np.float32 if a.matlab_class == "single" else np.float64
    total = windows.along(call, a, np.ones(before + after + 1, dtype), axis, after)
    if total is None or not mean:
        return total
    return call.feval("rdivide", total, windows.counts(a.shape[axis], before, after, axis))[0]


def _deviation(views: np.ndarray, squared: bool, weight: int) -> np.ndarray:
    n = (~np.isnan(views)).sum(axis=-1)
    total = np.nansum((views - np.nanmean(views, axis=-1, keepdims=True)) ** 2, axis=-1) / np.maximum(n - 1 + weight, 1)
    return total if squared else np.sqrt(total)


MOVING = (
    _moving(
        "movmean",
        lambda v: np.nanmean(v, axis=-1),
        "Moving mean.",
        Example("movmean([1 2 3],3)", "[1.5 2 2.5]"),
        Example("movmean(1:4,3,'Endpoints','discard')", "[2 3]"),
        Example("movmean(1:4,3,'Endpoints','fill')", "[NaN 2 3 NaN]"),
        Example("movmean([1 NaN 3],3,'omitnan')", "[1 2 3]"),
        Example("movmean(1:3,3,'Endpoints',0)", "[1 2 5/3]"),
        Example("movmean([4 8 6 1],3,'SamplePoints',[1 2 4 5])", "[6 6 3.5 3.5]"),
        Example("movmean(1:4,2.5)", "[1.5 2 3 3.5]"),
    ),
    _moving(
        "movsum",
        lambda v: np.nansum(v, axis=-1),
        "Moving sum.",
        Example("movsum([1 2 3],3)", "[3 6 5]"),
        Example("movsum([1 2 3],2,'Endpoints','discard')", "[3 5]"),
    ),
    _moving(
        "movmax",
        lambda v: np.nanmax(v, axis=-1),
        "Moving maximum.",
        Example("movmax([1 2 3],3)", "[2 3 3]"),
        Example("movmax([1 NaN 3],2)", "[1 1 3]"),
        Example("movmax([1 NaN 3],2,'includenan')", "[1 NaN NaN]"),
    ),
    _moving("movmin", lambda v: np.nanmin(v, axis=-1), "Moving minimum.", Example("movmin([1 2 3],2)", "[1 1 2]")),
    _moving("movmedian", lambda v: np.nanmedian(v, axis=-1), "Moving median.", Example("movmedian([1 5 3],3)", "[3 3 4]")),
    _moving("movprod", lambda v: np.nanprod(v, axis=-1), "Moving product.", Example("movprod([1 2 3],3)", "[2 6 6]")),
    _moving(
        "movmad",
        lambda v: np.nanmedian(np.abs(v - np.nanmedian(v, axis=-1, keepdims=True)), axis=-1),
        "Moving median absolute deviation.",
        Example("movmad([1 5 3],3)", "[2 2 1]"),
    ),
    _moving("movstd", lambda v, w: _deviation(v, False, w), "Moving standard deviation.", Example("movstd([1 1 1],3)", "[0 0 0]")),
    _moving("movvar", lambda v, w: _deviation(v, True, w), "Moving variance.", Example("movvar([1 3 5],3)", "[2 4 2]")),
)


def _distribution(name: str, method: str, law: Any, parameters: tuple[str, ...], defaults: int, summary: str, example: Example) -> Builtin:
    """A density, distribution function or inverse of SciPy's; parameters default from the end."""

    def function(call: Any, x: Any, *given: Any) -> Any:
        from scipy import stats

        upper = bool(given) and is_text(given[-1])
        values = [arg.floating(v) for v in (given[:-1] if upper else given)]
        if len(values) < len(parameters) - defaults:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        if len(values) > len(parameters):
            raise call.error("Too many input arguments.", "MATLAB:TooManyInputs")
        if any(v.dtype.kind == "c" for v in values) or as_array(x).dtype.kind == "c":
            raise call.error("Arguments must be real.", f"stats:{call.name}:RealRequired")
        frozen = law(stats, *values)
        with np.errstate(all="ignore"):
            return getattr(frozen, "sf" if upper and method == "cdf" else method)(arg.floating(x))

    least = ", ".join(("x", *parameters[: len(parameters) - defaults]))
    most = ", ".join(("x", *parameters))
    usage = (f"y = {name}({least})", f"y = {name}({most})", *((f"y = {name}({most}, 'upper')",) if method == "cdf" else ()))
    return Builtin(name, usage, summary, function, examples=(example,))


def _normal(stats: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
    return stats.norm(mu, sigma)


def _uniform(stats: Any, a: Any = 0.0, b: Any = 1.0) -> Any:
    return stats.uniform(a, b - a)


def _exponential(stats: Any, mu: Any = 1.0) -> Any:
    return stats.expon(scale=mu)


DISTRIBUTIONS = (
    _distribution(
        "normpdf", "pdf", _normal, ("mu", "sigma"), 2, "Density of the normal distribution.", Example("normpdf(0)*sqrt(2*pi)", "1")
    ),
    _distribution(
        "normcdf", "cdf", _normal, ("mu", "sigma"), 2, "Distribution function of the normal distribution.", Example("normcdf(0)", "0.5")
    ),
    _distribution(
        "norminv", "ppf", _normal, ("mu", "sigma"), 2, "Inverse of the normal distribution function.", Example("norminv(0.5)", "0")
    ),
    _distribution("unifpdf", "pdf", _uniform, ("a", "b"), 2, "Density of the uniform distribution.", Example("unifpdf(1,0,2)", "0.5")),
    _distribution(
        "unifcdf", "cdf", _uniform, ("a", "b"), 2, "Distribution function of the uniform distribution.", Example("unifcdf(1,0,2)", "0.5")
    ),
    _distribution("exppdf", "pdf", _exponential, ("mu",), 1, "Density of the exponential distribution.", Example("exppdf(0)", "1")),
    _distribution(
        "expcdf", "cdf", _exponential, ("mu",), 1, "Distribution function of the exponential distribution.", Example("expcdf(0)", "0")
    ),
    _distribution(
        "expinv", "ppf", _exponential, ("mu",), 1, "Inverse of the exponential distribution function.", Example("expinv(0)", "0")
    ),
    _distribution(
        "tpdf", "pdf", lambda s, nu: s.t(nu), ("nu",), 0, "Density of Student's distribution.", Example("round(tpdf(0,1)*pi,12)", "1")
    ),
    _distribution("tcdf", "cdf", lambda s, nu: s.t(nu), ("nu",), 0, "Student's distribution function.", Example("tcdf(0,3)", "0.5")),
    _distribution(
        "tinv",
        "ppf",
        lambda s, nu: s.t(nu),
        ("nu",),
        0,
        "Inverse of Student's distribution function.",
        Example("round(tinv(0.5,3),12)", "0"),
    ),
    _distribution(
        "chi2pdf",
        "pdf",
        lambda s, v: s.chi2(v),
        ("v",),
        0,
        "Density of the chi-square distribution.",
        Example("round(chi2pdf(0,2),12)", "0.5"),
    ),
    _distribution("chi2cdf", "cdf", lambda s, v: s.chi2(v), ("v",), 0, "Chi-square distribution function.", Example("chi2cdf(0,2)", "0")),
    _distribution(
        "chi2inv",
        "ppf",
        lambda s, v: s.chi2(v),
        ("v",),
        0,
        "Inverse of the chi-square distribution function.",
        Example("chi2inv(0,2)", "0"),
    ),
    _distribution("fcdf", "cdf", lambda s, a, b: s.f(a, b), ("v1", "v2"), 0, "F distribution function.", Example("fcdf(0,2,2)", "0")),
    _distribution(
        "finv", "ppf", lambda s, a, b: s.f(a, b), ("v1", "v2"), 0, "Inverse of the F distribution function.", Example("finv(0,2,2)", "0")
    ),
    _distribution(
        "gampdf",
        "pdf",
        lambda s, a, b=1.0: s.gamma(a, scale=b),
        ("a", "b"),
        1,
        "Density of the gamma distribution.",
        Example("gampdf(0,1,1)", "1"),
    ),
    _distribution(
        "gamcdf",
        "cdf",
        lambda s, a, b=1.0: s.gamma(a, scale=b),
        ("a", "b"),
        1,
        "Gamma distribution function.",
        Example("gamcdf(0,1,1)", "0"),
    ),
    _distribution(
        "betapdf",
        "pdf",
        lambda s, a, b: s.beta(a, b),
        ("a", "b"),
        0,
        "Density of the beta distribution.",
        Example("round(betapdf(0.5,1,1),12)", "1"),
    ),
    _distribution(
        "betacdf",
        "cdf",
        lambda s, a, b: s.beta(a, b),
        ("a", "b"),
        0,
        "Beta distribution function.",
        Example("round(betacdf(0.5,1,1),12)", "0.5"),
    ),
    _distribution(
        "poisspdf",
        "pmf",
        lambda s, m: s.poisson(m),
        ("lambda",),
        0,
        "Probabilities of the Poisson distribution.",
        Example("round(poisspdf(0,1)*exp(1),12)", "1"),
    ),
    _distribution(
        "poisscdf",
        "cdf",
        lambda s, m: s.poisson(m),
        ("lambda",),
        0,
        "Poisson distribution function.",
        Example("round(poisscdf(0,1)*exp(1),12)", "1"),
    ),
    _distribution(
        "binopdf",
        "pmf",
        lambda s, n, p: s.binom(n, p),
        ("n", "p"),
        0,
        "Probabilities of the binomial distribution.",
        Example("round(binopdf(1,2,0.5),12)", "0.5"),
    ),
    _distribution(
        "binocdf",
        "cdf",
        lambda s, n, p: s.binom(n, p),
        ("n", "p"),
        0,
        "Binomial distribution function.",
        Example("round(binocdf(1,2,0.5),12)", "0.75"),
    ),
)


@builtin(
    "pdist2",
    "D = pdist2(X, Y)",
    "D = pdist2(X, Y, metric)",
    summary="Distances between the rows of two matrices.",
    examples=(Example("pdist2([0 0],[3 4])", "5"),),
)
def pdist2(call: Any, x: Any, y: Any, metric: Any = None) -> Any:
    from scipy.spatial.distance import cdist

    return cdist(arg.matrix(x), arg.matrix(y), text_of(metric).lower() if metric is not None else "euclidean")


@builtin(
    "pdist",
    "D = pdist(X)",
    "D = pdist(X, metric)",
    summary="Distances between the rows of a matrix, as a row.",
    examples=(Example("pdist([0 0;3 4;0 0])", "[5 0 5]"),),
)
def pdist(call: Any, x: Any, metric: Any = None) -> Any:
    from scipy.spatial.distance import pdist as distances

    return distances(arg.matrix(x), text_of(metric).lower() if metric is not None else "euclidean").reshape(1, -1)


@builtin(
    "squareform",
    "Z = squareform(y)",
    "y = squareform(Z)",
    summary="Distances as a matrix or as a row.",
    examples=(Example("squareform([1 2 3])", "[0 1 2;1 0 3;2 3 0]"),),
)
def squareform(call: Any, y: Any) -> Any:
    from scipy.spatial.distance import squareform as form

    array = arg.matrix(y)
    return form(array.ravel()) if arg.is_vector(array.shape) else form(array, checks=False).reshape(1, -1)


@builtin(
    "rmmissing",
    "R = rmmissing(A)",
    "R = rmmissing(A, dim)",
    "[R, TF] = rmmissing(...)",
    summary="Without the elements or rows that hold NaN.",
    examples=(Example("rmmissing([1 NaN 2])", "[1 2]"), Example("rmmissing([1 2;NaN 3])", "[1 2]")),
)
def rmmissing(call: Any, a: Any, dim: Any = None) -> Any:
    missing = arg.floating(call.feval("ismissing", a)[0]).astype(bool)
    array = arg.elements(a)
    if dim is None and arg.is_vector(array.shape):
        keep = ~missing.ravel()
        return arg.like(a, array.ravel()[keep].reshape((1, -1) if array.shape[0] == 1 else (-1, 1))), missing
    axis = 0 if dim is None else arg.dimension(dim)
    bad = missing.any(axis=1 - axis)
    return arg.like(a, np.compress(~bad, array, axis)), bad.reshape((-1, 1) if axis == 0 else (1, -1))


def _filled_numbers(call: Any, a: NumberedArray, method: Any, value: Any) -> Any:
    """Missing elements of a datetime, duration or categorical array: filled among their numbers."""
    if value is not None:
        base, numbers = a.admitting(value)
        return base.like(np.where(np.isnan(a.numbers), numbers, a.numbers))
    return a.like(arg.elements(call.feval("fillmissing", to_value(a.numbers), method)[0]))


@builtin(
    "fillmissing",
    "F = fillmissing(A, 'constant', v)",
    "F = fillmissing(A, method)",
    summary="Missing elements filled by a constant, neighbours or interpolation.",
    examples=(
        Example("fillmissing([1 NaN 3],'linear')", "[1 2 3]"),
        Example("fillmissing([1 NaN],'constant',0)", "[1 0]"),
        Example("fillmissing([1 NaN 3],'previous')", "[1 1 3]"),
    ),
)
def fillmissing(call: Any, a: Any, method: Any, value: Any = None) -> Any:
    from .interpolation import interpolate_lines

    word = text_of(method).lower()
    if isinstance(a, NumberedArray):
        return _filled_numbers(call, a, method, value)
    array = arg.floating(a)
    if word == "constant":
        return np.where(np.isnan(array), arg.floating(value), array)
    axis = arg.first_nonsingleton(array.shape)
    lines = np.moveaxis(array, axis, 0).copy()
    flat = lines.reshape(lines.shape[0], -1)
    t = np.arange(len(flat), dtype=np.float64)
    for k in range(flat.shape[1]):
        bad = np.isnan(flat[:, k])
        if bad.any() and (~bad).sum() >= 2:
            flat[bad, k] = interpolate_lines(t[~bad], flat[~bad, k : k + 1], t[bad], word, "extrap")[:, 0]
        elif bad.any() and (~bad).sum() == 1 and word in ("previous", "nearest"):
            here = int(np.flatnonzero(~bad)[0])
            fill = bad & ((t > here) | (word == "nearest"))
            flat[fill, k] = flat[here, k]
    return np.moveaxis(flat.reshape(lines.shape), 0, axis)

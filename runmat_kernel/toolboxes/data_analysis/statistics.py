"""Quantiles and the shape of distributions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.argument_errors import too_many_inputs
from ...builtins.device import is_real_float, on_device
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, builtin
from ...values.classes import FLOAT_CLASSES
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, to_value, word_of
from ..arrays.order_statistics import median_of, quantiles_of


def lines_along(x: Any, dim: Any) -> tuple[np.ndarray, int]:
    """The elements with the working axis (from the argument, or the first that is not single) and that axis."""
    array = arg.floating(x)
    if dim is not None and is_text(dim):
        return array.reshape(-1, 1, order="F"), 0
    axis = arg.first_nonsingleton(array.shape) if dim is None else min(arg.dimension(dim), array.ndim)  # all lengths beyond are 1
    return arg.pad_dims(array, axis + 1), axis


def joined_along(x: Any, dim: Any) -> tuple[np.ndarray, int]:
    """As ``lines_along``; dimensions may be several: they are joined into the first of them."""
    if dim is None or is_text(dim) or numel_of(dim) == 1:
        return lines_along(x, dim)
    axes = sorted(set(arg.dimensions(dim)))
    array = arg.pad_dims(arg.floating(x), axes[-1] + 1)
    rest = [d for d in range(array.ndim) if d not in axes]
    lines = array.transpose(*axes, *rest).reshape((-1, *(array.shape[d] for d in rest)), order="F")
    lines = np.moveaxis(lines, 0, axes[0])
    shape = [lines.shape[axes[0]] if d == axes[0] else 1 if d in axes else n for d, n in enumerate(array.shape)]
    return lines.reshape(shape, order="F"), axes[0]


def quantiles(x: Formula, shares: np.ndarray, axis: int) -> Formula:
    """MATLAB's quantiles (midpoint rule, linear between) along an axis, NaN left out; ``shares`` replaces the axis."""
    if 0 not in x.shape and shares.size and axis >= len(x.shape):  # each element by itself
        array = as_array(x.value)
        return x.of(np.repeat(arg.pad_dims(array, axis + 1), len(shares), axis=axis))
    if 0 not in x.shape and shares.size:
        return quantiles_of(x, shares, axis)
    empty = arg.pad_dims(np.empty(x.shape, np.float32 if x.matlab_class == "single" else float), axis + 1)
    shape = [len(shares) if d == axis else n for d, n in enumerate(empty.shape)]
    return x.of(np.full(shape, np.nan, empty.dtype))


def floats_along(call: Any, x: Any, dim: Any) -> tuple[Formula, int]:
    """A value as floats and the working axis (of a dimension, several joined ones, 'all', or the first that is not single)."""
    if getattr(x, "is_complex", type(x) is complex):
        raise MatlabError("X must be real.", f"MATLAB:{call.name}:ComplexX")
    values = Formula(call, x)
    if values.matlab_class not in FLOAT_CLASSES:
        values = Formula(call, arg.floating(x))
    if dim is not None and is_text(dim):
        arg.option(call, dim, "all")
        return values.reshape(numel_of(x), 1), 0
    if dim is not None and numel_of(dim) > 1:
        axes = tuple(arg.dimensions(dim))
        return values.gathered(axes), min(axes)
    return values, values.axis(dim)


def _shares(name: str, p: Any, scale: float) -> np.ndarray:
    """Probabilities from 0 to 1; a whole number n above 1 stands for n of them at equal distances."""
    shares = arg.flat(p).astype(np.float64) / scale
    if scale == 1 and numel_of(p) == 1 and shares[0] > 1 and shares[0] == math.floor(shares[0]):
        n = int(shares[0])
        return np.arange(1, n + 1) / (n + 1)
    if shares.size and (np.nanmin(shares) < 0 or np.nanmax(shares) > 1):
        raise MatlabError(f"Values of P must be between 0 and {scale:g}.", f"MATLAB:{name}:BadPercents")
    return shares


def _quantile(name: str, scale: float, *examples: Example) -> Builtin:
    def function(call: Any, x: Any, p: Any, *rest: Any) -> Any:
        at = next((k for k, a in enumerate(rest) if word_of(a) == "method"), len(rest))
        if at > 1:
            raise MatlabError("Too many input arguments.", "MATLAB:TooManyInputs")
        # exact quantiles are approximate ones too
        if arg.name_values(rest[at:], name, "method").word("method", "exact") not in ("exact", "approximate"):
            raise MatlabError("Method must be 'exact' or 'approximate'.", f"MATLAB:{name}:InvalidMethod")
        dim = rest[0] if at else None
        array, axis = floats_along(call, x, dim)
        shares = _shares(name, p, scale)
        out = quantiles(array, shares, axis)
        if dim is None and arg.is_vector(shape_of(x)) and numel_of(p) > 1:
            return out.reshape(*(shape_of(p) if arg.is_vector(shape_of(p)) and numel_of(p) == len(shares) else (1, len(shares)))).value
        return out.value

    summary = "Quantiles of data." if scale == 1 else "Percentiles of data."
    return Builtin(
        name,
        (
            f"Q = {name}(A, p)",
            f"Q = {name}(A, p, 'all')",
            f"Q = {name}(A, p, dim)",
            f"Q = {name}(A, p, vecdim)",
            f"Q = {name}(..., 'Method', method)",
        ),
        summary,
        function,
        examples=examples,
    )


QUANTILES = (
    _quantile("quantile", 1.0, Example("quantile([1 2 3 4],0.5)", "2.5"), Example("quantile([1 2 3 4],[0.25 0.75])", "[1.5 3.5]")).stating(
        effect=Effect.NONE
    ),
    _quantile(
        "prctile",
        100.0,
        Example("prctile([1 2 3 4 5],50)", "3"),
        Example("prctile([1;2;3;4],[25;75])", "[1.5;3.5]"),
        Example("prctile([1 2;3 4],50,2,'Method','approximate')", "[1.5;3.5]"),
    ).stating(effect=Effect.NONE),
)


@builtin(
    "iqr",
    "r = iqr(A)",
    "r = iqr(A, dim)",
    "r = iqr(A, vecdim)",
    "r = iqr(A, 'all')",
    summary="Interquartile range.",
    examples=(Example("iqr([1 2 3 4])", "2"), Example("iqr([1 2 5; 2 5 6], [1 2])", "3"), Example("iqr([1 2; 3 4], 'all')", "2")),
    effect=Effect.NONE,
)
def iqr(call: Any, x: Any, dim: Any = None) -> Any:
    array, axis = floats_along(call, x, dim)
    quartiles = quantiles(array, np.array([0.25, 0.75]), axis)
    return (quartiles.part(axis, 1, 1) - quartiles.part(axis, 0, 1)).value


def _shape_statistic(name: str, power: int, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, x: Any, flag: Any = 1.0, dim: Any = None) -> Any:
        corrected = not arg.is_empty_matrix(flag) and arg.scalar(flag) == 0
        axes = _axes_of(x, dim) if is_real_float(x) and numel_of(x) and (not corrected or on_device(call, x)) else ()
        if axes:
            values = Formula(call, x)
            result = _standardized(values, axes, power)
            if corrected:
                result = _corrected(result, values.of(values.count(*axes, omit_nan=True)), power)
            return result.to(values.matlab_class).value
        array, axis = joined_along(x, dim)
        centred = array - np.nanmean(array, axis=axis, keepdims=True)
        n = (~np.isnan(array)).sum(axis=axis, keepdims=True)
        with np.errstate(all="ignore"):
            squared = centred * centred
            second = np.nanmean(squared, axis=axis, keepdims=True)
            value = np.nanmean(squared * (centred if power == 3 else squared), axis=axis, keepdims=True) / second ** (power / 2)
            if corrected:
                value = _corrected(value, n, power)
        return value.astype(array.dtype)

    usage = (
        f"y = {name}(X)",
        f"y = {name}(X, flag)",
        f"y = {name}(X, flag, dim)",
        f"y = {name}(X, flag, vecdim)",
        f"y = {name}(X, flag, 'all')",
    )
    return Builtin(name, usage, summary, function, examples=examples)


def _corrected(value: Any, n: Any, power: int) -> Any:
    """Skewness or kurtosis of ``n`` elements without its bias; NaN for fewer than three or four elements."""
    n = n.where(n.apply("lt", float(power)), np.nan) if type(n) is Formula else np.where(n < power, np.nan, n)
    if power == 3:
        return value * ((n - 1.0) / n) ** 0.5 * n / (n - 2.0)
    return (n - 1.0) / ((n - 2.0) * (n - 3.0)) * ((n + 1.0) * value - 3.0 * (n - 1.0)) + 3.0


def _axes_of(x: Any, dim: Any) -> tuple[int, ...]:
    """The dimensions (from 0) that a statistic is taken over: the first nonsingleton one, those of the argument, or all."""
    shape = shape_of(x)
    if dim is None:
        return (arg.first_nonsingleton(shape),)
    axes = range(len(shape)) if is_text(dim) else sorted({arg.dimension(float(d)) for d in arg.flat(dim)})
    return tuple(d for d in axes if d < len(shape))


def _standardized(x: Formula, axes: tuple[int, ...], power: int) -> Formula:
    """A standardized moment of the elements that are not missing; singles are computed in doubles."""
    wide = x.to("double")
    centred = wide - wide.mean(*axes, omit_nan=True)
    squared = centred * centred
    second = squared.mean(*axes, omit_nan=True)
    value = (squared * (centred if power == 3 else squared)).mean(*axes, omit_nan=True) / second ** (power / 2)
    return value.to(x.matlab_class)


SHAPES = (
    _shape_statistic("skewness", 3, "Asymmetry of a sample.", Example("skewness([1 2 3])", "0"), Example("skewness([1 2.5],0)", "NaN")),
    _shape_statistic(
        "kurtosis", 4, "Weight of the tails of a sample.", Example("kurtosis([1 2 3])", "1.5"), Example("kurtosis([1 2 4],0)", "NaN")
    ),
)


@builtin(
    "mad",
    "y = mad(X)",
    "y = mad(X, flag, dim)",
    "y = mad(X, flag, vecdim)",
    "y = mad(X, flag, 'all')",
    summary="Mean (or median, flag 1) absolute deviation.",
    examples=(Example("mad([1 2 6])", "2"), Example("mad([1 2 6],1)", "1")),
    effect=Effect.NONE,
)
def mad(call: Any, x: Any, flag: Any = 0.0, dim: Any = None) -> Any:
    by_median = not arg.is_empty_matrix(flag) and arg.scalar(flag) == 1
    if on_device(call, x) and class_of(x) in FLOAT_CLASSES and (axes := _axes_of(x, dim)):
        values = Formula(call, x).gathered(axes) if by_median else Formula(call, x)
        if by_median:
            return median_of((values - median_of(values, axes[0], True)).apply("abs"), axes[0], True).value
        return (values - values.mean(*axes, omit_nan=True)).apply("abs").mean(*axes, omit_nan=True).value
    array, axis = joined_along(x, dim)
    middle = np.nanmedian if by_median else np.nanmean
    return middle(np.abs(array - middle(array, axis=axis, keepdims=True)), axis=axis, keepdims=True)


def _mean_of(name: str, summary: str, forward: Any, back: Any, *examples: Example) -> Builtin:
    """A mean by way of a function of the elements and its inverse: the inverse of the mean of the function values."""

    def function(call: Any, x: Any, *rest: Any) -> Any:
        numbers, words = arg.split_options(rest)
        arg.check_options(call, words, "all", "omitnan", "includenan", "omitmissing", "includemissing")
        if len(numbers) > 1:
            raise too_many_inputs(call.name)
        if numbers and not numel_of(numbers[0]):
            raise call.error("Dimension argument must be a positive integer scalar.", "MATLAB:getdimarg:dimensionMustBePositiveInteger")
        array, axis = joined_along(x, numbers[0] if numbers else to_value("all") if "all" in words else None)
        if (array < 0).any():
            raise call.error("The data must not be negative.", f"stats:{name}:BadData")
        average = np.nanmean if {"omitnan", "omitmissing"} & set(words) else np.mean
        with np.errstate(all="ignore"):
            return back(average(forward(array), axis=axis, keepdims=True))

    usage = (f"m = {name}(X)", f"m = {name}(X, dim)", f"m = {name}(X, vecdim)", f"m = {name}(X, 'all')", f"m = {name}(..., nanflag)")
    return Builtin(name, usage, summary, function, examples=examples)


MEANS = (
    _mean_of("geomean", "Geometric mean.", np.log, np.exp, Example("round(geomean([1 2 4]),12)", "2"), Example("round(geomean([1 2;4 8]),12)", "[2 4]"), Example("geomean([0 5])", "0")),
    _mean_of("harmmean", "Harmonic mean.", lambda x: 1 / x, lambda m: 1 / m, Example("round(harmmean([1 2 4]),4)", "1.7143"), Example("harmmean([2;2],1)", "2")),
)  # fmt: skip


@builtin(
    "trimmean", "m = trimmean(X, percent)", "m = trimmean(X, percent, dim)", "m = trimmean(X, percent, vecdim)", summary="Mean without the highest and lowest percent/2 of the data.",
    examples=(Example("trimmean([1 2 3 4 100],40)", "3"), Example("trimmean([9 1;2 2;3 3;4 4;5 50],40)", "[4 3]"), Example("trimmean([1 2 3],0)", "2")),
    errors=(ErrorCase("trimmean([1 2 3],100)", "stats:trimmean:InvalidPercent"),),
)  # fmt: skip
def trimmean(call: Any, x: Any, percent: Any, dim: Any = None) -> Any:
    share = arg.scalar(percent)
    if not 0 <= share < 100:
        raise call.error("PERCENT must be between 0 and 100.", "stats:trimmean:InvalidPercent")
    array, axis = joined_along(x, dim)
    lines = np.moveaxis(array, axis, 0).reshape(array.shape[axis], -1)
    means = np.empty(lines.shape[1])
    for k, line in enumerate(lines.T):
        ordered = np.sort(line[~np.isnan(line)])
        cut = len(ordered) * share / 200
        ends = int(np.floor(cut + 0.5 - 1e-12))  # halves count for the lower number
        means[k] = ordered[ends : len(ordered) - ends].mean() if len(ordered) > 2 * ends else np.nan
    return arg.single_like(means.reshape([1 if d == axis else n for d, n in enumerate(array.shape)]), x)

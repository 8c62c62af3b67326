"""Data brought to a common scale: zscore, normalize, rescale, center."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...values.convert import is_text, numel_of, text_of
from .. import arguments as arg
from ..spec import Example, builtin
from .statistics import floats_along, lines_along


@builtin(
    "zscore",
    "Z = zscore(X)",
    "Z = zscore(X, flag, dim)",
    "[Z, mu, sigma] = zscore(...)",
    summary="Data centred and scaled to deviation 1.",
    examples=(Example("zscore([1 2 3])", "[-1 0 1]"),),
)
def zscore(call: Any, x: Any, flag: Any = 0.0, dim: Any = None) -> Any:
    array, axis = floats_along(call, x, dim)
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
    array, axis = floats_along(call, a, rest[0] if first_text > 0 and rest else None)
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
    array, _ = floats_along(call, a, None)
    low, high = (array.of(n) for n in (numbers or (0.0, 1.0)))
    everywhere = tuple(range(len(array.shape)))
    least = array.of(options["inputmin"]) if "inputmin" in options else array.reduce("min", *everywhere, omit_nan=True)
    most = array.of(options["inputmax"]) if "inputmax" in options else array.reduce("max", *everywhere, omit_nan=True)
    inside = array.apply("max", least).apply("min", most).where(array.apply("isnan"), array) if options else array
    scaled = (inside - least) / (most - least) * (high - low) + low
    return scaled.where(most.apply("eq", least), low.apply(scaled.matlab_class)).value


@builtin(
    "center",
    "C = center(X)",
    "C = center(X, dim)",
    summary="Data without its mean.",
    examples=(Example("center([1 2 3])", "[-1 0 1]"),),
    hidden=True,
)
def center(call: Any, x: Any, dim: Any = None) -> Any:
    array, axis = lines_along(x, dim)
    return array - array.mean(axis=axis, keepdims=True)

"""Statistics of windows that move along an array: movmean, movmedian, movstd ..."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.argument_errors import too_many_inputs
from ...builtins.device import note_gathered
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, Effect, Example
from ...values.classes import NUMERIC_CLASSES
from ...values.convert import as_array, class_of, is_text, text_of, word_of
from ...values.tensor import Tensor
from ..elementary import windows
from .device_windows import moving
from .sliding import SLIDING, Row, sums
from .statistics import lines_along

_AT_ONCE = 1 << 20
"""Elements of windows that are computed together."""


def _moving(name: str, reduce: Any, summary: str, *examples: Example) -> Builtin:
    weighted = name in ("movstd", "movvar")

    def function(call: Any, a: Any, window: Any, *rest: Any) -> Any:
        numbers, named, omit = _moving_options(call, rest, name in ("movmax", "movmin"))
        weight = numbers.pop(0) if weighted and numbers else 0.0
        if len(numbers) > 1:
            raise too_many_inputs(call.name)
        weight = 0 if arg.is_empty_matrix(weight) else int(arg.scalar(weight))
        apply = (lambda v: reduce(v, weight)) if weighted else reduce
        dim, ends = numbers[0] if numbers else None, named.get("endpoints", "shrink")
        if "samplepoints" in named:
            return _moving_by_points(call, a, dim, window, named["samplepoints"], apply, omit, ends)
        before, after = _reach(call, window)
        if type(a) is Tensor:
            is_sum = name in ("movsum", "movmean") and not named and not omit
            result = _moving_sum(call, a, before, after, dim, name == "movmean") if is_sum else None
            if result is None and not is_text(dim):
                axis = arg.first_nonsingleton(a.shape) if dim is None else arg.dimension(dim)
                result = moving(call, a, before, after, axis, ends=ends, omit=omit, weight=weight)
            if result is not None:
                return result
            if not is_text(dim):
                note_gathered(call, a, "over so many elements, or with missing ones left out,")
        array, axis = lines_along(a, dim)
        if not array.size:
            return array
        slide = SLIDING.get(name) if array.dtype.kind == "f" else None
        sliding = (lambda row: slide(row, *((weight,) if weighted else ()))) if slide is not None else None
        out = _by_positions(np.moveaxis(array, axis, 0), before, after, ends, omit, sliding, apply)
        return np.moveaxis(out, 0, axis).astype(array.dtype)

    usage = (
        f"M = {name}(A, k)",
        f"M = {name}(A, [kb kf])",
        f"M = {name}(..., dim)",
        f"M = {name}(..., nanflag)",
        f"M = {name}(..., Name, Value, ...)",
    )
    return Builtin(name, usage, summary, function, examples=examples)


def _by_positions(lines: np.ndarray, before: int, after: int, ends: Any, omit: bool, sliding: Any, apply: Any) -> np.ndarray:
    """Windows of neighbours along the first dimension; ``sliding`` computes all windows of a row at once, where there is such a
    function."""
    fill, length = (np.nan if isinstance(ends, str) else ends), before + after + 1
    padded = np.full((len(lines) + length - 1, *lines.shape[1:]), fill, lines.dtype, order="F")
    padded[before : before + len(lines)] = lines
    if sliding is not None:
        row = padded.reshape(-1, order="F")
        absent = np.isnan(row)
        with np.errstate(invalid="ignore", divide="ignore"):
            out = sliding(Row(row, absent if absent.any() else None, length)).reshape(padded.shape, order="F")[: len(lines)]
    else:
        out = _by_pieces(padded, length, apply)
    if not omit and (np.isnan(lines).any() or ends == "fill"):
        bad = np.isnan(padded)
        if ends != "fill":
            bad[:before] = bad[before + len(lines) :] = False
        tainted = sums(bad.reshape(-1, order="F"), length).reshape(padded.shape, order="F")[: len(lines)]
        out = np.where(tainted > 0, np.nan, out)
    return out[before : max(len(lines) - after, before)] if ends == "discard" else out


def _by_pieces(padded: np.ndarray, length: int, apply: Any) -> np.ndarray:
    """A statistic of all windows, computed for some windows at a time to save memory."""
    views = np.lib.stride_tricks.sliding_window_view(padded, length, axis=0)
    step = max(_AT_ONCE // max(math.prod(views.shape[1:]), 1), 1)
    return np.concatenate([apply(views[start : start + step]) for start in range(0, len(views), step)])


def _moving_options(call: Any, rest: tuple[Any, ...], extreme: bool) -> tuple[list[Any], dict[str, Any], bool]:
    """The numbers and the named options of a moving function, and whether it omits NaN; extremes do so by default."""
    numbers: list[Any] = []
    named: dict[str, Any] = {}
    omit, waiting = extreme, list(rest)
    while waiting:
        item = waiting.pop(0)
        word = word_of(item)
        if not is_text(item):
            numbers.append(item)
        elif word in ("omitnan", "omitmissing", "includenan", "includemissing"):
            omit = word.startswith("omit")
        elif word == "samplepoints" and waiting:
            value = waiting.pop(0)
            named[word] = text_of(value).lower() if is_text(value) else value
        elif word == "endpoints" and waiting:
            named[word] = _end_points(call, waiting.pop(0))
        elif word != "default":
            raise call.error(f"Unknown option '{text_of(item)}'.", f"MATLAB:{call.name}:unknownOption")
    return numbers, named, omit


def _end_points(call: Any, value: Any) -> str | float:
    """A word, or the number that stands beyond the ends; NaN is the word 'fill'."""
    ends = text_of(value).lower() if is_text(value) else arg.scalar(value)
    if isinstance(ends, str) and ends not in ("shrink", "discard", "fill"):
        raise call.error("Endpoints must be 'shrink', 'discard', 'fill', or a scalar.", f"MATLAB:{call.name}:invalidEndpoints")
    return ends if ends == ends else "fill"


def _reach(call: Any, window: Any) -> tuple[int, int]:
    """How many elements a window has before and after its centre: those nearer than half of its length, the lower end included."""
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
    if any(is_text(v) or class_of(v) not in (*NUMERIC_CLASSES, "datetime", "duration") for v in (points, window)):
        raise call.error("Sample points and windows must be numbers or times.", f"MATLAB:{call.name}:invalidSamplePoints")
    places, lengths = (arg.elements(v).ravel(order="F").astype(np.float64) for v in (points, window))
    array, axis = lines_along(a, dim)
    lines = np.moveaxis(array, axis, 0)
    if len(places) != len(lines) or (np.diff(places) <= 0).any():
        raise call.error("Sample points must increase, and there must be one for each element.", f"MATLAB:{call.name}:invalidSamplePoints")
    if ends not in ("shrink", "discard", "fill"):
        raise call.error("With sample points, Endpoints must be 'shrink', 'discard' or 'fill'.", f"MATLAB:{call.name}:invalidEndpoints")
    low, high = (lengths[0] / 2, lengths[0] / 2) if lengths.size == 1 else (lengths[0], lengths[1])
    first = np.searchsorted(places, places - low, side="left")
    last = np.searchsorted(places, places + high, side="left" if lengths.size == 1 else "right")
    result = _by_lengths(lines, first, last - first, apply, omit)
    whole = (places - low >= places[0]) & (places + high <= places[-1])
    if ends == "discard":
        result = result[whole]
    elif ends == "fill" and not omit:
        result = np.where(whole.reshape([-1] + [1] * (result.ndim - 1)), result, np.nan)
    return np.moveaxis(result, 0, axis).astype(array.dtype)


def _by_lengths(lines: np.ndarray, first: np.ndarray, lengths: np.ndarray, apply: Any, omit: bool) -> np.ndarray:
    """A statistic of windows by their first elements and lengths; those of one length are computed together."""
    result = np.empty(lines.shape, lines.dtype)
    for length in np.unique(lengths):
        rows = np.flatnonzero(lengths == length)
        step = max(_AT_ONCE // (int(length) * max(math.prod(lines.shape[1:]), 1)), 1)
        for some in (rows[start : start + step] for start in range(0, len(rows), step)):
            views = np.moveaxis(lines[first[some, None] + np.arange(length)], 1, -1)
            result[some] = np.where(~np.isnan(views).any(axis=-1) | omit, apply(views), np.nan)
    return result


def _moving_sum(call: Any, a: Tensor, before: int, after: int, dim: Any, mean: bool) -> Any:
    """A deferred moving sum or mean; None where it is computed at once."""
    axis = arg.first_nonsingleton(a.shape) if dim is None else arg.dimension(dim)
    if before < 0 or after < 0:
        return None
    dtype = np.float32 if a.matlab_class == "single" else np.float64
    total = windows.along(call, a, np.ones(before + after + 1, dtype), axis, after)
    if total is None or not mean:
        return total
    return (Formula(call, total) / windows.counts(call, a.shape[axis], before, after, axis)).value


def _deviation(views: np.ndarray, squared: bool, weight: int) -> np.ndarray:
    known = ~np.isnan(views)
    # The deviation of an infinite element is NaN.  It must stay NaN, while a missing element counts as 0.
    deviations = np.where(known, views - np.nanmean(views, axis=-1, keepdims=True), 0)
    count = known.sum(axis=-1)
    total = np.where(count == 0, np.nan, (deviations**2).sum(axis=-1) / np.maximum(count - 1 + weight, 1))
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
    ).stating(effect=Effect.NONE),
    _moving(
        "movsum",
        lambda v: np.nansum(v, axis=-1),
        "Moving sum.",
        Example("movsum([1 2 3],3)", "[3 6 5]"),
        Example("movsum([1 2 3],2,'Endpoints','discard')", "[3 5]"),
    ).stating(effect=Effect.NONE),
    _moving(
        "movmax",
        lambda v: np.nanmax(v, axis=-1),
        "Moving maximum.",
        Example("movmax([1 2 3],3)", "[2 3 3]"),
        Example("movmax([1 NaN 3],2)", "[1 1 3]"),
        Example("movmax([1 NaN 3],2,'includenan')", "[1 NaN NaN]"),
    ).stating(effect=Effect.NONE),
    _moving("movmin", lambda v: np.nanmin(v, axis=-1), "Moving minimum.", Example("movmin([1 2 3],2)", "[1 1 2]")).stating(
        effect=Effect.NONE
    ),
    _moving("movmedian", lambda v: np.nanmedian(v, axis=-1), "Moving median.", Example("movmedian([1 5 3],3)", "[3 3 4]")),
    _moving("movprod", lambda v: np.nanprod(v, axis=-1), "Moving product.", Example("movprod([1 2 3],3)", "[2 6 6]")),
    _moving(
        "movmad",
        lambda v: np.nanmedian(np.abs(v - np.nanmedian(v, axis=-1, keepdims=True)), axis=-1),
        "Moving median absolute deviation.",
        Example("movmad([1 5 3],3)", "[2 2 1]"),
    ),
    _moving("movstd", lambda v, w: _deviation(v, False, w), "Moving standard deviation.", Example("movstd([1 1 1],3)", "[0 0 0]")),
    _moving(
        "movvar",
        lambda v, w: _deviation(v, True, w),
        "Moving variance.",
        Example("movvar([1 3 5],3)", "[2 4 2]"),
        Example("movvar([1 Inf 3 4],2)", "[0 NaN NaN 0.5]"),
    ),
)

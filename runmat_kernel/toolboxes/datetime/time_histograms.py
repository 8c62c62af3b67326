"""``histcounts`` of datetimes and durations: bins between times, of units of the calendar, of a width, or of a number."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...values.convert import to_value
from ...values.times.calendar import CalendarDuration
from ...values.times.times import Datetime, Duration, TimeArray
from ..arrays.bins import bin_numbers, normalised, pick_edges, rule_edges, width_edges
from .time_bins import time_edges

_DAY = 86400.0
_UNITS = (("day", _DAY), ("hour", 3600.0), ("minute", 60.0), ("second", 1.0))
"""Where bins of a width begin: at the start of the longest unit that is no longer."""


def _edges(call: Any, times: TimeArray, count: Any, options: arg.Options) -> TimeArray:
    edges = options.get("binedges", count)
    if isinstance(edges, TimeArray):
        return times.partners(times, edges)[1]
    word = options.word("binmethod", "auto")
    if word not in ("auto", "scott", "fd", "sturges", "sqrt") and isinstance(times, Datetime):
        return time_edges(call, times, word)[0]
    finite = times.numbers[np.isfinite(times.numbers)]
    limits = options.read("binlimits", lambda value: tuple(map(float, value.numbers.ravel())), None)
    low, high = limits or ((float(finite.min()), float(finite.max())) if finite.size else (0.0, _DAY))
    if "binwidth" in options:
        return _of_width(call, times, options["binwidth"], low, high, limits)
    count = options.get("numbins", count)
    size = next((s for _, s in _UNITS if high - low >= s), 1.0)
    if count is None:
        return times.like(rule_edges(finite / size, word, None if limits is None else (low / size, high / size)) * size)
    bins = arg.integer(count)
    return times.like(np.linspace(low, high, bins + 1) if limits is not None else pick_edges(low / size, high / size, bins) * size)


def _of_width(call: Any, times: TimeArray, width: Any, low: float, high: float, limits: tuple[float, float] | None) -> TimeArray:
    def start_of(unit: str) -> TimeArray:
        return call.feval("dateshift", times.like([[low]]), to_value("start"), to_value(unit))[0]

    if isinstance(width, Duration):
        step = float(width.seconds.flat[0])
        if not isinstance(times, Datetime) or limits is not None or not step > 0:
            return times.like(width_edges(low, high, step, limits))
        low = float(start_of(next((n for n, size in _UNITS if size <= step), "second")).numbers.flat[0])
        return times.like(low + step * np.arange(max(1, math.ceil((high - low) / step - 1e-9)) + 1))
    if not isinstance(width, CalendarDuration) or not isinstance(times, Datetime):
        raise MatlabError("BinWidth must be a duration or a calendarDuration.", "MATLAB:histcounts:InvalidBinWidth")
    first = times.like([[low]]) if limits is not None else start_of("month" if width.parts[0].any() else "day")
    edges = [first]
    while edges[-1].numbers.flat[0] < high or len(edges) < 2:
        edges.append(call.feval("plus", first, call.feval("times", float(len(edges)), width)[0])[0])
    return times.like([[e.numbers.flat[0] for e in edges]])


def histcounts_of_times(call: Any, times: TimeArray, *rest: Any) -> Any:
    """``[N, edges, bin] = histcounts(times, ...)``; the edges are times of the same class."""
    positional = list(rest)
    count = arg.pop_value(positional)
    options = arg.name_values(positional, "histcounts")
    edges = _edges(call, times, count, options)
    borders = edges.numbers.ravel()
    if borders.size < 2 or not (np.diff(borders) >= 0).all():
        raise MatlabError("Bin edges must be a vector of nondecreasing values.", "MATLAB:histcounts:expectedNondecreasing")
    places = bin_numbers(times.numbers, borders)
    counts = np.bincount(places.ravel(), minlength=len(borders))[1:].astype(np.float64)
    kind = options.word("normalization", "count")
    shown = normalised(counts, borders, kind, times.numbers.size)
    return shown[None, :], times.like(borders[None, :]), places.astype(np.float64)

"""Times in bins of the calendar: the month, quarter, hour ... of each, and the name of that bin."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import as_array, to_value
from ...values.text import StringArray
from ...values.times.numbered import NumberedArray

_STEPS = {
    "second": ("seconds", 1.0), "minute": ("minutes", 1.0), "hour": ("hours", 1.0), "day": ("caldays", 1.0),
    "week": ("calweeks", 1.0), "month": ("calmonths", 1.0),
    "quarter": ("calquarters", 1.0), "year": ("calyears", 1.0), "decade": ("calyears", 10.0), "century": ("calyears", 100.0),
}  # fmt: skip
_FORMATS = {
    "second": "dd-MMM-yyyy HH:mm:ss", "minute": "dd-MMM-yyyy HH:mm", "hour": "dd-MMM-yyyy HH:mm", "day": "dd-MMM-yyyy", "month": "MMM-yyyy",
    "quarter": "QQQ yyyy", "year": "yyyy",
}  # fmt: skip
_PARTS = {
    "secondofminute": ("second",), "minuteofhour": ("minute",), "hourofday": ("hour",), "dayofweek": ("day", "dayofweek"),
    "dayname": ("day", "dayofweek"),
    "dayofmonth": ("day",), "dayofyear": ("day", "dayofyear"), "weekofmonth": ("week", "weekofmonth"), "weekofyear": ("week",),
    "monthofyear": ("month",), "monthname": ("month",), "quarterofyear": ("quarter",),
}  # fmt: skip
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
TIME_BINS = (*_STEPS, *_PARTS)
"""The words for bins of times."""


def _starts(call: Any, times: Any, unit: str) -> Any:
    """The beginning of the bin of each time, a datetime array."""
    if unit not in ("decade", "century"):
        return call.feval("dateshift", times, to_value("start"), to_value(unit))[0]
    years = 10.0 if unit == "decade" else 100.0
    year = as_array(call.feval("year", times)[0]).astype(np.float64)
    return call.feval("datetime", to_value(np.asfortranarray(np.floor(year / years) * years)), 1.0, 1.0)[0]


def _names(call: Any, starts: Any, unit: str) -> list[str]:
    """The names of the bins that begin at some times (a column)."""
    if unit in _FORMATS:
        return list(call.feval("string", starts, to_value(_FORMATS[unit]))[0].array.ravel(order="F"))
    ends = call.feval("plus", starts, _step(call, unit))[0]
    first, last = (call.feval("string", t, to_value("dd-MMM-yyyy"))[0].array.ravel(order="F") for t in (starts, ends))
    return [f"[{a}, {b})" for a, b in zip(first, last, strict=True)]


def _step(call: Any, unit: str, count: Any = 1.0) -> Any:
    name, size = _STEPS[unit]
    return call.feval(name, call.feval("times", count, size)[0])[0]


def _part(call: Any, times: Any, unit: str) -> np.ndarray:
    name, *word = _PARTS[unit]
    return np.floor(as_array(call.feval(name, times, *map(to_value, word))[0]).astype(np.float64))


def _part_name(unit: str, number: float) -> str:
    return _DAYS[int(number) - 1] if unit == "dayname" else _MONTHS[int(number) - 1] if unit == "monthname" else str(int(number))


def checked_unit(call: Any, unit: str) -> str:
    if unit.lower() not in TIME_BINS:
        raise MatlabError(f"Unrecognized time bin '{unit}'.", f"MATLAB:{call.name}:InvalidTimeBin", function=call.name)
    return unit.lower()


def time_groups(call: Any, times: Any, unit: str) -> Any:
    """The bins of times as an ordinal categorical array; its categories are the bins in use, in the order of time."""
    unit = checked_unit(call, unit)
    if unit in _PARTS:
        numbers = _part(call, times, unit)
        levels = np.unique(numbers[np.isfinite(numbers)])
        names = [_part_name(unit, n) for n in levels]
    else:
        starts = _starts(call, times, unit)
        numbers = starts.numbers
        levels, first = np.unique(numbers[np.isfinite(numbers)], return_index=True)
        column = call.feval("reshape", starts, to_value(np.zeros((0, 0))), 1.0)[0]
        at = np.flatnonzero(np.isfinite(numbers.ravel(order="F")))[first] + 1.0
        names = _names(call, column.index((to_value(at.reshape(-1, 1)),)), unit) if levels.size else []
    values, texts = to_value(levels.reshape(1, -1)), StringArray(np.array(names, object).reshape(1, -1))
    return call.feval("categorical", to_value(np.asfortranarray(numbers)), values, texts, to_value("Ordinal"), True)[0]


def time_edges(call: Any, times: Any, unit: str) -> tuple[NumberedArray, list[str]]:
    """The edges of all bins from the first time to behind the last, and the names of the bins."""
    unit = checked_unit(call, unit)
    if unit in _PARTS:
        raise MatlabError("Edges must be a calendar unit such as 'month', or datetimes.", f"MATLAB:{call.name}:InvalidTimeBin")
    ends = [call.feval(name, times)[0] for name in ("min", "max")]
    first, last = (_starts(call, end, unit) for end in ends)
    length = np.diff(np.ravel([first.numbers, call.feval("plus", first, _step(call, unit))[0].numbers]))[0]
    # a month can be shorter than the first one: more steps than are needed, then those behind the last time are left out
    count = int((last.numbers.ravel()[0] - first.numbers.ravel()[0]) / length * 1.15) + 3
    edges = call.feval("plus", first, _step(call, unit, to_value(np.arange(count, dtype=np.float64).reshape(1, -1))))[0]
    used = int((edges.numbers.ravel() <= last.numbers.ravel()[0]).sum()) + 1
    edges = edges.index((to_value(np.arange(1.0, used + 1).reshape(1, -1)),))
    column = call.feval("transpose", edges)[0]
    return edges, _names(call, column.index((to_value(np.arange(1.0, used).reshape(-1, 1)),)), unit)

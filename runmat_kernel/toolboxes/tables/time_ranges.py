"""Rows of timetables by their times: timerange and withtol."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, Stored, builtin
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value
from ...values.tables.timetable import TimeRange, Timetable
from ...values.times.times import Datetime, TimeArray

_INTERVALS = {
    "openright": (True, False), "openleft": (False, True), "open": (False, False), "closed": (True, True),
    "closedleft": (True, False), "closedright": (False, True),
}  # fmt: skip
_PERIODS = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
_KINDS_OF_INTERVALS = {(True, False): "half-open", (False, True): "half-open", (False, False): "open", (True, True): "closed"}


def seconds_in(value: Any) -> float:
    """The seconds that a time, text of a time, or a number (-Inf, Inf) stands for."""
    if isinstance(value, TimeArray):
        return float(value.seconds.flat[0])
    if is_text(value):
        return float(Datetime(0.0).admitting(value)[1].flat[0])
    return float(as_array(value).flat[0])  # -inf and inf


def _border(call: Any, value: Any) -> Any:
    """One end of a range: a datetime, a duration, text of either, or a number that stands for no end (-Inf, Inf)."""
    if isinstance(value, TimeArray) and value.numel == 1:
        return value
    if is_text(value):
        name = "duration" if re.fullmatch(r"(\d+:)?\d+:\d+:\d+(\.\d*)?|\d+:\d+", text_of(value).strip()) else "datetime"
        return call.feval(name, value)[0]
    if class_of(value) in ("double", "single") and numel_of(value) == 1 and np.isinf(arg.scalar(value)):
        return arg.scalar(value)
    raise call.error("Range limits must be datetimes, durations, or text that stands for them.", f"MATLAB:{call.name}:InvalidTimes")


@builtin(
    "timerange", "S = timerange(startTime, endTime)", "S = timerange(startTime, endTime, intervalType)",
    "S = timerange(startPeriod, endPeriod, unitOfTime)", "S = timerange(timePeriod, unitOfTime)",
    summary="Subscript for the rows of a timetable in a range of times.",
    examples=(
        Example("TT = timetable(seconds([1;2;3]),[5;6;7]); TT{timerange(seconds(1),seconds(3)),1}", "[5;6]"),
        Example("TT = timetable(seconds([1;2;3]),[5;6;7]); TT{timerange(seconds(1),seconds(3),'closed'),1}", "[5;6;7]"),
        Example("TT = timetable(datetime(2024,1:3,9)',[5;6;7]); TT{timerange('2024-02-20','months'),1}", "6"),
    ),
    errors=(ErrorCase("timerange(1,2)", "MATLAB:timerange:InvalidTimes"),),
)  # fmt: skip
def timerange(call, start, end, kind=None):
    if kind is None and is_text(end) and _period(end):
        end, kind = start, end
    first, last = _border(call, start), _border(call, end)
    unit = _period(kind) if kind is not None else None
    word = "openright"
    if unit is not None:
        shift = [to_value(word) for word in ("start", unit, "next")]
        first, last = call.feval("dateshift", first, *shift[:2])[0], call.feval("dateshift", last, *shift)[0]
    elif kind is not None:
        word = text_of(kind).lower()
    if word not in _INTERVALS:
        raise call.error("Interval type must be 'open', 'closed', 'openleft', or 'openright'.", "MATLAB:timerange:InvalidIntervalType")
    classes = {class_of(t) for t in (first, last) if isinstance(t, TimeArray)}
    if len(classes) > 1:
        raise call.error("Range limits must both be datetimes, or both durations.", "MATLAB:timerange:InvalidTimes")
    closed = _INTERVALS[word]
    lines = _display(call, first, last, closed, unit)
    return TimeRange([(seconds_in(first), seconds_in(last))], closed, "timerange subscript", *classes or (None,), lines=lines)


def _display(call: Any, first: Any, last: Any, closed: tuple[bool, bool], unit: str | None) -> list[str]:
    """The lines that display a range of times."""
    about = f"    Select timetable rows with times in{f': {unit.upper()}S' if unit else f' the {_KINDS_OF_INTERVALS[closed]} interval:'}"
    sides = [f"Starting {'at, including' if closed[0] else 'after'}:", f"Ending {'at, including' if closed[1] else 'at, but excluding'}:"]
    lines = [f"      {side:<26} {_shown(call, t)}" for side, t in zip(sides, (first, last), strict=True)]
    return [about, *lines, "", "  See Select Timetable Data by Row Time and Variable Type.", ""]


def _period(word: Any) -> str | None:
    """The unit of time that a word in singular or plural names."""
    text = text_of(word).lower().removesuffix("s")
    return text if text in _PERIODS else None


def _shown(call: Any, time: Any) -> str:
    return text_of(call.feval("char", time)[0]) if isinstance(time, TimeArray) else "Inf" if time > 0 else "-Inf"


@builtin(
    "withtol", "S = withtol(rowTimes, tol)", summary="Subscript for the rows of a timetable near given times.",
    examples=(Example("TT = timetable(seconds([1;2.1;3]),[5;6;7]); TT{withtol(seconds(2),seconds(0.2)),1}", "6"),),
)  # fmt: skip
def withtol(call, times, tolerance):
    if not isinstance(times, TimeArray):
        raise call.error("Row times must be datetimes or durations.", "MATLAB:withtol:InvalidRowTimes")
    width = seconds_in(tolerance)
    return TimeRange([(t - width, t + width) for t in times.seconds.ravel().tolist()], (True, True), "withtol subscript", class_of(times))


def _about_range(
    name: str, summary: str, answer: Callable[[np.ndarray, tuple[float, float], tuple[bool, bool]], bool], *examples: Example
) -> Any:
    """A question about the row times of a timetable and a range of times; the second result marks the rows in it."""

    @builtin(name, f"tf = {name}(TT, range)", f"[tf, rows] = {name}(...)", summary=summary, examples=examples,
             errors=(ErrorCase(f"{name}(1, 2)", f"MATLAB:{name}:InvalidInput"),))  # fmt: skip
    def function(call, value, range_of_times):
        if not isinstance(value, Timetable):
            raise call.error("Input must be a timetable.", f"MATLAB:{name}:InvalidInput")
        if not isinstance(range_of_times, TimeRange):
            moment = _border(call, range_of_times)
            range_of_times = TimeRange([(seconds_in(moment), seconds_in(moment))], (True, True), "timerange subscript", class_of(moment))
        inside = np.asarray(range_of_times.holds(value.times), bool).reshape(-1, 1)
        known = value.times.seconds[~np.isnan(value.times.seconds)]
        return bool(known.size) and all(answer(known, span, range_of_times.closed) for span in range_of_times.spans), inside

    return function


def _within(times: np.ndarray, span: tuple[float, float], closed: tuple[bool, bool]) -> bool:
    low, high = times.min(), times.max()
    return bool((low >= span[0] if closed[0] else low > span[0]) and (high <= span[1] if closed[1] else high < span[1]))


def _overlapping(times: np.ndarray, span: tuple[float, float], closed: tuple[bool, bool]) -> bool:
    low, high = times.min(), times.max()
    return bool((high >= span[0] if closed[0] else high > span[0]) and (low <= span[1] if closed[1] else low < span[1]))


RANGE_QUESTIONS = (
    _about_range(
        "withinrange", "Whether all row times of a timetable lie in a range.", _within,
        Example("withinrange(timetable(seconds([1;2]),[5;6]), timerange(seconds(0),seconds(3)))", "true"),
    ),
    _about_range(
        "containsrange", "Whether the row times of a timetable reach over a range.",
        lambda times, span, closed: bool(times.min() <= span[0] and times.max() >= span[1]),
        Example("containsrange(timetable(seconds([1;5]),[5;6]), timerange(seconds(2),seconds(3)))", "true"),
        Example("containsrange(timetable(seconds([1;5]),[5;6]), seconds(6))", "false"),
    ),
    _about_range(
        "overlapsrange", "Whether the row times of a timetable and a range have a part in common.", _overlapping,
        Example("[tf,r] = overlapsrange(timetable(seconds([1;5]),[5;6]), timerange(seconds(4),seconds(9)))", "{true,[false;true]}"),
    ),
)  # fmt: skip


STORED = (Stored(TimeRange),)

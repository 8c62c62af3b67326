"""Axes of times: datetimes as days and durations as their units on a ruler, with ticks at whole seconds, hours, days, months, years.

An axes tells by ``_XTime`` (``_YTime``, ``_ZTime``), an empty array of the times it shows, that its numbers along x are times.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from ..values.times.time_text import format_length, format_moment
from ..values.times.times import Datetime, Duration, TimeArray

if TYPE_CHECKING:
    from .tree import Node

_DAY = 86400.0
FIRST_DAY = 719529.0  # datenum of 1970-01-01
_SUNDAY = 9.0
"""A day of datenum that is a Sunday."""
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": _DAY, "y": 31556952.0}
_SECONDS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800, 1209600)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400)


def numbers(times: TimeArray) -> np.ndarray:
    """Where times stand on a ruler: days of datenum; durations in the unit they are shown in, days where that is ``hh:mm:ss``."""
    if isinstance(times, Datetime):
        return times.wall / _DAY + FIRST_DAY
    return times.seconds / _unit(times)


def times(at: np.ndarray, ruler: TimeArray) -> TimeArray:
    """The times at places on a ruler, whose days since year 0 tell a few microseconds apart and no less."""
    seconds = (at - FIRST_DAY) * _DAY if isinstance(ruler, Datetime) else at * _unit(ruler)
    return Datetime(np.round(seconds, 4), ruler.form).zoned(ruler.zone) if isinstance(ruler, Datetime) else Duration(seconds, ruler.form)


def _unit(durations: TimeArray) -> float:
    return _UNITS.get(durations.form or "", _DAY)


def ruler_of(axes: Node, letter: str) -> TimeArray | None:
    """An empty array of the type of times that an axis shows; None where it shows numbers."""
    return axes.values.get(f"_{letter}Time")


def is_dated(axes: Node, letter: str) -> bool:
    """Whether an axis shows dates, whose months and years are of different length."""
    return isinstance(ruler_of(axes, letter), Datetime)


def is_clocked(axes: Node, letter: str) -> bool:
    """Whether an axis has its ticks at whole seconds, minutes, hours, days: of dates, and of durations written ``hh:mm:ss``."""
    ruler = ruler_of(axes, letter)
    return isinstance(ruler, Datetime) or (ruler is not None and _unit(ruler) == _DAY and ruler.form != "d")


def clock_ticks(low: float, high: float, most: int, *, dated: bool, outside: bool = False, span: float | None = None) -> np.ndarray:
    """Days at whole units of the clock (``dated``: or of the calendar) between two days, at most about ``most``.

    ``outside``: also the next beyond each end; ``span``: days that the units are chosen for.
    """
    span = max((high - low if span is None else span) * _DAY, 1e-6)  # seconds
    step = next(
        (s for s in _SECONDS if span / s <= most * (1 + 1e-6)), None if dated else _SECONDS[-1] * math.ceil(span / most / _SECONDS[-1])
    )
    if span < most * (1 - 1e-6):
        step = 10.0 ** math.ceil(math.log10(span / most))
    if step is not None:
        days = step / _DAY
        first = _SUNDAY if dated and days in (7.0, 14.0) else 0.0  # weeks begin on Sundays
        return np.arange(*_ends((low - first) / days, (high - first) / days, outside)) * days + first
    months = next((m for m in _MONTHS if span / (m * 30.4 * _DAY) <= most), _MONTHS[-1])
    begin, end = (_month_number(day) / months for day in (low, high))
    counts = np.arange(*_ends(begin, end, outside)) * months
    ticks = [(datetime(int(n // 12), int(n % 12) + 1, 1) - datetime(1970, 1, 1)).days + FIRST_DAY for n in counts if 12 <= n < 119988]
    return np.array(ticks)


def _ends(first: float, last: float, outside: bool) -> tuple[int, int]:
    if outside:
        return math.floor(first + 1e-4), math.ceil(last - 1e-4) + 1
    return math.ceil(first - 1e-4), math.floor(last + 1e-4) + 1


_KNOWN_DAYS = (367.0, 3_652_000.0)
"""Python knows the years 1 to 9999; what lies beyond is not told apart."""


def _month_number(day: float) -> float:
    """Months since year 0 at a day, with the part of the month that has passed."""
    moment = datetime(1970, 1, 1) + timedelta(days=min(max(day, _KNOWN_DAYS[0]), _KNOWN_DAYS[1]) - FIRST_DAY)
    return moment.year * 12 + moment.month - 1 + (moment.day - 1 + (moment.hour + moment.minute / 60) / 24) / 31


def labels(at: np.ndarray, ruler: TimeArray, form: str | None) -> list[str]:
    """The words at ticks: of dates as much as tells them apart, and once under the first what is the same of all."""
    if isinstance(ruler, Duration):
        shown = form or ruler.form or "hh:mm:ss"
        return [format_length(second, shown) for second in times(at, ruler).seconds.ravel().tolist()]
    known = np.clip(at, *_KNOWN_DAYS).tolist()
    moments = [datetime(1970, 1, 1) + timedelta(seconds=round((day - FIRST_DAY) * _DAY, 3)) for day in known]
    if form is None and all((m.month, m.day, m.hour, m.minute, m.second) == (1, 1, 0, 0, 0) for m in moments):
        return [f"{m.year}" for m in moments]
    form, below = _forms(moments) if form is None else (form, "")
    words = [format_moment(moment, form) for moment in moments]
    previous = ""
    for i, moment in enumerate(moments):
        common = format_moment(moment, below) if below else ""
        if common != previous:
            words[i] += f"\n{common}"
        previous = common
    return words


def _forms(moments: list[datetime]) -> tuple[str, str]:
    """The format that tells moments apart, and the format of what they have in common: the year, or the day."""
    if all((m.hour, m.minute, m.second) == (0, 0, 0) for m in moments):
        return "MMM" if all(m.day == 1 for m in moments) else "MMM dd", "yyyy"
    return "HH:mm:ss" if any(m.second for m in moments) else "HH:mm", "MMM dd, yyyy"


def plain(value: Any) -> Any:
    """Times as the numbers of their ruler; any other value as it is."""
    from ..values.convert import to_value

    return to_value(np.asfortranarray(numbers(value))) if isinstance(value, TimeArray) else value

"""Seconds since 1970 as parts of the calendar, and back, for whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.records import record

_FIRST, _LAST = -62135596800 * 10**6, 253402300800 * 10**6
"""The years 1 to 9999, in microseconds since 1970; the latter is the first that is no more among them."""
_DAY = 86400 * 10**6


@record
class Calendar:
    """Whole numbers (int64) for each moment: its date, its time of day, and ``days`` since 1970."""

    days: np.ndarray
    year: np.ndarray
    month: np.ndarray
    day: np.ndarray
    hour: np.ndarray
    minute: np.ndarray
    second: np.ndarray
    microsecond: np.ndarray

    @property
    def weekday(self) -> np.ndarray:
        """0 for Monday to 6 for Sunday."""
        return (self.days + 3) % 7

    def since(self, month: Any) -> np.ndarray:
        """Days since the first of a month of the same year."""
        return self.days - days_of(self.year, month)


def days_of(year: Any, month: Any) -> np.ndarray:
    """Days from 1970 to the first of a month."""
    months = (np.asarray(year, np.int64) - 1970) * 12 + np.asarray(month, np.int64) - 1
    return months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)


def calendar_of(seconds: np.ndarray) -> Calendar:
    """The parts of finite moments, to the microsecond; raises for years before 1 and after 9999."""
    part, whole = np.modf(seconds)
    if seconds.size and not np.abs(seconds).max() < 1e12:
        raise _out_of_range()
    count = whole.astype(np.int64) * 10**6 + np.rint(part * 1e6).astype(np.int64)
    if seconds.size and not (count.min() >= _FIRST and count.max() < _LAST):
        raise _out_of_range()
    days, rest = np.divmod(count, _DAY)
    dates = days.astype("datetime64[D]")
    months = dates.astype("datetime64[M]")
    day = days - months.astype("datetime64[D]").astype(np.int64) + 1
    years, month = np.divmod(months.astype(np.int64), 12)
    rest, microsecond = np.divmod(rest, 10**6)
    rest, second = np.divmod(rest, 60)
    hour, minute = np.divmod(rest, 60)
    return Calendar(days, years + 1970, month + 1, day, hour, minute, second, microsecond)


def _out_of_range() -> MatlabError:
    return MatlabError("Dates are limited to the years 1 to 9999.", "RunMat:datetime:OutOfRange")


def part_of(seconds: np.ndarray, name: str) -> np.ndarray:
    """Year, month, day, hour, minute or second (with its fraction) of each moment; NaN where that is NaN."""
    known = ~np.isnan(seconds)
    result = np.full(seconds.shape, np.nan)
    calendar = calendar_of(seconds[known])
    result[known] = calendar.second + calendar.microsecond / 1e6 if name == "second" else getattr(calendar, name)
    return result


def seconds_of(year: Any, month: Any, day: Any, hour: Any = 0.0, minute: Any = 0.0, second: Any = 0.0) -> np.ndarray:
    """Seconds since 1970 of (arrays of) date parts; parts beyond their range run over into the next one."""
    parts = np.broadcast_arrays(*(np.asarray(x, np.float64) for x in (year, month, day, hour, minute, second)))
    result = np.full(parts[0].shape, np.nan)
    known = np.isfinite(parts).all(axis=0) & (np.abs(parts[0]) <= 1e15) & (np.abs(parts[1]) <= 1e15)
    y, m, d, h, mi, s = (part[known] for part in parts)
    months = y.astype(np.int64) * 12 + m.astype(np.int64) - 1
    # The calendar repeats every 400 years: no year is beyond what dates can be.
    cycles = (months // 12 - 2000) // 400
    first = days_of(months // 12 - 400 * cycles, months % 12 + 1)
    result[known] = cycles * 146097.0 * 86400 + first * 86400.0 + (d - 1) * 86400 + h * 3600 + mi * 60 + s
    return result

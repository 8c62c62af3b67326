"""``timetable``: a table whose rows stand at points or lengths of time; and what chooses rows by time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ..containers import CellArray
from ..numerals import DisplayFormat
from ..objects import HostObject
from ..subscripts import is_colon
from ..tensor import Tensor
from ..text import CharArray, StringArray
from ..times.numbered import NumberedArray
from ..times.times import Duration, TimeArray
from .columns import padded, row_of
from .properties import TimetableProperties
from .row_filter import RowFilter
from .table import About, Table

TIMES = About(dimensions=("Time", "Variables"))


class Timetable(Table):
    """``times`` is a column of datetimes or durations, one for each row; its name is the first of ``about.dimensions``."""

    __slots__ = ("times",)
    matlab_class = "timetable"
    about_class = TimetableProperties

    def __init__(self, times: TimeArray, columns: Mapping[str, Any], about: About = TIMES) -> None:
        height = times.numel
        super().__init__(columns, (), height, about)
        if self.height != height:
            raise MatlabError(
                "All timetable variables must have the same number of rows as the row times.", "MATLAB:table:UnequalVarLengths"
            )
        self.times = times.like(times.seconds.reshape(-1, 1, order="F"))

    def remade(self, columns: Mapping[str, Any]) -> Any:
        return Timetable(self.times, columns, self.about)

    def with_about(self, about: About) -> Any:
        return Timetable(self.times, self.columns, about)

    def taken(self, rows: Any) -> Any:
        if is_colon(rows):
            return self
        return Timetable(row_of(self.times, rows), {name: row_of(value, rows) for name, value in self.columns.items()}, self.about)

    def rows_of(self, subscript: Any) -> Any:
        """Times, ranges of times and texts as positions of the rows."""
        if is_colon(subscript):
            return subscript
        if isinstance(subscript, TimeRange):
            return Tensor(subscript.holds(self.times))
        if isinstance(subscript, RowFilter):
            return subscript.holds(self)
        if not isinstance(subscript, TimeArray) and type(subscript) not in (CharArray, StringArray, CellArray):
            return subscript
        wanted = self.times.admitting(subscript)[1].ravel(order="F")
        seconds = self.times.seconds.ravel()
        return Tensor(np.concatenate([np.flatnonzero(seconds == w) for w in wanted] or [np.zeros(0)]).reshape(-1, 1) + 1.0)

    def longer(self, height: int) -> Any:
        if height <= self.height:
            return self
        return Timetable(padded(self.times, height), {name: padded(value, height) for name, value in self.columns.items()}, self.about)

    def _with_rows_named(self, subscript: Any) -> Any:
        """The timetable with rows of default values at times that are written and not there yet."""
        if not isinstance(subscript, TimeArray) and (type(subscript) not in (CharArray, StringArray, CellArray) or is_colon(subscript)):
            return self
        wanted = np.unique(self.times.admitting(subscript)[1].ravel(order="F"))
        new = wanted[~np.isin(wanted, self.times.seconds) & ~np.isnan(wanted)]
        longer = self.longer(self.height + len(new))
        times = np.concatenate([self.times.seconds.ravel(), new]).reshape(-1, 1)
        return Timetable(self.times.like(times), longer.columns, self.about) if len(new) else self

    def labels(self) -> list[tuple[str, list[str]]]:
        return [(self.about.dimensions[0], self.times.texts())]

    def about_rows(self) -> dict[str, Any]:
        step = self.step()
        return {
            "RowTimes": self.times,
            "StartTime": self.times.index((1.0,)) if self.height else self.times,
            "SampleRate": 1 / step if step else float("nan"),
            "TimeStep": Duration(np.nan if step is None else step, self.times.form if isinstance(self.times, Duration) else None),
        }

    def step(self) -> float | None:
        """Seconds between rows where they are evenly spaced, else None."""
        gaps = np.diff(self.times.seconds.ravel())
        even = gaps.size and np.allclose(gaps, gaps[0], rtol=1e-9, atol=1e-9)
        return float(gaps[0]) if even else None

    def with_rows(self, value: Any) -> Any:
        if not isinstance(value, TimeArray) or value.numel != self.height:
            raise MatlabError(
                "RowTimes must be a datetime or duration vector with one time for each row of the timetable.",
                "MATLAB:timetable:InvalidRowTimes",
            )
        return Timetable(value, self.columns, self.about)

    def renamed_times(self, name: str) -> Any:
        return self.with_about(replace(self.about, dimensions=(name, self.about.dimensions[1])))

    def stacked_rows(self, tables: Sequence[Any], columns: dict[str, Any]) -> Any:
        times = [t.times.seconds if isinstance(t, Timetable) else np.full((t.height, 1), np.nan) for t in tables]  # tables have none
        return Timetable(self.times.like(np.concatenate(times)), columns, self.about)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return super().equals(other, nan_equal=nan_equal) and self.times.equals(other.times, nan_equal=nan_equal)

    def as_table(self) -> Table:
        """The table that has the row times as its first variable."""
        about = replace(self.about, dimensions=("Row", self.about.dimensions[1]))
        return Table({self.about.dimensions[0]: self.times, **self.columns}, (), self.height, about)


class TimeRange(HostObject):
    """``timerange`` and ``withtol``: a subscript for the rows of a timetable whose times lie in intervals (in seconds)."""

    __slots__ = ("closed", "lines", "spans", "times_class", "words")
    matlab_class = "timerange"

    def __init__(
        self,
        spans: Sequence[tuple[float, float]],
        closed: tuple[bool, bool],
        words: str,
        times_class: str | None = None,
        lines: Sequence[str] = (),
    ) -> None:
        """``times_class`` is the class that row times must have (None: any); ``lines`` are displayed."""
        self.spans = tuple(spans)
        self.closed = closed
        self.words = words
        self.times_class = times_class
        self.lines = tuple(lines)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        own = (self.spans, self.closed, self.words, self.times_class)
        return type(other) is TimeRange and own == (other.spans, other.closed, other.words, other.times_class)

    def holds(self, times: NumberedArray) -> np.ndarray:
        if self.times_class not in (None, times.matlab_class):
            raise MatlabError(
                f"A subscript of {self.times_class} values cannot select rows by row times that are {times.matlab_class} values.",
                f"MATLAB:{self.matlab_class}:MismatchRowTimesType",
            )
        seconds = times.numbers
        inside = np.zeros(seconds.shape, bool)
        for low, high in self.spans:
            inside |= (seconds >= low if self.closed[0] else seconds > low) & (seconds <= high if self.closed[1] else seconds < high)
        return inside

    def header(self) -> str | None:
        return "  timetable " + self.words + (":" if self.lines else "")

    def disp_text(self, format: DisplayFormat) -> str:
        return "".join(f"{line}\n" for line in self.lines)

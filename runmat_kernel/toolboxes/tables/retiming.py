"""Timetables at other times: retime and synchronize."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import unlike_names
from ...builtins.spec import Example, builtin
from ...values import Tensor
from ...values.convert import as_array, class_of, is_text, shape_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.tables.columns import joined_values, put
from ...values.tables.timetable import Timetable
from ...values.times import time_zones
from ...values.times.moments import seconds_of
from ...values.times.times import Datetime, TimeArray
from ..data_analysis.group_statistics import statistics_of_groups
from .column_rows import rows_of, rows_or_gaps
from .groups import statistic
from .tables import split_options
from .time_ranges import seconds_in

_UNITS = {"secondly": 1.0, "minutely": 60.0, "hourly": 3600.0, "daily": 86400.0}
_CALENDAR = {"weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year"}
_FILLS = ("fillwithmissing", "fillwithconstant", "previous", "next", "nearest", "linear", "spline", "pchip", "makima")
_FILLING = (None, *_FILLS)
_BY_CONTINUITY = {"continuous": "linear", "step": "previous"}
"""How variables are filled by their continuity, where no method is given."""
_OF_BINS = {"firstvalue": 0, "lastvalue": -1}


def _edges(call: Any, times: TimeArray, word: str) -> np.ndarray:
    """Starts of the units of time from the one that holds the first row time to the one after the last."""
    if isinstance(times, Datetime) and times.zone:  # days and hours are those that the clocks of the zone show
        return time_zones.to_utc(_edges(call, times.unzoned(), word), times.zone)
    known = times.seconds[~np.isnan(times.seconds)]
    low, high = float(known.min()), float(known.max())
    if word in _UNITS:
        unit = _UNITS[word]
        first, last = np.floor(low / unit), np.floor(high / unit)
        return unit * np.arange(first, last + 2)
    if word not in _CALENDAR:
        raise call.error(f"Unrecognized time step '{word}'.", "MATLAB:retime:InvalidTimeStep")
    if word == "weekly":  # weeks start on Sundays; 1970-01-04 was one
        first = np.floor((low / 86400 - 3) / 7)
        count = int(np.floor((high / 86400 - 3) / 7) - first) + 2
        return (3 + 7 * (first + np.arange(count))) * 86400
    months = {"monthly": 1, "quarterly": 3, "yearly": 12}[word]
    year, month = (times.like(np.array([[low]])).part(n).flat[0] for n in ("year", "month"))
    start = (int(month) - 1) // months * months
    edges = [float(seconds_of(year, start + 1.0, 1.0))]
    while edges[-1] <= high:
        start += months
        edges.append(float(seconds_of(year, start + 1.0, 1.0)))
    return np.array(edges)


def _aggregated(call: Any, value: Timetable, edges: np.ndarray, method: Any, *, right: bool = False, whole: bool = False) -> Timetable:
    """One row for each interval between edges, which its left edge belongs to and names, or its right one.

    ``whole``: a row for every edge, though nothing may lie there.
    """
    seconds = value.times.seconds.ravel()
    bins = np.searchsorted(edges, seconds, side="left" if right else "right") - (not right)
    first, last = 0, len(edges) - (not whole)
    if right and not whole:
        held = bins[~np.isnan(seconds)]
        first, last = (int(held.min()), int(held.max()) + 1) if held.size else (0, 0)
    order = np.argsort(bins, kind="stable")
    cuts = np.searchsorted(bins[order], np.arange(first, last + 1))
    rows = [order[i:j] for i, j in pairwise(cuts.tolist())]
    columns = {name: _of_bins(call, column, rows, method) for name, column in value.columns.items()}
    return Timetable(value.times.like(edges[first:last].reshape(-1, 1)), columns, value.about)


def _of_bins(call: Any, column: Any, bins: list[np.ndarray], method: Any) -> Any:
    """A statistic of the rows of each bin."""
    together = statistics_of_groups(method, column, bins, 0.0 if method == "sum" else np.nan)
    if together is not None:
        return together
    results = [_of_bin(call, column, rows, method) for rows in bins]
    return joined_values(results, "vertcat") if results else rows_of(column, np.zeros(0, int))


def _of_bin(call: Any, column: Any, rows: np.ndarray, method: Any) -> Any:
    part = rows_or_gaps(column, rows)
    if isinstance(method, FunctionHandle):
        return call.feval(method, part)[0]
    if method == "count":
        return float(len(rows)) if shape_of(column)[1] == 1 else Tensor(np.full((1, shape_of(column)[1]), float(len(rows))))
    if not len(rows):
        zero = {"sum": 0.0, "prod": 1.0}.get(method)
        return rows_or_gaps(column, np.array([-1])) if zero is None else Tensor(np.full((1, shape_of(column)[1]), zero))
    if method in _OF_BINS:
        return rows_or_gaps(part, np.array([_OF_BINS[method] % len(rows)]))
    return call.feval("prod", part, 1.0)[0] if method == "prod" else statistic(call, method, part)


def _refilled(call: Any, value: Timetable, seconds: np.ndarray, method: str | None, constant: Any, ends: Any) -> Timetable:
    """The rows at new times: existing rows, neighbours, or interpolated ones; without a method by the continuity of each variable."""
    old = value.times.seconds.ravel()
    order = np.argsort(old, kind="stable")
    old = old[order]
    outside = np.flatnonzero((seconds < old[0]) | (seconds > old[-1])) + 1.0 if len(old) else np.zeros(0)
    columns = {}
    for name, column in value.columns.items():
        rule = method or _BY_CONTINUITY.get(value.about.continuity.get(name, "unset"), "fillwithmissing")
        if rule in ("linear", "spline", "pchip", "makima"):
            filled = _interpolated(call, column, order, old, seconds, rule)
        else:
            rows = _rows_at(old, order, seconds, rule)
            filled = rows_or_gaps(column, rows)
            if rule == "fillwithconstant":
                filled = _with_constant(filled, np.flatnonzero(rows < 0) + 1.0, constant)
        at_ends = ends is not None and not is_text(ends) and rule not in ("fillwithmissing", "fillwithconstant")
        columns[name] = _with_constant(filled, outside, ends) if at_ends else filled
    return Timetable(value.times.like(seconds.reshape(-1, 1)), columns, value.about)


def _rows_at(old: np.ndarray, order: np.ndarray, seconds: np.ndarray, rule: str) -> np.ndarray:
    """The row that each new time takes, -1 for none."""
    if not len(old):
        return np.full(len(seconds), -1)
    place = np.searchsorted(old, seconds)
    exact = (place < len(old)) & (old[np.minimum(place, len(old) - 1)] == seconds)
    before, after = np.where(exact, place, place - 1), np.where(place < len(old), place, -1)
    if rule == "nearest":
        left, right = np.clip(before, 0, len(old) - 1), np.where(after < 0, len(old) - 1, after)
        rows = np.where(np.abs(seconds - old[left]) < np.abs(old[right] - seconds), left, right)
    else:
        rows = {"previous": before, "next": after}.get(rule, np.where(exact, place, -1))
    return np.where(rows >= 0, order[np.clip(rows, 0, len(order) - 1)], -1)


def _with_constant(column: Any, rows: np.ndarray, constant: Any) -> Any:
    return put(column, Tensor(rows.reshape(-1, 1)), constant) if len(rows) else column


def _interpolated(call: Any, column: Any, order: np.ndarray, old: np.ndarray, seconds: np.ndarray, method: str) -> Any:
    if class_of(column) not in ("double", "single", "datetime", "duration"):
        raise call.error("Interpolation needs numeric, datetime, or duration variables.", "MATLAB:retime:NotNumeric")
    numbers = column.seconds if isinstance(column, TimeArray) else as_array(column)
    values = call.feval(
        "interp1", to_value(old), to_value(numbers[order]), to_value(seconds.reshape(-1, 1)), to_value(method), to_value("extrap")
    )[0]
    return column.like(arg.elements(values)) if isinstance(column, TimeArray) else values


def _retimed(call: Any, value: Timetable, target: Any, method: Any, named: arg.Options) -> Timetable:
    """A timetable at the times that ``target`` names or holds."""
    stepped = is_text(target)
    if stepped and not value.height:  # no rows span no times
        return value
    rule = _rule(method)
    edges = _steps(call, value.times, text_of(target).lower(), named) if stepped else _new_times(call, target)
    if isinstance(rule, FunctionHandle) or rule not in _FILLING:
        return _aggregated(call, value, edges, rule, right=named.word("IncludedEdge") == "right", whole=not stepped)
    if stepped and len(edges) > 1 and edges[-2] >= value.times.seconds.max():
        edges = edges[:-1]
    return _refilled(call, value, edges, rule, named.get("Constant", 0.0), named.get("EndValues"))


def _rule(method: Any) -> Any:
    """A method as a handle or a word; None for the default."""
    if method is None or isinstance(method, FunctionHandle):
        return method
    word = text_of(method).lower()
    return None if word == "default" else word


def _new_times(call: Any, target: Any) -> np.ndarray:
    if not isinstance(target, TimeArray):
        raise call.error(
            "New row times must be a datetime or duration vector, or the name of a time step.", f"MATLAB:{call.name}:InvalidTimes"
        )
    return target.seconds.ravel()


def _steps(call: Any, times: TimeArray, word: str, named: arg.Options) -> np.ndarray:
    """Times from the step that holds the first row time to the one after the last; ``regular``: steps that an option gives."""
    if word != "regular":
        return _edges(call, times, word)
    step = seconds_in(named["TimeStep"]) if "TimeStep" in named else 1 / arg.scalar(named["SampleRate"])
    low, high = float(times.seconds.min()), float(times.seconds.max())
    return np.arange(np.floor(low / step), np.floor(high / step + 1e-9) + 2) * step


@builtin(
    "retime", "TT2 = retime(TT, newTimeStep, method)", "TT2 = retime(TT, newTimes, method)", "TT2 = retime(TT, 'regular', method, 'TimeStep', dt)",
    "TT2 = retime(..., Name, Value)", "TT2 = retime(TT, newTimes)",
    summary="Timetable at other times: gathered by a statistic, filled, or interpolated.",
    examples=(
        Example("TT = retime(timetable(minutes([10;50;70]),[1;3;5]),'hourly','mean'); TT.Var1", "[2;5]"),
        Example("TT = retime(timetable(seconds([0;2]),[1;3]),seconds([0;1;2]),'linear'); TT.Var1", "[1;2;3]"),
        Example("TT = retime(timetable(seconds([0;2]),[1;3]),seconds([0;1;2])); TT.Var1", "[1;NaN;3]"),
        Example("TT = retime(timetable(seconds([0;2]),[1;3]),seconds([-1;1;5]),'linear','EndValues',9); TT.Var1", "[9;2;9]"),
        Example("TT = retime(timetable(hours([0;1;1.5]),[1;2;4]),'hourly','sum','IncludedEdge','right'); TT.Var1", "[1;2;4]"),
    ),
)  # fmt: skip
def retime(call, value, target, *arguments):
    values, named = split_options(arguments, ("TimeStep", "SampleRate", "Constant", "EndValues", "IncludedEdge"))
    if len(values) > 1:
        name = text_of(values[1]) if is_text(values[1]) else ""
        raise call.error(f"Invalid parameter name: {name}.", "MATLAB:retime:parseArgs:BadParamName")
    return _retimed(call, value, target, values[0] if values else None, named)


@builtin(
    "synchronize", "TT = synchronize(TT1, ..., TTN)", "TT = synchronize(TT1, ..., TTN, newTimeBasis)",
    "TT = synchronize(TT1, ..., TTN, newTimes, method)",
    summary="Timetables side by side at common times.",
    examples=(
        Example("A = timetable(seconds([1;2]),[5;6],'VariableNames',{'a'}); B = timetable(seconds([2;3]),[7;8],'VariableNames',{'b'}); "
                "T = synchronize(A,B); [T.a T.b]", "[5 NaN;6 7;NaN 8]"),
        Example("A = timetable(seconds([1;2]),[5;6],'VariableNames',{'a'}); B = timetable(seconds([2;3]),[7;8],'VariableNames',{'b'}); "
                "T = synchronize(A,B,'intersection'); [T.a T.b]", "[6 7]"),
    ),
)  # fmt: skip
def synchronize(call, *arguments):
    tables = [a for a in arguments if isinstance(a, Timetable)]
    if not tables:
        raise call.error("All input tables must be timetables.", "MATLAB:synchronize:NonTimetableInput")
    if len({type(t.times) for t in tables}) > 1:
        raise call.error("Row times of all timetables must be datetimes, or all durations.", "MATLAB:timetable:synchronize:MixedTimes")
    rest, named = split_options(arguments[len(tables) :], ("TimeStep", "SampleRate", "Constant", "EndValues", "IncludedEdge"))
    titles = [call.session.given_name(call.name, i + 1) or str(i + 1) for i in range(len(tables))]
    method = rest[1] if len(rest) > 1 else None
    target = _common_times(call, tables, rest[0] if rest else to_value("union"), method, named)
    columns: dict[str, Any] = {}
    names = [name for t in tables for name in t.names]
    for title, table in zip(titles, tables, strict=True):
        for name, column in _retimed(call, table, target, method, named).columns.items():
            own = f"{name}_{title}" if names.count(name) > 1 else name
            columns[unlike_names([own], columns)[0]] = column
    return Timetable(target, columns, tables[0].about)


def _common_times(call: Any, tables: Sequence[Timetable], basis: Any, method: Any, named: arg.Options) -> Any:
    """The row times of synchronized timetables: those given, those of a time step, or those that a basis takes from all tables."""
    if not is_text(basis):
        return basis
    word = text_of(basis).lower()
    times = [t.times.seconds.ravel() for t in tables]
    if word in _UNITS or word in _CALENDAR or word == "regular":
        whole = Timetable(tables[0].times.like(np.concatenate(times)), {})
        filling = method is None or (is_text(method) and text_of(method).lower() in _FILLS)
        return _retimed(call, whole, basis, method if filling else to_value("count"), named).times
    if word not in _BASES:
        raise call.error(f"Unrecognized time basis '{word}'.", "MATLAB:synchronize:InvalidTimeBasis")
    return tables[0].times.like(_BASES[word](times).reshape(-1, 1))


def _common_range(times: Sequence[np.ndarray]) -> np.ndarray:
    low, high = max(t.min() for t in times), min(t.max() for t in times)
    union = np.unique(np.concatenate(times))
    return union[(union >= low) & (union <= high)]


_BASES: dict[str, Callable[[Sequence[np.ndarray]], np.ndarray]] = {
    "union": lambda times: np.unique(np.concatenate(times)),
    "intersection": lambda times: reduce(np.intersect1d, times),
    "commonrange": _common_range,
    "first": lambda times: times[0],
    "last": lambda times: times[-1],
}

"""Timetables: making and converting them, rows by time, and other row times (retime, synchronize, lag)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...values import Tensor
from ...values.convert import as_array, class_of, is_text, shape_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.indexing import COLON, index
from ...values.table import Table
from ...values.table_columns import joined_values, put
from ...values.times import Datetime, Duration, TimeArray, seconds_of
from ...values.timetable import Timetable
from .. import arguments as arg
from ..items import is_true, texts_of, unlike_names
from ..spec import ErrorCase, Example, builtin
from . import table_custom, table_joins, table_overview  # noqa: F401  these give tables the methods that timetables share
from .table_groups import statistic
from .table_variables import gap_like
from .tables import empty_column, given_table, split_options
from .time_ranges import seconds_in

_OPTIONS = ("RowTimes", "SampleRate", "TimeStep", "StartTime", "VariableNames", "DimensionNames", "Size", "VariableTypes")


def _even_times(call: Any, named: dict[str, Any], count: int) -> TimeArray:
    """Row times from a rate or a step, from zero seconds or a start."""
    given = named.get("TimeStep", Duration(0.0))
    if not isinstance(given, Duration) or given.numel != 1 or not isinstance(named.get("StartTime", given), TimeArray):
        raise call.error("The time step must be a duration scalar, the start a datetime or duration.", "MATLAB:timetable:InvalidTimeStep")
    step = 1 / arg.scalar(named["SampleRate"]) if "SampleRate" in named else float(named["TimeStep"].seconds.flat[0])
    start = named.get("StartTime", Duration(0.0, named["TimeStep"].form if "TimeStep" in named else "s"))
    return start.like(float(start.seconds.flat[0]) + step * np.arange(count).reshape(-1, 1))


def _made(call: Any, values: Sequence[Any], named: dict[str, Any], guesses: Sequence[str]) -> Timetable:
    given, names, title = list(values), list(guesses), "Time"
    if "RowTimes" in named:
        times = named["RowTimes"]
    elif "SampleRate" in named or "TimeStep" in named:
        times = _even_times(call, named, shape_of(given[0])[0] if given else 0)
    else:
        times = given.pop(0) if given else None
        title = names.pop(0) or title if names else title
    if not isinstance(times, TimeArray):
        raise call.error("Row times must be a datetime or duration vector.", "MATLAB:timetable:NoTimeVector")
    if "VariableNames" in named:
        names = texts_of(named["VariableNames"])
        if len(names) != len(given):
            raise call.error(
                "The VariableNames property must contain one name for each variable in the timetable.",
                "MATLAB:table:IncorrectNumberOfVarNames",
            )
    else:
        names = [names[i] if i < len(names) and names[i] else f"Var{i + 1}" for i in range(len(given))]
    made = Timetable(times, dict(zip(names, given, strict=True)))
    dimensions = texts_of(named["DimensionNames"]) if "DimensionNames" in named else [title]
    return made.renamed_times(dimensions[0])


@builtin(
    "timetable", "TT = timetable(rowTimes, var1, ..., varN)", "TT = timetable(var1, ..., varN, 'RowTimes', rowTimes)",
    "TT = timetable(..., 'SampleRate', Fs)", "TT = timetable(..., 'TimeStep', dt)", "TT = timetable(..., 'VariableNames', names)",
    "TT = timetable('Size', sz, 'VariableTypes', types, 'RowTimes', rowTimes)", "TT = timetable",
    summary="Table whose rows stand at times.",
    examples=(
        Example("TT = timetable(seconds([1;2]),[5;6],'VariableNames',{'x'}); TT.x(TT.Time > seconds(1))", "6"),
        Example("TT = timetable([5;6;7],'TimeStep',minutes(5)); minutes(TT.Time(3))", "10"),
        Example("TT = timetable(datetime(2020,1,[1;2]),[5;6],'VariableNames',{'x'}); TT{'2020-01-02','x'}", "6"),
        Example("TT = timetable('Size',[3 2],'VariableTypes',{'double','string'},'TimeStep',hours(2)); {size(TT), hours(TT.Time(3))}", "{[3 2], 4}"),
    ),
    errors=(ErrorCase("timetable([1;2])", "MATLAB:timetable:NoTimeVector"),),
)  # fmt: skip
def timetable(call, *arguments):
    values, named = split_options(arguments, _OPTIONS)
    if not values and not named:
        return Timetable(Datetime(np.zeros((0, 1))), {})
    if "Size" in named:
        height, width = (int(n) for n in as_array(named["Size"]).flat)
        kinds = texts_of(named["VariableTypes"]) if "VariableTypes" in named else []
        if values or len(kinds) != width:
            raise call.error("'VariableTypes' must have one type for each variable.", "MATLAB:table:VarTypesAndSizeMismatch")
        columns = [empty_column(call, kind, height) for kind in kinds]
        times = {"SampleRate", "TimeStep"} & named.keys()
        if not times and "RowTimes" not in named:
            raise call.error("Row times must be a datetime or duration vector.", "MATLAB:timetable:NoTimeVector")
        return _made(call, columns, {"RowTimes": _even_times(call, named, height), **named} if times else named, [])
    return _made(call, values, named, [call.session.given_name(call.name, i + 1) for i in range(len(values))])


@builtin("istimetable", "tf = istimetable(A)", summary="Whether a value is a timetable.", examples=(Example("istimetable(1)", "false"),))
def istimetable(call, value):
    return isinstance(value, Timetable)


@builtin(
    "array2timetable", "TT = array2timetable(X, 'RowTimes', times)", "TT = array2timetable(X, 'SampleRate', Fs)", "TT = array2timetable(X, Name, Value, ...)",
    summary="Timetable of the columns of an array.",
    examples=(Example("TT = array2timetable([1 2;3 4],'RowTimes',seconds([1;2])); TT.Var2", "[2;4]"),),
)  # fmt: skip
def array2timetable(call, array, *options):
    _, named = split_options(options, _OPTIONS)
    columns = [index(array, (COLON, float(j + 1))) for j in range(shape_of(array)[1])]
    given = call.session.given_name(call.name, 1)
    return _made(call, columns, named, [f"{given}{j + 1}" if given else "" for j in range(len(columns))])


@builtin(
    "table2timetable", "TT = table2timetable(T)", "TT = table2timetable(T, 'RowTimes', times)", "TT = table2timetable(T, Name, Value, ...)",
    summary="Timetable of a table; its first variable of times gives the row times.",
    examples=(Example("TT = table2timetable(table(seconds([1;2]),[5;6])); TT.Var2", "[5;6]"),),
)  # fmt: skip
def table2timetable(call, table, *options):
    _, named = split_options(options, _OPTIONS)
    found = given_table(call, table)
    columns, title = dict(found.columns), "Time"
    if "RowTimes" in named and not isinstance(named["RowTimes"], TimeArray):
        (title,) = found.chosen_names(named.pop("RowTimes"))
        named["RowTimes"] = columns.pop(title)
    elif not {"RowTimes", "SampleRate", "TimeStep"} & named.keys():
        title = next((name for name, value in columns.items() if isinstance(value, TimeArray)), None)
        if title is None:
            raise call.error(
                "The table has no variable of datetimes or durations for the row times.", "MATLAB:table2timetable:NoTimeVarFound"
            )
        named["RowTimes"] = columns.pop(title)
    return _made(call, list(columns.values()), named, list(columns)).renamed_times(title)


@builtin(
    "timetable2table", "T = timetable2table(TT)", "T = timetable2table(TT, 'ConvertRowTimes', tf)", summary="Table of a timetable.",
    examples=(Example("T = timetable2table(timetable(seconds([1;2]),[5;6])); width(T)", "2"),),
)  # fmt: skip
def timetable2table(call, value, *options):
    _, named = split_options(options, ("ConvertRowTimes",))
    if "ConvertRowTimes" in named and not is_true(named["ConvertRowTimes"]):
        return Table(value.columns, (), value.height)
    return value.as_table()


# --- steps and lags -------------------------------------------------------------------------------------------------


@builtin(
    "isregular", "tf = isregular(TT)", "[tf, dt] = isregular(TT)", "tf = isregular(times)", "tf = isregular(..., unit)", summary="Whether row times are evenly spaced.",
    examples=(Example("isregular(timetable(seconds([1;2;3]),[5;6;7]))", "true"), Example("isregular(seconds([1;2;4]))", "false"), Example("isregular(datetime(2020,1:3,1),'months')", "true")),
)  # fmt: skip
def isregular(call, value, unit=None):
    if not isinstance(value, Timetable | TimeArray):
        raise call.error("Input must be a timetable or a datetime or duration vector.", "MATLAB:isregular:InvalidInput")
    times = value if isinstance(value, Timetable) else Timetable(value, {})
    word = text_of(unit).lower() if unit is not None else "time"
    if word != "time":
        return _regular_by_calendar(call, times.times, word)
    step = times.step()
    return step is not None and step > 0, Duration(np.nan if step is None else step)


def _regular_by_calendar(call: Any, times: TimeArray, word: str) -> tuple[bool, Any]:
    """Whether times are a whole number of years, months ... apart, and that number."""
    makers = {"years": "calyears", "quarters": "calquarters", "months": "calmonths", "weeks": "calweeks", "days": "caldays"}
    maker = next((m for name, m in makers.items() if name in (word, word + "s")), None)
    if maker is None or not isinstance(times, Datetime):
        raise call.error("The unit must be 'years', 'quarters', 'months', 'weeks', 'days' or 'time'.", "MATLAB:isregular:InvalidUnit")
    n = times.numel
    none = call.feval(maker, float("nan"))[0]
    if n < 2 or np.isnan(times.seconds).any():
        return False, none
    first, second = (times.like(times.seconds.ravel()[k].reshape(1, 1)) for k in (0, 1))
    unit = to_value(maker.removeprefix("cal"))
    count = arg.scalar(call.feval("split", call.feval("between", first, second, unit)[0], unit)[0])
    steps = call.feval(maker, to_value(count * np.arange(float(n)).reshape(-1, 1)))[0]
    expected = call.feval("plus", first, steps)[0]
    if count == 0 or not np.array_equal(expected.seconds.ravel(), times.seconds.ravel()):
        return False, none
    return count > 0, call.feval(maker, count)[0]


@builtin(
    "lag", "TT2 = lag(TT)", "TT2 = lag(TT, n)", "TT2 = lag(TT, dt)", summary="Timetable with its data moved by time steps.",
    examples=(Example("TT = lag(timetable(seconds([1;2;3]),[5;6;7])); TT.Var1", "[NaN;5;6]"),),
)  # fmt: skip
def lag(call, value, amount=1.0):
    steps = round(seconds_in(amount) / (value.step() or 1.0)) if isinstance(amount, TimeArray) else arg.integer(amount)
    rows = np.arange(value.height) - steps
    return value.remade(
        {name: _rows(column, np.where((rows < 0) | (rows >= value.height), -1, rows)) for name, column in value.columns.items()}
    )


def _rows(value: Any, rows: np.ndarray) -> Any:
    """Rows of a column, -1 for a missing one."""
    rows = np.asarray(rows, int)
    if not (rows < 0).any():
        return Table({"x": value}).at_rows(rows).columns["x"]
    width = shape_of(value)[1]
    gap = gap_like(value) if width == 1 else Tensor(np.full((1, width), np.nan))
    longer = joined_values([value, gap], "vertcat")
    return Table({"x": longer}).at_rows(np.where(rows < 0, shape_of(value)[0], rows)).columns["x"]


# --- other row times ------------------------------------------------------------------------------------------------

_UNITS = {"secondly": 1.0, "minutely": 60.0, "hourly": 3600.0, "daily": 86400.0}
_CALENDAR = {"weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year"}
_FILLS = ("fillwithmissing", "fillwithconstant", "previous", "next", "nearest", "linear", "spline", "pchip", "makima")
_OF_BINS = {"firstvalue": 0, "lastvalue": -1}


def _edges(call: Any, times: TimeArray, word: str) -> np.ndarray:
    """Starts of the units of time from the one that holds the first row time to the one after the last."""
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
    found = [float(seconds_of(year, start + 1.0, 1.0))]
    while found[-1] <= high:
        start += months
        found.append(float(seconds_of(year, start + 1.0, 1.0)))
    return np.array(found)


def _aggregated(call: Any, value: Timetable, edges: np.ndarray, method: Any) -> Timetable:
    """One row for each interval between edges; the last one also holds its end where nothing follows."""
    seconds = value.times.seconds.ravel()
    bins = np.searchsorted(edges, seconds, side="right") - 1
    columns = {}
    for name, column in value.columns.items():
        results = []
        for k in range(len(edges) - 1):
            rows = np.flatnonzero(bins == k)
            results.append(_of_bin(call, column, rows, method))
        columns[name] = joined_values(results, "vertcat")
    return Timetable(value.times.like(edges[:-1].reshape(-1, 1)), columns, value.about)


def _of_bin(call: Any, column: Any, rows: np.ndarray, method: Any) -> Any:
    part = _rows(column, rows)
    if isinstance(method, FunctionHandle):
        return call.feval(method, part)[0]
    if method == "count":
        return float(len(rows)) if shape_of(column)[1] == 1 else Tensor(np.full((1, shape_of(column)[1]), float(len(rows))))
    if not len(rows):
        zero = {"sum": 0.0, "prod": 1.0}.get(method)
        return _rows(column, np.array([-1])) if zero is None else Tensor(np.full((1, shape_of(column)[1]), zero))
    if method in _OF_BINS:
        return _rows(part, np.array([_OF_BINS[method] % len(rows)]))
    return call.feval("prod", part, 1.0)[0] if method == "prod" else statistic(call, method, part)


def _refilled(call: Any, value: Timetable, seconds: np.ndarray, method: str, constant: Any) -> Timetable:
    """The rows at new times: those that are there, neighbours, or interpolated."""
    old = value.times.seconds.ravel()
    order = np.argsort(old, kind="stable")
    old = old[order]
    place = np.searchsorted(old, seconds)
    exact = (place < len(old)) & (old[np.minimum(place, len(old) - 1)] == seconds) if len(old) else np.zeros(len(seconds), bool)
    before = np.where(exact, place, place - 1)
    if method in ("linear", "spline", "pchip", "makima"):
        columns = {name: _interpolated(call, column, order, old, seconds, method) for name, column in value.columns.items()}
        return Timetable(value.times.like(seconds.reshape(-1, 1)), columns, value.about)
    after = np.where(place < len(old), place, -1)
    if method == "previous":
        rows = before
    elif method == "next":
        rows = after
    elif method == "nearest":
        left, right = np.clip(before, 0, len(old) - 1), np.where(after < 0, len(old) - 1, after)
        rows = np.where(np.abs(seconds - old[left]) < np.abs(old[right] - seconds), left, right)
    else:
        rows = np.where(exact, place, -1)
    rows = np.where(rows >= 0, order[np.clip(rows, 0, max(len(order) - 1, 0))], -1) if len(order) else np.full(len(seconds), -1)
    columns = {name: _rows(column, rows) for name, column in value.columns.items()}
    if method == "fillwithconstant":
        gaps = np.flatnonzero(rows < 0) + 1.0
        columns = {name: _with_constant(column, gaps, constant) for name, column in columns.items()}
    return Timetable(value.times.like(seconds.reshape(-1, 1)), columns, value.about)


def _with_constant(column: Any, rows: np.ndarray, constant: Any) -> Any:
    return put(column, Tensor(rows.reshape(-1, 1)), constant) if len(rows) else column


def _interpolated(call: Any, column: Any, order: np.ndarray, old: np.ndarray, seconds: np.ndarray, method: str) -> Any:
    if class_of(column) not in ("double", "single", "datetime", "duration"):
        raise call.error("Interpolation needs numeric, datetime, or duration variables.", "MATLAB:retime:NotNumeric")
    numbers = column.seconds if isinstance(column, TimeArray) else as_array(column)
    found = call.feval(
        "interp1", to_value(old), to_value(numbers[order]), to_value(seconds.reshape(-1, 1)), to_value(method), to_value("extrap")
    )[0]
    return column.like(arg.elements(found)) if isinstance(column, TimeArray) else found


def _retimed(call: Any, value: Timetable, target: Any, method: Any, named: dict[str, Any]) -> Timetable:
    word = text_of(target).lower() if is_text(target) else None
    rule = method if isinstance(method, FunctionHandle) else text_of(method).lower() if method is not None else "fillwithmissing"
    filling = isinstance(rule, str) and rule in _FILLS
    if word == "regular":
        step = seconds_in(named["TimeStep"]) if "TimeStep" in named else 1 / arg.scalar(named["SampleRate"])
        low, high = float(value.times.seconds.min()), float(value.times.seconds.max())
        edges = np.arange(np.floor(low / step), np.floor(high / step + 1e-9) + 2) * step
    elif word is not None:
        edges = _edges(call, value.times, word)
    elif not isinstance(target, TimeArray):
        raise call.error(
            "New row times must be a datetime or duration vector, or the name of a time step.", f"MATLAB:{call.name}:InvalidTimes"
        )
    else:
        edges = target.seconds.ravel()
        if not filling:
            edges = np.append(edges, np.inf)
            return _aggregated(call, value, edges, rule)
    if not filling:
        return _aggregated(call, value, edges, rule)
    if word is not None and len(edges) > 1 and edges[-2] >= value.times.seconds.max():
        edges = edges[:-1]
    return _refilled(call, value, edges, rule, named.get("Constant", 0.0))


@builtin(
    "retime", "TT2 = retime(TT, newTimeStep, method)", "TT2 = retime(TT, newTimes, method)", "TT2 = retime(TT, 'regular', method, 'TimeStep', dt)",
    "TT2 = retime(..., Name, Value)", "TT2 = retime(TT, newTimes)",
    summary="Timetable at other times: gathered by a statistic, filled, or interpolated.",
    examples=(
        Example("TT = retime(timetable(minutes([10;50;70]),[1;3;5]),'hourly','mean'); TT.Var1", "[2;5]"),
        Example("TT = retime(timetable(seconds([0;2]),[1;3]),seconds([0;1;2]),'linear'); TT.Var1", "[1;2;3]"),
        Example("TT = retime(timetable(seconds([0;2]),[1;3]),seconds([0;1;2])); TT.Var1", "[1;NaN;3]"),
    ),
)  # fmt: skip
def retime(call, value, target, *arguments):
    values, named = split_options(arguments, ("TimeStep", "SampleRate", "Constant", "EndValues", "IncludedEdge"))
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
    rest, named = split_options(arguments[len(tables) :], ("TimeStep", "SampleRate", "Constant", "EndValues", "IncludedEdge"))
    titles = [call.session.given_name(call.name, i + 1) or str(i + 1) for i in range(len(tables))]
    word = text_of(rest[0]).lower() if rest and is_text(rest[0]) else None
    method = rest[1] if len(rest) > 1 else None
    all_times = [t.times.seconds.ravel() for t in tables]
    if word in _UNITS or word in _CALENDAR or word == "regular":
        whole = Timetable(tables[0].times.like(np.concatenate(all_times)), {})
        filling = method is None or (is_text(method) and text_of(method).lower() in _FILLS)
        target = _retimed(call, whole, rest[0], method if filling else to_value("count"), named).times
    else:
        target = rest[0] if rest and word is None else tables[0].times.like(_basis(call, all_times, word or "union"))
    columns: dict[str, Any] = {}
    names = [name for t in tables for name in t.names]
    for title, table in zip(titles, tables, strict=True):
        found = _retimed(call, table, target, method, named)
        for name, column in found.columns.items():
            own = f"{name}_{title}" if names.count(name) > 1 else name
            columns[unlike_names([own], columns)[0]] = column
    return Timetable(target, columns, tables[0].about)


def _basis(call: Any, times: Sequence[np.ndarray], word: str) -> np.ndarray:
    if word == "union":
        found = np.unique(np.concatenate(times))
    elif word == "intersection":
        found = times[0]
        for other in times[1:]:
            found = np.intersect1d(found, other)
    elif word == "commonrange":
        low, high = max(t.min() for t in times), min(t.max() for t in times)
        found = np.unique(np.concatenate(times))
        found = found[(found >= low) & (found <= high)]
    elif word in ("first", "last"):
        found = times[0 if word == "first" else -1]
    else:
        raise call.error(f"Unrecognized time basis '{word}'.", "MATLAB:synchronize:InvalidTimeBasis")
    return found.reshape(-1, 1)


def _sortrows(call, value, *arguments):
    if arguments:
        return Table.methods["sortrows"](call, value, *arguments)
    order = np.argsort(value.times.seconds.ravel(), kind="stable")
    return value.at_rows(order), to_value((order + 1.0).reshape(-1, 1))


def _issorted(call, value, *arguments):
    """Whether the row times are in order, or the rows by variables."""
    if arguments:
        return Table.methods["issortedrows"](call, value, *arguments)
    seconds = value.times.seconds.ravel()
    known = seconds[~np.isnan(seconds)]
    return bool((np.diff(known) >= 0).all() and not np.isnan(seconds[: len(known)]).any())


Timetable.methods = {**Table.methods, "sortrows": _sortrows, "issorted": _issorted, "issortedrows": _issorted}

"""Timetables: making and converting them, rows by time, steps and lags."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.arguments import Options
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values.convert import as_array, shape_of, text_of, to_value
from ...values.indexing import COLON
from ...values.tables.table import Table
from ...values.tables.timetable import Timetable
from ...values.times.times import Datetime, Duration, TimeArray
from . import custom as table_custom  # noqa: F401  these give tables the methods that timetables share
from .column_rows import part_of, rows_or_gaps
from .tables import checked_table, empty_column, named_options, split_options
from .time_ranges import seconds_in

_EVEN = {"SampleRate", "TimeStep"}
"""Options that ask for evenly spaced row times."""
_OPTIONS = ("RowTimes", "SampleRate", "TimeStep", "StartTime", "VariableNames", "DimensionNames", "Size", "VariableTypes")


def _even_times(call: Any, named: Options, count: int) -> TimeArray:
    """Row times from a rate or a step, from zero seconds or a start."""
    interval = named.get("TimeStep", Duration(0.0, "s"))
    if not isinstance(interval, Duration) or interval.numel != 1 or not isinstance(named.get("StartTime", interval), TimeArray):
        raise call.error("The time step must be a duration scalar, the start a datetime or duration.", "MATLAB:timetable:InvalidTimeStep")
    step = 1 / arg.scalar(named["SampleRate"]) if "SampleRate" in named else float(interval.seconds.flat[0])
    start = named.get("StartTime", Duration(0.0, interval.form))
    return start.like(float(start.seconds.flat[0]) + step * np.arange(count).reshape(-1, 1))


def _timetable_of(call: Any, values: Sequence[Any], named: Options, guesses: Sequence[str]) -> Timetable:
    """A timetable of columns, behind the row times where no option gives those; ``guesses`` are names for the columns."""
    columns, names, title = list(values), list(guesses), "Time"
    if "RowTimes" in named:
        times = named["RowTimes"]
    elif _EVEN & named.keys():
        times = _even_times(call, named, shape_of(columns[0])[0] if columns else 0)
    else:
        times = columns.pop(0) if columns else None
        title = names.pop(0) or title if names else title
    if not isinstance(times, TimeArray):
        raise call.error("Row times must be a datetime or duration vector.", "MATLAB:timetable:NoTimeVector")
    names = _variable_names(call, named, names, len(columns))
    return Timetable(times, dict(zip(names, columns, strict=True))).renamed_times(named.read("DimensionNames", texts_of, [title])[0])


def _variable_names(call: Any, named: Options, guesses: Sequence[str], count: int) -> list[str]:
    """The names of the variables: those of the option, else guesses, else Var1, Var2 ..."""
    if "VariableNames" not in named:
        return [guess or f"Var{i + 1}" for i, (guess, _) in enumerate(zip_longest(guesses[:count], range(count)))]
    names = texts_of(named["VariableNames"])
    if len(names) != count:
        raise call.error(
            "The VariableNames property must contain one name for each variable in the timetable.",
            "MATLAB:table:IncorrectNumberOfVarNames",
        )
    return names


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
        return _of_size(call, values, named)
    return _timetable_of(call, values, named, [call.session.given_name(call.name, i + 1) for i in range(len(values))])


def _of_size(call: Any, values: Sequence[Any], named: Options) -> Timetable:
    """A timetable of the size and with the types that options give."""
    height, width = (int(n) for n in as_array(named["Size"]).flat)
    kinds = named.read("VariableTypes", texts_of, [])
    if values or len(kinds) != width:
        raise call.error("'VariableTypes' must have one type for each variable.", "MATLAB:table:VarTypesAndSizeMismatch")
    columns = [empty_column(call, kind, height) for kind in kinds]
    even = _EVEN & named.keys()
    if not even and "RowTimes" not in named:
        raise call.error("Row times must be a datetime or duration vector.", "MATLAB:timetable:NoTimeVector")
    return _timetable_of(call, columns, Options({"RowTimes": _even_times(call, named, height), **named}) if even else named, [])


@builtin("istimetable", "tf = istimetable(A)", summary="Whether a value is a timetable.", examples=(Example("istimetable(1)", "false"),))
def istimetable(call, value):
    return isinstance(value, Timetable)


@builtin(
    "array2timetable", "TT = array2timetable(X, 'RowTimes', times)", "TT = array2timetable(X, 'SampleRate', Fs)", "TT = array2timetable(X, Name, Value, ...)",
    summary="Timetable of the columns of an array.",
    examples=(
        Example("TT = array2timetable([1 2;3 4],'RowTimes',seconds([1;2])); TT.Var2", "[2;4]"),
        Example("TT = array2timetable(hours([1 2]),'RowTimes',seconds(1)); TT.Var2", "hours(2)"),
    ),
)  # fmt: skip
def array2timetable(call, array, *options):
    named = named_options(options, _OPTIONS)
    columns = [part_of(array, (COLON, float(j + 1))) for j in range(shape_of(array)[1])]
    stem = call.session.given_name(call.name, 1)
    return _timetable_of(call, columns, named, [f"{stem}{j + 1}" if stem else "" for j in range(len(columns))])


@builtin(
    "table2timetable", "TT = table2timetable(T)", "TT = table2timetable(T, 'RowTimes', times)", "TT = table2timetable(T, Name, Value, ...)",
    summary="Timetable of a table; its first variable of times gives the row times.",
    examples=(Example("TT = table2timetable(table(seconds([1;2]),[5;6])); TT.Var2", "[5;6]"),),
)  # fmt: skip
def table2timetable(call, table, *options):
    named = named_options(options, _OPTIONS)
    columns, title = dict(checked_table(call, table).columns), "Time"
    if "RowTimes" in named and not isinstance(named["RowTimes"], TimeArray):
        (title,) = table.chosen_names(named.pop("RowTimes"))
        named["RowTimes"] = columns.pop(title)
    elif not {"RowTimes", "SampleRate", "TimeStep"} & named.keys():
        title = next((name for name, value in columns.items() if isinstance(value, TimeArray)), None)
        if title is None:
            raise call.error(
                "The table has no variable of datetimes or durations for the row times.", "MATLAB:table2timetable:NoTimeVarFound"
            )
        named["RowTimes"] = columns.pop(title)
    return _timetable_of(call, list(columns.values()), named, list(columns)).renamed_times(title)


@builtin(
    "timetable2table", "T = timetable2table(TT)", "T = timetable2table(TT, 'ConvertRowTimes', tf)", summary="Table of a timetable.",
    examples=(Example("T = timetable2table(timetable(seconds([1;2]),[5;6])); width(T)", "2"),),
)  # fmt: skip
def timetable2table(call, value, *options):
    named = named_options(options, ("ConvertRowTimes",))
    if not named.switch("ConvertRowTimes", True):
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
        {name: rows_or_gaps(column, np.where((rows < 0) | (rows >= value.height), -1, rows)) for name, column in value.columns.items()}
    )


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


TIMETABLE_METHODS = methods(Timetable, {"sortrows": _sortrows, "issorted": _issorted, "issortedrows": _issorted})

"""Calendar durations: making them, their arithmetic with datetimes, and the time between datetimes in calendar units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import numeric
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...builtins.strings import appended
from ...values import CellArray, CharArray, StringArray, object_array
from ...values.convert import as_array, is_text, text_of, to_value
from ...values.times.calendar import CalendarDuration
from ...values.times.moments import seconds_of
from ...values.times.times import Datetime, Duration

_DAY = 86400.0


def shifted(moments: np.ndarray, months: np.ndarray, days: np.ndarray, seconds: np.ndarray) -> np.ndarray:
    """Seconds since 1970 after months (the day of the month kept within the month), then days, then seconds."""
    moments, months, days, seconds = np.broadcast_arrays(moments, months, days, seconds)
    result = np.array(moments, np.float64)
    moved = (months != 0) & ~np.isnan(moments)
    if moved.any():
        dates = Datetime(moments[moved].reshape(1, -1))
        year, month, day = (dates.part(p) for p in ("year", "month", "day"))
        clock = np.mod(dates.seconds, _DAY)
        count = year * 12 + month - 1 + months[moved].reshape(1, -1)
        first = seconds_of(np.floor(count / 12), np.mod(count, 12) + 1, 1.0)
        length = np.round((seconds_of(np.floor((count + 1) / 12), np.mod(count + 1, 12) + 1, 1.0) - first) / _DAY)
        result[moved] = (first + (np.minimum(day, length) - 1) * _DAY + clock).ravel()
    return result + days * _DAY + seconds


def _unit(name: str, months: float, days: float, form: str, *examples: Example):
    @builtin(
        name, f"L = {name}(X)", f"X = {name}(L)", summary=f"Calendar duration of a number of {name[3:]}, or that number of one.", examples=examples
    )  # fmt: skip
    def function(call, value=1.0):
        if isinstance(value, CalendarDuration):
            whole = np.fix(value.parts[0] / months) if months else np.fix(value.parts[1] / days)
            return to_value(whole)
        count = numeric(value).astype(np.float64)
        if (np.isfinite(count) & (count != np.fix(count))).any():
            raise call.error("Calendar units must be whole numbers.", f"MATLAB:calendarDuration:{name}:NotInteger")
        return CalendarDuration(count * months, count * days, 0.0, form)

    return function


UNITS = (
    _unit("calyears", 12, 0, "ymdt", Example("t = datetime(2020,2,29) + calyears(1); t.Day", "28")),
    _unit("calquarters", 3, 0, "qmdt", Example("calmonths(calquarters(2))", "6")),
    _unit(
        "calmonths",
        1,
        0,
        "ymdt",
        Example("char(datetime(2020,1,31) + calmonths(1))", "'29-Feb-2020'"),
        Example("calmonths(calmonths(14))", "14"),
    ),
    _unit("calweeks", 0, 7, "ymwdt", Example("caldays(calweeks(2))", "14")),
    _unit("caldays", 0, 1, "ymdt", Example("char(datetime(2020,2,28) + caldays(2))", "'01-Mar-2020'")),
)


@builtin(
    "calendarDuration", "L = calendarDuration(Y, M, D)", "L = calendarDuration(Y, M, D, T)", "L = calendarDuration(Y, M, D, H, MI, S)",
    "L = calendarDuration(X)", summary="Lengths of time in calendar units.",
    examples=(Example("char(calendarDuration(1,2,3))", "'1y 2mo 3d'"), Example("char(calendarDuration(0,14,0,1,0,0))", "'1y 2mo 1h 0m 0s'")),
)  # fmt: skip
def calendar_duration(call, *arguments):
    values = list(arguments)
    form = "ymdt"
    if len(values) > 2 and type(values[-2]) is CharArray and text_of(values[-2]) == "Format":
        form = text_of(values[-1])
        del values[-2:]
    if (wrong := next((v for v in values if is_text(v)), None)) is not None:
        raise call.error(f"Invalid parameter name: {text_of(wrong)}.", "MATLAB:calendarDuration:parseArgs:BadParamName")
    if len(values) == 1:
        return CalendarDuration(*_from_matrix(numeric(values[0])), form)
    years, months, days = (numeric(v).astype(np.float64) for v in values[:3])
    return CalendarDuration(years * 12 + months, days, _clock(values[3:]), form)


def _clock(values: list[Any]) -> Any:
    """Seconds of a duration, or of hours, minutes and seconds; 0 for other arguments."""
    if len(values) == 1 and isinstance(values[0], Duration):
        return values[0].seconds
    if len(values) != 3:
        return 0.0
    hours, minutes, seconds = (numeric(v).astype(np.float64) for v in values)
    return hours * 3600 + minutes * 60 + seconds


def _from_matrix(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    columns = [matrix[:, j : j + 1].astype(np.float64) for j in range(matrix.shape[1])] + [np.zeros((len(matrix), 1))] * 6
    clock = columns[3] * 3600 + columns[4] * 60 + columns[5] if matrix.shape[1] == 6 else np.zeros((len(matrix), 1))
    return columns[0] * 12 + columns[1], columns[2], clock


@builtin("iscalendarduration", "tf = iscalendarduration(A)", summary="Whether a value is a calendarDuration array.",
         examples=(Example("iscalendarduration(caldays(1))", "true"),))  # fmt: skip
def iscalendarduration(call, value):
    return isinstance(value, CalendarDuration)


# --- between --------------------------------------------------------------------------------------------------------


def _between_parts(start: np.ndarray, stop: np.ndarray, components: set[str]) -> CalendarDuration:
    """The largest whole units from one moment to another; signs are those of the difference."""
    start, stop = np.broadcast_arrays(start, stop)
    sign = np.where(stop < start, -1.0, 1.0)
    months = np.zeros(start.shape)
    moment = start
    if components & {"years", "quarters", "months"}:
        a, b = Datetime(start), Datetime(stop)
        count = (b.part("year") - a.part("year")) * 12 + b.part("month") - a.part("month")
        unit = 1 if "months" in components else 3 if "quarters" in components else 12
        count = np.fix(count / unit) * unit
        over = (shifted(start, count, 0.0, 0.0) - stop) * sign > 0
        months = count - np.where(over, sign * unit, 0.0)
        moment = shifted(start, months, 0.0, 0.0)
    days = np.zeros(start.shape)
    if components & {"days", "weeks"}:
        unit = 1.0 if "days" in components else 7.0
        days = np.fix((stop - moment) / _DAY / unit) * unit
        moment = moment + days * _DAY
    clock = stop - moment if "time" in components else np.zeros(start.shape)
    form = "".join(
        letter
        for letter, word in zip("yqmwdt", ("years", "quarters", "months", "weeks", "days", "time"), strict=True)
        if word in components
    )
    return CalendarDuration(months, days, clock, form if components != {"years", "months", "days", "time"} else "ymdt")


_COMPONENTS = ("years", "quarters", "months", "weeks", "days", "time")


def _components(call: Any, value: Any) -> set[str]:
    words = {w.lower() for w in texts_of(value)} if value is not None else {"years", "months", "days", "time"}
    if words - set(_COMPONENTS):
        raise call.error(
            "Components must be among 'years', 'quarters', 'months', 'weeks', 'days', and 'time'.",
            f"MATLAB:datetime:{call.name}:InvalidComponent",
        )
    return words


def _moments(call: Any, value: Any) -> np.ndarray:
    if isinstance(value, Datetime):
        return value.wall
    if type(value) in (CharArray, StringArray, CellArray):
        return Datetime.read(value)
    raise call.undefined(value)


@builtin(
    "between", "L = between(t1, t2)", "L = between(t1, t2, components)", summary="The time between datetimes in calendar units.",
    examples=(
        Example("char(between(datetime(2020,1,15),datetime(2021,3,20)))", "'1y 2mo 5d'"),
        Example("caldays(between(datetime(2020,1,1),datetime(2020,3,1),'days'))", "60"),
    ),
    errors=(ErrorCase("between(1,2)", "MATLAB:UndefinedFunction"),),
)  # fmt: skip
def between(call, first, second, components=None):
    return _between_parts(_moments(call, first), _moments(call, second), _components(call, components))


@builtin(
    "caldiff", "L = caldiff(t)", "L = caldiff(t, components)", summary="The time between successive datetimes in calendar units.",
    examples=(Example("calmonths(caldiff(datetime(2020,[1 2 4],1),'months'))", "[1 2]"),),
)  # fmt: skip
def caldiff(call, value, components=None):
    moments = _moments(call, value)
    axis = next((i for i, n in enumerate(moments.shape) if n != 1), 0)
    first, second = (np.take(moments, range(k, moments.shape[axis] - 1 + k), axis) for k in (0, 1))
    return _between_parts(first, second, _components(call, components))


# --- methods --------------------------------------------------------------------------------------------------------


def _length(value: Any) -> tuple[Any, Any, Any]:
    """Months, days and seconds of a calendar duration, a duration, or a number of days."""
    if isinstance(value, CalendarDuration):
        return value.parts
    if isinstance(value, Duration):
        return 0.0, 0.0, value.seconds
    return 0.0, as_array(value).astype(np.float64), 0.0


def _added(sign: float) -> Callable[..., Any]:
    def method(call, left, right):
        if sign > 0 and StringArray in (type(left), type(right)):
            return appended(call, left, right)
        if isinstance(left, Datetime) or (sign > 0 and isinstance(right, Datetime)):
            base, other = (left, right) if isinstance(left, Datetime) else (right, left)
            months, days, seconds = (sign * np.asarray(p) for p in _length(other))
            if base.zone:  # days are of the calendar: their length in hours depends on the zone
                clock = Datetime(shifted(base.wall, months, days, np.zeros(())), base.form).zoned(base.zone)
                return clock.like(clock.seconds + seconds)
            return base.like(shifted(base.seconds, months, days, seconds))
        if isinstance(right, Datetime):
            raise MatlabError(
                "Subtraction is not defined between calendarDuration and datetime arrays.", "MATLAB:datetime:InvalidSubtraction"
            )
        form = left.form if isinstance(left, CalendarDuration) else right.form
        return CalendarDuration(*(a + sign * np.asarray(b) for a, b in zip(_length(left), _length(right), strict=True)), form)

    return method


def _scaled(call, left, right):
    value, factor = (left, right) if isinstance(left, CalendarDuration) else (right, left)
    return value.like([part * as_array(factor) for part in value.parts])


def _joined(axis: int) -> Callable[..., Any]:
    def method(call, *values):
        first = next(v for v in values if isinstance(v, CalendarDuration))
        lengths = [np.broadcast_arrays(*(np.atleast_2d(p) for p in _length(v))) for v in values if np.prod(getattr(v, "shape", (1, 1)))]
        return first.like([np.concatenate([length[k] for length in lengths], axis=axis) for k in range(3)])

    return method


def _split(call, value, units):
    parts = []
    months, days, seconds = value.parts
    for word in [w.lower() for w in texts_of(units)]:
        if word in ("years", "quarters", "months"):
            size = {"years": 12, "quarters": 3, "months": 1}[word]
            whole = np.fix(months / size)
            months = months - whole * size
            parts.append(to_value(whole))
        elif word in ("weeks", "days"):
            size = 7 if word == "weeks" else 1
            whole = np.fix(days / size)
            days = days - whole * size
            parts.append(to_value(whole))
        else:
            parts.append(Duration(seconds))
    return tuple(parts)


def _colon(call, first, *others):
    """``t1:step:t2`` in steps of a calendar duration."""
    if not others:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    step, last = others[0], others[-1]
    start = np.array([[float(first.wall.flat[0])]])
    stop = float((last.wall if isinstance(last, Datetime) else Datetime(0.0).admitting(last)[1]).flat[0])

    def after(k: int) -> float:
        """The moment so many steps after the start."""
        return float(shifted(start, *(np.array([[k * float(p.flat[0])]]) for p in step.parts)).flat[0])

    sign = 1.0 if after(1) >= start.item() else -1.0
    bounds: list[float] = []
    while sign * (moment := after(len(bounds))) <= sign * stop and moment not in bounds[-1:]:
        bounds.append(moment)
    return Datetime(np.array([bounds]), first.form).zoned(first.zone)


def _compared(name: str) -> Callable[..., Any]:
    def method(call, left, right):
        same = np.logical_and.reduce([np.asarray(a) == np.asarray(b) for a, b in zip(_length(left), _length(right), strict=True)])
        return to_value(np.atleast_2d(same if name == "eq" else ~same))

    return method


CALENDAR_DURATION_METHODS = methods(CalendarDuration, {
    "plus": _added(1.0),
    "minus": _added(-1.0),
    "times": _scaled,
    "mtimes": _scaled,
    "uminus": lambda call, v: v.like([-p for p in v.parts]),
    "horzcat": _joined(1),
    "vertcat": _joined(0),
    "eq": _compared("eq"),
    "ne": _compared("ne"),
    "split": _split,
    "colon": _colon,
    "time": lambda call, v: Duration(v.parts[2]),
    "isnan": lambda call, v: to_value(np.isnan(v.parts[0])),
    "ismissing": lambda call, v: to_value(np.isnan(v.parts[0])),
    "char": lambda call, v: CharArray.rows(v.texts()),
    "string": lambda call, v: StringArray(object_array(v.texts(), v.shape)),
    "cellstr": lambda call, v: CellArray(object_array([CharArray.row(t) for t in v.texts()], v.shape)),
    "transpose": lambda call, v: v.like([p.T for p in v.parts]),
    "ctranspose": lambda call, v: v.like([p.T for p in v.parts]),
    "sum": lambda call, v: v.like([p.sum(axis=1 if p.shape[0] == 1 else 0, keepdims=True) for p in v.parts]),
})

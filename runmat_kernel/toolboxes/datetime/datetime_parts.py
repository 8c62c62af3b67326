"""Parts and conversions of datetimes and durations: names and numbers of days, weeks and quarters, serial dates, ranges, rounding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import CellArray, CharArray, Tensor, object_array
from ...values.convert import as_array, class_of, is_text, shape_of, text_of, to_value, word_of
from ...values.times import time_zones
from ...values.times.moments import calendar_of, days_of, seconds_of
from ...values.times.time_text import DAYS, MONTHS
from ...values.times.times import Datetime, Duration, TimeArray
from ..arrays.missing_questions import of_numbered
from . import time_methods as _base  # noqa: F401 (its methods come first)
from .datetimes import from_text
from .time_histograms import histcounts_of_times

_DAY = 86400.0


def _needs(call: Any, value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise call.undefined(value)
    return value


def _weekday(value: Datetime) -> np.ndarray:
    """1 for Sunday to 7 for Saturday."""
    return np.mod(np.floor(value.wall / _DAY) + 4, 7) + 1


def _day_of_year(value: Datetime) -> np.ndarray:
    return np.floor((value.wall - seconds_of(value.part("year"), 1.0, 1.0)) / _DAY) + 1


def _named(numbers: np.ndarray, names: list[str], short: bool) -> CellArray:
    texts = ["" if n != n else names[int(n) - 1][: 3 if short else None] for n in numbers.ravel(order="F")]
    return CellArray(object_array([CharArray.row(t) for t in texts], numbers.shape))


_SUNDAY_FIRST = [DAYS[6], *DAYS[:6]]


def _day(call, value, kind=None):
    word = text_of(kind).lower() if kind is not None else "dayofmonth"
    if word in ("name", "shortname"):
        return _named(_weekday(value), _SUNDAY_FIRST, word == "shortname")
    numberings = {"dayofmonth": lambda: value.part("day"), "dayofweek": lambda: _weekday(value), "dayofyear": lambda: _day_of_year(value)}
    iso = {"iso-dayofweek": lambda: np.mod(_weekday(value) - 2, 7) + 1}
    if word not in numberings | iso:
        raise call.error(
            "Day type must be 'dayofmonth', 'dayofweek', 'iso-dayofweek', 'dayofyear', 'name', or 'shortname'.",
            "MATLAB:datetime:InvalidDayType",
        )
    return to_value((numberings | iso)[word]())


def _month(call, value, kind=None):
    word = text_of(kind).lower() if kind is not None else "monthofyear"
    if word in ("name", "shortname"):
        return _named(value.part("month"), MONTHS, word == "shortname")
    if word != "monthofyear":
        raise call.error(f"'{word}' is not a recognized month type.", "MATLAB:datetime:InvalidComponent")
    return to_value(value.part("month"))


def _second(call, value, kind=None):
    word = text_of(kind).lower() if kind is not None else "secondofminute"
    if word not in ("secondofminute", "secondofday"):
        raise call.error(f"'{word}' is not a recognized second type.", "MATLAB:datetime:InvalidComponent")
    if word == "secondofday":
        return to_value(np.mod(value.wall, _DAY))
    return to_value(value.part("second"))


def _week(call, value, kind=None):
    word = text_of(kind).lower() if kind is not None else "weekofyear"
    if word not in ("weekofyear", "weekofmonth", "iso-weekofyear", "iso-weekofmonth"):
        raise call.error(
            "Week type must be 'weekofyear', 'weekofmonth', 'iso-weekofyear', or 'iso-weekofmonth'.", "MATLAB:datetime:InvalidWeekType"
        )
    if word == "iso-weekofmonth":  # a week belongs to the month of its Thursday
        thursday = Datetime(value.wall + (3 - np.mod(_weekday(value) - 2, 7)) * _DAY)
        return to_value(np.ceil(thursday.part("day") / 7))
    if word == "weekofmonth":
        first = Datetime(seconds_of(value.part("year"), value.part("month"), 1.0))
        return to_value(np.floor((value.part("day") + _weekday(first) - 2) / 7) + 1)
    if word.startswith("iso"):
        return to_value(_iso_week(value.wall))
    first = Datetime(seconds_of(value.part("year"), 1.0, 1.0))
    return to_value(np.floor((_day_of_year(value) + _weekday(first) - 2) / 7) + 1)


def _iso_week(wall: np.ndarray) -> np.ndarray:
    """Weeks begin on Monday, and the first one holds January 4: a week belongs to the year of its Thursday."""
    weeks, known = np.full(wall.shape, np.nan), ~np.isnan(wall)
    calendar = calendar_of(wall[known])
    thursday = calendar.days - calendar.weekday + 3
    weeks[known] = (thursday - days_of(thursday.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970, 1)) // 7 + 1
    return weeks


def _of_times(name: str, usage: tuple[str, ...], summary: str, function: Callable[..., Any], *examples: Example, more: str = ""):
    @builtin(name, *usage, summary=summary, examples=examples, errors=(ErrorCase(f"{name}(1{more})", "MATLAB:UndefinedFunction"),))
    def record(call, value, *rest):
        return function(call, _needs(call, value, Datetime), *rest)

    return record


def _zone_offset(call, value):
    return Duration(time_zones.offsets(value.seconds, value.zone) if value.zone else np.full(value.shape, np.nan), "hh:mm")


def _excel(value: Datetime, kind: str) -> Any:
    """Serial dates of Excel: those of 1900 count a 29th of February of that year, which was none."""
    if kind == "1904":
        return to_value(value.wall / _DAY + 24107)
    days = value.wall / _DAY + 25569
    return to_value(np.where(days < 61, days - 1, days))


def _julian(call, value, kind=None):
    since = {"juliandate": 2440587.5, "modifiedjuliandate": 40587.0}
    return to_value(value.seconds / _DAY + since[arg.option(call, kind, *since, default="juliandate")])


def _exceltime(call, value, kind=None):
    return _excel(value, arg.option(call, kind, "1900", "1904", default="1900"))


def _ticks(value: Datetime, per_second: int, start: int) -> Tensor:
    """Whole ticks since a moment that lies ``start`` seconds before 1970."""
    whole = np.floor(value.seconds)
    parts = np.round((value.seconds - whole) * per_second)
    counts = [(int(a) + start) * per_second + int(b) if a == a else 0 for a, b in zip(whole.ravel("F"), parts.ravel("F"), strict=True)]
    return Tensor(np.array(counts, np.uint64).reshape(value.shape, order="F"))


def _yyyymmdd(call, value):
    return to_value(value.part("year") * 10000 + value.part("month") * 100 + value.part("day"))


def _convert_to(call, value, kind, *options):
    word = text_of(kind).lower()
    named = arg.name_values(options if word == "epochtime" else (), call.name, "epoch tickspersecond")
    if options and word != "epochtime":
        raise call.error("Too many input arguments.", "MATLAB:maxrhs")
    known = {
        "posixtime": lambda: value.seconds,
        "excel": lambda: _excel(value, "1900"),
        "excel1904": lambda: _excel(value, "1904"),
        ".net": lambda: _ticks(value, 10**7, 62135596800),
        "ntfs": lambda: _ticks(value, 10**7, 11644473600),
        "ntp": lambda: _ticks(value, 2**32, 2208988800),
        "juliandate": lambda: value.seconds / _DAY + 2440587.5,
    }
    known |= {"datenum": lambda: value.seconds / _DAY + 719529.0, "modifiedjuliandate": lambda: value.seconds / _DAY + 40587.0}
    if word == "yyyymmdd":
        return _yyyymmdd(call, value)
    if word == "epochtime":
        epoch = named.get("epoch", 0.0)
        start = from_text(text_of(epoch), None) if is_text(epoch) else epoch.seconds if isinstance(epoch, Datetime) else 0.0
        ticks = named.number("tickspersecond", 1.0)
        return Tensor(np.floor((value.seconds - start) * ticks).astype(np.int64))
    if word not in known:
        raise call.error(f"Unrecognized date type '{text_of(kind)}'.", "MATLAB:datetime:UnrecognizedConvertTo")
    return to_value(known[word]())


_T = "datetime(2020,3,4,5,6,7)"
QUESTIONS = (
    _of_times("week", ("n = week(t)", "n = week(t, type)"), "The number of the week.", _week, Example(f"week({_T})", "10")),
    _of_times("quarter", ("n = quarter(t)",), "The number of the quarter.", lambda call, v: to_value(np.floor((v.part("month") - 1) / 3) + 1),
              Example(f"quarter({_T})", "1")),
    _of_times("timeofday", ("d = timeofday(t)",), "The time since midnight.", lambda call, v: Duration(np.mod(v.wall, _DAY)),
              Example(f"seconds(timeofday({_T}))", "18367")),
    _of_times("isweekend", ("tf = isweekend(t)",), "Whether a day is a Saturday or Sunday.", lambda call, v: to_value(np.isin(_weekday(v), (1, 7))),
              Example("isweekend(datetime(2020,3,7))", "true")),
    _of_times("isdst", ("tf = isdst(t)",), "Whether daylight saving time holds; never without a time zone.",
              lambda call, v: to_value(time_zones.in_summer(v.seconds, v.zone) if v.zone else np.zeros(v.shape, bool)), Example(f"isdst({_T})", "false")),
    _of_times("tzoffset", ("d = tzoffset(t)",), "The offset from UTC; NaN without a time zone.", _zone_offset,
              Example(f"isnan(tzoffset({_T}))", "true")),
    _of_times("juliandate", ("jd = juliandate(t)", "jd = juliandate(t, dateType)"), "Julian dates.", _julian,
              Example("juliandate(datetime(2000,1,1,12,0,0))", "2451545"), Example("juliandate(datetime(2000,1,1),'modifiedjuliandate')", "51544")),
    _of_times("exceltime", ("n = exceltime(t)", "n = exceltime(t, dateType)"), "Excel's serial dates.", _exceltime,
              Example("exceltime(datetime(1900,[1 2 3],[1 28 1]))", "[1 59 61]"), Example("exceltime(datetime(1904,1,2),'1904')", "1")),
    _of_times("yyyymmdd", ("n = yyyymmdd(t)",), "Dates as numbers of eight digits.", _yyyymmdd, Example(f"yyyymmdd({_T})", "20200304")),
    _of_times("convertTo", ("X = convertTo(t, dateType)", "X = convertTo(t, 'epochtime', Name, Value, ...)"), "Datetimes as numbers of another kind.",
              _convert_to, Example("convertTo(datetime(1970,1,2),'posixtime')", "86400"),
              Example("convertTo(datetime(1970,1,2),'epochtime')", "int64(86400)"),
              Example("convertTo(datetime(2001,1,2),'epochtime','Epoch','2001-01-01','TicksPerSecond',10)", "int64(864000)"),
              Example("convertTo(datetime(2001,1,1),'.net')", "uint64(631139040000000000)"), more=", 'excel'"),
)  # fmt: skip


@builtin(
    "isbetween", "tf = isbetween(t, lower, upper)", "tf = isbetween(t, lower, upper, intervalType)",
    summary="Which times lie in a range.",
    examples=(
        Example("isbetween(datetime(2020,1,[1 5 9]),datetime(2020,1,2),datetime(2020,1,9))", "[false true true]"),
        Example("isbetween(datetime(2020,1,[1 5 9]),datetime(2020,1,1),datetime(2020,1,9),'open')", "[false true false]"),
        Example("isbetween([1 2 3],2,3)", "[false true true]"),
    ),
)  # fmt: skip
def isbetween(call, value, low, high, kind=None):
    word = text_of(kind).lower() if kind is not None else "closed"
    if word not in ("closed", "open", "openleft", "openright", "closedleft", "closedright"):
        raise call.error(f"Unrecognized interval type '{word}'.", "MATLAB:isbetween:InvalidIntervalType")
    below = "gt" if word in ("open", "openleft", "closedright") else "ge"
    above = "lt" if word in ("open", "openright", "closedleft") else "le"
    return call.feval("and", call.feval(below, value, low)[0], call.feval(above, value, high)[0])[0]


# --- methods --------------------------------------------------------------------------------------------------------


def _boundary(call: Any, value: Datetime, unit: str, end: bool) -> Datetime:
    """The start (or the last day, or last moment of a shorter unit) of the unit around each moment."""
    names = ["year", "month", "day", "hour", "minute", "second"]
    if unit == "week":
        start = np.floor(value.seconds / _DAY) * _DAY - (_weekday(value) - 1) * _DAY
        return value.like(start + 6 * _DAY * end)
    if unit == "quarter":
        month = np.floor((value.part("month") - 1) / 3) * 3 + 1
        return value.like(seconds_of(value.part("year"), month + 3 * end, 1.0) - _DAY * end)
    if unit not in names:
        raise call.error(f"'{unit}' is not a unit of time to shift to.", "MATLAB:datetime:dateshift:unsupported")
    level = names.index(unit)
    starts = [value.part(name) for name in names[: level + 1]]
    starts[level] = np.floor(starts[level]) + end
    first = [np.full(value.shape, least) for least in (0.0, 1.0, 1.0, 0.0, 0.0, 0.0)[level + 1 :]]
    return value.like(seconds_of(*starts, *first) - (_DAY if end and level < 2 else 0))


def _dateshift(call, value, rule, unit, which=None):
    return _shifted_clock(call, value.unzoned(), rule, unit, which).zoned(value.zone)


def _shifted_clock(call, value, rule, unit, which=None):
    """``dateshift`` of the time on the clock."""
    rule = text_of(rule).lower()
    if rule == "dayofweek":
        return _to_weekday(call, value, unit, which)
    unit = text_of(unit).lower()
    if rule in ("start", "end"):
        if which is not None and word_of(which) == "nearest":
            near = [_unit_from(call, value, unit, rule, count).seconds for count in (1.0, 0.0, -1.0)]
            distances = np.abs(np.stack(near) - value.seconds)
            return value.like(np.choose(np.argmin(np.where(np.isnan(distances), np.inf, distances), axis=0), near))
        count = {"current": 0, "next": 1, "previous": -1}.get(text_of(which).lower()) if which is not None and is_text(which) else which
        return _unit_from(call, value, unit, rule, 0.0 if count is None else as_array(to_value(count)).astype(np.float64))
    raise call.error("The shift must be 'start', 'end', or 'dayofweek'.", "MATLAB:datetime:dateshift:unsupported")


def _moved(call: Any, value: Datetime, unit: str, count: np.ndarray) -> Datetime:
    from .calendar_durations import shifted

    months = {"year": 12, "quarter": 3, "month": 1}.get(unit, 0)
    seconds = {"week": 7 * _DAY, "day": _DAY, "hour": 3600.0, "minute": 60.0, "second": 1.0}.get(unit, 0.0)
    return value.like(shifted(value.seconds, months * count, 0.0 * count, seconds * count))


def _unit_from(call: Any, value: Datetime, unit: str, rule: str, count: Any) -> Datetime:
    """The start or end of the unit that is a number of units after that of each moment."""
    moved = _moved(call, _boundary(call, value, unit, False), unit, np.asarray(count)) if np.any(count) else value
    if not np.any(count) and np.shape(count) not in ((), (1, 1)):
        moved = value.like(value.seconds + 0 * np.asarray(count))
    return _boundary(call, moved, unit, rule == "end")


def _days_named(call: Any, days: Any) -> list[frozenset[int]]:
    """Days of the week, 1 for Sunday: one set for each name or number."""
    groups = {"weekday": frozenset(range(2, 7)), "weekend": frozenset((1, 7))}
    if not is_text(days) and class_of(days) not in ("string", "cell"):
        return [frozenset((int(n),)) for n in as_array(days).ravel(order="F")]
    numbers = []
    for name in texts_of(days):
        number = next((k + 1 for k, day in enumerate(_SUNDAY_FIRST) if len(name) > 1 and day.lower().startswith(name.lower())), 0)
        if not number and name.lower() not in groups:
            raise call.error("Day of week must be a number from 1 to 7, or a day name.", "MATLAB:datetime:dateshift:InvalidDOW")
        numbers.append(groups.get(name.lower(), frozenset((number,))))
    return numbers


def _to_weekday(call: Any, value: Datetime, days: Any, which: Any) -> Datetime:
    """The next or an earlier day of a name, so many times; the day itself counts."""
    word = text_of(which).lower() if which is not None and is_text(which) else "next"
    counts = {"next": 1.0, "previous": -1.0, "nearest": np.nan}.get(word)
    if counts is None:
        raise call.error(f"'{word}' is not a rule for days of the week.", "MATLAB:datetime:dateshift:InvalidRule")
    times = np.full((1, 1), counts) if which is None or is_text(which) else as_array(which).astype(np.float64)
    if (times == 0).any():
        raise call.error("A shift by days of the week must not be 0.", "MATLAB:datetime:dateshift:InvalidRule")
    names = _days_named(call, days)
    shape = (1, 1) if is_text(days) else shape_of(days)
    seconds, times, which_name = np.broadcast_arrays(value.seconds, times, np.arange(len(names)).reshape(shape, order="F"))
    result = np.full(seconds.shape, np.nan)
    for at in np.ndindex(result.shape):
        if seconds[at] == seconds[at]:
            result[at] = _occurrence(seconds[at], names[which_name[at]], float(times[at]))
    return value.like(result)


def _occurrence(seconds: float, weekdays: frozenset[int], count: float) -> float:
    """The start of the day that is the ``count``-th of its kind from a moment on (backwards where negative, the nearest where NaN)."""
    if count != count:
        after, before = _occurrence(seconds, weekdays, 1.0), _occurrence(seconds, weekdays, -1.0)
        return after if after - seconds <= seconds - before else before
    day, step, left = np.floor(seconds / _DAY), 1 if count > 0 else -1, abs(int(count))
    while True:
        left -= int((day + 4) % 7) + 1 in weekdays
        if not left:
            return float(day * _DAY)
        day += step


def _rounded(name: str) -> Callable[..., Any]:
    """Durations rounded to seconds or another unit."""
    sizes = {"seconds": 1.0, "minutes": 60.0, "hours": 3600.0, "days": _DAY, "years": 31556952.0}

    def method(call, value, unit=None):
        size = (
            sizes[text_of(unit).lower()]
            if unit is not None
            else {"m": 60.0, "h": 3600.0, "d": _DAY, "y": 31556952.0}.get(value.form or "", 1.0)
        )
        whole = call.feval(name, to_value(value.seconds / size))[0]
        return value.like(arg.elements(whole) * size)

    return method


def _remainder(name: str) -> Callable[..., Any]:
    def method(call, left, right):
        a, b = (v.seconds if isinstance(v, Duration) else as_array(v) * _DAY for v in (left, right))
        form = next(v for v in (left, right) if isinstance(v, Duration))
        return form.like(arg.elements(call.feval(name, to_value(a), to_value(b))[0]))

    return method


def _operand(value: Any, word: Any) -> Any:
    """An argument for functions of numbers: seconds for times, and the flags for which datetimes have other names."""
    if isinstance(word, TimeArray):
        return to_value(word.seconds)
    if type(value) is Datetime and word_of(word) in ("omitnat", "includenat"):
        return to_value(text_of(word).lower().replace("nat", "nan"))
    return word


def _through(name: str, result: type | None = None) -> Callable[..., Any]:
    """A function of the seconds whose result is a time again, perhaps of another class."""

    def method(call, value, *rest):
        first = next(v for v in (value, *rest) if isinstance(v, TimeArray))
        outputs = call.feval(name, *(_operand(first, v) for v in (value, *rest)), nargout=max(call.nargout, 1))
        seconds = arg.elements(outputs[0])
        times = result(seconds) if result is not None and type(first) is not result else first.like(seconds)
        return (times, *(_companion(name, first, other) for other in outputs[1:]))

    return method


def _companion(name: str, first: TimeArray, other: Any) -> Any:
    """A further result: the mean of ``std``, the frequency and the ties of ``mode``."""
    if name == "std":
        return first.like(arg.elements(other))
    if type(other) is CellArray:
        return CellArray(object_array([first.like(arg.elements(item)) for item in other.array.ravel(order="F")], other.shape))
    return other


def _plain(name: str) -> Callable[..., Any]:
    """A question about the seconds."""
    return lambda call, value, *rest: call.feval(name, to_value(value.seconds), *rest)[0]


def _extreme(name: str) -> Callable[..., Any]:
    """The least or greatest time: of one array along a dimension, or of two arrays element by element."""

    def method(call, value, *rest):
        first = value if isinstance(value, TimeArray) else next(v for v in rest if isinstance(v, TimeArray))
        operands = [value, *rest]
        if rest and (isinstance(rest[0], TimeArray) or not isinstance(value, TimeArray) or (is_text(rest[0]) and ":" in text_of(rest[0]))):
            a, b = first.partners(operands[0], operands[1])
            operands[:2] = [a, b]
        outputs = call.feval(name, *(_operand(first, v) for v in operands), nargout=max(call.nargout, 1))
        return (first.like(arg.elements(outputs[0])), *outputs[1:])

    return method


def _interpolated(call, *arguments):
    """``interp1`` over times: the seconds of sample points, values and queries that are times."""
    operands = [to_value(v.seconds) if isinstance(v, TimeArray) else v for v in arguments]
    seconds = call.feval("interp1", *operands)[0]
    values = arguments[1] if len(arguments) > 2 else arguments[0]
    return values.like(arg.elements(seconds)) if isinstance(values, TimeArray) else seconds


_SHARED = {
    **{name: _extreme(name) for name in ("min", "max")},
    **{name: _through(name) for name in ("mean", "median", "mode", "linspace", "quantile", "prctile")},
    **{name: _through(name, Duration) for name in ("std", "range", "iqr", "mad")},
    **{name: _plain(name) for name in ("isfinite", "isinf")},
    "interp1": _interpolated,
    "histcounts": histcounts_of_times,
    "ismissing": of_numbered,
}
PARTS_OF_DATETIMES = methods(Datetime, {
    **_SHARED, "day": _day, "month": _month, "second": _second, "dateshift": _dateshift,
})  # fmt: skip
PARTS_OF_DURATIONS = methods(Duration, {
    **_SHARED,
    **{name: _rounded(name) for name in ("round", "floor", "ceil", "fix")},
    **{name: _remainder(name) for name in ("mod", "rem")},
    **{name: _through(name) for name in ("cumsum", "sum")},
    **{name: _plain(name) for name in ("sign", "skewness", "kurtosis")},
    "uplus": lambda call, value: value,
    "ldivide": lambda call, left, right: call.feval("rdivide", right, left)[0],
})  # fmt: skip


@builtin(
    "timezones", "T = timezones", "T = timezones(area)", summary="The time zones that datetimes can have, with their offsets from UTC in hours.",
    examples=(Example("T = timezones('Europe'); T.UTCOffset(strcmp(T.Name,'Europe/Berlin'))", "1"),
              Example("T = timezones('Europe'); T.DSTOffset(strcmp(T.Name,'Europe/Berlin'))", "1")),
    errors=(ErrorCase("timezones('Nowhere')", "MATLAB:timezones:InvalidArea"),),
)  # fmt: skip
def timezones(call, area=None):
    from zoneinfo import available_timezones

    from ...values.tables.table import Table

    region = "all" if area is None else text_of(area)
    names = sorted(n for n in available_timezones() if "/" in n and n.split("/")[0] not in ("SystemV", "posix", "right", "US"))
    if region.lower() != "all":
        names = [n for n in names if n.split("/")[0].lower() == region.lower()]
    if not names:
        raise call.error(f"'{region}' is not an area with time zones.", "MATLAB:timezones:InvalidArea")
    season = np.array([seconds_of(2020.0, month, 1.0) for month in (1.0, 7.0)]).ravel()
    offsets = np.array([time_zones.offsets(season, name) for name in names]) / 3600
    cells = lambda texts: CellArray.of([CharArray.row(t) for t in texts], (len(names), 1))  # noqa: E731
    columns = {"Name": cells(names), "Area": cells([n.split("/")[0] for n in names]), "UTCOffset": Tensor(offsets.min(axis=1, keepdims=True)),
               "DSTOffset": Tensor(offsets.max(axis=1, keepdims=True) - offsets.min(axis=1, keepdims=True))}  # fmt: skip
    return Table(columns)

"""Dates as serial numbers (days from year 0), vectors [y m d h min s] and text."""

from __future__ import annotations

import calendar as months
import re
from datetime import datetime
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import integer, numeric, scalar
from ...builtins.element_values import texts_of
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray
from ...values.convert import as_array, is_text, numel_of, text_of
from ...values.times.times import Datetime, Duration

_MONTHS = [months.month_name[i] for i in range(1, 13)]
_DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
_FORMATS = (
    "dd-mmm-yyyy HH:MM:SS",
    "dd-mmm-yyyy",
    "mm/dd/yy",
    "mmm",
    "m",
    "mm",
    "mm/dd",
    "dd",
    "ddd",
    "d",
    "yyyy",
    "yy",
    "mmmyy",
    "HH:MM:SS",
    "HH:MM:SS PM",
    "HH:MM",
    "HH:MM PM",
    "QQ-YY",
    "QQ",
    "dd/mm",
    "dd/mm/yy",
    "mmm.dd,yyyy HH:MM:SS",
    "mmm.dd,yyyy",
    "mm/dd/yyyy",
    "dd/mm/yyyy",
    "yy/mm/dd",
    "yyyy/mm/dd",
    "QQ-YYYY",
    "mmmyyyy",
    "yyyy-mm-dd",
    "yyyymmddTHHMMSS",
    "yyyy-mm-dd HH:MM:SS",
)
_TOKEN = re.compile(r"yyyy|YYYY|yy|YY|mmmm|mmm|mm|m|dddd|ddd|dd|d|HH|MM|SS|FFF|QQ|AM|PM")
_PARSED = (
    "%d-%b-%Y %H:%M:%S",
    "%d-%b-%Y",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d",
    "%m/%d/%Y %H:%M:%S",
    "%m/%d/%Y",
    "%m/%d/%y",
    "%Y-%m-%dT%H:%M:%S",
    "%Y%m%dT%H%M%S",
    "%d-%b-%Y %H:%M",
    "%b-%d-%Y",
    "%d %b %Y",
    "%b %d, %Y",
    "%b %d, %Y %H:%M:%S",
    "%b.%d,%Y",
    "%b.%d,%Y %H:%M:%S",
    "%d/%m/%Y",
    "%H:%M:%S",
    "%H:%M",
    "%I:%M:%S %p",
    "%I:%M %p",
    "%d-%b-%Y %H:%M:%S.%f",
    "%Y-%m-%d %H:%M:%S.%f",
    "%Y-%m-%dT%H:%M:%S.%f",
    "%b%y",
    "%b-%Y",
    "%b-%d-%Y %H:%M:%S",
    "%d %b %Y %H:%M:%S",
    "%b %d %Y %H:%M:%S",
    "%b %d %Y",
    "%d.%b.%Y %H:%M:%S",
    "%d.%b.%Y",
    "%b.%d.%Y %H:%M:%S",
    "%b.%d.%Y",
    "%m/%d/%Y %H:%M",
    "%m/%d/%Y %I:%M:%S %p",
    "%m/%d/%Y %I:%M %p",
    "%m/%d/%Y %H:%M:%S.%f",
    "%Y/%m/%d %H:%M:%S.%f",
    "%Y/%m/%d %H:%M",
    "%d-%b-%y",
    "%m/%d",
)


def serial(year: Any, month: Any, day: Any, hour: Any = 0.0, minute: Any = 0.0, second: Any = 0.0) -> np.ndarray:
    """Serial date numbers of (arrays of) date parts; months beyond 12 belong to later years, months below 1 count as 1."""
    year, month, day, hour, minute, second = (np.asarray(x, np.float64) for x in (year, month, day, hour, minute, second))
    month = np.maximum(month, 1)
    whole = np.floor(month)
    year = year + np.floor((whole - 1) / 12)
    month = np.mod(whole - 1, 12) + 1
    place = np.where(np.isnan(month), 1, month).astype(int) - 1  # the year is NaN where the month is
    before = np.array([0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334], np.float64)[place]
    leap = ((np.mod(year, 4) == 0) & (np.mod(year, 100) != 0)) | (np.mod(year, 400) == 0)
    days = 365 * year + np.ceil(year / 4) - np.ceil(year / 100) + np.ceil(year / 400) + before + (leap & (month > 2)) + day
    return days + (hour * 3600 + minute * 60 + second) / 86400


def datenum_of(when: datetime) -> float:
    """The serial date number of a Python datetime."""
    return float(serial(when.year, when.month, when.day, when.hour, when.minute, when.second + when.microsecond / 1e6))


_DAYS_BEFORE_1970 = 719529


def parts(numbers: np.ndarray) -> np.ndarray:
    """Rows [y m d h min s] of serial date numbers; seconds to the nearest millisecond."""
    flat = np.asarray(numbers, np.float64).reshape(-1)
    days = np.floor(flat)
    seconds = np.round((flat - days) * 86400, 3)
    days, seconds = days + (seconds >= 86400), np.where(seconds >= 86400, 0.0, seconds)
    known = np.abs(days) < 1e12  # not NaN, and no infinity
    dates = np.where(known, days, 0).astype(np.int64) - _DAYS_BEFORE_1970
    months = dates.astype("datetime64[D]").astype("datetime64[M]")
    day = np.where(known, dates - months.astype("datetime64[D]").astype(np.int64) + 1, np.nan)
    year, month = (np.where(known, part, np.nan) for part in np.divmod(months.astype(np.int64), 12))
    year, month = year + 1970, month + 1
    hour = np.floor(seconds / 3600)
    minute = np.floor((seconds - 3600 * hour) / 60)
    year, month, day = (np.where(days == 0, 0.0, part) for part in (year, month, day))  # a time of day alone
    return np.column_stack([year, month, day, hour, minute, np.round(seconds - 3600 * hour - 60 * minute, 3)])


_FULL_MONTH = re.compile("january|february|march|april|june|july|august|september|october|november|december", re.IGNORECASE)


def _strptime(form: str) -> str:
    """MATLAB's free date format as Python's."""
    names = {"yyyy": "%Y", "YYYY": "%Y", "yy": "%y", "mmmm": "%B", "mmm": "%b", "mm": "%m", "dddd": "%A", "ddd": "%a", "dd": "%d"}
    names |= {"HH": "%I" if re.search("AM|PM", form) else "%H", "MM": "%M", "SS": "%S", "FFF": "%f", "AM": "%p", "PM": "%p"}
    return _TOKEN.sub(lambda m: names.get(m.group(), m.group()), form)


def parse_date(text: str, form: str | None = None, pivot: int | None = None) -> datetime:
    """The datetime that a text means, by a format or by those MATLAB knows; a time alone is on January 1 of this year.

    Years of two digits are those of the hundred years from ``pivot`` on, which is fifty years ago where it is None.
    """
    for pattern in [_strptime(form)] if form else _PARSED:
        try:
            when = datetime.strptime(text.strip(), pattern)
            if "%Y" not in pattern:
                first = datetime.now().year - 50 if pivot is None else pivot
                return when.replace(year=first + (when.year - first) % 100 if "%y" in pattern else datetime.now().year)
            return when
        except (ValueError, re.error):  # no such date, or a format that names one part twice
            continue
    shorter = text if form else _FULL_MONTH.sub(lambda result: result.group()[:3], text)
    if shorter != text:
        return parse_date(shorter, None, pivot)
    raise MatlabError(f"Failed to convert from text to date number: '{text}'.", "MATLAB:datenum:ConvertDateString")


def to_serial(value: Any, *options: Any) -> np.ndarray:
    """Serial date numbers of texts, of date vectors (rows of 3 or 6), or of serial numbers themselves.

    ``options`` are those for texts: their format, the pivot year for years of two digits, or both.
    """
    if type(value) in (CharArray, StringArray, CellArray):
        form = next((text_of(option) for option in options if is_text(option)), None)
        pivot = next((integer(option, "pivot year") for option in options if not is_text(option) and numel_of(option)), None)
        return np.array([[datenum_of(parse_date(text, form, pivot))] for text in texts_of(value)])
    array = numeric(value)
    if array.ndim == 2 and array.shape[1] in (3, 6) and array.size and (array[:, 0] < 10000).all() and (np.abs(array[:, 1]) <= 12).all():
        return serial(*array.T).reshape(-1, 1)
    return array.astype(np.float64)


@builtin(
    "datenum",
    "n = datenum(Y, M, D)",
    "n = datenum(Y, M, D, H, MN, S)",
    "n = datenum(V)",
    "n = datenum(text)",
    "n = datenum(text, format)",
    "n = datenum(text, format, pivotYear)",
    summary="Serial date number: days from year 0.",
    examples=(
        Example("datenum(2000, 1, 1)", "730486"),
        Example("datenum([2000 1 1 12 0 0])", "730486.5"),
        Example("datenum('2000-01-02')", "730487"),
        Example("datenum({'jan 2 2000', '2 Jan 2000 00:00:00', '02.jan.2000', 'Jan.02.2000', '01/02/2000 00:00'})", "730487 * ones(5,1)"),
        Example("datenum({'January 27 2006', '27 january 2006', 'January 27, 2006'})", "732704 * ones(3,1)"),
        Example("datenum(2000, 13, 1)", "datenum(2001, 1, 1)"),
        Example("datenum('03/01/2004', 'dd/mm/yyyy')", "datenum(2004, 1, 3)"),
        Example("datenum('03/01/45', 'dd/mm/yy', 1900)", "datenum(1945, 1, 3)"),
    ),
    errors=(ErrorCase("datenum('nonsense')", "MATLAB:datenum:ConvertDateString"),),
)
def datenum(call, first, *others):
    if type(first) in (CharArray, StringArray, CellArray):
        return to_serial(first, *others[:2])
    if others:
        return np.asfortranarray(np.atleast_2d(serial(numeric(first), *(numeric(x) for x in others))))
    array = numeric(first)
    return serial(*array.T).reshape(-1, 1) if array.ndim == 2 and array.shape[1] in (3, 6) else array


@builtin(
    "datevec",
    "V = datevec(n)",
    "V = datevec(t)",
    "V = datevec(text)",
    "V = datevec(text, format)",
    "V = datevec(text, format, pivotYear)",
    "[Y, M, D, H, MN, S] = datevec(...)",
    summary="Date vector [year month day hour minute second].",
    examples=(Example("datevec(730486.5)", "[2000 1 1 12 0 0]"), Example("datevec('2001-02-03 04:05:06')", "[2001 2 3 4 5 6]"),
        Example("datevec(datetime(2020,1,[31;1],2,3,4.5))", "[2020 1 31 2 3 4.5;2020 1 1 2 3 4.5]"), Example("datevec(hours(49.5))", "[0 0 2 1 30 0]")),
)  # fmt: skip
def datevec(call, value, *options):
    if isinstance(value, Datetime):
        rows = np.column_stack([value.part(p).ravel(order="F") for p in ("year", "month", "day", "hour", "minute", "second")])
        return tuple(rows[:, i : i + 1] for i in range(6)) if call.nargout > 1 else rows
    if isinstance(value, Duration):
        seconds = value.seconds.ravel(order="F")
        rows = np.column_stack([np.zeros((len(seconds), 2)), np.fix(seconds / 86400), np.fix(np.fmod(seconds, 86400) / 3600),
                                np.fix(np.fmod(seconds, 3600) / 60), np.fmod(seconds, 60)])  # fmt: skip
        return tuple(rows[:, i : i + 1] for i in range(6)) if call.nargout > 1 else rows
    rows = parts(to_serial(value, *options))
    return tuple(rows[:, i : i + 1] for i in range(6)) if call.nargout > 1 else rows


def date_text(row: np.ndarray, form: str) -> str:
    """A date vector by a free format."""
    year, month, day, hour, minute, second = row
    weekday = int(np.mod(serial(year, month, day) - 1, 7))
    month = max(month, 1)
    twelve = re.search("AM|PM", form) is not None
    milliseconds = min(round((second - np.floor(second)) * 1000), 999)
    names = {
        "yyyy": f"{int(year):04d}",
        "yy": f"{int(year) % 100:02d}",
        "mmmm": _MONTHS[int(month) - 1],
        "mmm": _MONTHS[int(month) - 1][:3],
        "mm": f"{int(month):02d}",
        "m": _MONTHS[int(month) - 1][0],
        "dddd": _DAYS[weekday - 1 if weekday else 6],
        "dd": f"{int(day):02d}",
        "MM": f"{int(minute):02d}",
        "SS": f"{int(np.floor(second)):02d}",
        "FFF": f"{milliseconds:03d}",
        "QQ": f"Q{(int(month) - 1) // 3 + 1}",
        "HH": f"{(int(hour) + 11) % 12 + 1:2d}" if twelve else f"{int(hour):02d}",
        "AM": "AM" if hour < 12 else "PM",
    }
    names |= {"PM": names["AM"], "ddd": names["dddd"][:3], "d": names["dddd"][0], "YYYY": names["yyyy"], "YY": names["yy"]}
    return _TOKEN.sub(lambda m: names[m.group()], form)


@builtin(
    "datestr",
    "text = datestr(n)",
    "text = datestr(n, format)",
    "text = datestr(n, format, 'local')",
    "text = datestr(V, format)",
    "text = datestr(text, format)",
    "text = datestr(text, format, pivotYear)",
    summary="Date as text, by a format or its number.",
    examples=(
        Example("datestr(730486)", "'01-Jan-2000'"),
        Example("datestr(730486.5)", "'01-Jan-2000 12:00:00'"),
        Example("datestr(730486.5, 'yyyy-mm-dd HH:MM')", "'2000-01-01 12:00'"),
        Example("datestr([2001 2 3 4 5 6], 31)", "'2001-02-03 04:05:06'"),
        Example("datestr(730486, 'dddd')", "'Saturday'"),
        Example("{datestr('03/05/45', 29, 1900), datestr('03/05/45', 29, 1946)}", "{'1945-03-05', '2045-03-05'}"),
        Example("{datestr(0), datestr(0.5), datestr(0.25, 'HH:MM')}", "{'00-Jan-0000','00-Jan-0000 12:00:00','06:00'}"),
    ),
)
def datestr(call, value, form=None, *pivot):
    local = pivot and is_text(pivot[0])  # names of months and days are English everywhere
    rows = parts(to_serial(value, *(() if local else pivot)))
    if form is None or (not is_text(form) and scalar(form) < 0):
        pattern = _FORMATS[1] if not rows[:, 3:].any() else _FORMATS[0]
    else:
        pattern = text_of(form) if is_text(form) else _FORMATS[int(scalar(form))]
    return CharArray.rows([date_text(row, pattern) for row in rows])


@builtin("now", "n = now", summary="Serial date number of this moment.", examples=(Example("now > 730486", "true"),), effect=Effect.CLOCK)
def now(call):
    return datenum_of(datetime.now())


@builtin("date", "text = date", summary="Today's date as text, dd-mmm-yyyy.", examples=(Example("numel(date)", "11"),))
def date(call):
    return datetime.now().strftime("%d-%b-%Y")


@builtin(
    "clock",
    "c = clock",
    summary="This moment as [year month day hour minute second].",
    examples=(Example("size(clock)", "[1 6]"),),
    effect=Effect.CLOCK,
)
def clock(call):
    t = datetime.now()
    return np.array([[t.year, t.month, t.day, t.hour, t.minute, t.second + t.microsecond / 1e6]])


@builtin(
    "etime",
    "seconds = etime(t1, t0)",
    summary="Seconds between two date vectors.",
    examples=(Example("etime([2000 1 1 0 1 0], [2000 1 1 0 0 0])", "60"),),
)
def etime(call, start, stop):
    last, first = as_array(start).astype(float), as_array(stop).astype(float)
    if (
        last.ndim != 2
        or first.ndim != 2
        or last.shape[1] != 6
        or first.shape[1] != 6
        or (len(last) != len(first) and 1 not in (len(last), len(first)))
    ):
        raise call.error("Inputs must be date vectors of six elements.", "MATLAB:etime:invalidInput")
    days = serial(*last.T[:3]) - serial(*first.T[:3])
    return (days * 86400 + (last[:, 3:] - first[:, 3:]) @ np.array([3600.0, 60.0, 1.0])).reshape(-1, 1)


@builtin(
    "weekday",
    "n = weekday(D)",
    "[n, name] = weekday(D)",
    "[n, name] = weekday(D, form)",
    summary="Day of the week, 1 for Sunday, and its name.",
    examples=(
        Example("weekday(730486)", "7"),
        Example("[n, s] = weekday('2000-01-01')", "{7, 'Sat'}"),
        Example("[n, s] = weekday(730486, 'long')", "{7, 'Saturday'}"),
    ),
)
def weekday(call, value, form=None):
    number = np.mod(np.floor(to_serial(value)) - 1, 7)
    number = np.where(number == 0, 7, number)
    if call.nargout < 2:
        return number
    if not np.isfinite(number).all():
        raise call.error("A day that is not finite has no name.", "MATLAB:weekday:NotFinite")
    names = [_DAYS[int(n) - 1] for n in number.ravel(order="F")]
    long = form is not None and text_of(form) == "long"
    return number, CharArray.rows([name if long else name[:3] for name in names])


@builtin(
    "eomday",
    "d = eomday(Y, M)",
    summary="Last day of a month.",
    examples=(Example("eomday(2000, 2)", "29"), Example("eomday(2001, [1 2])", "[31 28]")),
)
def eomday(call, year, month):
    return serial(numeric(year), numeric(month) + 1, 1) - serial(numeric(year), numeric(month), 1)


@builtin(
    "addtodate",
    "n = addtodate(D, quantity, field)",
    summary="Serial date number moved by years, months, days, hours ...",
    examples=(Example("addtodate(730486, 1, 'month')", "730517"), Example("addtodate(730517+30-31, 1, 'year')", "730882")),
    errors=(ErrorCase("addtodate(730486, 1, 'eon')", "MATLAB:addtodate:InvalidDateField"),),
)
def addtodate(call, value, quantity, field):
    steps = {"day": 1.0, "hour": 1 / 24, "minute": 1 / 1440, "second": 1 / 86400, "millisecond": 1 / 86400000}
    number, amount, name = to_serial(value), scalar(quantity), text_of(field).lower()
    if name in steps:
        return number + amount * steps[name]
    if name not in ("month", "year"):
        raise call.error(
            "The date field must be 'year', 'month', 'day', 'hour', 'minute', 'second' or 'millisecond'.",
            "MATLAB:addtodate:InvalidDateField",
        )
    rows = parts(number)
    count = rows[:, 0] * 12 + rows[:, 1] - 1 + amount * (12 if name == "year" else 1)
    year, month = np.floor(count / 12), np.mod(count, 12) + 1
    last = serial(year, month + 1, 1) - serial(year, month, 1)
    return serial(year, month, np.minimum(rows[:, 2], last), rows[:, 3], rows[:, 4], rows[:, 5]).reshape(number.shape, order="F")


@builtin(
    "calendar",
    "c = calendar",
    "c = calendar(D)",
    "c = calendar(Y, M)",
    summary="Calendar of a month as a 6-by-7 matrix, weeks from Sunday.",
    examples=(Example("c = calendar(2000, 1); c(2, :)", "[2 3 4 5 6 7 8]"),),
)
def calendar(call, year=None, month=None):
    if year is not None and not numel_of(year):
        raise call.error("The date must have at least one element.", "MATLAB:calendar:EmptyInput")
    if month is None:
        row = parts(to_serial(year) if year is not None else np.array([datenum_of(datetime.now())]))[0]
        y, m = int(row[0]), int(row[1])
    else:
        y, m = int(scalar(year)), int(scalar(month))
    weeks = months.Calendar(firstweekday=6).monthdayscalendar(y, m)
    matrix = np.zeros((6, 7))
    matrix[: len(weeks)] = weeks
    if call.nargout:
        return matrix
    call.write(f"{_MONTHS[m - 1][:3]} {y}".center(42).rstrip() + "\n")
    call.write("".join(f"{name:>6}" for name in ("S", "M", "Tu", "W", "Th", "F", "S")) + "\n")
    call.write("".join("".join(f"{int(d):6d}" for d in row) + "\n" for row in matrix))
    return None

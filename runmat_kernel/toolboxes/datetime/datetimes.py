"""Making datetime and duration arrays."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from datetime import UTC
from datetime import datetime as moment
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import Options, name_values, numeric, read_size
from ...builtins.element_values import texts_of
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray
from ...values.classes import DTYPES
from ...values.convert import as_array, class_of, is_text, text_of, to_value, word_of
from ...values.times import time_zones
from ...values.times.moments import seconds_of
from ...values.times.time_text import fixed_moments, length_form, parse_moment
from ...values.times.times import Datetime, DefaultForms, Duration, display_form
from .dates import parse_date

_OPTIONS = {
    name.lower(): name for name in ("InputFormat", "Format", "ConvertFrom", "TimeZone", "Locale", "Epoch", "TicksPerSecond", "PivotYear")
}
_EPOCH_DATENUM = 719529.0  # serial date number of 1970-01-01


def _seconds(t: moment) -> float:
    if t.tzinfo is not None:
        t = t.astimezone(UTC).replace(tzinfo=None)
    return (t - moment(1970, 1, 1)).total_seconds()


def _split(arguments: Sequence[Any]) -> tuple[list[Any], Options]:
    """Positional arguments, and the name-value options after them."""
    words = ["" if not i or not is_text(a) else text_of(a).lower() for i, a in enumerate(arguments)]
    place = next((i for i, word in enumerate(words) if word in _OPTIONS), len(words))
    names = [text_of(name) for name in arguments[place::2]]
    wrong = next((name for name in names if name.lower() not in _OPTIONS), None)
    if wrong is None and not names:
        wrong = next((text_of(value) for value in arguments[1:] if is_text(value)), None)
    if wrong is not None:
        raise _no_option(wrong)
    pairs = zip(names, arguments[place + 1 :: 2], strict=False)
    return list(arguments[:place]), Options((_OPTIONS[name.lower()], value) for name, value in pairs)


def _no_option(name: str) -> MatlabError:
    return MatlabError(f"Invalid parameter name: {name}.", "MATLAB:datetime:parseArgs:BadParamName")


def from_text(text: str, form: str | None) -> float:
    if form is not None:
        parsed = parse_moment(text, form)
        return float("nan") if parsed is None else _seconds(parsed)
    today = moment.now().replace(hour=0, minute=0, second=0, microsecond=0)
    words = {"today": 0.0, "yesterday": -86400.0, "tomorrow": 86400.0}
    if text.lower() == "now":
        return _seconds(moment.now())
    if text.lower() in words:
        return _seconds(today) + words[text.lower()]
    if text in ("NaT", ""):
        return float("nan")
    try:
        return _seconds(parse_date(text))
    except MatlabError:
        raise MatlabError(
            f"Could not recognize the date/time format of '{text}'. You can specify a format using the 'InputFormat' parameter.",
            "MATLAB:datetime:UnrecognizedDateStringSuggestLocale",
        ) from None


_FIXED = ("dd-MMM-uuuu HH:mm:ss", "dd-MMM-uuuu", "uuuu-MM-dd HH:mm:ss", "uuuu-MM-dd HH:mm", "uuuu-MM-dd", "uuuu-MM-dd'T'HH:mm:ss")
"""Formats that the places of separators identify."""


def _read_together(texts: list[str], form: str | None) -> np.ndarray | None:
    """Seconds of many texts of one form and width; None where they have to be read one by one."""
    if len(texts) < 10:
        return None
    return next((moments for known in (_FIXED if form is None else (form,)) if (moments := fixed_moments(texts, known)) is not None), None)


_LINEAR = {
    "datenum": (86400.0, -_EPOCH_DATENUM), "posixtime": (1.0, 0.0), "excel": (86400.0, -25569.0), "excel1904": (86400.0, -24107.0),
    "juliandate": (86400.0, -2440587.5), "modifiedjuliandate": (86400.0, -40587.0), "ntp": (2.0**-32, -2208988800.0 * 2**32),
    "ntfs": (1e-7, -116444736000000000.0), ".net": (1e-7, -621355968000000000.0),
}  # fmt: skip
"""Kinds of serial dates: seconds in a unit, and the negative number of 1970."""


def _converted(values: np.ndarray, options: dict[str, Any]) -> np.ndarray:
    """Seconds of numbers of the kind ``ConvertFrom``."""
    source = text_of(options["ConvertFrom"]).lower()
    if source == "yyyymmdd":
        return seconds_of(values // 10000, values // 100 % 100, values % 100)
    if source == "epochtime":
        epoch = options.get("Epoch")
        start = 0.0 if epoch is None else epoch.seconds if isinstance(epoch, Datetime) else from_text(text_of(epoch), None)
        return values / (float(numeric(options["TicksPerSecond"]).flat[0]) if "TicksPerSecond" in options else 1.0) + start
    if source not in _LINEAR:
        raise MatlabError(f"Unrecognized date type '{source}'.", "MATLAB:datetime:UnrecognizedConvertFrom")
    unit, shift = _LINEAR[source]
    if source == "excel":  # which counts a 29th of February 1900
        values = np.where(values < 61, values + 1, values)
    result = (values + shift) * unit
    return np.round(result, 6) if source != "posixtime" else result


@builtin(
    "datetime",
    "t = datetime",
    "t = datetime(text, ...)",
    "t = datetime(Y, M, D, ...)",
    "t = datetime(Y, M, D, H, MI, S, ...)",
    "t = datetime(x, 'ConvertFrom', dateType)",
    "t = datetime(x, 'ConvertFrom', 'epochtime', 'Epoch', start, 'TicksPerSecond', n)",
    summary="Points in time: this moment, from text, from year, month, day ..., or from serial numbers.",
    examples=(
        Example("t = datetime(2020, 1, 31); t.Month", "1"),
        Example("year(datetime('2021-03-04'))", "2021"),
        Example("t = datetime(2020, 1, 1) + days(31); t.Day", "1"),
        Example("hours(datetime(2020, 1, 2) - datetime(2020, 1, 1))", "24"),
        Example("char(datetime(2020, 2, 3, 4, 5, 6, 'Format', 'yyyy-MM-dd HH:mm:ss'))", "'2020-02-03 04:05:06'"),
        Example("datetime(2020, 1, 1) < datetime(2020, 1, 2)", "true"),
        Example("numel(datetime([2020 1 1; 2021 1 1]))", "2"),
        Example("t = datetime('03/02/2020', 'InputFormat', 'dd/MM/yyyy'); t.Month", "2"),
        Example("datenum(datetime(730486.5, 'ConvertFrom', 'datenum'))", "730486.5"),
        Example(
            "datestr(datetime(1500, 'ConvertFrom', 'epochtime', 'Epoch', '2000-01-01', 'TicksPerSecond', 1000), 31)",
            "'2000-01-01 00:00:01'",
        ),
        Example("datestr(datetime(45000, 'ConvertFrom', 'excel'), 29)", "'2023-03-15'"),
        Example("datetime([1 59 61], 'ConvertFrom', 'excel')", "datetime(1900,[1 2 3],[1 28 1])"),
    ),
    errors=(
        ErrorCase(
            "datetime('nonsense')", "MATLAB:datetime:UnrecognizedDateStringSuggestLocale", "Could not recognize the date/time format"
        ),
    ),
    effect=Effect.CLOCK,
)
def datetime(call, *arguments):
    values, options = _split(arguments)
    times = _datetimes(call, values, options)
    forms = getattr(call.session, "datetime_forms", None)
    if forms is None or times.form is not None or (values and isinstance(values[0], Datetime)):
        return times
    return Datetime(times.seconds, forms, times.zone)


def _datetimes(call: Any, values: list[Any], options: Options) -> Datetime:
    form = _form(options)
    zone = options.read("TimeZone", lambda value: time_zones.canonical(text_of(value)), None)
    first = values[0] if values else None
    if isinstance(first, Datetime):
        times = Datetime(first.seconds, form or first.form, first.zone)
        return times if zone is None else times.set_property("TimeZone", to_value(zone))
    if zone and (first is None or word_of(first) == "now"):
        return Datetime(time.time(), form, zone)
    times = _clock_times(call, values, options, form)
    if not zone:
        return times
    return Datetime(times.seconds, form, zone) if _are_absolute(options) else times.zoned(zone)


def _are_absolute(options: Options) -> bool:
    """Whether the data themselves tell their time zone: seconds or days since a moment in UTC, or texts with a zone."""
    if options.word("ConvertFrom") in ("posixtime", "epochtime", "juliandate"):
        return True
    return re.search("[xXzZ]", re.sub("'[^']*'", "", options.text("InputFormat", ""))) is not None


def _form(options: dict[str, Any]) -> str | None:
    """The format of display that options ask for: by name, like the input, or as it is."""
    form = options.text("Format", None)
    if form is not None and form.lower() == "preserveinput":
        return options.text("InputFormat", None)
    return None if form is None else display_form(form)


def _not_numbers(call: Any) -> MatlabError:
    return call.error(
        "Numeric input data must be a matrix with three or six columns, or else three, six, or seven separate numeric arrays. "
        "You can also create datetimes from a single numeric array using the 'ConvertFrom' parameter.",
        "MATLAB:datetime:InvalidNumericData",
    )


def _no_data(call: Any) -> MatlabError:
    return call.error(
        "Input data must be a numeric array, a string array, a cell array containing character vectors, or a char matrix.",
        "MATLAB:datetime:InvalidData",
    )


def _clock_times(call: Any, values: list[Any], options: Options, form: str | None) -> Datetime:
    """The datetimes of the arguments without a time zone; a zone in a text is taken into account."""
    if not values:
        return Datetime(_seconds(moment.now()), form)
    if type(values[0]) in (CharArray, StringArray, CellArray):
        return Datetime(_parsed(call, values[0], options.text("InputFormat", None)), form)
    if any(class_of(value) not in DTYPES for value in values):
        raise _no_data(call)
    numbers = [numeric(value) for value in values]
    if "ConvertFrom" in options:
        return Datetime(_converted(numbers[0], options), form)
    if len(numbers) == 1:
        matrix = numbers[0]
        if matrix.ndim != 2 or matrix.shape[1] not in (3, 6):
            raise _not_numbers(call)
        return Datetime(seconds_of(*matrix.T).reshape(-1, 1), form)
    if len(numbers) not in (3, 6, 7):
        raise _not_numbers(call)
    if len(numbers) == 7:
        numbers[5:] = [numbers[5] + numbers[6] / 1000]
    return Datetime(np.atleast_2d(seconds_of(*numbers)), form)


def _parsed(call: Any, value: Any, source: str | None) -> np.ndarray:
    """The seconds of texts, by a format or (None) by the known ones."""
    if type(value) is CellArray and not all(is_text(item) for item in value.array.flat):
        raise _no_data(call)
    texts = texts_of(value)
    moments = _read_together(texts, source)
    moments = [from_text(text, source) for text in texts] if moments is None else moments
    if source is not None and np.isnan(moments).all() and any(text not in ("NaT", "") for text in texts):
        raise call.error(f"Unable to convert '{texts[0]}' to datetime using the format '{source}'.", "MATLAB:datetime:ParseErr")
    return np.array(moments).reshape(value.shape if type(value) is not CharArray else (len(texts), 1), order="F")


@builtin(
    "datetime.setDefaultFormats",
    "datetime.setDefaultFormats('default', format)",
    "datetime.setDefaultFormats('defaultdate', format)",
    "datetime.setDefaultFormats('reset')",
    summary="The default formats of new datetimes: with a time of day, and of dates alone.",
    examples=(
        Example(
            "datetime.setDefaultFormats('default','yyyy-MM-dd HH:mm'); a = char(datetime(2024,5,6,7,8,9)); b = char(datetime(2024,5,6)); "
            "datetime.setDefaultFormats('reset'); c = char(datetime(2024,5,6,7,8,9)); {a, b, c}",
            "{'2024-05-06 07:08', '06-May-2024', '06-May-2024 07:08:09'}",
        ),
        Example(
            "datetime.setDefaultFormats('defaultdate','dd.MM.yy'); t = datetime(2024,5,6); {char(t), char(t + hours(1)), char(t, 'yyyy')}",
            "{'06.05.24', '06-May-2024 01:00:00', '2024'}",
        ),
    ),
    errors=(ErrorCase("datetime.setDefaultFormats('time','HH:mm')", "MATLAB:datetime:setDefaultFormats:UnrecognizedFormat"),),
)
def set_default_formats(call, which, form=None):
    session = call.session
    forms = session.datetime_forms or DefaultForms()
    word = text_of(which).lower()
    if word == "reset":
        session.datetime_forms = None
    elif form is not None and word in ("default", "defaultdate"):
        new = {"moment" if word == "default" else "date": text_of(form)}
        session.datetime_forms = forms._replace(**new)
    else:
        raise call.error("The formats to set are 'default' and 'defaultdate'.", "MATLAB:datetime:setDefaultFormats:UnrecognizedFormat")


@builtin(
    "NaT",
    "t = NaT",
    "t = NaT(n)",
    "t = NaT(m, n, ...)",
    "t = NaT(..., 'Format', format, 'TimeZone', zone)",
    summary="Not-a-time.",
    examples=(
        Example("isnat(NaT)", "true"),
        Example("size(NaT(2, 3))", "[2 3]"),
        Example("t = NaT(1, 2, 'Format', 'yyyy', 'TimeZone', 'UTC'); {size(t), t.Format, t.TimeZone}", "{[1 2], 'yyyy', 'UTC'}"),
    ),
)
def nat(call, *arguments):
    at = next((k for k, a in enumerate(arguments) if word_of(a) in ("format", "timezone", "like")), len(arguments))
    named = name_values(arguments[at:], "NaT", "format timezone like")
    missing = Datetime(np.full(read_size(arguments[:at]), np.nan))
    if isinstance(named.get("like"), Datetime):
        missing = Datetime(missing.seconds, named["like"].form, named["like"].zone)
    for name, key in (("TimeZone", "timezone"), ("Format", "format")):
        missing = missing.set_property(name, named[key]) if key in named else missing
    return missing


_LENGTHS = {"hh:mm": (3600, 60), "mm:ss": (60, 1), "hh:mm:ss": (3600, 60, 1), "dd:hh:mm:ss": (86400, 3600, 60, 1)}
"""The meaning of the numbers of a text, by its format."""


def length_of_texts(value: Any, form: str | None = None) -> np.ndarray:
    """Seconds of texts such as ``01:30``, ``01:30:00`` and ``1:00:00:00``; of one format where ``form`` names it."""
    texts = texts_of(value)
    shape = (len(texts), 1) if type(value) is CharArray else value.shape
    weights = {2: (3600, 60), 3: (3600, 60, 1), 4: (86400, 3600, 60, 1)}
    if form is not None:
        known = _LENGTHS.get(form.split(".")[0])
        if known is None:
            raise MatlabError(f"Unsupported duration format '{form}'.", "MATLAB:duration:UnrecognizedInputFormat")
        weights = {len(known): known}
    seconds = np.array([_seconds_of_text(text.strip(), weights) for text in texts], np.float64)
    if np.isnan(seconds).all() and any(text.strip() not in ("", "NaN") for text in texts):
        raise MatlabError("Could not recognize the format of the duration text.", "MATLAB:duration:UnrecognizedDurationString")
    return seconds.reshape(shape, order="F")


def _seconds_of_text(text: str, weights: dict[int, tuple[int, ...]]) -> float:
    """The length of time that a text says; NaN where it says none."""
    try:
        row = [float(word) for word in text.lstrip("-").split(":")]
        return sum(w * x for w, x in zip(weights[len(row)], row, strict=True)) * (-1 if text.startswith("-") else 1)
    except (ValueError, KeyError):
        return float("nan")


@builtin(
    "duration",
    "d = duration(H, MI, S)",
    "d = duration(H, MI, S, MS)",
    "d = duration(X)",
    "d = duration(text)",
    "d = duration(..., 'InputFormat', format)",
    "d = duration(..., 'Format', format)",
    summary="Lengths of time from hours, minutes and seconds.",
    examples=(
        Example("seconds(duration(1, 2, 3))", "3723"),
        Example("minutes(duration('01:30:00'))", "90"),
        Example("char(duration(1, 2, 3, 'Format', 'mm:ss'))", "'62:03'"),
        Example("seconds(duration('02:03', 'InputFormat', 'mm:ss'))", "123"),
        Example("seconds(duration([0 1 2; 1 0 0]))", "[62; 3600]"),
        Example("char(duration(seconds(75), 'Format', 'mm:ss'))", "'01:15'"),
        Example('seconds(duration(["00:01:00" "soon"]))', "[60 NaN]"),
        Example("isnan(duration(strings(1, 2)))", "[true true]"),
    ),
    errors=(
        ErrorCase("duration(1, 2, 3, 'Format', 'foo')", "MATLAB:duration:UnrecognizedFormat"),
        ErrorCase("duration(5)", "MATLAB:duration:InvalidNumericData"),
        ErrorCase("duration(1, 2)", "MATLAB:duration:InvalidNumericData"),
    ),
)
def duration(call, *arguments):
    values, options = _split(arguments)
    form = options.read("Format", lambda value: length_form(text_of(value)), None)
    if len(values) == 1 and type(values[0]) in (CharArray, StringArray, CellArray):
        return Duration(length_of_texts(values[0], options.text("InputFormat", None)), form)
    if len(values) == 1 and isinstance(values[0], Duration):
        return Duration(values[0].seconds, form or values[0].form)
    numbers = [numeric(value) for value in values]
    if len(numbers) == 1 and numbers[0].ndim == 2 and numbers[0].shape[1] == 3:
        numbers = [column.reshape(-1, 1) for column in numbers[0].T]
    if len(numbers) not in (3, 4):
        raise call.error(
            "Numeric input data must be a matrix with three columns, or else three or four separate numeric arrays. "
            "You can also create durations from a single numeric array using YEARS, DAYS, HOURS, MINUTES, SECONDS, or MILLISECONDS.",
            "MATLAB:duration:InvalidNumericData",
        )
    total = sum(n * w for n, w in zip(numbers, (3600.0, 60.0, 1.0, 0.001), strict=False))
    return Duration(np.asarray(total), form)


def _unit(name: str, size: float, letter: str):
    @builtin(
        name,
        f"d = {name}(X)",
        summary=f"Duration of a number of {name}, or a duration as a number of {name}.",
        examples=(Example(f"{name}({name}(2))", "2"),),
    )
    def unit(call, value):
        if isinstance(value, Duration):
            return to_value(value.seconds / size)
        if class_of(value) not in DTYPES or class_of(value) == "char":
            raise call.error("Input data must be numeric, logical, or durations.", "MATLAB:duration:InvalidDurationData")
        return Duration(as_array(value).astype(np.float64) * size, letter)

    return unit


units = (
    _unit("seconds", 1.0, "s"),
    _unit("minutes", 60.0, "m"),
    _unit("hours", 3600.0, "h"),
    _unit("days", 86400.0, "d"),
    _unit("years", 31556952.0, "y"),
    _unit("milliseconds", 0.001, "s"),
)


@builtin("isdatetime", "tf = isdatetime(A)", summary="Whether a value is a datetime array.", examples=(Example("isdatetime(NaT)", "true"),))
def isdatetime(call, value):
    return isinstance(value, Datetime)


@builtin(
    "isduration", "tf = isduration(A)", summary="Whether a value is a duration array.", examples=(Example("isduration(hours(1))", "true"),)
)
def isduration(call, value):
    return isinstance(value, Duration)

"""datetime and duration: making them, arithmetic, parts, conversion."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from datetime import datetime as moment
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, CharArray, StringArray, object_array
from ...values.convert import as_array, class_of, is_text, text_of, to_value
from ...values.objects import find_method
from ...values.times import Datetime, Duration, TimeArray, parse_moment, seconds_of
from ..arguments import dimension, numeric
from ..items import texts_of
from ..spec import ErrorCase, Example, builtin
from .dates import datenum_of, parse_date

_OPTIONS = ("InputFormat", "Format", "ConvertFrom", "TimeZone", "Locale")
_EPOCH_DATENUM = 719529.0  # serial date number of 1970-01-01


def _seconds(t: moment) -> float:
    return (t - moment(1970, 1, 1)).total_seconds()


def _split(arguments: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Positional arguments, and the name-value options after them."""
    for i, argument in enumerate(arguments):
        if i and is_text(argument) and text_of(argument) in _OPTIONS:
            return list(arguments[:i]), {text_of(arguments[k]): arguments[k + 1] for k in range(i, len(arguments) - 1, 2)}
    return list(arguments), {}


def _from_text(text: str, form: str | None) -> float:
    if form is not None:
        found = parse_moment(text, form)
        return float("nan") if found is None else _seconds(found)
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


def _converted(values: np.ndarray, source: str) -> np.ndarray:
    known = {
        "datenum": lambda v: (v - _EPOCH_DATENUM) * 86400,
        "posixtime": lambda v: v,
        "excel": lambda v: (v - 25569) * 86400,
        "juliandate": lambda v: (v - 2440587.5) * 86400,
        "yyyymmdd": lambda v: seconds_of(v // 10000, v // 100 % 100, v % 100),
        "epochtime": lambda v: v,
    }
    if source.lower() not in known:
        raise MatlabError(f"Unrecognized date type '{source}'.", "MATLAB:datetime:UnrecognizedConvertFrom")
    result = known[source.lower()](values)
    return np.round(result, 6) if source.lower() != "posixtime" else result


@builtin(
    "datetime",
    "t = datetime",
    "t = datetime(text, ...)",
    "t = datetime(Y, M, D, ...)",
    "t = datetime(Y, M, D, H, MI, S, ...)",
    "t = datetime(x, 'ConvertFrom', dateType)",
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
    ),
    errors=(
        ErrorCase(
            "datetime('nonsense')", "MATLAB:datetime:UnrecognizedDateStringSuggestLocale", "Could not recognize the date/time format"
        ),
    ),
)
def datetime(call, *arguments):
    values, options = _split(arguments)
    form = text_of(options["Format"]) if "Format" in options else None
    if "TimeZone" in options and text_of(options["TimeZone"]):
        raise call.error("Time zones are not supported.", "MATLAB:datetime:UnsupportedTimeZone")
    if not values:
        return Datetime(_seconds(moment.now()), form or "dd-MMM-uuuu HH:mm:ss")
    first = values[0]
    if isinstance(first, Datetime):
        return Datetime(first.seconds, form or first.form)
    if type(first) in (CharArray, StringArray, CellArray):
        source = text_of(options["InputFormat"]) if "InputFormat" in options else None
        texts = texts_of(first)
        shape = first.shape if type(first) is not CharArray else (len(texts), 1)
        found = [_from_text(text, source) for text in texts]
        if source is not None and np.isnan(found).all() and any(text not in ("NaT", "") for text in texts):
            raise call.error(f"Unable to convert '{texts[0]}' to datetime using the format '{source}'.", "MATLAB:datetime:ParseErr")
        return Datetime(np.array(found).reshape(shape, order="F"), form)
    numbers = [numeric(value) for value in values]
    if "ConvertFrom" in options:
        return Datetime(_converted(numbers[0], text_of(options["ConvertFrom"])), form or "dd-MMM-uuuu HH:mm:ss")
    if len(numbers) == 1:
        matrix = numbers[0]
        if matrix.ndim != 2 or matrix.shape[1] not in (3, 6):
            raise call.error(
                "Numeric input must be a matrix of 3 or 6 columns, or year, month and day.", "MATLAB:datetime:WrongNumberOfColumns"
            )
        return Datetime(seconds_of(*matrix.T).reshape(-1, 1), form)
    if len(numbers) == 7:
        numbers[5:] = [numbers[5] + numbers[6] / 1000]
    shown = form or ("dd-MMM-uuuu HH:mm:ss" if len(numbers) > 3 else None)
    return Datetime(np.atleast_2d(seconds_of(*numbers)), shown)


@builtin(
    "NaT",
    "t = NaT",
    "t = NaT(n)",
    "t = NaT(m, n)",
    summary="Not-a-time.",
    examples=(Example("isnat(NaT)", "true"), Example("size(NaT(2, 3))", "[2 3]")),
)
def nat(call, *sizes):
    from ..arguments import read_size

    return Datetime(np.full(read_size(sizes), np.nan))


@builtin(
    "duration",
    "d = duration(H, MI, S)",
    "d = duration(H, MI, S, MS)",
    "d = duration(text)",
    summary="Lengths of time from hours, minutes and seconds.",
    examples=(Example("seconds(duration(1, 2, 3))", "3723"), Example("minutes(duration('01:30:00'))", "90")),
)
def duration(call, *arguments):
    values, options = _split(arguments)
    form = text_of(options["Format"]) if "Format" in options else None
    if len(values) == 1 and type(values[0]) in (CharArray, StringArray, CellArray):
        rows = [[float(word) for word in text.split(":")] for text in texts_of(values[0])]
        if any(len(row) not in (2, 3, 4) for row in rows):
            raise call.error("Could not recognize the format of the duration text.", "MATLAB:duration:UnrecognizedDurationString")
        weights = {2: (3600, 60), 3: (3600, 60, 1), 4: (86400, 3600, 60, 1)}
        return Duration(np.array([[sum(w * x for w, x in zip(weights[len(row)], row, strict=True))] for row in rows]), form)
    numbers = [numeric(value) for value in values]
    if len(numbers) == 1:
        numbers = list(numbers[0].T)
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


# --- methods --------------------------------------------------------------------------------------------------------


def _operand(value: Any, other: Any) -> tuple[np.ndarray, str]:
    """Seconds and kind (datetime, duration, number) of an operand; texts beside a datetime are read as one."""
    if isinstance(value, Datetime):
        return value.seconds, "datetime"
    if isinstance(value, Duration):
        return value.seconds, "duration"
    if type(value) in (CharArray, StringArray) and isinstance(other, Datetime):
        return np.array([[_from_text(text, None) for text in texts_of(value)]]), "datetime"
    return as_array(value).astype(np.float64), "number"


def _form(left: Any, right: Any) -> str | None:
    return next((v.form for v in (left, right) if isinstance(v, TimeArray)), None)


def _undefined(call: Any, left: Any, right: Any) -> MatlabError:
    sign = {"plus": "+", "minus": "-", "times": ".*", "mtimes": "*", "rdivide": "./", "mrdivide": "/"}.get(call.name, call.name)
    return MatlabError(
        f"Operator '{sign}' is not supported for operands of type '{class_of(left)}' and '{class_of(right)}'.", "MATLAB:UndefinedFunction"
    )


def _plus(call, left, right):
    (a, kind), (b, other) = _operand(left, right), _operand(right, left)
    if kind == other == "datetime":
        raise _undefined(call, left, right)
    a, b = (x * 86400 if k == "number" else x for x, k in ((a, kind), (b, other)))
    result = Datetime if "datetime" in (kind, other) else Duration
    base = left if kind == ("datetime" if result is Datetime else "duration") else right
    return result(a + b, base.form)


def _minus(call, left, right):
    (a, kind), (b, other) = _operand(left, right), _operand(right, left)
    if kind == "datetime" and other == "datetime":
        return Duration(a - b)
    if other == "datetime":
        raise _undefined(call, left, right)
    a, b = (x * 86400 if k == "number" else x for x, k in ((a, kind), (b, other)))
    return Datetime(a - b, left.form) if kind == "datetime" else Duration(a - b, _form(left, right))


def _times(call, left, right):
    (a, kind), (b, other) = _operand(left, right), _operand(right, left)
    if sorted((kind, other)) != ["duration", "number"]:
        raise _undefined(call, left, right)
    return Duration(a * b, _form(left, right))


def _divide(call, left, right):
    (a, kind), (b, other) = _operand(left, right), _operand(right, left)
    with np.errstate(divide="ignore", invalid="ignore"):
        if kind == other == "duration":
            return to_value(a / b)
        if (kind, other) == ("duration", "number"):
            return Duration(a / b, left.form)
    raise _undefined(call, left, right)


def _comparison(compare: Callable[[Any, Any], Any]):
    def method(call, left, right):
        (a, kind), (b, other) = _operand(left, right), _operand(right, left)
        if kind != other:
            if "datetime" in (kind, other):
                raise MatlabError(
                    f"Comparison is not defined between {class_of(left)} and {class_of(right)} arrays.", "MATLAB:datetime:InvalidComparison"
                )
            a, b = (x * 86400 if k == "number" else x for x, k in ((a, kind), (b, other)))
        return to_value(compare(a, b))

    return method


def _joined(axis: int):
    def method(call, *values):
        kept = [v for v in values if not (isinstance(v, TimeArray) and not v.numel) and np.prod(getattr(v, "shape", (1,)))]
        first = next(v for v in values if isinstance(v, TimeArray))
        arrays = [_operand(v, first)[0] if isinstance(first, Datetime) or isinstance(v, TimeArray) else as_array(v) * 86400.0 for v in kept]
        if any(type(v) is not type(first) for v in kept if isinstance(v, TimeArray)):
            raise MatlabError("Datetime and duration arrays cannot be concatenated.", "MATLAB:datetime:cat:InvalidConcatenation")
        try:
            return first.like(np.concatenate(arrays, axis=axis))
        except ValueError:
            raise MatlabError("Dimensions of arrays being concatenated are not consistent.", "MATLAB:catenate:dimensionMismatch") from None

    return method


def _axis(value: TimeArray, dim: Any) -> int:
    return dimension(dim) if dim is not None else next((i for i, n in enumerate(value.shape) if n != 1), 0)


def _reduced(function: Callable[..., np.ndarray]):
    def method(call, value, *arguments):
        array = value.seconds
        dim = arguments[-1] if arguments and not is_text(arguments[-1]) and np.prod(getattr(arguments[-1], "shape", (1,))) else None
        return value.like(function(array, axis=_axis(value, dim), keepdims=True))

    return method


def _sort(call, value, *arguments):
    axis = _axis(value, None)
    descending = bool(arguments) and is_text(arguments[-1]) and text_of(arguments[-1]).lower().startswith("desc")
    keys = -value.seconds if descending else value.seconds
    order = np.argsort(keys, axis=axis, kind="stable")
    return value.like(np.take_along_axis(value.seconds, order, axis)), order + 1.0


def _diff(call, value):
    return Duration(np.diff(value.seconds, axis=_axis(value, None)), value.form if isinstance(value, Duration) else None)


def _part(name: str):
    def method(call, value):
        return to_value(value.part(name))

    return method


def _ymd(call, value):
    return tuple(to_value(value.part(name)) for name in ("year", "month", "day"))


def _hms(call, value):
    if isinstance(value, Datetime):
        return tuple(to_value(value.part(name)) for name in ("hour", "minute", "second"))
    s = value.seconds
    return to_value(np.trunc(s / 3600)), to_value(np.trunc(np.fmod(s, 3600) / 60)), to_value(np.fmod(s, 60))


def _datenum(call, value):
    if isinstance(value, Duration):
        return to_value(value.seconds / 86400)
    numbers = [float("nan") if t is None else datenum_of(t) for t in value.moments()]
    return to_value(np.array(numbers).reshape(value.shape, order="F"))


def _datestr(call, value, *form):
    return call.feval("datestr", _datenum(call, value), *form)[0]


def _char(call, value, form=None):
    return CharArray.rows((value if form is None else type(value)(value.seconds, text_of(form))).texts())


def _string(call, value, form=None):
    return StringArray(object_array((value if form is None else type(value)(value.seconds, text_of(form))).texts(), value.shape))


def _cellstr(call, value, *form):
    return CellArray(object_array([CharArray.row(text) for text in value.texts()], value.shape))


def _shift(call, value, rule, unit):
    if text_of(rule).lower() not in ("start", "end"):
        raise call.error("Only 'start' and 'end' shifts are supported.", "MATLAB:datetime:dateshift:unsupported")
    names = ["year", "month", "day", "hour", "minute", "second"]
    unit = text_of(unit).lower()
    if unit not in names:
        raise call.error(f"'{unit}' is not a unit of time to shift to.", "MATLAB:datetime:dateshift:unsupported")
    parts, level = [value.part(name) for name in names], names.index(unit)
    starts = parts[: level + 1] + [np.full(value.shape, 1.0 if i in (1, 2) else 0.0) for i in range(level + 1, 6)]
    if text_of(rule).lower() == "start":
        return value.like(seconds_of(*starts))
    starts[level] = starts[level] + 1
    return value.like(seconds_of(*starts) - (86400 if level < 3 else 0))


def _colon(call, first, *others):
    """``a:b`` goes by days, ``a:step:b`` by a duration or a number of days."""
    last, step = others[-1], others[0] if len(others) == 2 else Duration(86400.0)
    (a, kind), (b, _) = _operand(first, last), _operand(last, first)
    by, by_kind = _operand(step, first)
    size = float(by.flat[0]) * (86400.0 if by_kind == "number" else 1.0)
    start, stop = float(a.flat[0]) * (86400.0 if kind == "number" else 1.0), float(b.flat[0])
    count = int(np.floor((stop - start) / size * (1 + 1e-12))) + 1 if size else 0
    base = next(v for v in (first, last) if isinstance(v, TimeArray))
    return base.like((start + size * np.arange(max(count, 0))).reshape(1, -1))


def _transposed(call, value):
    return value.like(value.seconds.T)


_COMMON = {
    "plus": _plus,
    "minus": _minus,
    "horzcat": _joined(1),
    "vertcat": _joined(0),
    "sort": _sort,
    "diff": _diff,
    "char": _char,
    "string": _string,
    "cellstr": _cellstr,
    "min": _reduced(np.fmin.reduce),
    "max": _reduced(np.fmax.reduce),
    "mean": _reduced(np.mean),
    "datenum": _datenum,
    "transpose": _transposed,
    "ctranspose": _transposed,
    "hms": _hms, "colon": _colon,
    **{name: _comparison(getattr(operator, name)) for name in ("eq", "ne", "lt", "le", "gt", "ge")},
}
Datetime.methods = _COMMON | {
    **{name: _part(name) for name in ("year", "month", "day", "hour", "minute", "second")},
    "ymd": _ymd,
    "datestr": _datestr,
    "isnat": lambda call, v: to_value(np.isnan(v.seconds)),
    "posixtime": lambda call, v: to_value(v.seconds),
    "dateshift": _shift,
    "weekday": lambda call, v: call.feval("weekday", _datenum(call, v))[0],
}
Duration.methods = _COMMON | {
    "times": _times,
    "mtimes": _times,
    "rdivide": _divide,
    "mrdivide": _divide,
    "uminus": lambda call, v: v.like(-v.seconds),
    "abs": lambda call, v: v.like(np.abs(v.seconds)),
    "sum": _reduced(np.sum),
    "isnan": lambda call, v: to_value(np.isnan(v.seconds)),
}


def _delegate(name: str, usage: str, summary: str, *examples: Example):
    @builtin(name, usage, summary=summary, examples=examples)
    def function(call, *arguments):
        method = find_method(name, arguments)
        if method is None:
            own = class_of(arguments[0])
            raise call.error(f"Undefined function '{name}' for input arguments of type '{own}'.", "MATLAB:UndefinedFunction")
        return method(call, *arguments)

    return function


_T = "datetime(2020, 3, 4, 5, 6, 7)"
parts_of_time = (
    *(
        _delegate(n, f"x = {n}(t)", f"The {n} of points in time.", Example(f"{n}({_T})", str(v)))
        for n, v in zip(("year", "month", "day", "hour", "minute", "second"), (2020, 3, 4, 5, 6, 7), strict=True)
    ),
    _delegate("ymd", "[y, m, d] = ymd(t)", "Year, month and day of points in time.", Example(f"[y, m, d] = ymd({_T})", "{2020, 3, 4}")),
    _delegate(
        "hms", "[h, m, s] = hms(t)", "Hour, minute and second of points or lengths of time.", Example(f"[h, m, s] = hms({_T})", "{5, 6, 7}")
    ),
    _delegate("isnat", "tf = isnat(t)", "Whether points in time are NaT.", Example(f"isnat({_T})", "false")),
    _delegate("posixtime", "x = posixtime(t)", "Seconds since 1970-01-01.", Example("posixtime(datetime(1970, 1, 2))", "86400")),
    _delegate(
        "dateshift",
        "t = dateshift(t, rule, unit)",
        "Start or end of the unit of time around a point in time.",
        Example("char(dateshift(datetime(2020, 2, 9), 'end', 'month'))", "'29-Feb-2020'"),
    ),
)

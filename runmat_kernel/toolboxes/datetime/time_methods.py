"""Arithmetic, comparison, parts and conversion of datetime and duration arrays: their methods, and the functions that call these."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import dimension
from ...builtins.element_values import texts_of
from ...builtins.methods_only import method_only
from ...builtins.spec import Example, methods
from ...builtins.strings import appended
from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.classes import DTYPES, FLOAT_CLASSES
from ...values.convert import as_array, class_of, is_text, shape_of, text_of, to_value
from ...values.times.calendar import CalendarDuration
from ...values.times.times import Datetime, Duration, TimeArray, incompatible_zones
from ..arrays.ordered import MOVING
from .dates import serial
from .datetimes import from_text, length_of_texts


def _operand(value: Any, other: Any) -> tuple[np.ndarray, str]:
    """Seconds and kind (datetime, duration, number) of an operand; texts beside a datetime are read as one."""
    if isinstance(value, Datetime):
        if isinstance(other, Datetime) and bool(value.zone) != bool(other.zone):
            raise incompatible_zones()
        return value.seconds, "datetime"
    if isinstance(value, Duration):
        return value.seconds, "duration"
    if type(value) in (CharArray, StringArray, CellArray) and isinstance(other, TimeArray):
        return other.admitting(value)[1], other.matlab_class
    return as_array(value).astype(np.float64), "number"


def _form(left: Any, right: Any) -> str | None:
    return next((v.form for v in (left, right) if isinstance(v, TimeArray)), None)


def _calendar(*values: Any) -> CalendarDuration | None:
    """The calendar duration among operands, whose methods then come first."""
    return next((v for v in values if isinstance(v, CalendarDuration)), None)


def _undefined(call: Any, left: Any, right: Any) -> MatlabError:
    sign = {"plus": "+", "minus": "-", "times": ".*", "mtimes": "*", "rdivide": "./", "mrdivide": "/", "mldivide": "\\"}.get(
        call.name, call.name
    )
    if call.name == "mldivide":  # which is asked with its operands exchanged
        left, right = right, left
    return MatlabError(
        f"Operator '{sign}' is not supported for operands of type '{class_of(left)}' and '{class_of(right)}'.", "MATLAB:UndefinedFunction"
    )


def _plus(call, left, right):
    if StringArray in (type(left), type(right)):
        return appended(call, left, right)
    if (calendar := _calendar(left, right)) is not None:
        return calendar.methods["plus"](call, left, right)
    (a, kind), (b, other) = _operand(left, right), _operand(right, left)
    if kind == other == "datetime":
        raise MatlabError("Addition is not defined between datetime arrays.", "MATLAB:datetime:DatetimeAdditionNotDefined")
    a, b = (x * 86400 if k == "number" else x for x, k in ((a, kind), (b, other)))
    result = Datetime if "datetime" in (kind, other) else Duration
    base = left if kind == ("datetime" if result is Datetime else "duration") else right
    return base.like(a + b) if isinstance(base, result) else result(a + b, base.form)


def _minus(call, left, right):
    if (calendar := _calendar(left, right)) is not None:
        return calendar.methods["minus"](call, left, right)
    (a, kind), (b, other) = _operand(left, right), _operand(right, left)
    if kind == "datetime" and other == "datetime":
        return Duration(a - b)
    if other == "datetime":
        raise _undefined(call, left, right)
    a, b = (x * 86400 if k == "number" else x for x, k in ((a, kind), (b, other)))
    return left.like(a - b) if kind == "datetime" else Duration(a - b, _form(left, right))


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


def _seconds_beside(first: TimeArray, value: Any) -> np.ndarray:
    """The seconds of a value that is joined to an array of times: texts are parsed, and numbers count days beside durations."""
    if type(value) is CellArray and not all(is_text(item) for item in value.array.flat):
        raise _cannot_be_joined(first)
    if type(value) is type(first) or type(value) in (CharArray, StringArray, CellArray):
        return _operand(value, first)[0]
    if isinstance(first, Duration) and class_of(value) in DTYPES:
        return as_array(value) * 86400.0
    if class_of(value) in FLOAT_CLASSES and np.isnan(as_array(value)).all():
        return np.full(shape_of(value), np.nan)
    raise _cannot_be_joined(first)


def _cannot_be_joined(first: TimeArray) -> MatlabError:
    if isinstance(first, Datetime):
        return MatlabError(
            "All inputs must be datetimes or date/time character vectors or date/time strings.", "MATLAB:datetime:cat:InvalidConcatenation"
        )
    return MatlabError("All inputs must be durations, texts or numbers of days.", "MATLAB:duration:cat:InvalidConcatenation")


def _joined(axis: int):
    def method(call, *values):
        filled = [v for v in values if not (isinstance(v, TimeArray) and not v.numel) and np.prod(getattr(v, "shape", (1,)))]
        first = next((v for v in values if isinstance(v, Datetime)), None) or next(v for v in values if isinstance(v, TimeArray))
        arrays = [_seconds_beside(first, v) for v in filled]
        try:
            return first.like(np.concatenate(arrays, axis=axis))
        except ValueError:
            raise MatlabError("Dimensions of arrays being concatenated are not consistent.", "MATLAB:catenate:dimensionMismatch") from None

    return method


def _axis(value: TimeArray, dim: Any) -> int:
    return dimension(dim) if dim is not None else next((i for i, n in enumerate(value.shape) if n != 1), 0)


def _diff(call, value):
    return Duration(np.diff(value.seconds, axis=_axis(value, None)), value.form if isinstance(value, Duration) else None)


def _part(name: str):
    def method(call, value):
        return to_value(value.part(name))

    return method


def _year(call, value, kind=None):
    """The number of the year as ISO 8601 counts, which has a year zero, or as the Gregorian calendar does, before and after Christ
    alike."""
    word = text_of(kind).lower() if kind is not None else "iso"
    if word not in ("iso", "gregorian"):
        raise call.error("Year type must be 'ISO' or 'Gregorian'.", "MATLAB:datetime:InvalidYearType")
    years = value.part("year")
    return to_value(np.where(years > 0, years, 1 - years) if word == "gregorian" else years)


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
    return to_value(serial(*(value.part(name) for name in ("year", "month", "day", "hour", "minute", "second"))))


def _datestr(call, value, *form):
    return call.feval("datestr", _datenum(call, value), *form)[0]


def _char(call, value, form=None):
    texts = (value if form is None else value.set_property("Format", form)).texts()
    width = max(map(len, texts), default=0)
    return CharArray.rows([text.rjust(width) for text in texts] if isinstance(value, Duration) else texts)


def _string(call, value, form=None):
    return StringArray(object_array((value if form is None else value.set_property("Format", form)).texts(), value.shape))


def _cellstr(call, value, form=None):
    texts = (value if form is None else value.set_property("Format", form)).texts()
    return CellArray(object_array([CharArray.row(text) for text in texts], value.shape))


def _colon(call, first, *others):
    """``a:b`` goes by days (of the calendar in a time zone), ``a:step:b`` by a duration or a number of days."""
    if len(others) == 1 and isinstance(first, Datetime) and first.zone:
        _operand(first, others[0])  # refuses a moment without a zone
        others = (CalendarDuration(0.0, 1.0), *others)
    if (calendar := _calendar(*others)) is not None:
        return calendar.methods["colon"](call, first, *others)
    _check_operands(call, first, others)
    last, step = others[-1], others[0] if len(others) == 2 else Duration(86400.0)
    (a, kind), (b, _) = _operand(first, last), _operand(last, first)
    by, by_kind = _operand(step, first)
    size = float(by.flat[0]) * (86400.0 if by_kind == "number" else 1.0)
    start, stop = float(a.flat[0]) * (86400.0 if kind == "number" else 1.0), float(b.flat[0])
    count = int(np.floor((stop - start) / size * (1 + 1e-12))) + 1 if size else 0
    # the first datetime, else the first duration, determines the class and the format
    times = sorted((v for v in (first, *others) if isinstance(v, TimeArray)), key=lambda v: not isinstance(v, Datetime))
    return times[0].like((start + size * np.arange(max(count, 0))).reshape(1, -1))


def _check_operands(call: Any, first: Any, others: Sequence[Any]) -> None:
    """Errors for operands of a colon that are too few or many, no times, or no scalars."""
    if len(others) not in (1, 2):
        raise call.error(f"{'Too many' if others else 'Not enough'} input arguments.", "MATLAB:maxrhs" if others else "MATLAB:minrhs")
    if not isinstance(first, TimeArray) and not isinstance(others[-1], TimeArray):
        raise call.error("The first or the last value must be a datetime or duration.", "MATLAB:datetime:colon:InvalidEndpoints")
    if any(isinstance(v, (TimeArray, Tensor)) and v.numel != 1 for v in (first, *others)):
        raise call.error("Colon operands must be scalars.", "MATLAB:datetime:colon:NonScalarOperands")


def _transposed(call, value):
    return value.like(value.seconds.T)


def _partners(left: Any, right: Any) -> tuple[TimeArray, TimeArray]:
    base = left if isinstance(left, TimeArray) else right
    (a, kind), (b, other) = _operand(left, right), _operand(right, left)
    if kind != other:
        raise MatlabError(f"Unable to compare {class_of(left)} and {class_of(right)} arrays.", "MATLAB:datetime:InvalidComparison")
    return base.like(a), base.like(b)


def _moments_of(value: Any) -> np.ndarray:
    texts = texts_of(value)
    shape = (len(texts), 1) if type(value) is CharArray else value.shape
    return np.array([from_text(text, None) for text in texts]).reshape(shape, order="F")


_COMMON = {
    **MOVING,
    "_partners": _partners,
    "plus": _plus,
    "minus": _minus,
    "horzcat": _joined(1),
    "vertcat": _joined(0),
    "diff": _diff,
    "char": _char,
    "string": _string,
    "cellstr": _cellstr,
    "datenum": _datenum,
    "transpose": _transposed,
    "ctranspose": _transposed,
    "hms": _hms,
    "colon": _colon,
    **{name: _comparison(getattr(operator, name)) for name in ("eq", "ne", "lt", "le", "gt", "ge")},
}
DATETIME_METHODS = methods(Datetime, _COMMON | {
    "_read": _moments_of,
    **{name: _part(name) for name in ("hour", "minute")},
    "year": _year,
    "ymd": _ymd,
    "datestr": _datestr,
    "isnat": lambda call, v: to_value(np.isnan(v.seconds)),
    "posixtime": lambda call, v: to_value(v.seconds),
    "weekday": lambda call, v, *form: call.feval("weekday", _datenum(call, v), *form, nargout=max(call.nargout, 1)),
})
DURATION_METHODS = methods(Duration, _COMMON | {
    "_read": length_of_texts,
    "times": _times,
    "mtimes": _times,
    "rdivide": _divide,
    "mrdivide": _divide,
    "mldivide": lambda call, left, right: _divide(call, right, left),
    "uminus": lambda call, v: v.like(-v.seconds),
    "abs": lambda call, v: v.like(np.abs(v.seconds)),
    "isnan": lambda call, v: to_value(np.isnan(v.seconds)),
})


_T = "datetime(2020, 3, 4, 5, 6, 7)"
parts_of_time = (
    *(
        method_only(n, (f"x = {n}(t)", f"x = {n}(t, type)"), f"The {n} of points in time.", Example(f"{n}({_T})", str(v)))
        for n, v in zip(("year", "month", "day", "hour", "minute", "second"), (2020, 3, 4, 5, 6, 7), strict=True)
    ),
    method_only("ymd", "[y, m, d] = ymd(t)", "Year, month and day of points in time.", Example(f"[y, m, d] = ymd({_T})", "{2020, 3, 4}")),
    method_only(
        "hms", "[h, m, s] = hms(t)", "Hour, minute and second of points or lengths of time.", Example(f"[h, m, s] = hms({_T})", "{5, 6, 7}")
    ),
    method_only("isnat", "tf = isnat(t)", "Whether points in time are NaT.", Example(f"isnat({_T})", "false")),
    method_only("posixtime", "x = posixtime(t)", "Seconds since 1970-01-01.", Example("posixtime(datetime(1970, 1, 2))", "86400")),
    method_only(
        "dateshift",
        ("t = dateshift(t, rule, unit)", "t = dateshift(t, rule, unit, which)"),
        "Start or end of the unit of time around a point in time.",
        Example("char(dateshift(datetime(2020, 2, 9), 'end', 'month'))", "'29-Feb-2020'"),
    ),
)

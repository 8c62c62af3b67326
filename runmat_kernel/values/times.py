"""``datetime`` and ``duration`` arrays: value objects over an array of seconds."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..base.errors import MatlabError
from . import time_zones
from .containers import CellArray
from .convert import is_text, shape_of, text_of, to_value
from .numbered import NumberedArray, shaped_numbers
from .numbered import float_array as _array
from .numerals import special
from .tensor import Tensor
from .text import CharArray, StringArray

_EPOCH = datetime(1970, 1, 1)
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_TOKEN = re.compile(
    r"'([^']*)'|u+|y+|G+|Q{1,4}|M{1,5}|W|w{1,2}|D{1,3}|dd|d|HH|H|hh|h|mm|m|ss|s|S+|a+|z+|Z+|x+|X+|V+|e{1,5}|E{1,5}|[^A-Za-z']+|."
)
_LENGTH_FORM = re.compile(r"(?:dd:hh:mm:ss|hh:mm:ss|mm:ss)(?:\.S{1,9})?\Z|hh:mm\Z")
_UNITS = {"s": (1.0, "sec"), "m": (60.0, "min"), "h": (3600.0, "hr"), "d": (86400.0, "day"), "y": (31556952.0, "yr")}


class DefaultForms(NamedTuple):
    """The formats of datetimes that have none of their own: ``moment`` where some element has a time of day, else ``date``."""

    moment: str = "dd-MMM-uuuu HH:mm:ss"
    date: str = "dd-MMM-uuuu"


class TimeArray(NumberedArray):
    """Base of datetime and duration: ``seconds`` is a float64 array (NaN for NaT), ``form`` the display format or None."""

    __slots__ = ("form", "seconds")

    def __init__(self, seconds: Any, form: str | None = None) -> None:
        self.seconds = shaped_numbers(seconds)
        self.form = form

    @property
    def numbers(self) -> np.ndarray:
        return self.seconds

    def like(self, seconds: Any) -> Any:
        """An array of the same class and format."""
        return type(self)(seconds, self.form)

    @staticmethod
    def read(value: Any) -> np.ndarray:
        """Seconds of texts; the builtins put the reader of the class here."""
        raise NotImplementedError

    def admitting(self, value: Any) -> tuple[TimeArray, np.ndarray]:
        if type(value) is StringArray and value.numel and all(text is None for text in value.array.flat):
            return self, np.full(value.shape, np.nan)
        texts = type(value) in (CharArray, StringArray) or (type(value) is CellArray and all(is_text(item) for item in value.array.flat))
        if texts:
            return self, self.read(value)
        if type(value) in (float, Tensor) and np.isnan(_array(value)).all():
            return self, np.full(shape_of(value), np.nan)
        if type(value) is not type(self):
            texts_of = {"datetime": "dates and times"}.get(self.matlab_class, "durations")
            raise MatlabError(
                f"Right hand side of an assignment must be a {self.matlab_class} array or text representing {texts_of}.",
                f"MATLAB:{self.matlab_class}:InvalidAssignment",
            )
        return self, value.seconds


class Datetime(TimeArray):
    """``datetime``: seconds since 1970-01-01 00:00, of UTC where there is a time ``zone``, else of clocks anywhere.

    ``form`` is a format, None for MATLAB's default ones, or the ``DefaultForms`` of the session that made the array.
    """

    __slots__ = ("zone",)
    matlab_class = "datetime"
    methods: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, seconds: Any, form: str | None = None, zone: str = "") -> None:
        super().__init__(seconds, form)
        self.zone = zone

    def like(self, seconds: Any) -> Datetime:
        return Datetime(seconds, self.form, self.zone)

    def _padded(self, texts: np.ndarray) -> np.ndarray:
        """NaT stands at the left of its column, unlike a missing duration."""
        width = max((len(text) for text in texts.flat), default=0)
        return np.array([["   " + text.ljust(width) for text in row] for row in texts], object)

    @property
    def wall(self) -> np.ndarray:
        """Seconds as the clocks of the zone show them."""
        return self.seconds + time_zones.offsets(self.seconds, self.zone) if self.zone else self.seconds

    def unzoned(self) -> Datetime:
        """What the clocks show, without a zone."""
        return Datetime(self.wall, self.form)

    def zoned(self, zone: str) -> Datetime:
        """The same clock times in a zone."""
        return Datetime(time_zones.to_utc(self.wall, zone) if zone else self.wall, self.form, zone)

    def admitting(self, value: Any) -> tuple[TimeArray, np.ndarray]:
        base, seconds = super().admitting(value)
        if isinstance(value, Datetime):
            if bool(value.zone) != bool(self.zone) and value.numel and self.numel and not np.isnan(value.seconds).all():
                raise incompatible_zones()
        elif self.zone:
            seconds = time_zones.to_utc(seconds, self.zone)
        return base, seconds

    def moments(self) -> list[datetime | None]:
        """Python datetimes in column-major order; None for NaT."""
        try:
            return [None if s != s else _EPOCH + timedelta(seconds=s) for s in self.wall.ravel(order="F").tolist()]
        except OverflowError:
            raise MatlabError("Dates are limited to the years 1 to 9999.", "RunMat:datetime:OutOfRange") from None

    def part(self, name: str) -> np.ndarray:
        """Year, month, day, hour, minute or second of every element; NaN for NaT."""
        read = {"second": lambda t: t.second + t.microsecond / 1e6}.get(name, lambda t: getattr(t, name))
        values = [float("nan") if t is None else float(read(t)) for t in self.moments()]
        return np.array(values).reshape(self.shape, order="F")

    @property
    def format(self) -> str:
        if type(self.form) is str:
            return self.form
        known = self.wall[~np.isnan(self.seconds)]
        default = self.form if isinstance(self.form, DefaultForms) else DefaultForms()
        return default.date if known.size and not self.zone and not np.mod(known, 86400).any() else default.moment

    def properties(self) -> Mapping[str, Any]:
        found = {name.capitalize(): to_value(self.part(name)) for name in ("year", "month", "day", "hour", "minute", "second")}
        return {"Format": CharArray.row(self.format), "TimeZone": CharArray.row(self.zone), **found}

    def set_property(self, name: str, value: Any) -> Datetime:
        if name == "Format":
            return Datetime(self.seconds, display_form(text_of(value)), self.zone)
        if name == "TimeZone":
            zone = time_zones.canonical(text_of(value))
            return Datetime(self.seconds, self.form, zone) if zone and self.zone else self.zoned(zone)
        if name in ("Year", "Month", "Day", "Hour", "Minute", "Second"):
            parts = {p: self.part(p) for p in ("year", "month", "day", "hour", "minute", "second")}
            parts[name.lower()] = np.broadcast_to(_array(value), self.shape)
            return Datetime(seconds_of(*parts.values()), self.form).zoned(self.zone)
        return super().set_property(name, value)  # type: ignore[return-value]

    def texts(self) -> list[str]:
        form = self.format
        if not self.zone:
            return ["NaT" if t is None else format_moment(t, form) for t in self.moments()]
        flat = self.seconds.ravel(order="F").tolist()
        return ["NaT" if t is None else format_moment(t, form, (s, self.zone)) for t, s in zip(self.moments(), flat, strict=True)]


def display_form(text: str) -> str | None:
    """A format of datetimes; ``default`` and ``defaultdate`` are names of formats."""
    return {"default": None, "defaultdate": "dd-MMM-uuuu"}.get(text.lower(), text)


def incompatible_zones() -> MatlabError:
    return MatlabError(
        "Cannot combine or compare a datetime array with a time zone with one without a time zone.", "MATLAB:datetime:IncompatibleTZ"
    )


class Duration(TimeArray):
    """``duration``: lengths of time in seconds; ``form`` is ``hh:mm:ss`` or one of the letters s m h d y."""

    __slots__ = ()
    matlab_class = "duration"
    methods: ClassVar[Mapping[str, Any]] = {}

    def properties(self) -> Mapping[str, Any]:
        return {"Format": CharArray.row(self.form or "hh:mm:ss")}

    def set_property(self, name: str, value: Any) -> Duration:
        return Duration(self.seconds, length_form(text_of(value))) if name == "Format" else super().set_property(name, value)  # type: ignore[return-value]

    def texts(self) -> list[str]:
        return self.shown("short")

    def shown(self, style: str) -> list[str]:
        digits = 15 if style.startswith("long") else 5
        return [format_length(s, self.form or "hh:mm:ss", digits) for s in self.seconds.ravel(order="F").tolist()]


def length_form(text: str) -> str:
    """A format of durations; raises for what is none."""
    if text not in _UNITS and not _LENGTH_FORM.match(text):
        raise MatlabError(f"Unrecognized duration format '{text}'.", "MATLAB:duration:UnrecognizedFormat")
    return text


def format_length(seconds: float, form: str, digits: int = 5) -> str:
    """A length of time as MATLAB writes it: ``5 sec``, with so many significant digits, or ``01:30:00``."""
    if seconds != seconds:
        return "NaN"
    if form in _UNITS:
        size, word = _UNITS[form]
        count = seconds / size
        plural = "s" if word in ("day", "yr") and count != 1 else ""
        return f"{special(count) or f'{count:.{digits}g}'} {word}{plural}"
    if math.isinf(seconds):
        return special(seconds) or ""
    sign, rest = "-" if seconds < 0 else "", abs(seconds)
    decimals = len(form) - form.index(".") - 1 if "." in form else 0
    # Digits that are not shown are cut, as those of dates are; what arithmetic took off a whole digit does not count.
    rest = math.floor(rest * 10.0**decimals + 1e-6) / 10.0**decimals
    hours, minutes, left = int(rest // 3600), int(rest % 3600 // 60), rest % 60
    tail = f"{left:0{3 + decimals if decimals else 2}.{decimals}f}"
    if form.startswith("dd:"):
        return f"{sign}{hours // 24:02d}:{hours % 24:02d}:{minutes:02d}:{tail}"
    if form.startswith("mm:"):
        return f"{sign}{int(rest // 60):02d}:{tail}"
    return f"{sign}{hours:02d}:{minutes:02d}" + ("" if form == "hh:mm" else f":{tail}")


def format_moment(t: datetime, form: str, zoned: tuple[float, str] | None = None) -> str:
    """A moment by a datetime format (``yyyy-MM-dd HH:mm:ss``); text between quotes stands for itself.

    ``zoned`` is the moment in seconds of UTC and its zone, which ``z``, ``Z``, ``xxx`` and ``VV`` show.
    """

    def piece(match: re.Match[str]) -> str:
        token = match.group()
        if token.startswith("'"):
            return match[1] or "'"
        if token[0] in "uyMQDWweEG":
            return _calendar_piece(t, token)
        names = {
            "dd": f"{t.day:02d}",
            "d": str(t.day),
            "HH": f"{t.hour:02d}",
            "H": str(t.hour),
            "hh": f"{(t.hour + 11) % 12 + 1:02d}",
            "h": str((t.hour + 11) % 12 + 1),
            "mm": f"{t.minute:02d}",
            "m": str(t.minute),
            "ss": f"{t.second:02d}",
            "s": str(t.second),
        }
        if token[0] == "a":
            return "AM" if t.hour < 12 else "PM"
        if token[0] in "zZxXV":
            return _zone_piece(token, zoned)
        if token[0] == "S":
            return f"{t.microsecond:06d}".ljust(len(token), "0")[: len(token)]
        return names.get(token, token)

    return _TOKEN.sub(piece, form)


def _calendar_piece(t: datetime, token: str) -> str:
    """What a token of a format shows of years, quarters, months, weeks and days of the week."""
    letter, count = token[0], len(token)
    first = datetime(t.year, t.month, 1) if letter == "W" else datetime(t.year, 1, 1)
    if letter in "uy":
        return f"{t.year % 100:02d}" if count == 2 else str(t.year).zfill(count)
    if letter == "Q":
        quarter = (t.month + 2) // 3
        return (str(quarter), f"{quarter:02d}", f"Q{quarter}", f"{('1st', '2nd', '3rd', '4th')[quarter - 1]} quarter")[count - 1]
    if letter == "M":
        name = MONTHS[t.month - 1]
        return (str(t.month), f"{t.month:02d}", name[:3], name, name[0])[count - 1]
    if letter == "D":
        return str((t - first).days + 1).zfill(count)
    if letter in "Ww":  # weeks begin on Sundays
        return str(((t - first).days + (first.weekday() + 1) % 7) // 7 + 1).zfill(count)
    if letter == "G":
        return "CE"
    name = DAYS[t.weekday()]
    number = str((t.weekday() + 1) % 7 + 1)
    return (number, number.zfill(2), name[:3], name, name[0])[count - 1]


def _zone_piece(token: str, zoned: tuple[float, str] | None) -> str:
    """What a token of a format shows of a zone."""
    if zoned is None:
        return ""
    seconds, zone = zoned
    offset = float(time_zones.offsets(np.array([seconds]), zone)[0])
    if token[0] == "V":
        return zone
    if token[0] == "z":
        return time_zones.abbreviation(seconds, zone)
    if not offset and (token[0] == "X" or token == "ZZZZZ"):
        return "Z"
    if token == "ZZZZ":
        return "UTC" + time_zones.offset_text(offset, True)
    if token in ("x", "X") and not offset % 3600:
        return time_zones.offset_text(offset, True).partition(":")[0]
    return time_zones.offset_text(offset, len(token) in (3, 5))


def parse_moment(text: str, form: str) -> datetime | None:
    """The moment that a text gives by a datetime format, or None."""

    def piece(match: re.Match[str]) -> str:
        token = match.group()
        if token.startswith("'"):
            return match[1]
        if token[0] in "uy":
            return "%y" if len(token) == 2 else "%Y"
        if token[0] in "Da":
            return "%j" if token[0] == "D" else "%p"
        names = {
            "MMMM": "%B",
            "MMM": "%b",
            "MM": "%m",
            "M": "%m",
            "dd": "%d",
            "d": "%d",
            "HH": "%H",
            "H": "%H",
        }
        names |= {
            "hh": "%I",
            "h": "%I",
            "mm": "%M",
            "m": "%M",
            "ss": "%S",
            "s": "%S",
            "eeee": "%A",
            "EEEE": "%A",
            "eee": "%a",
            "EEE": "%a",
        }
        if token[0] in "zZxX":
            return "%z"
        return "%f" if token[0] == "S" else names.get(token, token)

    if "SSSSSSS" in form:
        text = re.sub(r"(\.\d{6})\d+", r"\1", text)  # moments are kept to the microsecond
    try:
        return datetime.strptime(text.strip(), _TOKEN.sub(piece, form))
    except (ValueError, re.error):  # the latter: a format that names one part twice
        return None


def seconds_of(year: Any, month: Any, day: Any, hour: Any = 0.0, minute: Any = 0.0, second: Any = 0.0) -> np.ndarray:
    """Seconds since 1970 of (arrays of) date parts; parts beyond their range run over into the next one."""
    parts = np.broadcast_arrays(*(np.asarray(x, np.float64) for x in (year, month, day, hour, minute, second)))
    result = np.full(parts[0].shape, np.nan)
    for position in np.ndindex(result.shape):
        y, m, d, h, mi, s = (float(p[position]) for p in parts)
        if not np.isfinite([y, m, d, h, mi, s]).all() or abs(y) > 1e15 or abs(m) > 1e15:
            continue
        months = int(y) * 12 + int(m) - 1
        cycles = (months // 12 - 2000) // 400  # the calendar repeats every 400 years; Python's dates end at the years 1 and 9999
        first = datetime(months // 12 - 400 * cycles, months % 12 + 1, 1)
        result[position] = cycles * 146097 * 86400 + (first - _EPOCH).total_seconds() + (d - 1) * 86400 + h * 3600 + mi * 60 + s
    return result

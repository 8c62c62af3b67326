"""Moments and lengths of time as text, by MATLAB's formats, and moments of texts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache

import numpy as np

from ...base.errors import MatlabError
from ..numerals import special
from . import time_zones
from .moments import Calendar, calendar_of, days_of

MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_EPOCH = datetime(1970, 1, 1)
_TOKEN = re.compile(
    r"'([^']*)'|u+|y+|G+|Q{1,4}|M{1,5}|W|w{1,2}|D{1,3}|dd|d|HH|H|hh|h|mm|m|ss|s|S+|a+|z+|Z+|x+|X+|V+|e{1,5}|E{1,5}|[^A-Za-z']+|."
)
_LENGTH_FORM = re.compile(r"(?:dd:hh:mm:ss|hh:mm:ss|mm:ss)(?:\.S{1,9})?\Z|hh:mm\Z")
_UNITS = {"s": (1.0, "sec"), "m": (60.0, "min"), "h": (3600.0, "hr"), "d": (86400.0, "day"), "y": (31556952.0, "yr")}


def length_form(text: str) -> str:
    """A format of durations; raises for what is none."""
    if text not in _UNITS and not _LENGTH_FORM.match(text):
        raise MatlabError(f"Unrecognized duration format '{text}'.", "MATLAB:duration:UnrecognizedFormat")
    return text


def format_length(seconds: float, form: str, digits: int = 5) -> str:
    """A length of time as MATLAB writes it: ``5 sec``, with so many significant digits, or ``01:30:00``."""
    if seconds != seconds and form not in _UNITS:
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


def moment_texts(seconds: np.ndarray, form: str, wall: np.ndarray | None = None, zone: str = "") -> list[str]:
    """Finite moments (a vector) by a datetime format (``yyyy-MM-dd HH:mm:ss``); text between quotes stands for itself.

    With a ``zone``, ``seconds`` are of UTC, ``wall`` is what clocks there show, and ``z``, ``Z``, ``xxx`` and ``VV`` show the zone.
    """
    calendar = calendar_of(seconds if wall is None else wall)
    template, columns = "", []
    for match in _TOKEN.finditer(form):
        token = match.group()
        if token.startswith("'"):
            template += (match[1] or "'").replace("%", "%%")
        elif token[0] in "zZxXV":
            template += "%s" if zone else ""
            columns += [_zone_texts(token, seconds, zone)] if zone else []
        elif token[0] in _PIECES:
            conversion, values = _PIECES[token[0]](calendar, token)
            template += conversion
            columns.append(values if isinstance(values, list) else values.tolist())
        else:
            template += token.replace("%", "%%")
    return [template % row for row in zip(*columns, strict=True)] if columns else [template % ()] * seconds.size


def format_moment(moment: datetime, form: str) -> str:
    """One moment by a datetime format."""
    return moment_texts(np.array([(moment - _EPOCH).total_seconds()]), form)[0]


# Tokens of a format that begin with a letter: a conversion of ``%``, and its argument for each moment.
_Piece = tuple[str, "np.ndarray | list[str]"]


def _number(name: str) -> Callable[[Calendar, str], _Piece]:
    def piece(calendar: Calendar, token: str) -> _Piece:
        return f"%0{len(token)}d", getattr(calendar, name)

    return piece


def _names(names: list[str], places: np.ndarray) -> tuple[str, list[str]]:
    return "%s", [names[k] for k in places.tolist()]


def _year(calendar: Calendar, token: str) -> _Piece:
    return ("%02d", calendar.year % 100) if len(token) == 2 else (f"%0{len(token)}d", calendar.year)


def _quarter(calendar: Calendar, token: str) -> _Piece:
    quarter = (calendar.month + 2) // 3
    if len(token) == 4:
        return _names(["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"], quarter - 1)
    return ("%d", "%02d", "Q%d")[len(token) - 1], quarter


def _month(calendar: Calendar, token: str) -> _Piece:
    if len(token) < 3:
        return f"%0{len(token)}d", calendar.month
    cut = {3: 3, 4: None, 5: 1}[len(token)]
    return _names([name[:cut] for name in MONTHS], calendar.month - 1)


def _day_of_year(calendar: Calendar, token: str) -> _Piece:
    return f"%0{len(token)}d", calendar.since(1) + 1


def _week(calendar: Calendar, token: str) -> _Piece:
    """Weeks, which begin on Sundays, of the month or the year."""
    since = calendar.since(calendar.month if token[0] == "W" else 1)
    first_weekday = (calendar.days - since + 4) % 7
    return f"%0{len(token)}d", (since + first_weekday) // 7 + 1


def _day_of_week(calendar: Calendar, token: str) -> _Piece:
    if len(token) < 3:
        return f"%0{len(token)}d", (calendar.weekday + 1) % 7 + 1
    cut = {3: 3, 4: None, 5: 1}[len(token)]
    return _names([name[:cut] for name in DAYS], calendar.weekday)


def _half_day_hour(calendar: Calendar, token: str) -> _Piece:
    return f"%0{len(token)}d", (calendar.hour + 11) % 12 + 1


def _fraction(calendar: Calendar, token: str) -> _Piece:
    digits = len(token)
    if digits > 6:  # moments are kept to the microsecond
        return "%06d" + "0" * (digits - 6), calendar.microsecond
    return f"%0{digits}d", calendar.microsecond // 10 ** (6 - digits)


def _half_of_day(calendar: Calendar, token: str) -> _Piece:
    return _names(["AM", "PM"], calendar.hour // 12)


def _era(calendar: Calendar, token: str) -> _Piece:
    return _names(["CE"], calendar.days * 0)


_PIECES: dict[str, Callable[[Calendar, str], _Piece]] = {
    "u": _year, "y": _year, "Q": _quarter, "M": _month, "D": _day_of_year, "W": _week, "w": _week, "d": _number("day"), "e": _day_of_week,
    "E": _day_of_week, "H": _number("hour"), "h": _half_day_hour, "m": _number("minute"), "s": _number("second"), "S": _fraction,
    "a": _half_of_day, "G": _era,
}  # fmt: skip


def _zone_texts(token: str, seconds: np.ndarray, zone: str) -> list[str]:
    """The text of a token of a format for a zone at moments of UTC."""
    if token[0] == "V":
        return [zone] * seconds.size
    if token[0] == "z":
        return [time_zones.abbreviation(moment, zone) for moment in seconds.tolist()]
    offsets, place = np.unique(time_zones.offsets(seconds, zone), return_inverse=True)
    texts = [_offset_text(token, offset) for offset in offsets.tolist()]
    return [texts[k] for k in place.ravel().tolist()]


def _offset_text(token: str, offset: float) -> str:
    if not offset and (token[0] == "X" or token == "ZZZZZ"):
        return "Z"
    if token == "ZZZZ":
        return "UTC" + time_zones.offset_text(offset, True)
    if token in ("x", "X") and not offset % 3600:
        return time_zones.offset_text(offset, True).partition(":")[0]
    return time_zones.offset_text(offset, len(token) in (3, 5))


def parse_moment(text: str, form: str) -> datetime | None:
    """The moment that a text gives by a datetime format, or None."""

    if "SSSSSSS" in form:
        text = re.sub(r"(\.\d{6})\d+", r"\1", text)  # moments are kept to the microsecond
    try:
        return datetime.strptime(text.strip(), _strptime_form(form))
    except (ValueError, re.error):  # the latter: a format that names one part twice
        return None


_WIDTHS = {"uuuu": 4, "yyyy": 4, "MM": 2, "dd": 2, "HH": 2, "mm": 2, "ss": 2, "MMM": 3}
_MONTH_CODES = np.array([[ord(letter) for letter in name[:3].lower()] for name in MONTHS])


def fixed_moments(texts: Sequence[str], form: str) -> np.ndarray | None:
    """Seconds since 1970 of texts that all have the width of a format of plain numbers and names of months, read together; None where
    the format has other parts, or where some text is no such moment."""
    pieces = [(match.group(), match[1]) for match in _TOKEN.finditer(form)]
    width, fields = 0, {}
    literals: list[tuple[int, str]] = []
    for token, quoted in pieces:
        if token[0] == "S" and len(token) <= 6 and "S" not in fields:
            fields["S"] = (width, len(token))
            width += len(token)
        elif token in _WIDTHS and token[0] not in fields:
            fields[token[0]] = (width, _WIDTHS[token])
            width += _WIDTHS[token]
        elif token.startswith("'") or not token.isalpha():
            literals.append((width, quoted or "'" if token.startswith("'") else token))
            width += len(literals[-1][1])
        else:
            return None
    if not texts or not width or any(len(text) != width for text in texts):
        return None
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32).reshape(len(texts), width).astype(np.int64)
    if any((codes[:, at : at + len(text)] != [ord(c) for c in text]).any() for at, text in literals):
        return None
    parts: dict[str, np.ndarray] = {}
    for letter, (at, digits) in fields.items():
        field = codes[:, at : at + digits]
        if letter == "M" and digits == 3:
            is_month = ((field | 32)[:, None, :] == _MONTH_CODES).all(axis=2)
            parts[letter] = np.where(is_month.any(axis=1), is_month.argmax(axis=1) + 1, 0)
        elif ((field < 48) | (field > 57)).any():
            return None
        else:
            parts[letter] = (field - 48) @ 10 ** np.arange(digits - 1, -1, -1)
    return _joined_moments(parts, 10 ** (6 - fields["S"][1]) if "S" in fields else 0)


def _joined_moments(parts: dict[str, np.ndarray], microseconds: int) -> np.ndarray | None:
    """Moments of numbers by the letters of a format; None where one is outside its range."""
    year = parts.get("u", parts.get("y"))
    if year is None or "M" not in parts or "d" not in parts:
        return None
    month, day = parts["M"], parts["d"]
    hour, minute, second = (parts.get(letter, np.zeros_like(day)) for letter in "Hms")
    if (year < 1).any() or (month < 1).any() or (month > 12).any() or (day < 1).any() or (hour > 23).any():
        return None
    first = days_of(year, month)
    if (day > days_of(year, month + 1) - first).any() or (minute > 59).any() or (second > 59).any():
        return None
    whole = (first + day - 1) * 86400 + hour * 3600 + minute * 60 + second
    if not microseconds:
        return whole.astype(np.float64)
    count = whole * 10**6 + parts["S"] * microseconds
    return count / 1e6 if np.abs(count).max() < 2**53 else None  # beyond that the quotient is rounded twice


@cache
def _strptime_form(form: str) -> str:
    """A datetime format as Python's ``strptime`` has it."""

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

    return _TOKEN.sub(piece, form)

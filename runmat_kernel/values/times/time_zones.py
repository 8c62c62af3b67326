"""Time zones of datetimes: names, offsets from UTC, and clock times of zones."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache

import numpy as np

from ...base.errors import MatlabError

_EPOCH = datetime(1970, 1, 1)
_FIXED = re.compile(r"([+-])(\d\d?):?(\d\d)?\Z")


def canonical(name: str) -> str:
    """The name of a zone as datetimes keep it; an error for one that is not known."""
    if name == "local":
        return _local()
    if name == "" or zone_of(name) is not None:
        return "UTC" if name.upper() in ("UTC", "GMT", "Z") else name
    raise MatlabError(f"Unrecognized time zone '{name}'.", "MATLAB:datetime:UnknownTimeZone")


@cache
def zone_of(name: str) -> tzinfo | None:
    """The rules of a zone: of the IANA database, or a fixed offset such as ``+05:30``."""
    from zoneinfo import ZoneInfo

    if name.upper() in ("UTC", "GMT", "Z"):
        return UTC
    fixed = _FIXED.match(name)
    if fixed is not None:
        minutes = int(fixed[2]) * 60 + int(fixed[3] or 0)
        return timezone(timedelta(minutes=minutes if fixed[1] == "+" else -minutes)) if minutes < 24 * 60 else None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError):  # no such zone, or no name at all (ZoneInfoNotFoundError is a KeyError)
        return None
    except KeyError:
        return None


def _local() -> str:
    """The zone of this machine: from its link to the database, else its present offset."""
    _, separator, name = os.path.realpath("/etc/localtime").partition("zoneinfo/")
    if separator and zone_of(name) is not None:
        return canonical(name)
    offset = datetime.now().astimezone().utcoffset() or timedelta()
    minutes = int(offset.total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}" if minutes else "UTC"


def offsets(seconds: np.ndarray, name: str) -> np.ndarray:
    """Offsets from UTC, in seconds, at moments given in seconds of UTC."""
    return _of_each(seconds, lambda t: t.replace(tzinfo=UTC).astimezone(zone_of(name)).utcoffset())


def to_utc(wall: np.ndarray, name: str) -> np.ndarray:
    """Seconds of UTC when a zone's clocks show ``wall``; the earlier moment where there are two."""
    return wall - _of_each(wall, lambda t: t.replace(tzinfo=zone_of(name)).utcoffset())


def in_summer(seconds: np.ndarray, name: str) -> np.ndarray:
    """Whether daylight saving time holds at moments of UTC."""
    return _of_each(seconds, lambda t: t.replace(tzinfo=UTC).astimezone(zone_of(name)).dst() or timedelta()) > 0


def _of_each(seconds: np.ndarray, measure) -> np.ndarray:  # type: ignore[no-untyped-def]
    try:
        offsets = [np.nan if s != s else measure(_EPOCH + timedelta(seconds=s)).total_seconds() for s in seconds.ravel(order="F").tolist()]
    except OverflowError:
        raise MatlabError("Dates are limited to the years 1 to 9999.", "RunMat:datetime:OutOfRange") from None
    return np.array(offsets, np.float64).reshape(seconds.shape, order="F")


def offset_text(seconds: float, colon: bool) -> str:
    """``+05:30`` or ``+0530``."""
    minutes = round(abs(seconds) / 60)
    return f"{'-' if seconds < 0 else '+'}{minutes // 60:02d}{':' if colon else ''}{minutes % 60:02d}"


def abbreviation(seconds: float, name: str) -> str:
    """The name of a zone's time at a moment of UTC: ``EST``, ``UTC+5:30``."""
    local = (_EPOCH + timedelta(seconds=seconds)).replace(tzinfo=UTC).astimezone(zone_of(name))
    text = local.tzname() or ""
    if text[:1].isalpha() and not _FIXED.match(name):
        return text
    offset = (local.utcoffset() or timedelta()).total_seconds()
    hours, minutes = divmod(round(abs(offset) / 60), 60)
    return f"UTC{'-' if offset < 0 else '+'}{hours}{f':{minutes:02d}' if minutes else ''}"

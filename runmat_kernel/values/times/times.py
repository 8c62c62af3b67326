"""``datetime`` and ``duration`` arrays: value objects over an array of seconds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...base.errors import MatlabError
from ..containers import CellArray
from ..convert import class_of, is_text, shape_of, text_of, to_value
from ..tensor import Tensor
from ..text import CharArray, StringArray
from . import time_zones
from .moments import part_of, seconds_of
from .numbered import NumberedArray, shaped_numbers
from .numbered import float_array as _array
from .time_text import format_length, length_form, moment_texts

_EPOCH = datetime(1970, 1, 1)


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

    @classmethod
    def read(cls, value: Any) -> np.ndarray:
        """Seconds of texts."""
        return cls.methods["_read"](value)

    takes: ClassVar[str]
    """The values that can be written into an array of the class, in words."""

    def admitting(self, value: Any) -> tuple[TimeArray, np.ndarray]:
        if type(value) is StringArray and value.numel and all(text is None for text in value.array.flat):
            return self, np.full(value.shape, np.nan)
        texts = type(value) in (CharArray, StringArray) or (type(value) is CellArray and all(is_text(item) for item in value.array.flat))
        if texts:
            return self, self.read(value)
        if type(value) in (float, Tensor) and np.isnan(_array(value)).all():
            return self, np.full(shape_of(value), np.nan)
        if type(value) is not type(self):
            raise MatlabError(f"Right hand side of an assignment must be {self.takes}.", f"MATLAB:{self.matlab_class}:InvalidAssignment")
        return self, value.seconds


class Datetime(TimeArray):
    """``datetime``: seconds since 1970-01-01 00:00, of UTC where there is a time ``zone``, else of clocks anywhere.

    ``form`` is a format, None for MATLAB's default ones, or the ``DefaultForms`` of the session that made the array.
    """

    __slots__ = ("zone",)
    matlab_class = "datetime"
    takes = "a datetime array or text representing dates and times"

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
        """The time that clocks show, without a zone."""
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

    def written(self, value: Any) -> tuple[TimeArray, np.ndarray]:
        if type(value) in (float, complex, Tensor) and class_of(value) != "logical" and not np.isnan(_array(value)).all():
            raise MatlabError(
                "You cannot assign numeric values to a datetime array. Assign to the array's Year, Month, Day, Hour, Minute, or Second "
                "properties, or use datetime(x,'ConvertFrom',...) to create datetime values for assignment.",
                "MATLAB:datetime:InvalidNumericAssignment",
            )
        try:
            return self.admitting(value)
        except MatlabError as error:
            if error.identifier != "MATLAB:datetime:UnrecognizedDateStringSuggestLocale":
                raise
            text = error.message.partition("'")[2].rpartition("'. You")[0]
            raise MatlabError(
                f"Unable to convert the text '{text}' to a datetime value because its format was not recognized.",
                "MATLAB:datetime:UnrecognizedDateString",
            ) from None

    def moments(self) -> list[datetime | None]:
        """Python datetimes in column-major order; None for NaT."""
        try:
            return [None if s != s else _EPOCH + timedelta(seconds=s) for s in self.wall.ravel(order="F").tolist()]
        except OverflowError:
            raise MatlabError("Dates are limited to the years 1 to 9999.", "RunMat:datetime:OutOfRange") from None

    def part(self, name: str) -> np.ndarray:
        """Year, month, day, hour, minute or second of every element; NaN for NaT."""
        return part_of(self.wall, name)

    @property
    def format(self) -> str:
        if type(self.form) is str:
            return self.form
        known = self.wall[~np.isnan(self.seconds)]
        default = self.form if isinstance(self.form, DefaultForms) else DefaultForms()
        return default.date if known.size and not self.zone and not np.mod(known, 86400).any() else default.moment

    def properties(self) -> Mapping[str, Any]:
        properties = {name.capitalize(): to_value(self.part(name)) for name in ("year", "month", "day", "hour", "minute", "second")}
        return {"Format": CharArray.row(self.format), "TimeZone": CharArray.row(self.zone), **properties}

    def set_property(self, name: str, value: Any) -> Datetime:
        if name == "Format":
            return Datetime(self.seconds, display_form(text_of(value)), self.zone)
        if name == "TimeZone":
            zone = time_zones.canonical(text_of(value))
            return Datetime(self.seconds, self.form, zone) if zone and self.zone else self.zoned(zone)
        if name in ("Year", "Month", "Day", "Hour", "Minute", "Second"):
            parts = {p: self.part(p) for p in ("year", "month", "day", "hour", "minute", "second")}
            numbers = _array(value)
            if numbers.size != 1 and numbers.shape != self.shape:
                text = f"Assignment to the '{name}' property of a datetime array may not change the size of the property."
                raise MatlabError(text, "MATLAB:datetime:PropertySizeMismatch")
            parts[name.lower()] = np.broadcast_to(numbers, self.shape)
            return Datetime(seconds_of(*parts.values()), self.form).zoned(self.zone)
        return super().set_property(name, value)  # type: ignore[return-value]

    def texts(self) -> list[str]:
        seconds, wall = self.seconds.ravel(order="F"), self.wall.ravel(order="F")
        known = ~np.isnan(seconds)
        shown = iter(moment_texts(seconds[known], self.format, wall[known], self.zone))
        return [next(shown) if here else "NaT" for here in known.tolist()]


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

    blank = 0.0
    takes = "a duration array, numeric array representing days, or text representing durations in timer formats (e.g. 'hh:mm:ss')"

    def written(self, value: Any) -> tuple[TimeArray, np.ndarray]:
        if type(value) in (float, Tensor) and class_of(value) != "logical":  # numbers are days
            return self, _array(value) * 86400.0
        try:
            return self.admitting(value)
        except MatlabError as error:
            if error.identifier != "MATLAB:duration:UnrecognizedDurationString":
                raise
            raise MatlabError(f"Right hand side of an assignment must be {self.takes}.", error.identifier) from None

    def properties(self) -> Mapping[str, Any]:
        return {"Format": CharArray.row(self.form or "hh:mm:ss")}

    def set_property(self, name: str, value: Any) -> Duration:
        return Duration(self.seconds, length_form(text_of(value))) if name == "Format" else super().set_property(name, value)  # type: ignore[return-value]

    def texts(self) -> list[str]:
        return self.shown("short")

    def shown(self, style: str) -> list[str]:
        digits = 15 if style.startswith("long") else 5
        return [format_length(s, self.form or "hh:mm:ss", digits) for s in self.seconds.ravel(order="F").tolist()]

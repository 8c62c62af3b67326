"""Time series: samples with the times that they were taken at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.containers import StructArray
from ...values.convert import as_array, class_of, is_text, text_of, to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, no_such_member
from ...values.tensor import Tensor
from ...values.text import CharArray

_NOTHING = np.zeros((0, 0))
UNITS = {
    "weeks": 604800.0,
    "days": 86400.0,
    "hours": 3600.0,
    "minutes": 60.0,
    "seconds": 1.0,
    "milliseconds": 1e-3,
    "microseconds": 1e-6,
    "nanoseconds": 1e-9,
}


@dataclass(frozen=True)
class About:
    """The properties of a series other than its samples."""

    name: str = "unnamed"
    units: str = "seconds"
    start: str = ""
    form: str = ""
    data_units: str = ""
    method: str = "linear"
    user: Any = None
    skips_nan: bool = True


class TimeSeries(HostObject):
    """``time`` in increasing order, and ``data`` with the samples along its first dimension, or along its last one (``first`` is False)."""

    __slots__ = ("about", "data", "first", "time")
    matlab_class = "timeseries"

    def __init__(self, data: np.ndarray, time: np.ndarray, about: About | None = None, first: bool = True) -> None:
        order = np.argsort(time, kind="stable")
        self.time = np.asarray(time, np.float64)[order]
        self.data = np.asfortranarray(np.take(data, order, axis=0 if first else -1))
        self.about, self.first = about or About(), first

    @property
    def axis(self) -> int:
        return 0 if self.first else self.data.ndim - 1

    def with_samples(self, data: np.ndarray, time: np.ndarray) -> TimeSeries:
        """The same series with other samples."""
        return TimeSeries(data, time, self.about, self.first)

    def with_about(self, **changed: Any) -> TimeSeries:
        """The same samples with other properties."""
        return TimeSeries(self.data, self.time, replace(self.about, **changed), self.first)

    @property
    def told_shape(self) -> tuple[int, ...]:
        return (self.time.size, 1)

    def properties(self) -> Mapping[str, Any]:
        about, count = self.about, self.time.size
        steps = np.diff(self.time)
        even = steps.size > 0 and np.allclose(steps, steps[0], rtol=1e-10, atol=0)
        none = to_value(_NOTHING)
        info = {
            "Units": CharArray.row(about.units),
            "Start": float(self.time[0]) if count else none,
            "End": float(self.time[-1]) if count else none,
            "Increment": float(steps[0]) if even else float("nan"),
            "Length": float(count),
            "Format": CharArray.row(about.form),
            "StartDate": CharArray.row(about.start),
            "UserData": none,
        }
        data = {"Units": CharArray.row(about.data_units), "Interpolation": CharArray.row(about.method), "UserData": none}
        return {
            "Name": CharArray.row(about.name),
            "Time": Tensor(self.time.reshape(-1, 1)),
            "TimeInfo": StructArray.scalar(info),
            "Data": to_value(self.data),
            "DataInfo": StructArray.scalar(data),
            "Quality": none,
            "Events": none,
            "Length": float(count),
            "IsTimeFirst": self.first,
            "TreatNaNasMissing": about.skips_nan,
            "UserData": about.user if about.user is not None else none,
        }

    def set_property(self, name: str, value: Any) -> TimeSeries:
        if name in _SETTERS:
            return _SETTERS[name](self, value)
        if name in ("TimeInfo", "DataInfo") and type(value) is StructArray and value.numel == 1:
            return self._with_info(name, value.array.flat[0])
        if name in self.properties():
            raise MatlabError(
                f"Unable to set the '{name}' property of class 'timeseries' because it is read-only.", "MATLAB:class:SetProhibited"
            )
        raise no_such_member(self, name)

    def with_time(self, value: Any) -> TimeSeries:
        """The same samples at other times."""
        time = as_array(value).ravel(order="F").astype(np.float64)
        if time.size != self.time.size:
            raise MatlabError("The number of times must be the number of samples.", "MATLAB:timeseries:set:timeLengthMismatch")
        return TimeSeries(self.data, time, self.about, self.first)

    def _with_info(self, name: str, fields: Mapping[str, Any]) -> TimeSeries:
        words = {key: text_of(v) for key, v in fields.items() if is_text(v)}
        if name == "DataInfo":
            return self.with_about(data_units=words.get("Units", ""), method=interpolation(words.get("Interpolation", "linear")))
        units = words.get("Units", "seconds")
        if units not in UNITS:
            raise MatlabError(f"'{units}' is not a unit of time.", "MATLAB:timeseries:invalidUnits")
        return self.with_about(units=units, start=words.get("StartDate", ""), form=words.get("Format", ""))

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        same = (
            isinstance(other, TimeSeries)
            and self.first == other.first
            and replace(self.about, user=None) == replace(other.about, user=None)
        )
        return same and np.array_equal(self.time, other.time) and np.array_equal(self.data, other.data, equal_nan=nan_equal)

    def disp_text(self, format: DisplayFormat) -> str:
        shown = {
            "Name": f"'{self.about.name}'", "Time": f"[{self.time.size}x1 double]", "TimeInfo": "tsdata.timemetadata",
            "Data": f"[{'x'.join(map(str, self.data.shape))} {class_of(to_value(self.data))}]", "DataInfo": "tsdata.datametadata",
        }  # fmt: skip
        return "  timeseries\n\n  Common Properties:\n" + "".join(f"{name:>16}: {value}\n" for name, value in shown.items())


_SETTERS: dict[str, Callable[[TimeSeries, Any], TimeSeries]] = {
    "Name": lambda series, value: series.with_about(name=text_of(value, "name")),
    "UserData": lambda series, value: series.with_about(user=value),
    "TreatNaNasMissing": lambda series, value: series.with_about(skips_nan=bool(as_array(value).item())),
    "Time": TimeSeries.with_time,
    "Data": lambda series, value: TimeSeries(*aligned(as_array(value), series.time), series.about, as_array(value).ndim < 3),
}


def interpolation(word: str) -> str:
    """A method of interpolation by its name.

    Raises MatlabError where there is none.
    """
    if word not in ("linear", "zoh"):
        raise MatlabError(f"'{word}' is not a method of interpolation. Use 'linear' or 'zoh'.", "MATLAB:timeseries:invalidInterpolation")
    return word


def aligned(data: np.ndarray, time: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Data and times that belong together: vectors stand in columns.

    Raises MatlabError where the number of samples is not that of the times.
    """
    if data.ndim == 2 and 1 in data.shape and data.size == time.size:
        data = data.reshape(-1, 1, order="F")
    if data.shape[0 if data.ndim < 3 else -1] != time.size:
        raise MatlabError(
            "The size of the data array is incompatible with the time vector: it must have one sample for each time.",
            "MATLAB:timeseries:chkDataProp:arraymismatch",
        )
    return data, time

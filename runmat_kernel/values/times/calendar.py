"""``calendarDuration``: lengths of time in months, days and seconds, which have no common length."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ..convert import text_of
from ..indexing import index
from ..numerals import DisplayFormat
from ..objects import HostObject
from ..tensor import Tensor
from ..text import CharArray
from .numbered import float_array, in_columns


class CalendarDuration(HostObject):
    """``parts`` are three float64 arrays of one shape: months, days, seconds; ``form`` says which units are shown (``ymdt``)."""

    __slots__ = ("form", "parts")
    matlab_class = "calendarDuration"

    def __init__(self, months: Any, days: Any = 0.0, seconds: Any = 0.0, form: str = "ymdt") -> None:
        arrays = np.broadcast_arrays(*(np.asarray(x, np.float64) for x in (months, days, seconds)))
        self.parts = tuple(np.asfortranarray(a if a.ndim >= 2 else a.reshape(1, -1)) for a in arrays)
        self.form = form

    @property
    def shape(self) -> tuple[int, ...]:
        return self.parts[0].shape

    def like(self, parts: Sequence[np.ndarray]) -> CalendarDuration:
        return CalendarDuration(*parts, self.form)

    def each_element(self) -> np.ndarray:
        elements = np.empty(self.shape, object, order="F")
        for at in np.ndindex(self.shape):
            elements[at] = self.like([part[at] for part in self.parts])
        return elements

    def of_elements(self, elements: np.ndarray) -> CalendarDuration:
        parts = [np.empty(elements.shape, order="F") for _ in self.parts]
        for at in np.ndindex(elements.shape):
            for part, own in zip(parts, elements[at].parts, strict=True):
                part[at] = own.flat[0]
        return self.like(parts)

    def index(self, subscripts: Sequence[Any]) -> CalendarDuration:
        return self.like([float_array(index(Tensor(part), tuple(subscripts))) for part in self.parts])

    def delete(self, subscripts: Sequence[Any]) -> CalendarDuration:
        from ..indexing import delete

        return self.like([float_array(delete(Tensor(part), tuple(subscripts))) for part in self.parts])

    def assign(self, subscripts: Sequence[Any], value: Any) -> CalendarDuration:
        from ..assignment import assign

        if type(value) in (float, Tensor) and np.isnan(float_array(value)).all():  # what is missing, as in other times
            value = CalendarDuration(*[float_array(value)] * 3)
        if not isinstance(value, CalendarDuration):
            raise MatlabError("Only calendarDuration values can be assigned here.", "MATLAB:calendarDuration:InvalidAssignment")
        components = [Tensor(p) if p.size != 1 else float(p.flat[0]) for p in value.parts]
        return self.like([float_array(assign(Tensor(p.copy()), tuple(subscripts), g)) for p, g in zip(self.parts, components, strict=True)])

    def properties(self) -> Mapping[str, Any]:
        return {"Format": CharArray.row(self.form)}

    def set_property(self, name: str, value: Any) -> Any:
        return CalendarDuration(*self.parts, text_of(value)) if name == "Format" else super().set_property(name, value)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return type(other) is CalendarDuration and all(
            np.array_equal(a, b, equal_nan=nan_equal) for a, b in zip(self.parts, other.parts, strict=True)
        )

    def texts(self) -> list[str]:
        flat = [part.ravel(order="F").tolist() for part in self.parts]
        return [length_text(m, d, s, self.form) for m, d, s in zip(*flat, strict=True)]

    def header(self) -> str | None:
        if self.numel == 1:
            return f"  {self.matlab_class}"
        return f"  {'×'.join(map(str, self.shape))} {'' if self.numel else 'empty '}{self.matlab_class} array"

    def brief(self) -> str | None:
        return self.texts()[0] if self.numel == 1 else None

    def disp_text(self, format: DisplayFormat) -> str:
        if not self.numel:
            return ""
        texts = np.array([*self.texts(), None], object)[:-1].reshape(self.shape[0], math.prod(self.shape[1:]), order="F")
        width = max(len(text) for text in texts.flat)
        return in_columns(np.array([["   " + text.rjust(width) for text in row] for row in texts], object))


def length_text(months: float, days: float, seconds: float, form: str) -> str:
    """A length as MATLAB writes it: ``1y 2mo 3d 4h 5m 6s``; units of zero are left out."""
    if months != months or days != days or seconds != seconds:
        return "NaN"
    if math.isinf(whole := months + days + seconds):
        return "Inf" if whole > 0 else "-Inf"
    pieces: list[str] = []
    for letter, word, size in (("y", "y", 12), ("q", "q", 3), ("m", "mo", 1)):
        if letter in form:
            count = int(months / size)
            months -= count * size
            pieces += [f"{count}{word}"] if count else []
    for letter, word, size in (("w", "w", 7), ("d", "d", 1)):
        if letter in form:
            count = int(days / size)
            days -= count * size
            pieces += [f"{count}{word}"] if count else []
    if seconds and "t" in form:
        whole = abs(seconds)
        sign = "-" if seconds < 0 else ""
        clock = (("h", whole // 3600), ("m", whole % 3600 // 60), ("s", round(whole % 60, 6)))
        first = True
        for word, count in clock:
            if count or not first:
                pieces.append(f"{sign if count else ''}{count:g}{word}")
                first = False
        if first:
            pieces.append(f"{sign}{whole:g}s")
    return " ".join(pieces) or ("0d" if "d" in form or "t" in form else f"0{form[-1]}")

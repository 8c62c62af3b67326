"""RandStream objects: streams of random numbers, one of which may replace that of the session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...values.convert import to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from ...values.text import CharArray


class RandomStream(HostObject):
    """``streams`` are the generators (``graph.random.RandomStreams``), ``kind`` is MATLAB's name of the type.

    ``is_global`` is a function that says whether the session draws from these streams.
    """

    __slots__ = ("is_global", "kind", "place", "streams")
    matlab_class = "RandStream"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, streams: Any, kind: str, is_global: Any, place: tuple[int, int] = (1, 1)) -> None:
        self.streams, self.kind, self.is_global, self.place = streams, kind, is_global, place

    def properties(self) -> Mapping[str, Any]:
        number, count = self.place
        return {
            "Type": CharArray.row(self.kind), "Seed": float(self.streams.seed), "NumStreams": float(count), "StreamIndex": float(number),
            "State": to_value(self.streams.twister.get_state().reshape(-1, 1)), "Substream": 1.0,
            "NormalTransform": CharArray.row(self.transform), "Antithetic": False, "FullPrecision": True,
        }  # fmt: skip

    @property
    def transform(self) -> str:
        return "Ziggurat" if self.kind == "mt19937ar" else "Box-Muller"

    def set_property(self, name: str, value: Any) -> HostObject:
        if name != "State":
            return super().set_property(name, value)
        self.streams.twister.set_state(value.array.ravel())
        return self

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return isinstance(other, RandomStream) and other.streams is self.streams

    def header(self) -> str | None:
        return None

    def disp_text(self, format: DisplayFormat) -> str:
        number, count = self.place
        state = " (current global stream)" if self.is_global(self) else ""
        lines = [f"{self.kind} random stream{state}"]
        if count > 1:
            lines += [f"      StreamIndex: {number}", f"       NumStreams: {count}"]
        lines += [f"             Seed: {self.streams.seed}", f"  NormalTransform: {self.transform}"]
        return "\n".join(lines) + "\n"

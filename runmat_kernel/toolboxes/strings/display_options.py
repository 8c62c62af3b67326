"""DisplayFormatOptions: the object of ``fmt = format``, with which ``format(fmt)`` restores a display format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...base.errors import MatlabError
from ...values.convert import is_text, text_of
from ...values.numerals import STYLES, DisplayFormat
from ...values.objects import HostObject
from ...values.text import StringArray

STYLE_OF_WORD = {style.lower(): style for style in STYLES} | {"rational": "rat", "hexadecimal": "hex"}
"""The styles by the words that ``format`` takes, in small letters."""

_SPACINGS = ("compact", "loose")


class DisplayOptions(HostObject):
    """``display_format`` is the format of numbers and of lines."""

    __slots__ = ("display_format",)
    matlab_class = "matlab.display.DisplayFormatOptions"

    def __init__(self, display_format: DisplayFormat) -> None:
        self.display_format = display_format

    def properties(self) -> Mapping[str, Any]:
        style = "rational" if self.display_format.style == "rat" else self.display_format.style
        return {"NumericFormat": StringArray.scalar(style), "LineSpacing": StringArray.scalar(_SPACINGS[not self.display_format.compact])}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name not in self.properties():
            return super().set_property(name, value)
        word = text_of(value).lower() if is_text(value) else ""
        known = STYLE_OF_WORD if name == "NumericFormat" else _SPACINGS
        if word not in known:
            raise MatlabError(
                f"Error setting property '{name}' of class 'DisplayFormatOptions'. Value must be one of the formats of numbers or lines.",
                "MATLAB:validation:UnableToConvert",
            )
        if name == "NumericFormat":
            return DisplayOptions(replace(self.display_format, style=STYLE_OF_WORD[word]))
        return DisplayOptions(replace(self.display_format, compact=word == "compact"))

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return isinstance(other, DisplayOptions) and (other.display_format.style, other.display_format.compact) == (self.display_format.style, self.display_format.compact)

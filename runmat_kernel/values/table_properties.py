"""``T.Properties``: what a table or timetable knows about itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base.errors import MatlabError
from .numerals import DisplayFormat
from .objects import HostObject

_DERIVED = ("VariableTypes", "VariableContinuity", "StartTime", "SampleRate", "TimeStep")
"""What follows from the contents, and is not taken over by the table."""
_NO_CUSTOM = "        CustomProperties: No custom properties are set.\n      Use addprop and rmprop to modify CustomProperties.\n"


class TableProperties(HostObject):
    """The properties by name; a changed copy is what the table takes over."""

    __slots__ = ("fields",)
    matlab_class = "matlab.tabular.TableProperties"

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = dict(fields)

    def properties(self) -> Mapping[str, Any]:
        return self.fields

    def set_property(self, name: str, value: Any) -> TableProperties:
        if name not in self.fields:
            raise MatlabError(f"Unrecognized table property '{name}'.", "MATLAB:table:UnknownProperty")
        if name in _DERIVED:
            raise MatlabError(f"The property '{name}' cannot be set here.", "MATLAB:class:SetProhibited")
        return type(self)({**self.fields, name: value})

    def disp_text(self, format: DisplayFormat) -> str:
        return super().disp_text(format) + _NO_CUSTOM


class TimetableProperties(TableProperties):
    """The properties of a timetable."""

    __slots__ = ()
    matlab_class = "matlab.tabular.TimetableProperties"

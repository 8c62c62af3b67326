"""``T.Properties``: what a table or timetable knows about itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base.errors import MatlabError
from .numerals import DisplayFormat
from .objects import HostObject, property_list

_DERIVED = ("VariableTypes", "VariableContinuity", "StartTime", "SampleRate", "TimeStep")
"""What follows from the contents, and is not taken over by the table."""
_NO_CUSTOM = "        CustomProperties: No custom properties are set.\n      Use addprop and rmprop to modify CustomProperties.\n"


class CustomProperties(HostObject):
    """``T.Properties.CustomProperties``: what a program added, by name.

    ``kinds`` says whether a value is that of the ``table`` or has an element for each ``variable``.
    """

    __slots__ = ("fields", "kinds")
    matlab_class = "matlab.tabular.CustomProperties"

    def __init__(self, fields: Mapping[str, Any], kinds: Mapping[str, str]) -> None:
        self.fields, self.kinds = dict(fields), dict(kinds)

    def properties(self) -> Mapping[str, Any]:
        return self.fields

    def set_property(self, name: str, value: Any) -> CustomProperties:
        if name not in self.fields:
            raise MatlabError(
                f"Unrecognized custom property name '{name}'. Use addprop to create a new custom property.",
                "MATLAB:table:InvalidCustomPropName",
            )
        return CustomProperties({**self.fields, name: value}, self.kinds)


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
        listed = {name: value for name, value in self.fields.items() if name != "CustomProperties"}
        text = property_list(self.matlab_class.rpartition(".")[2], listed, format.style)
        custom = self.fields.get("CustomProperties")
        if not isinstance(custom, CustomProperties) or not custom.fields:
            return text + _NO_CUSTOM
        lines = property_list("", custom.fields, format.style).split("\n")[2:]
        return text + "\n   Custom Properties (access using t.Properties.CustomProperties.<name>):\n" + "\n".join(lines)


class TimetableProperties(TableProperties):
    """The properties of a timetable."""

    __slots__ = ()
    matlab_class = "matlab.tabular.TimetableProperties"

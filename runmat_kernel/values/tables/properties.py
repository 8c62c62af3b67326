"""``T.Properties``: what a table or timetable knows about itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ..containers import CellArray
from ..convert import as_array, is_text, text_of, to_value
from ..indexing import is_colon
from ..numerals import DisplayFormat
from ..objects import HostObject, property_list
from ..text import CharArray, StringArray
from ..times.times import TimeArray

CONTINUITY = frozenset({"unset", "continuous", "step", "event"})
"""How the values of a variable go on between the row times."""

_DERIVED = ("VariableTypes",)
"""Properties that follow from the contents, which a table does not copy."""


def texts_in(value: Any, *, strict: bool = True) -> list[str]:
    """The texts of a list of texts; what is no text is an error, or empty where that is not ``strict``."""
    if type(value) is StringArray:
        return [text or "" for text in value.array.ravel(order="F")]
    if type(value) is CellArray:
        return [text_of(item) if strict or is_text(item) else "" for item in value.array.ravel(order="F")]
    return [text_of(value)] if strict or is_text(value) else []


def checked_row_names(names: Sequence[str], height: int) -> tuple[str, ...]:
    """Row names, of which there must be one for each row, none twice and none empty."""
    if len(names) != height:
        raise MatlabError(
            "The RowNames property must contain one name for each row in the table.", "MATLAB:table:IncorrectNumberOfRowNames"
        )
    if not all(names):
        raise MatlabError("Row names must not be empty.", "MATLAB:table:EmptyRowNames")
    if len(set(names)) < height:
        twice = next(name for k, name in enumerate(names) if name in names[:k])
        raise MatlabError(f"Duplicate table row name: '{twice}'.", "MATLAB:table:DuplicateRowNames")
    return tuple(names)


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
        if name == "VariableContinuity" and any(text not in CONTINUITY for text in texts_in(value, strict=False)):
            raise MatlabError(
                "VariableContinuity must have values 'unset', 'continuous', 'step', or 'event'.",
                "MATLAB:table:InvalidContinuityFullAssignment",
            )
        return type(self)({**self.fields, name: value})

    def property_to_write(self, name: str) -> Any:
        """Texts about variables start with an empty one for each."""
        value = self.get_property(name)
        if name in ("VariableUnits", "VariableDescriptions") and type(value) is CellArray and not value.numel:
            return CellArray.of([CharArray.row("")] * len(texts_in(self.fields["VariableNames"])))
        return value

    def located(self, name: str, subscripts: Sequence[Any]) -> Sequence[Any]:
        """Elements of lists about variables by the names of these, row names and times by the names of rows."""
        listed = "RowNames" if name == "RowNames" else "VariableNames" if name.startswith("Variable") else None
        subscript = subscripts[0] if len(subscripts) == 1 else None
        if listed is None or type(subscript) not in (CharArray, StringArray, CellArray) or is_colon(subscript):
            return subscripts
        names = texts_in(self.fields[listed])
        unknown = next((text for text in texts_in(subscript) if text not in names), None)
        if unknown is not None:
            raise MatlabError(f"Unrecognized table variable name '{unknown}'.", "MATLAB:table:UnrecognizedVarName")
        return (to_value(np.array([[names.index(text) + 1.0 for text in texts_in(subscript)]])),)

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

    def set_property(self, name: str, value: Any) -> TableProperties:
        """A start, a step or a rate makes the row times."""
        times = self.fields["RowTimes"]
        if name == "StartTime":
            times_value, start = (value, value.seconds) if isinstance(value, TimeArray) else times.admitting(value)
            moved = times.seconds - times.seconds.ravel()[:1] + start.ravel()[:1] if times.numel else times.seconds
            return type(self)({**self.fields, name: value, "RowTimes": times_value.like(moved)})
        if name in ("TimeStep", "SampleRate"):
            step = value.seconds.ravel()[0] if isinstance(value, TimeArray) else 1 / float(as_array(value).ravel()[0])
            first = times.seconds.ravel()[:1]
            return type(self)({**self.fields, name: value, "RowTimes": times.like((first + step * np.arange(times.numel)).reshape(-1, 1))})
        return super().set_property(name, value)

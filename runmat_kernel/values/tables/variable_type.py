"""``vartype``: the variables of a class, as a subscript of tables."""

from __future__ import annotations

from typing import Any

from ..containers import CellArray
from ..convert import class_of
from ..numerals import DisplayFormat
from ..objects import HostObject
from ..text import CharArray


class VariableType(HostObject):
    """``vartype(type)``: the variables of a class, as a subscript of tables."""

    __slots__ = ("kind",)
    matlab_class = "vartype"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def takes(self, value: Any) -> bool:
        own = class_of(value)
        if self.kind == "numeric":
            return own in ("double", "single") or own.startswith(("int", "uint"))
        if self.kind == "cellstr":
            return type(value) is CellArray and all(type(x) is CharArray for x in value.array.flat)
        return own == self.kind

    def header(self) -> str | None:
        return "  table vartype subscript:"

    def disp_text(self, format: DisplayFormat) -> str:
        return f"    Select table variables matching vartype '{self.kind}'\n\n  See Access Data in a Table.\n"

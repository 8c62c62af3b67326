"""What detectImportOptions finds out about a delimited text file: an object whose properties programs change before they read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ..base.errors import MatlabError
from .containers import CellArray, StructArray
from .convert import as_array, is_text, numel_of, text_of
from .numerals import DisplayFormat
from .objects import HostObject, property_list
from .text import CharArray, StringArray


def _names(value: Any) -> list[str]:
    if is_text(value):
        return [text_of(value)]
    if type(value) is CellArray:
        return [text_of(item) for item in value.array.ravel(order="F")]
    return [str(t) for t in value.array.ravel(order="F")] if type(value) is StringArray else []


def _cells(texts: list[str]) -> CellArray:
    return CellArray.of([CharArray.row(t) for t in texts], (1, len(texts)))


class ImportOptions(HostObject):
    """``names`` and ``types`` of the variables, the ``chosen`` ones, ``forms`` of dates by name, and the other properties in ``fields``."""

    __slots__ = ("chosen", "fields", "forms", "names", "types")
    matlab_class = "matlab.io.text.DelimitedTextImportOptions"
    methods: ClassVar[Mapping[str, Any]] = {}

    def __init__(
        self, names: list[str], types: list[str], chosen: list[str], fields: Mapping[str, Any], forms: Mapping[str, str] | None = None
    ) -> None:
        self.names, self.types, self.chosen, self.fields = list(names), list(types), list(chosen), dict(fields)
        self.forms = dict(forms or {})

    def properties(self) -> Mapping[str, Any]:
        named = {"VariableNames": _cells(self.names), "VariableTypes": _cells(self.types), "SelectedVariableNames": _cells(self.chosen)}
        pairs = zip(self.names, self.types, strict=True)
        items = [StructArray.scalar({"Name": CharArray.row(n), "Type": CharArray.row(t)}) for n, t in pairs]
        return {**self.fields, **named, "VariableOptions": CellArray.of(items, (1, len(items)))}

    def set_property(self, name: str, value: Any) -> HostObject:
        made = ImportOptions(self.names, self.types, self.chosen, self.fields, self.forms)
        if name == "VariableNames":
            new = _names(value)
            renamed = dict(zip(self.names, new, strict=False))
            made.chosen = [renamed.get(n, n) for n in self.chosen]
            made.forms = {renamed.get(n, n): form for n, form in self.forms.items()}
            made.names = new
        elif name == "VariableTypes":
            made.types = _names(value)
        elif name == "SelectedVariableNames":
            made.chosen = self.picked(value)
        elif name in self.fields:
            made.fields[name] = value
        else:
            return super().set_property(name, value)
        if len(made.types) != len(made.names):
            raise MatlabError("The number of variable names must match the number of variables.", "MATLAB:textio:io:SizeMismatch")
        return made

    def picked(self, value: Any) -> list[str]:
        """Names of variables given as names or numbers."""
        wanted = _names(value)
        if not wanted and numel_of(value):
            places = as_array(value).ravel(order="F")
            wanted = [self.names[int(k) - 1] for k in (np.flatnonzero(places) + 1 if places.dtype == bool else places)]
        unknown = next((n for n in wanted if n not in self.names), None)
        if unknown is not None:
            raise MatlabError(f"Unknown variable name: '{unknown}'.", "MATLAB:textio:io:UnknownVarName")
        return wanted

    def with_types(self, names: list[str], types: list[str]) -> ImportOptions:
        table = dict(zip(self.names, self.types, strict=True))
        table.update(zip(names, types * len(names) if len(types) == 1 else types, strict=True))
        return ImportOptions(self.names, [table[n] for n in self.names], self.chosen, self.fields, self.forms)

    def disp_text(self, format: DisplayFormat) -> str:
        shown = {k: v for k, v in self.properties().items() if k != "VariableOptions"}
        return property_list("DelimitedTextImportOptions", shown, format.style)

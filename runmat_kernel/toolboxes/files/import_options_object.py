"""What detectImportOptions finds out about a delimited text file: an object whose properties programs change before they read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import Stored
from ...values.containers import CellArray, StructArray, object_array
from ...values.convert import as_array, is_text, numel_of, text_of, to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, short_text
from ...values.text import CharArray, StringArray

Settings = Mapping[str, Mapping[str, Any]]
"""By the name of a variable: its options by their names in lower case."""

COMMON = {"FillValue": None, "TreatAsMissing": (), "QuoteRule": "remove", "Prefixes": (), "Suffixes": (), "EmptyFieldRule": "missing"}
_NUMBERS = {"ExponentCharacter": "eEdD", "DecimalSeparator": ".", "ThousandsSeparator": "", "TrimNonNumeric": False}
OF_KIND: Mapping[str, Mapping[str, Any]] = {
    "text": {"WhitespaceRule": "trim"},
    "number": _NUMBERS,
    "logical": {"TrueSymbols": ("true", "t", "1"), "FalseSymbols": ("false", "f", "0"), "CaseSensitive": False},
    "datetime": {"DatetimeFormat": "default", "DatetimeLocale": "en_US", "InputFormat": "", "TimeZone": "", "InputTimeZone": ""},
    "duration": {"DurationFormat": "default", "InputFormat": "", "DecimalSeparator": ".", "FieldSeparator": ":"},
    "categorical": {"Categories": (), "Protected": False, "Ordinal": False},
}
_GROUPS = tuple(
    (title, tuple(names.split()))
    for title, names in (
        (
            "Format Properties:",
            "Delimiter Whitespace LineEnding CommentStyle ConsecutiveDelimitersRule LeadingDelimitersRule TrailingDelimitersRule "
            "EmptyLineRule Encoding",
        ),
        ("Sheet Properties:", "Sheet"),
        ("Replacement Properties:", "MissingRule ImportErrorRule ExtraColumnsRule"),
        (
            "Variable Import Properties: Set types by name using setvartype",
            "VariableNames VariableTypes SelectedVariableNames VariableOptions VariableNamingRule",
        ),
        ("Location Properties:", "DataLines VariableNamesLine RowNamesColumn VariableUnitsLine VariableDescriptionsLine"),
        ("Range Properties:", "DataRange VariableNamesRange RowNamesRange VariableUnitsRange VariableDescriptionsRange"),
    )
)


def kind_of(type_name: str) -> str:
    """The group of options that variables of a type have."""
    return "text" if type_name in ("char", "string") else type_name if type_name in OF_KIND else "number"


def _names(value: Any) -> list[str]:
    if is_text(value):
        return [text_of(value)]
    if type(value) is CellArray:
        return [text_of(item) for item in value.array.ravel(order="F")]
    return [str(t) for t in value.array.ravel(order="F")] if type(value) is StringArray else []


def _cells(texts: Any) -> CellArray:
    return CellArray.of([CharArray.row(t) for t in texts], (1, len(texts)))


def _like_field(old: Any, value: Any) -> Any:
    """A text in the class of a field: char, or a cell; every other value as it is."""
    if is_text(value) and type(old) is CharArray:
        return CharArray.row(text_of(value))
    return _cells(_names(value)) if is_text(value) and type(old) is CellArray else value


class ImportOptions(HostObject):
    """``names`` and ``types`` of the variables, the ``chosen`` ones, their own ``settings``, and the other properties in ``fields``."""

    __slots__ = ("chosen", "fields", "names", "settings", "types")
    matlab_class = "matlab.io.text.DelimitedTextImportOptions"

    def __init__(
        self, names: list[str], types: list[str], chosen: list[str], fields: Mapping[str, Any], settings: Settings | None = None
    ) -> None:
        self.names, self.types, self.chosen, self.fields = list(names), list(types), list(chosen), dict(fields)
        self.settings = {name: dict(own) for name, own in (settings or {}).items()}

    def like(self, **changed: Any) -> ImportOptions:
        """The same options but for what is named."""
        parts = {"names": self.names, "types": self.types, "chosen": self.chosen, "fields": self.fields, "settings": self.settings}
        return type(self)(**{**parts, **changed})

    def properties(self) -> Mapping[str, Any]:
        named = {"VariableNames": _cells(self.names), "VariableTypes": _cells(self.types), "SelectedVariableNames": _cells(self.chosen)}
        return {**self.fields, **named, "VariableOptions": self.all_options()}

    def all_options(self) -> StructArray:
        """The options of all variables, with [] for what variables of a type have not."""
        own = [self.options_of(name).array.flat[0] for name in self.names]
        fields = tuple(dict.fromkeys(key for item in own for key in item))
        nothing = to_value(np.zeros((0, 0)))
        records = [{key: item.get(key, nothing) for key in fields} for item in own]
        return StructArray(object_array(records, (1, len(records))), fields)

    def options_of(self, name: str) -> StructArray:
        """All options of one variable."""
        kind = self.types[self.names.index(name)]
        own = self.settings.get(name, {})
        fields: dict[str, Any] = {"Name": CharArray.row(name), "Type": CharArray.row(kind)}
        for key, usual in {**COMMON, **OF_KIND[kind_of(kind)]}.items():
            fields[key] = own.get(key.lower(), _usual_fill(kind) if key == "FillValue" else _value(usual))
        return StructArray.scalar(fields)

    def set_property(self, name: str, value: Any) -> HostObject:
        if name == "VariableNames":
            new = _names(value)
            renamed = dict(zip(self.names, new, strict=False))
            chosen = [renamed.get(n, n) for n in self.chosen]
            changed = self.like(names=new, chosen=chosen, settings={renamed.get(n, n): own for n, own in self.settings.items()})
        elif name == "VariableTypes":
            changed = self.like(types=_names(value))
        elif name == "SelectedVariableNames":
            changed = self.like(chosen=self.picked(value))
        elif name in self.fields:
            changed = self.like(fields={**self.fields, name: _like_field(self.fields[name], value)})
        else:
            return super().set_property(name, value)
        if len(changed.types) != len(changed.names):
            raise MatlabError("The number of variable names must match the number of variables.", "MATLAB:textio:io:SizeMismatch")
        return changed

    def picked(self, value: Any) -> list[str]:
        """Names of variables given as names or numbers."""
        wanted = _names(value)
        if not wanted and numel_of(value):
            places = as_array(value).ravel(order="F")
            places = np.flatnonzero(places) + 1 if places.dtype == bool else places
            if not np.isin(places, np.arange(1, len(self.names) + 1)).all():
                raise MatlabError("A variable number is out of range.", "MATLAB:textio:io:UnknownVarName")
            wanted = [self.names[int(k) - 1] for k in places]
        unknown = next((n for n in wanted if n not in self.names), None)
        if unknown is not None:
            raise MatlabError(f"Unknown variable name: '{unknown}'.", "MATLAB:textio:io:UnknownVarName")
        return wanted

    def with_types(self, names: list[str], types: list[str]) -> ImportOptions:
        table = dict(zip(self.names, self.types, strict=True))
        table.update(zip(names, types * len(names) if len(types) == 1 else types, strict=True))
        return self.like(types=[table[n] for n in self.names])

    def with_settings(self, names: list[str], settings: Mapping[str, Any]) -> ImportOptions:
        """The options of some variables changed; raises for what variables of their types have not."""
        for name in names:
            kind = self.types[self.names.index(name)]
            known = {key.lower() for key in (*COMMON, *OF_KIND[kind_of(kind)])}
            unknown = next((key for key in settings if key not in known), None)
            if unknown is not None:
                raise MatlabError(f"Unknown parameter '{unknown}' for variables of type '{kind}'.", "MATLAB:textio:io:UnknownParameter")
        return self.like(settings={**self.settings, **{name: {**self.settings.get(name, {}), **settings} for name in names}})

    def disp_text(self, format: DisplayFormat) -> str:
        values = self.properties()
        lines = [f"  {self.matlab_class.rpartition('.')[2]} with properties:", ""]
        for title, names in _GROUPS:
            shown = [name for name in names if name in values]
            if not shown:
                continue
            lines.append(f"   {title}")
            for name in shown:
                lines.append(f"{name.rjust(29)}: {self._shown(name, values[name], format)}")
                if name == "VariableOptions":
                    lines.append("\tAccess VariableOptions sub-properties using setvaropts/getvaropts")
            lines.append("")
        return "\n".join([*lines[:-1], "\tTo display a preview of the table, use preview"]) + "\n"

    def _shown(self, name: str, value: Any, format: DisplayFormat) -> str:
        if name == "VariableOptions":
            return f"[1-by-{len(self.names)} matlab.io.VariableImportOptions]"
        if name in ("VariableNames", "VariableTypes", "SelectedVariableNames"):
            texts = _names(value)
            more = f" ... and {len(texts) - 3} more" if len(texts) > 4 else ""
            return "{" + ", ".join(f"'{t}'" for t in (texts[:3] if more else texts)) + more + "}"
        if name in ("Delimiter", "LineEnding", "Whitespace"):
            texts = [t.replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n").replace("\b", "\\b") for t in _names(value)]
            return f"'{texts[0]}'" if name == "Whitespace" else "{" + "  ".join(f"'{t}'" for t in texts) + "}"
        return short_text(value, format.style)


class SheetImportOptions(ImportOptions):
    """Options for a sheet of a workbook."""

    __slots__ = ()
    matlab_class = "matlab.io.spreadsheet.SpreadsheetImportOptions"


def _value(usual: Any) -> Any:
    if isinstance(usual, tuple):
        return _cells(usual) if usual else CellArray.of([], (0, 0))
    return CharArray.row(usual) if isinstance(usual, str) else to_value(usual)


def _usual_fill(type_name: str) -> Any:
    if type_name in ("double", "single"):
        return float("nan")
    return {"logical": False, "char": CharArray.row(""), "string": StringArray.scalar(None)}.get(
        type_name, 0.0 if kind_of(type_name) == "number" else to_value(np.zeros((0, 0)))
    )


STORED = (Stored(ImportOptions), Stored(SheetImportOptions))

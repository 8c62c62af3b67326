"""``detectImportOptions``: how a delimited text file becomes a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from ..base.errors import MatlabError
from .containers import CellArray, object_array
from .convert import as_array, text_of, to_value
from .objects import HostObject
from .tensor import Tensor
from .text import CharArray, StringArray


@dataclass(frozen=True, slots=True)
class Layout:
    """Names, types (``double``, ``char``, ``string``, ``datetime``, ``logical`` ...) and places of the variables of a file.

    ``first`` is the line, from 1, where data begin, ``heading`` that of the names (0: none); ``formats`` are input formats of times.
    """

    names: tuple[str, ...]
    types: tuple[str, ...]
    selected: tuple[str, ...]
    delimiter: str | None
    first: int
    heading: int
    formats: Mapping[str, str] = field(default_factory=dict)
    row_names: str = ""


def _row(texts: tuple[str, ...]) -> CellArray:
    return CellArray(object_array([CharArray.row(t) for t in texts], (1, len(texts))))


def _texts(value: Any) -> tuple[str, ...]:
    if type(value) in (CellArray, StringArray):
        return tuple(x if isinstance(x, str) else text_of(x) for x in value.array.ravel(order="F"))
    return (text_of(value),)


class ImportOptions(HostObject):
    """A Layout as an object whose properties can be changed."""

    __slots__ = ("layout",)
    matlab_class = "matlab.io.text.DelimitedTextImportOptions"
    methods: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def properties(self) -> Mapping[str, Any]:
        lay = self.layout
        return {
            "Delimiter": _row(() if lay.delimiter is None else (lay.delimiter,)),
            "DataLines": Tensor(np.array([[float(lay.first), np.inf]])),
            "VariableNamesLine": float(lay.heading),
            "VariableNames": _row(lay.names),
            "VariableTypes": _row(lay.types),
            "SelectedVariableNames": _row(lay.selected),
            "RowNamesColumn": to_value(float(lay.names.index(lay.row_names) + 1) if lay.row_names else 0.0),
        }

    def set_property(self, name: str, value: Any) -> HostObject:
        lay = self.layout
        if name == "Delimiter":
            return ImportOptions(replace(lay, delimiter=_texts(value)[0].replace("\\t", "\t")))
        if name == "DataLines":
            return ImportOptions(replace(lay, first=int(as_array(value).flat[0])))
        if name == "VariableNamesLine":
            return ImportOptions(replace(lay, heading=int(as_array(value).flat[0])))
        if name == "VariableNames":
            new = self._as_many(_texts(value), "names")
            known = dict(zip(lay.names, new, strict=True))
            return ImportOptions(replace(lay, names=new, selected=tuple(known[n] for n in lay.selected)))
        if name == "VariableTypes":
            return ImportOptions(replace(lay, types=self._as_many(_texts(value), "types")))
        if name == "SelectedVariableNames":
            return ImportOptions(replace(lay, selected=self.chosen(value)))
        return super().set_property(name, value)

    def _as_many(self, texts: tuple[str, ...], what: str) -> tuple[str, ...]:
        if len(texts) != len(self.layout.names):
            raise MatlabError(f"The number of variable {what} must be {len(self.layout.names)}.", "MATLAB:textio:io:SizeMismatch")
        return texts

    def chosen(self, given: Any) -> tuple[str, ...]:
        """The variables that names, numbers or a mask mean."""
        if type(given) in (CellArray, StringArray, CharArray):
            names = _texts(given)
        else:
            array = as_array(given).ravel(order="F")
            places = np.flatnonzero(array) if array.dtype == bool else array.astype(int) - 1
            if places.size and not (0 <= places.min() and places.max() < len(self.layout.names)):
                raise MatlabError("Variable indices must be positive integers within the number of variables.", "MATLAB:textio:io:BadIndex")
            names = tuple(self.layout.names[k] for k in places)
        unknown = next((n for n in names if n not in self.layout.names), None)
        if unknown is not None:
            raise MatlabError(f"Unknown variable name: '{unknown}'.", "MATLAB:textio:io:UnknownVarName")
        return names

    def typed(self, names: tuple[str, ...], kind: str, form: str | None = None) -> ImportOptions:
        """The options with some variables of a type (and their input format)."""
        lay = self.layout
        types = tuple(kind if n in names else t for n, t in zip(lay.names, lay.types, strict=True)) if kind else lay.types
        formats = {**lay.formats, **dict.fromkeys(names, form)} if form is not None else lay.formats
        return ImportOptions(replace(lay, types=types, formats=formats))  # type: ignore[arg-type]

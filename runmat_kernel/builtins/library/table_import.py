"""Tables read from delimited text files: readtable, readtimetable, readvars, detectImportOptions and what changes its options."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, CharArray
from ...values.convert import class_of, is_text, numel_of, text_of, to_value
from ...values.import_options import ImportOptions
from ...values.table import Table
from .. import arguments as arg
from ..delimited import layout_of, made, type_of, valid_name
from ..items import texts_of
from ..sheets import is_workbook
from ..spec import ErrorCase, Example, builtin
from .matrix_files import range_of, sheet_rows
from .tabular import _delimiter, guess_delimiter, read_lines, split_line

_KNOWN = frozenset("""
    delimiter numheaderlines headerlines readvariablenames readrownames texttype datetimetype durationtype treatasmissing variablenamingrule
    preservevariablenames commentstyle format encoding filetype expectednumvariables consecutivedelimitersrule multipledelimsasone missingrule
    emptylinerule importerrorrule endofline lineending whitespace emptyvalue rownamescolumn variablenamesline datalines range sheet
    leadingdelimitersrule trailingdelimitersrule extracolumnsrule decimalseparator thousandsseparator rowtimes samplerate timestep starttime collectoutput
""".split())  # fmt: skip
_FORMATS = {
    "f": "double",
    "n": "double",
    "d": "int32",
    "u": "uint32",
    "s": "char",
    "q": "char",
    "C": "categorical",
    "D": "datetime",
    "T": "duration",
}
_MODIFIED = (
    "Column headers from the file were modified to make them valid MATLAB identifiers before creating variable names for the table. "
    "The original column headers are saved in the VariableDescriptions property.\n"
    "Set 'VariableNamingRule' to 'preserve' to use the original column headers as table variable names."
)


def _options_of(arguments: tuple[Any, ...], function: str) -> tuple[ImportOptions | None, dict[str, Any]]:
    rest = list(arguments)
    given = rest.pop(0) if rest and isinstance(rest[0], ImportOptions) else None
    if len(rest) % 2:
        raise MatlabError("Name-value arguments must come in pairs.", f"MATLAB:{function}:InvalidArguments")
    named = {}
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        word = text_of(key)
        if word.lower() not in _KNOWN:
            raise MatlabError(f"Invalid parameter name: {word}.", f"MATLAB:{function}:InvalidParameterName")
        named[word.lower()] = value
    return given, named


def _on(named: Mapping[str, Any], name: str) -> bool:
    return name in named and bool(arg.scalar(named[name]))


def _word(named: Mapping[str, Any], name: str) -> str:
    return text_of(named[name]).lower() if name in named else ""


class _File:
    """The lines of a file split into fields, its layout, and the names and types of its variables."""

    def __init__(self, call: Any, name: Any, named: dict[str, Any]) -> None:
        if is_workbook(text_of(name)):
            rows = sheet_rows(text_of(name), named)
            if "range" in named:
                r1, c1, r2, c2 = range_of(named["range"])
                rows = [row[c1 : None if c2 is None else c2 + 1] for row in rows[r1 : None if r2 is None else r2 + 1]]
            lines = ["x" if any(row) else "" for row in rows]
            first = min((next((k for k, f in enumerate(row) if f), len(row)) for row in rows if any(row)), default=0)
        else:
            rows, lines = None, read_lines(text_of(name))
        comment = texts_of(named["commentstyle"]) if "commentstyle" in named else []
        skip = named.get("numheaderlines", named.get("headerlines"))
        hidden = int(arg.scalar(skip)) if skip is not None else 0
        kept = [
            k for k in range(hidden, len(lines)) if lines[k].strip() and not any(c and lines[k].lstrip().startswith(c) for c in comment[:1])
        ]
        self.numbers = [k + 1 for k in kept]  # of the lines in the file
        after = [lines[k] for k in kept] if rows is None else []
        self.delimiter = (
            _delimiter(texts_of(named["delimiter"])[0]) if "delimiter" in named and numel_of(named["delimiter"]) else guess_delimiter(after)
        )
        self.rows = [self._split(line, named) for line in after] if rows is None else [rows[k][first:] for k in kept]
        titled = bool(arg.scalar(named["readvariablenames"])) if "readvariablenames" in named else None
        self.layout = layout_of(self.rows, self.delimiter, 0 if skip is not None else None, titled)
        if "datalines" in named:
            self.layout = replace(self.layout, first=bisect_left(self.numbers, arg.flat(named["datalines"])[0]))
        if "variablenamesline" in named:
            at = int(arg.scalar(named["variablenamesline"]))
            self.layout = replace(self.layout, titles=self.numbers.index(at) if at in self.numbers else None)
        self.body = self.rows[self.layout.first :]
        if "datalines" in named and arg.flat(named["datalines"]).size > 1 and np.isfinite(arg.flat(named["datalines"])[1]):
            self.body = self.body[: bisect_right(self.numbers, arg.flat(named["datalines"])[1]) - self.layout.first]
        self.missing = frozenset(texts_of(named["treatasmissing"])) if "treatasmissing" in named else frozenset()
        self.titles = self.rows[self.layout.titles] if self.layout.titles is not None else []
        self.width = max((len(row) for row in (*self.body[:1000], self.titles)), default=0)
        keep = _word(named, "variablenamingrule") == "preserve" or _on(named, "preservevariablenames")
        self.names: list[str] = []
        for k in range(self.width):
            self.names.append(valid_name(self.titles[k] if k < len(self.titles) else "", self.names, k + 1, keep))
        self.types = [type_of(self.fields(k), self.missing) for k in range(self.width)]
        self._chosen_types(named)

    def _split(self, line: str, named: dict[str, Any]) -> list[str]:
        found = [field.strip() for field in split_line(line, self.delimiter)]
        if _on(named, "multipledelimsasone") or _word(named, "consecutivedelimitersrule") == "join":
            found = [f for k, f in enumerate(found) if f or k == 0]
        if "decimalseparator" in named and text_of(named["decimalseparator"]) == ",":
            found = [f.replace(",", ".") if f.replace(",", "").replace("-", "").isdigit() else f for f in found]
        if "thousandsseparator" in named:
            mark = text_of(named["thousandsseparator"])
            found = [f.replace(mark, "") if f.replace(mark, "").replace(".", "").replace("-", "").isdigit() else f for f in found]
        return found

    def fields(self, k: int) -> list[str]:
        return [row[k] if k < len(row) else "" for row in self.body]

    def _chosen_types(self, named: dict[str, Any]) -> None:
        if "format" in named and text_of(named["format"]).lower() != "auto":
            import re

            letters = re.findall(r"%\*?[\d.]*([a-zA-Z])(?:\d+)?(?:\{[^}]*\})?", text_of(named["format"]))
            self.types[: len(letters)] = [_FORMATS.get(c, "char") for c in letters][: self.width]
        if _word(named, "texttype") == "string":
            self.types = ["string" if t == "char" else t for t in self.types]
        for option, kind in (("datetimetype", "datetime"), ("durationtype", "duration")):
            if _word(named, option) == "text":
                self.types = ["char" if t == kind else t for t in self.types]


def _read(call: Any, name: Any, arguments: tuple[Any, ...], function: str) -> Table:
    given, named = _options_of(arguments, function)
    if given is not None:
        named = {**_from_object(given), **named}
    file = _File(call, name, named)
    names, types, chosen = file.names, file.types, file.names
    if given is not None:
        names, types, chosen = given.names, given.types, given.chosen
    row_names: list[str] = []
    columns = {}
    for k, (variable, kind) in enumerate(zip(names, types, strict=True)):
        if k == 0 and _on(named, "readrownames"):
            row_names = file.fields(0)
        elif variable in chosen:
            columns[variable] = made(call, file.fields(k), kind, file.missing, given.forms.get(variable) if given is not None else None)
    columns = {n: columns[n] for n in chosen if n in columns}
    found = Table(columns, row_names, height=len(file.body))
    changed = {n: t for n, t in zip(file.names, file.titles, strict=False) if n in columns and n != t and t}
    if changed and given is None:
        call.warning(_MODIFIED, "MATLAB:table:ModifiedAndSavedVarnames")
        found = found.with_about(replace(found.about, descriptions=changed))
    if _on(named, "readrownames") and file.titles and file.titles[0]:
        found = found.with_about(replace(found.about, dimensions=(file.names[0], "Variables")))
    return found


def _from_object(given: ImportOptions) -> dict[str, Any]:
    fields = {k.lower(): v for k, v in given.fields.items() if k.lower() in _KNOWN and not arg.is_empty_matrix(v)}
    fields.pop("encoding", None)
    return fields


_FILE = "f = [tempname '.csv']; fid = fopen(f, 'w'); fprintf(fid, '{}'); fclose(fid); "


@builtin(
    "readtable", "T = readtable(filename)", "T = readtable(filename, opts)", "T = readtable(filename, Name, Value, ...)", summary="Table from a delimited text file.",
    examples=(
        Example(_FILE.format("name,x y\\nann,1\\nbob,2.5\\n") + "warning off; T = readtable(f); delete(f); {T.name, T.xY}", "{{'ann'; 'bob'}, [1; 2.5]}"),
        Example(_FILE.format("d,n\\n2020-01-31,NA\\n2020-02-01,4\\n") + "T = readtable(f); delete(f); {month(T.d), T.n}", "{[1; 2], [NaN; 4]}"),
        Example(_FILE.format("id;v\\na;1\\nb;2\\n") + "T = readtable(f, 'ReadRowNames', true); delete(f); T{'b','v'}", "2"),
        Example(_FILE.format("x y,z\\n1,q\\n") + "T = readtable(f, 'VariableNamingRule', 'preserve', 'TextType', 'string'); delete(f); {T.('x y'), T.z}", "{1, \"q\"}"),
    ),
    errors=(ErrorCase("readtable('no such file.csv')", "MATLAB:textio:textio:FileNotFound"), ErrorCase("f = [tempname '.csv']; writematrix(1,f); readtable(f,'Foo',1)", "MATLAB:readtable:InvalidParameterName")),
)  # fmt: skip
def readtable(call: Any, name: Any, *arguments: Any) -> Any:
    return _read(call, name, arguments, "readtable")


@builtin(
    "detectImportOptions", "opts = detectImportOptions(filename)", "opts = detectImportOptions(filename, Name, Value, ...)", summary="How a delimited text file would be read, to be changed and given to readtable.",
    examples=(
        Example(_FILE.format("a,b\\n1,x\\n") + "o = detectImportOptions(f); delete(f); o.VariableTypes", "{'double','char'}"),
        Example(_FILE.format("a,b,c\\n1,2,x\\n") + "o = detectImportOptions(f); o.SelectedVariableNames = {'c','a'}; o = setvartype(o,'a','single'); T = readtable(f,o); delete(f); {T.c, T.a}", "{{'x'}, single(1)}"),
    ),
)  # fmt: skip
def detect_import_options(call: Any, name: Any, *arguments: Any) -> Any:
    _, named = _options_of(arguments, "detectImportOptions")
    file = _File(call, name, named)
    first = file.numbers[file.layout.first] if file.layout.first < len(file.numbers) else len(file.numbers) + 1
    cells = lambda *texts: CellArray.of([CharArray.row(t) for t in texts], (1, len(texts)))  # noqa: E731
    nothing = to_value(np.zeros((0, 0)))
    fields = {
        "Delimiter": cells(file.delimiter or " "), "LineEnding": cells("\n", "\r", "\r\n"), "CommentStyle": named.get("commentstyle", nothing), "ConsecutiveDelimitersRule": CharArray.row(_word(named, "consecutivedelimitersrule") or "split"),
        "LeadingDelimitersRule": CharArray.row("keep"), "TrailingDelimitersRule": CharArray.row("ignore"), "EmptyLineRule": CharArray.row("skip"), "Encoding": CharArray.row("UTF-8"),
        "MissingRule": CharArray.row("fill"), "ImportErrorRule": CharArray.row("fill"), "ExtraColumnsRule": CharArray.row("addvars"), "VariableNamingRule": CharArray.row(_word(named, "variablenamingrule") or "modify"),
        "DataLines": to_value(np.array([[first, np.inf]])), "VariableNamesLine": 0.0 if file.layout.titles is None else float(file.numbers[file.layout.titles]),
        "RowNamesColumn": 0.0, "VariableUnitsLine": 0.0, "VariableDescriptionsLine": 0.0, "PreserveVariableNames": False,
    }  # fmt: skip
    return ImportOptions(file.names, file.types, file.names, fields)


def _given(call: Any, value: Any) -> ImportOptions:
    if not isinstance(value, ImportOptions):
        raise call.error(f"Undefined function '{call.name}' for input arguments of type '{class_of(value)}'.", "MATLAB:UndefinedFunction")
    return value


@builtin(
    "setvartype",
    "opts = setvartype(opts, type)",
    "opts = setvartype(opts, variables, type)",
    summary="Import options with other types of variables.",
    examples=(),
)
def setvartype(call: Any, opts: Any, *arguments: Any) -> Any:
    opts = _given(call, opts)
    names = opts.picked(arguments[0]) if len(arguments) > 1 else opts.names
    return opts.with_types(names, texts_of(arguments[-1]))


@builtin(
    "setvaropts",
    "opts = setvaropts(opts, Name, Value, ...)",
    "opts = setvaropts(opts, variables, Name, Value, ...)",
    summary="Import options with settings of variables: Type, InputFormat, TreatAsMissing.",
    examples=(),
)
def setvaropts(call: Any, opts: Any, *arguments: Any) -> Any:
    opts, rest = _given(call, opts), list(arguments)
    names = opts.picked(rest.pop(0)) if len(rest) % 2 else opts.names
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        word = text_of(key).lower()
        if word == "type":
            opts = opts.with_types(names, texts_of(value))
        elif word == "treatasmissing":
            opts = ImportOptions(opts.names, opts.types, opts.chosen, {**opts.fields, "TreatAsMissing": value}, opts.forms)
        elif word == "inputformat":
            opts = ImportOptions(opts.names, opts.types, opts.chosen, opts.fields, {**opts.forms, **dict.fromkeys(names, text_of(value))})
        elif word not in ("datetimeformat", "whitespacerule", "emptyfieldrule", "fillvalue", "quoterule", "prefixes", "suffixes"):
            raise call.error(f"Unknown parameter '{text_of(key)}'.", "MATLAB:textio:io:UnknownParameter")
    return opts


@builtin("preview", "T = preview(filename, opts)", summary="The first eight rows of a table that a file gives.", examples=())
def preview(call: Any, name: Any, opts: Any) -> Any:
    return call.feval("head", _read(call, name, (_given(call, opts),), "preview"), 8.0)[0]


@builtin(
    "readvars",
    "[V1, ..., Vn] = readvars(filename)",
    "[V1, ..., Vn] = readvars(filename, Name, Value, ...)",
    summary="Variables of a delimited text file, one in each output.",
    examples=(Example(_FILE.format("a,b\\n1,x\\n2,y\\n") + "[a,b] = readvars(f); delete(f); {a,b}", "{[1;2],{'x';'y'}}"),),
)
def readvars(call: Any, name: Any, *arguments: Any) -> Any:
    return tuple(_read(call, name, arguments, "readvars").columns.values())


@builtin(
    "readtimetable", "TT = readtimetable(filename)", "TT = readtimetable(filename, Name, Value, ...)", summary="Timetable from a delimited text file: its first dates are the row times.",
    examples=(Example(_FILE.format("t,x\\n2020-01-01,5\\n2020-01-02,6\\n") + "T = readtimetable(f); delete(f); {T.x, day(T.t)}", "{[5;6],[1;2]}"),),
    errors=(ErrorCase(_FILE.format("a\\n1\\n") + "readtimetable(f)", "MATLAB:readtimetable:NoTimeVar"),),
)  # fmt: skip
def readtimetable(call: Any, name: Any, *arguments: Any) -> Any:
    kept = [
        a
        for k in range(0, len(arguments) - 1, 2)
        if not (is_text(arguments[k]) and text_of(arguments[k]).lower() == "rowtimes")
        for a in arguments[k : k + 2]
    ]
    found = _read(call, name, tuple(kept) if len(arguments) % 2 == 0 else arguments, "readtimetable")
    times = next((n for n, c in found.columns.items() if getattr(c, "matlab_class", "") in ("datetime", "duration")), None)
    for key, value in zip(arguments[::2], arguments[1::2], strict=False):
        if is_text(key) and text_of(key).lower() == "rowtimes" and is_text(value):
            times = text_of(value)
    if times is None:
        raise MatlabError("Unable to find a variable of datetime or duration values for the row times.", "MATLAB:readtimetable:NoTimeVar")
    return call.feval("table2timetable", found, to_value("RowTimes"), to_value(times))[0]

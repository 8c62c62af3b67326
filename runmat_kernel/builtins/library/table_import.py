"""Tables read from delimited text files: readtable, readtimetable, readvars."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, CharArray, Tensor
from ...values.convert import is_text, numel_of, text_of, to_value
from ...values.import_options import ImportOptions, SheetImportOptions
from ...values.indexing import COLON
from ...values.table import Table
from ...values.times import Datetime
from .. import arguments as arg
from ..formats.delimited import layout_of, type_of, valid_name
from ..formats.import_rules import column_of, kept_rows, split_keeping_quotes, unquoted
from ..formats.sheets import is_workbook
from ..items import texts_of
from ..spec import ErrorCase, Example, builtin
from .matrix_files import range_of, sheet_rows
from .tabular import delimiter_of, guess_delimiter, read_lines, split_line

_KNOWN = frozenset("""
    delimiter numheaderlines headerlines readvariablenames readrownames texttype datetimetype durationtype treatasmissing variablenamingrule
    preservevariablenames commentstyle format encoding filetype expectednumvariables consecutivedelimitersrule multipledelimsasone missingrule
    emptylinerule importerrorrule endofline lineending whitespace emptyvalue rownamescolumn variablenamesline datalines range sheet
    leadingdelimitersrule trailingdelimitersrule extracolumnsrule decimalseparator thousandsseparator collectoutput variableunitsline variabledescriptionsline
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
_TIME_OPTIONS = frozenset({"rowtimes", "samplerate", "timestep", "starttime"})
_MODIFIED = (
    "Column headers from the file were modified to make them valid MATLAB identifiers before creating variable names for the table. "
    "The original column headers are saved in the VariableDescriptions property.\n"
    "Set 'VariableNamingRule' to 'preserve' to use the original column headers as table variable names."
)


def options_of(arguments: tuple[Any, ...], function: str) -> tuple[ImportOptions | None, dict[str, Any]]:
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


class TextFile:
    """The lines of a file split into fields, its layout, and the names and types of its variables.

    ``raw`` are the fields as they stand, ``rows`` those without quotes and blanks around them.
    """

    def __init__(self, call: Any, name: Any, named: dict[str, Any]) -> None:
        if is_workbook(text_of(name)):
            rows = sheet_rows(text_of(name), named)
            if "range" in named:
                r1, c1, r2, c2 = range_of(named["range"])
                rows = [row[c1 : None if c2 is None else c2 + 1] for row in rows[r1 : None if r2 is None else r2 + 1]]
            lines = ["x" if any(row) else "" for row in rows]
            first = min((next((k for k, f in enumerate(row) if f), len(row)) for row in rows if any(row)), default=0)
        else:
            rows, lines = None, _lines(text_of(name), named)
        self.of_sheet = rows is not None
        comment = texts_of(named["commentstyle"]) if "commentstyle" in named else []
        skip = named.get("numheaderlines", named.get("headerlines"))
        hidden = int(arg.scalar(skip)) if skip is not None else 0
        kept = [k for k in range(hidden, len(lines)) if not any(c and lines[k].lstrip().startswith(c) for c in comment[:1])]
        kept = self._without_empty_lines(kept, lines, named)
        self.numbers = [k + 1 for k in kept]  # of the lines in the file
        after = [lines[k] for k in kept] if rows is None else []
        self.delimiter = (
            delimiter_of(texts_of(named["delimiter"])[0])
            if "delimiter" in named and numel_of(named["delimiter"])
            else guess_delimiter(after)
        )
        if self.delimiter is None and text_of(name).lower().endswith(".csv") and after and len(after[-1].split()) < 2:
            self.delimiter = ","  # one column, whose title may have blanks
        self.raw = [self._split(line, named) for line in after] if rows is None else [rows[k][first:] for k in kept]
        if "range" in named and rows is None:
            r1, c1, r2, c2 = range_of(named["range"])
            inside = [k for k, n in enumerate(self.numbers) if r1 < n and (r2 is None or n <= r2 + 1)]
            self.raw = [self.raw[k][c1 : None if c2 is None else c2 + 1] for k in inside]
            self.numbers = [self.numbers[k] for k in inside]
        self.rows = [[unquoted(field).strip() for field in row] for row in self.raw]
        titled = bool(arg.scalar(named["readvariablenames"])) if "readvariablenames" in named else None
        self.layout = layout_of(self.rows, self.delimiter, 0 if skip is not None else None, titled)
        if "datalines" in named:
            self.layout = replace(self.layout, first=bisect_left(self.numbers, arg.flat(named["datalines"])[0]))
        if "variablenamesline" in named:
            at = int(arg.scalar(named["variablenamesline"]))
            self.layout = replace(self.layout, titles=self.numbers.index(at) if at in self.numbers else None)
        end = None
        if "datalines" in named and arg.flat(named["datalines"]).size > 1 and np.isfinite(arg.flat(named["datalines"])[1]):
            end = bisect_right(self.numbers, arg.flat(named["datalines"])[1])
        self.body = self._at_the_ends(self.rows[self.layout.first : end], self.raw[self.layout.first : end], named)
        self.missing = frozenset(texts_of(named["treatasmissing"])) if "treatasmissing" in named else frozenset()
        self.titles = self.rows[self.layout.titles] if self.layout.titles is not None else []
        self.width = max((len(row) for row in (*self.body[:1000], self.titles)), default=0)
        if "expectednumvariables" in named:
            self.width = int(arg.scalar(named["expectednumvariables"]))
        keep = _word(named, "variablenamingrule") == "preserve" or _on(named, "preservevariablenames")
        self.names: list[str] = []
        for k in range(self.width):
            self.names.append(valid_name(self.titles[k] if k < len(self.titles) else "", self.names, k + 1, keep))
        self.types = [type_of([unquoted(f).strip() for f in self.fields(k)], self.missing) for k in range(self.width)]
        self._chosen_types(named)

    def _without_empty_lines(self, kept: list[int], lines: list[str], named: dict[str, Any]) -> list[int]:
        """Empty lines count where the options say so, behind the first line that holds something."""
        rule = _word(named, "emptylinerule") or "skip"
        full = [k for k in kept if lines[k].strip()]
        if rule == "skip" or not full:
            return full
        if rule == "error" and full != [k for k in kept if k >= full[0]]:
            raise MatlabError("The file has empty lines, and EmptyLineRule is 'error'.", "MATLAB:textio:io:EmptyLineRuleError")
        return [k for k in kept if k >= full[0]]

    def _split(self, line: str, named: dict[str, Any]) -> list[str]:
        mark = self.delimiter
        found = split_keeping_quotes(line, mark) if '"' in line and mark not in (None, " ") else split_line(line, mark)
        rule = _word(named, "consecutivedelimitersrule")
        if _on(named, "multipledelimsasone") or rule == "join":
            found = [f for k, f in enumerate(found) if f or k == 0]
        elif rule == "error" and not all(found[1:-1]):
            raise MatlabError("There are delimiters without a field between them.", "MATLAB:textio:io:ConsecutiveDelimitersRuleError")
        if "decimalseparator" in named and text_of(named["decimalseparator"]) == ",":
            found = [f.replace(",", ".") if f.replace(",", "").replace("-", "").isdigit() else f for f in found]
        if "thousandsseparator" in named:
            mark = text_of(named["thousandsseparator"])
            found = [f.replace(mark, "") if f.replace(mark, "").replace(".", "").replace("-", "").isdigit() else f for f in found]
        return found

    def _at_the_ends(self, rows: list[list[str]], raw: list[list[str]], named: dict[str, Any]) -> list[list[str]]:
        """The raw fields of the data, without empty ones in front and behind where the options say so."""
        sides = {"leading": _word(named, "leadingdelimitersrule"), "trailing": _word(named, "trailingdelimitersrule")}
        if not {"ignore", "error"} & set(sides.values()):
            return raw
        found = []
        for bare, row in zip(rows, raw, strict=True):
            full = [k for k, field in enumerate(bare) if field] or [0]
            first = full[0] if sides["leading"] in ("ignore", "error") else 0
            last = full[-1] + 1 if sides["trailing"] in ("ignore", "error") else len(row)
            side = "leading" if first else "trailing" if last < len(row) else ""
            if side and sides[side] == "error":
                name = f"{side.capitalize()}DelimitersRule"
                raise MatlabError(f"A line has {side} delimiters, and {name} is 'error'.", f"MATLAB:textio:io:{name}Error")
            found.append(row[first:last])
        return found

    def words_of(self, named: dict[str, Any], option: str) -> list[str]:
        """The fields of the line of the file that an option names; none for line 0."""
        at = int(arg.scalar(named[option])) if option in named else 0
        return self.rows[self.numbers.index(at)] if at in self.numbers else []

    def fields(self, k: int) -> list[str]:
        return [row[k] if k < len(row) else "" for row in self.body]

    def _chosen_types(self, named: dict[str, Any]) -> None:
        if "format" in named and text_of(named["format"]).lower() != "auto":
            import re

            letters = re.findall(r"%\*?[\d.]*([a-zA-Z])(?:\d+)?(?:\{[^}]*\})?", text_of(named["format"]))
            self.types[: len(letters)] = [_FORMATS.get(c, "char") for c in letters][: self.width]
        for option, kind in (("datetimetype", "datetime"), ("durationtype", "duration")):
            if _word(named, option) == "text":
                self.types = ["char" if t == kind else t for t in self.types]
        if _word(named, "texttype") == "string":
            self.types = ["string" if t == "char" else t for t in self.types]


def _lines(path: str, named: dict[str, Any]) -> list[str]:
    """The lines of a file, which may end in other ways than lines do."""
    given = named.get("lineending", named.get("endofline"))
    ends = [t.replace("\\r", "\r").replace("\\n", "\n") for t in texts_of(given)] if given is not None and numel_of(given) else []
    own = [t for t in ends if t.strip("\r\n")]
    found = "\n".join(read_lines(path, text_of(named["encoding"]) if "encoding" in named else "utf-8"))
    if not own:
        return found.split("\n")
    for other in own[1:]:
        found = found.replace(other, own[0])
    return found.removesuffix(own[0]).split(own[0])


def _more_columns(file: TextFile, names: list[str], types: list[str], named: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Names and types for fields behind the variables that are expected: more variables, rows, or none, by ExtraColumnsRule."""
    count = len(names)
    width = max((len(row) for row in file.body), default=0)
    rule = _word(named, "extracolumnsrule") or "addvars"
    if width <= count or rule == "ignore":
        return names, types
    if rule == "error":
        raise MatlabError("A line has more fields than there are variables.", "MATLAB:textio:io:ExtraColumnsRuleError")
    if rule == "wrap":
        file.body = [row[k : k + count] for row in file.body for k in range(0, max(len(row), 1), count)]
        return names, types
    return [*names, *(f"ExtraVar{k + 1}" for k in range(width - count))], [*types, *["char"] * (width - count)]


def read_table(call: Any, name: Any, arguments: tuple[Any, ...], function: str) -> Table:
    given, named = options_of(arguments, function)
    if given is not None:
        named = {**_from_object(given), **named}
    file = TextFile(call, name, named)
    names, types, chosen = (file.names, file.types, file.names) if given is None else (given.names, given.types, given.chosen)
    count = len(names)
    if given is not None or "expectednumvariables" in named:
        names, types = _more_columns(file, names, types, named)
    settings = given.settings if given is not None else {}
    if "emptyvalue" in named:
        settings = {n: {"fillvalue": named["emptyvalue"]} for n, t in zip(names, types, strict=True) if t in ("double", "single")}
    at = int(arg.scalar(named["rownamescolumn"])) if "rownamescolumn" in named else 0
    at = 1 if _on(named, "readrownames") else at
    row_names = [unquoted(f).strip() for f in file.fields(at - 1)] if at else []
    columns, gone, failed = {}, {}, {}
    for k, (variable, kind) in enumerate(zip(names, types, strict=True)):
        if k != at - 1 and (variable in chosen or k >= count):
            own = settings.get(variable, {})
            column, gone[variable], failed[variable] = column_of(call, file.fields(k), kind, own, file.missing)
            if file.of_sheet and isinstance(column, Datetime) and _word(own, "datetimeformat") in ("", "default"):
                column = Datetime(column.seconds, None, column.zone)  # a sheet has days, no texts whose form could be kept
            columns[variable] = column
    columns = {n: columns[n] for n in (*chosen, *names[count:]) if n in columns}
    found = Table(columns, row_names, height=len(file.body))
    for name_of_rule, what, marks in (
        ("MissingRule", "A value is missing", gone),
        ("ImportErrorRule", "A field cannot be converted", failed),
    ):
        stay, left = kept_rows(name_of_rule, _word(named, name_of_rule.lower()) or "fill", what, marks, len(file.body))
        if left:
            found = call.feval("removevars", found, CellArray.of([CharArray.row(n) for n in left]))[0]
        if not stay.all():
            found = found.index((Tensor(stay.reshape(-1, 1)), COLON))
            gone = {n: mark[stay] for n, mark in gone.items()}
            failed = {n: mark[stay] for n, mark in failed.items()}
            file.body = [row for row, here in zip(file.body, stay, strict=True) if here]
    told = {key: file.words_of(named, line) for key, line in (("units", "variableunitsline"), ("descriptions", "variabledescriptionsline"))}
    told = {key: {n: t for n, t in zip(names, texts, strict=False) if n in found.columns and t} for key, texts in told.items() if texts}
    found = found.with_about(replace(found.about, **told)) if told else found
    changed = {n: t for n, t in zip(file.names, file.titles, strict=False) if n in found.columns and n != t and t}
    if changed and given is None:
        call.warning(_MODIFIED, "MATLAB:table:ModifiedAndSavedVarnames")
        found = found.with_about(replace(found.about, descriptions=changed))
    if at and len(file.titles) >= at and file.titles[at - 1]:
        found = found.with_about(replace(found.about, dimensions=(file.names[at - 1], "Variables")))
    return found


def _from_object(given: ImportOptions) -> dict[str, Any]:
    fields = {k.lower(): v for k, v in given.fields.items() if k.lower() in _KNOWN and not arg.is_empty_matrix(v)}
    for absent in ("whitespace", *(k for k in ("sheet", "rownamescolumn") if k in fields and not _says(fields[k]))):
        fields.pop(absent, None)
    if isinstance(given, SheetImportOptions):  # a range holds data only: the names of the variables are known
        fields |= {"range": given.fields["DataRange"], "readvariablenames": False, "numheaderlines": 0.0}
    return fields


def _says(value: Any) -> bool:
    """Whether a property names a sheet or a column."""
    return bool(text_of(value)) if is_text(value) else bool(arg.scalar(value))


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
    return read_table(call, name, arguments, "readtable")


@builtin(
    "readvars",
    "[V1, ..., Vn] = readvars(filename)",
    "[V1, ..., Vn] = readvars(filename, Name, Value, ...)",
    summary="Variables of a delimited text file, one in each output.",
    examples=(Example(_FILE.format("a,b\\n1,x\\n2,y\\n") + "[a,b] = readvars(f); delete(f); {a,b}", "{[1;2],{'x';'y'}}"),),
)
def readvars(call: Any, name: Any, *arguments: Any) -> Any:
    return tuple(read_table(call, name, arguments, "readvars").columns.values())


@builtin(
    "readtimetable", "TT = readtimetable(filename)", "TT = readtimetable(filename, Name, Value, ...)", summary="Timetable from a delimited text file: its first dates are the row times.",
    examples=(Example(_FILE.format("t,x\\n2020-01-01,5\\n2020-01-02,6\\n") + "T = readtimetable(f); delete(f); {T.x, day(T.t)}", "{[5;6],[1;2]}"),),
    errors=(ErrorCase(_FILE.format("a\\n1\\n") + "readtimetable(f)", "MATLAB:readtimetable:NoTimeVar"),),
)  # fmt: skip
def readtimetable(call: Any, name: Any, *arguments: Any) -> Any:
    rest = list(arguments)
    first = [rest.pop(0)] if len(rest) % 2 else []
    times: list[Any] = []
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        (times if is_text(key) and text_of(key).lower() in _TIME_OPTIONS else first).extend((key, value))
    found = read_table(call, name, tuple(first), "readtimetable")
    if not {"rowtimes", "samplerate", "timestep"} & {text_of(key).lower() for key in times[::2]}:
        column = next((n for n, c in found.columns.items() if getattr(c, "matlab_class", "") in ("datetime", "duration")), None)
        if column is None:
            raise MatlabError(
                "Unable to find a variable of datetime or duration values for the row times.", "MATLAB:readtimetable:NoTimeVar"
            )
        times += [to_value("RowTimes"), to_value(column)]
    return call.feval("table2timetable", found, *times)[0]

"""A file of data taken apart for a table: its lines and fields, where the data begin, names and types of the variables."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...values.convert import is_text, numel_of, text_of
from ..files.formats.delimited import layout_of, type_of, valid_name
from ..files.formats.import_rules import split_keeping_quotes, unquoted
from ..files.formats.sheets import is_workbook
from ..files.import_options_object import ImportOptions, SheetImportOptions
from ..files.matrix_files import range_of, sheet_rows
from ..files.tabular import delimiter_of, guess_delimiter, read_lines, split_line

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


def options_of(arguments: tuple[Any, ...], function: str) -> tuple[ImportOptions | None, arg.Options]:
    """An object of options, if the arguments begin with one, and the options given by name, in lower case."""
    rest = list(arguments)
    options = rest.pop(0) if rest and isinstance(rest[0], ImportOptions) else None
    if len(rest) % 2:
        raise MatlabError("Name-value arguments must come in pairs.", f"MATLAB:{function}:InvalidArguments")
    named = arg.Options()
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        word = text_of(key)
        if word.lower() not in _KNOWN:
            raise MatlabError(f"Invalid parameter name: {word}.", f"MATLAB:{function}:InvalidParameterName")
        named[word.lower()] = value
    return options, named


def options_in(options: ImportOptions) -> dict[str, Any]:
    """The options that an object holds, by name in lower case."""
    fields = {k.lower(): v for k, v in options.fields.items() if k.lower() in _KNOWN and not arg.is_empty_matrix(v)}
    for absent in ("whitespace", *(k for k in ("sheet", "rownamescolumn") if k in fields and not _says(fields[k]))):
        fields.pop(absent, None)
    if isinstance(options, SheetImportOptions):  # a range holds data only: the names of the variables are known
        fields |= {"range": options.fields["DataRange"], "readvariablenames": False, "numheaderlines": 0.0}
    return fields


def _delimiter_in(named: arg.Options) -> str | None:
    """The delimiter that the options name."""
    return delimiter_of(texts_of(named["delimiter"])[0]) if "delimiter" in named and numel_of(named["delimiter"]) else None


def _without_thousands(field: str, mark: str) -> str:
    """A number without the marks between its thousands; other fields as they are."""
    digits = field.replace(mark, "")
    return digits if digits.replace(".", "").replace("-", "").isdigit() else field


def _without_empty_ends(bare: list[str], row: list[str], sides: dict[str, str]) -> list[str]:
    """The fields of a line without empty ones at the ends whose rule is to ignore them; rule 'error' refuses these."""
    full = [k for k, field in enumerate(bare) if field] or [0]
    first = full[0] if sides["leading"] in ("ignore", "error") else 0
    last = full[-1] + 1 if sides["trailing"] in ("ignore", "error") else len(row)
    side = "leading" if first else "trailing" if last < len(row) else ""
    if side and sides[side] == "error":
        name = f"{side.capitalize()}DelimitersRule"
        raise MatlabError(f"A line has {side} delimiters, and {name} is 'error'.", f"MATLAB:textio:io:{name}Error")
    return row[first:last]


def _says(value: Any) -> bool:
    """Whether a property names a sheet or a column."""
    return bool(text_of(value)) if is_text(value) else bool(arg.scalar(value))


class TextFile:
    """The lines of a file split into fields, its layout, and the names and types of its variables.

    ``raw`` are the fields as they stand, ``rows`` those without quotes and blanks around them.
    """

    def __init__(self, path: str, named: arg.Options) -> None:
        self.of_sheet = is_workbook(path)
        skip = named.get("numheaderlines", named.get("headerlines"))
        if self.of_sheet:
            self._sheet(path, named, skip)
        else:
            self._text(path, named, skip)
        self.rows = [[unquoted(field).strip() for field in row] for row in self.raw]
        titled = named.flag("readvariablenames", None)
        self.layout = layout_of(self.rows, self.delimiter, 0 if skip is not None else None, titled)
        end = self._chosen_lines(named)
        self.body = self._at_the_ends(self.rows[self.layout.first : end], self.raw[self.layout.first : end], named)
        self.missing = frozenset(named.read("treatasmissing", texts_of, []))
        self._variables(named)

    def _sheet(self, path: str, named: arg.Options, skip: Any) -> None:
        """Cells of a workbook: those of a range, else from the first column on that holds something."""
        rows = sheet_rows(path, named)
        if "range" in named:
            r1, c1, r2, c2 = range_of(named["range"])
            rows = [row[c1 : None if c2 is None else c2 + 1] for row in rows[r1 : None if r2 is None else r2 + 1]]
        kept = self._kept(["x" if any(row) else "" for row in rows], named, skip)
        first = min((next((k for k, f in enumerate(row) if f), len(row)) for row in rows if any(row)), default=0)
        self.numbers = [k + 1 for k in kept]
        self.delimiter = _delimiter_in(named)
        self.raw = [rows[k][first:] for k in kept]

    def _text(self, path: str, named: arg.Options, skip: Any) -> None:
        """Fields of the lines of a text file, and the delimiter between them."""
        lines = _lines(path, named)
        kept = self._kept(lines, named, skip)
        self.numbers = [k + 1 for k in kept]
        after = [lines[k] for k in kept]
        self.delimiter = _delimiter_in(named) or guess_delimiter(after)
        if self.delimiter is None and path.lower().endswith(".csv") and after and len(after[-1].split()) < 2:
            self.delimiter = ","  # one column, whose title may have blanks
        self.raw = [self._split(line, named) for line in after]
        if "range" in named:
            r1, c1, r2, c2 = range_of(named["range"])
            inside = [k for k, n in enumerate(self.numbers) if r1 < n and (r2 is None or n <= r2 + 1)]
            self.raw = [self.raw[k][c1 : None if c2 is None else c2 + 1] for k in inside]
            self.numbers = [self.numbers[k] for k in inside]

    def _kept(self, lines: list[str], named: arg.Options, skip: Any) -> list[int]:
        """The lines behind a head of ``skip`` lines that are no comments."""
        comment = named.read("commentstyle", texts_of, [])
        hidden = arg.integer(skip, "number of header lines") if skip is not None else 0
        if hidden < 0:
            raise MatlabError("The number of header lines must not be negative.", "MATLAB:textio:io:NumHeaderLines")
        kept = [k for k in range(hidden, len(lines)) if not any(c and lines[k].lstrip().startswith(c) for c in comment[:1])]
        return self._without_empty_lines(kept, lines, named)

    def _chosen_lines(self, named: arg.Options) -> int | None:
        """Puts into the layout which lines hold titles and data, where options say so; where the data end, None for the last line."""
        if "variablenamesline" in named:
            at = int(arg.scalar(named["variablenamesline"]))
            self.layout = replace(self.layout, titles=self.numbers.index(at) if at in self.numbers else None)
        if "datalines" not in named:
            return None
        bounds = arg.flat(named["datalines"])
        self.layout = replace(self.layout, first=bisect_left(self.numbers, bounds[0]))
        return bisect_right(self.numbers, bounds[1]) if bounds.size > 1 and np.isfinite(bounds[1]) else None

    def _variables(self, named: arg.Options) -> None:
        """Names and types of the variables, of which there are as many as the widest of the first thousand lines has fields."""
        self.titles = self.rows[self.layout.titles] if self.layout.titles is not None else []
        self.width = max((len(row) for row in (*self.body[:1000], self.titles)), default=0)
        if "expectednumvariables" in named:
            self.width = int(arg.scalar(named["expectednumvariables"]))
        keep = named.word("variablenamingrule") == "preserve" or named.flag("preservevariablenames")
        self.names: list[str] = []
        for k in range(self.width):
            self.names.append(valid_name(self.titles[k] if k < len(self.titles) else "", self.names, k + 1, keep))
        self.types = [type_of([unquoted(f).strip() for f in self.fields(k)], self.missing) for k in range(self.width)]
        self._chosen_types(named)

    def _without_empty_lines(self, kept: list[int], lines: list[str], named: arg.Options) -> list[int]:
        """Empty lines count where the options say so, behind the first line that holds something."""
        rule = named.word("emptylinerule") or "skip"
        full = [k for k in kept if lines[k].strip()]
        if rule == "skip" or not full:
            return full
        behind = kept[kept.index(full[0]) :]
        if rule == "error" and full != behind:
            raise MatlabError("The file has empty lines, and EmptyLineRule is 'error'.", "MATLAB:textio:io:EmptyLineRuleError")
        return behind

    def _split(self, line: str, named: arg.Options) -> list[str]:
        mark = self.delimiter
        fields = split_keeping_quotes(line, mark) if '"' in line and mark not in (None, " ") else split_line(line, mark)
        rule = named.word("consecutivedelimitersrule")
        if named.flag("multipledelimsasone") or rule == "join":
            fields = [f for k, f in enumerate(fields) if f or k == 0]
        elif rule == "error" and not all(fields[1:-1]):
            raise MatlabError("There are delimiters without a field between them.", "MATLAB:textio:io:ConsecutiveDelimitersRuleError")
        if named.text("decimalseparator") == ",":
            fields = [f.replace(",", ".") if f.replace(",", "").replace("-", "").isdigit() else f for f in fields]
        if "thousandsseparator" in named:
            fields = [_without_thousands(f, text_of(named["thousandsseparator"])) for f in fields]
        return fields

    def _at_the_ends(self, rows: list[list[str]], raw: list[list[str]], named: arg.Options) -> list[list[str]]:
        """The raw fields of the data, without empty ones in front and behind where the options say so."""
        sides = {"leading": named.word("leadingdelimitersrule"), "trailing": named.word("trailingdelimitersrule")}
        if not {"ignore", "error"} & set(sides.values()):
            return raw
        return [_without_empty_ends(bare, row, sides) for bare, row in zip(rows, raw, strict=True)]

    def words_of(self, named: arg.Options, option: str) -> list[str]:
        """The fields of the line of the file that an option names; none for line 0."""
        at = int(arg.scalar(named[option])) if option in named else 0
        return self.rows[self.numbers.index(at)] if at in self.numbers else []

    def fields(self, k: int) -> list[str]:
        return [row[k] if k < len(row) else "" for row in self.body]

    def _chosen_types(self, named: arg.Options) -> None:
        if "format" in named and text_of(named["format"]).lower() != "auto":
            letters = re.findall(r"%\*?[\d.]*([a-zA-Z])(?:\d+)?(?:\{[^}]*\})?", text_of(named["format"]))
            self.types[: len(letters)] = [_FORMATS.get(c, "char") for c in letters][: self.width]
        for option, kind in (("datetimetype", "datetime"), ("durationtype", "duration")):
            if named.word(option) == "text":
                self.types = ["char" if t == kind else t for t in self.types]
        if named.word("texttype") == "string":
            self.types = ["string" if t == "char" else t for t in self.types]


def _lines(path: str, named: arg.Options) -> list[str]:
    """The lines of a file, which may end in other ways than lines do."""
    ending = named.get("lineending", named.get("endofline"))
    ends = [t.replace("\\r", "\r").replace("\\n", "\n") for t in texts_of(ending)] if ending is not None and numel_of(ending) else []
    own = [t for t in ends if t.strip("\r\n")]
    text = "\n".join(read_lines(path, named.text("encoding", "utf-8")))
    if not own:
        return text.split("\n")
    for other in own[1:]:
        text = text.replace(other, own[0])
    return text.removesuffix(own[0]).split(own[0])

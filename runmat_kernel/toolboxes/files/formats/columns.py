"""Columns of a delimited text by a format: what textscan, textread and strread share.

The text is read from its beginning to its end by a cursor; the format is used again and again, one record each time.  Without
delimiters, blanks and line ends separate fields; with delimiters, a line that ends within a record fills it with empty values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....base.records import record
from ....builtins.element_values import cellstr_column
from ....values import CharArray, Tensor
from ....values.classes import saturate
from ..scan import number_of, parse_format

_CONVERSION = re.compile(
    r"%(?P<skip>\*)?(?P<width>\d+)?(?:\.\d+)?(?:(?P<kind>[du])(?P<bits>8|16|32|64)?|f(?P<float>32|64)?|(?:\{(?P<form>[^}]*)\})?(?P<made>[DTC])|(?P<letter>[nsqc])|(?P<set>\[\^?\]?[^\]]*\]))"
)
_FLOAT = re.compile(r"[+-]?(?:\d+\.?\d*(?:[eEdD][+-]?\d+)?|\.\d+(?:[eEdD][+-]?\d+)?|[iI]nf(?:inity)?|[nN]a[nN])")
_INTEGER = re.compile(r"[+-]?\d+")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


@record
class Piece:
    """A conversion (``kind`` number, text, quoted, chars, set, made) with the class of its column, or a ``literal``.

    ``made`` are texts that become dates, lengths of time or categories; ``text`` is their format.
    """

    kind: str
    matlab_class: str = ""
    text: str = ""
    width: int | None = None
    skipped: bool = False
    pattern: re.Pattern[str] | None = None

    @property
    def is_text(self) -> bool:
        return self.kind != "number"


@record
class Layout:
    """How fields are divided.  ``delimiters`` empty: blanks and line ends divide.  ``comments``: pairs of begin and end (``None``: the
    line's end).  ``absent``: texts that stand for no number."""

    delimiters: tuple[str, ...] = ()
    whitespace: str = " \b\t"
    merge: bool = False
    empty: float = float("nan")
    absent: tuple[str, ...] = ()
    comments: tuple[tuple[str, str | None], ...] = ()
    header_lines: int = 0


def parse_columns(form: str) -> list[Piece]:
    """The pieces of a format.  Raises ``MATLAB:badformat_mx`` for a conversion that there is not."""
    pieces, position = [], 0
    while position < len(form):
        blank = re.match(r"\s+|\\[nrt]", form[position:])
        if blank is not None:
            position += blank.end()
            continue
        match = _CONVERSION.match(form, position)
        if match is not None:
            pieces.append(_piece(match))
            position = match.end()
            continue
        if form.startswith("%%", position):
            pieces.append(Piece("literal", text="%"))
            position += 2
            continue
        if form[position] == "%":
            raise MatlabError("Badly formed format string.", "MATLAB:badformat_mx")
        literal = re.match(r"(?:[^%\s\\]|\\(?![nrt]))+", form[position:])
        assert literal is not None
        pieces.append(Piece("literal", text=literal[0]))
        position += literal.end()
    return pieces


def _piece(match: re.Match[str]) -> Piece:
    width = int(match["width"]) if match["width"] else None
    skipped = bool(match["skip"])
    if match["kind"]:
        name = ("int" if match["kind"] == "d" else "uint") + (match["bits"] or "32")
        return Piece("number", name, width=width, skipped=skipped, pattern=_INTEGER)
    if match["made"]:
        name = {"D": "datetime", "T": "duration", "C": "categorical"}[match["made"]]
        return Piece("made", name, match["form"] or "", width=width, skipped=skipped)
    if match["set"]:
        conversion = parse_format("%" + match["set"])[0]
        return Piece("set", width=width, skipped=skipped, pattern=conversion.pattern)
    letter = match["letter"]
    if letter in (None, "n"):
        return Piece("number", "single" if match["float"] == "32" else "double", width=width, skipped=skipped, pattern=_FLOAT)
    return Piece({"s": "text", "q": "quoted", "c": "chars"}[letter], width=width, skipped=skipped)


@dataclass(slots=True)
class Reader:
    """A cursor over the text; ``columns`` has the values of each conversion so far, ``failed`` the use of the format that did not fit."""

    text: str
    layout: Layout
    position: int = 0
    columns: list[list[Any]] = field(default_factory=list)
    failed: int | None = None
    _found: dict[str, int] = field(default_factory=dict)
    _passed: bool = False  # a delimiter, behind which a field stands even at the end of the text

    def read(self, pieces: Sequence[Piece], repeats: float) -> None:
        self.columns = [[] for p in pieces if p.kind != "literal"]
        uses = 0
        while uses < repeats and self._begins() and self.columns:
            start = self.position
            if not self._record(pieces) or self.position == start:
                self.failed = uses + 1 if self.position < len(self.text) else None
                return
            uses += 1

    def _record(self, pieces: Sequence[Piece]) -> bool:
        """Read one use of the format; False where the text does not fit it, or ended before."""
        at = -1
        ended = False  # the line (or the text) ended within the record
        for number, piece in enumerate(pieces):
            at += piece.kind != "literal"
            ended = ended or (number > 0 and self._ended())
            if piece.kind == "literal":
                if not ended and not self._literal(piece.text):
                    return False
                continue
            if ended and not self._fills() and not self._passed:
                return False
            value = self._empty(piece) if ended else self._value(piece)
            if value is None:
                return False
            self.columns[at].append(value)
            self._passed = False
            if not ended and piece.kind != "chars":
                self._delimiter(pieces[number + 1] if number + 1 < len(pieces) else None)
        return True

    def _ended(self) -> bool:
        """Whether nothing is left for this record."""
        if not self.layout.delimiters:
            self._skip(self.layout.whitespace + "\n")
        else:
            self._skip_blanks()
        return self.position >= len(self.text) or (bool(self.layout.delimiters) and self.text[self.position] == "\n")

    def _fills(self) -> bool:
        """Whether a record that ended early is filled up: its line has an end."""
        return self.position < len(self.text) or self.text.rstrip(self.layout.whitespace).endswith("\n")

    def _begins(self) -> bool:
        """Go to the next record; False at the end of the text."""
        while self.position < len(self.text) and (self.text[self.position] in " \n" or self._at_blank()):
            self.position += 1
        if self.layout.merge:
            while self._at_delimiter():
                self.position += len(self._at_delimiter())
                self._skip(self.layout.whitespace + "\n")
        return self.position < len(self.text)

    def _skip(self, characters: str) -> None:
        while self.position < len(self.text) and self.text[self.position] in characters and not self._at_delimiter():
            self.position += 1

    def _at_blank(self) -> bool:
        return self.text[self.position] in self.layout.whitespace and not self._at_delimiter()

    def _skip_blanks(self) -> None:
        self._skip(self.layout.whitespace)

    def _at_delimiter(self) -> str:
        """The delimiter that begins here, or ''."""
        return next((d for d in self.layout.delimiters if self.text.startswith(d, self.position)), "")

    def _literal(self, literal: str) -> bool:
        self._skip_blanks()
        if not self.text.startswith(literal, self.position):
            return False
        self.position += len(literal)
        return True

    def _delimiter(self, following: Piece | None) -> None:
        """Pass the delimiter behind a field, or all of them where many count as one; a literal of the format may be the delimiter."""
        self._skip_blanks()
        if following is not None and following.kind == "literal" and self.text.startswith(following.text, self.position):
            return
        delimiter_end = self._at_delimiter()
        self.position += len(delimiter_end)
        self._passed = bool(delimiter_end) and not self.layout.merge
        while delimiter_end and self.layout.merge:
            self._skip_blanks()
            delimiter_end = self._at_delimiter()
            self.position += len(delimiter_end)

    def _empty(self, piece: Piece) -> Any:
        return "" if piece.is_text else self.layout.empty

    def _field_end(self) -> int:
        """Where a text field that begins here ends."""
        return min(map(self._next, (*(self.layout.delimiters or tuple(self.layout.whitespace)), "\n")))

    def _next(self, stop: str) -> int:
        """Where a text stands next, the end where it does not: looked up once for all fields before that."""
        place = self._found.get(stop, -1)
        if place < self.position:
            place = self.text.find(stop, self.position)
            self._found[stop] = place = len(self.text) if place < 0 else place
        return place

    def _value(self, piece: Piece) -> Any:
        """The value of a conversion, or None where the text does not match."""
        text = self.text
        if piece.kind == "chars":
            text_read = text[self.position : self.position + (piece.width or 1)]
            self.position += len(text_read)
            return text_read or None
        self._skip_blanks()
        end = self._field_end()
        for _ in range(piece.text.count(" ") if piece.kind == "made" and not self.layout.delimiters else 0):
            start, self.position = self.position, end  # a format with blanks takes several words
            self._skip_blanks()
            end = self._field_end()
            self.position = start
        limit = end if piece.width is None else min(end, self.position + piece.width)
        if piece.kind == "number":
            return self._number(piece, end, limit)
        if piece.kind == "quoted" and (quoted := _QUOTED.match(text, self.position)) is not None:
            self.position = quoted.end()
            return quoted[1].replace('""', '"')
        if piece.kind == "set":
            assert piece.pattern is not None
            match = piece.pattern.match(text, self.position, len(text) if piece.width is None else self.position + piece.width)
            self.position = match.end() if match else self.position
            return match[0] if match else None
        text_read, self.position = text[self.position : limit], limit
        return text_read.rstrip(self.layout.whitespace) if limit == end else text_read

    def _number(self, piece: Piece, end: int, limit: int) -> float | None:
        word = self.text[self.position : end].strip(self.layout.whitespace)
        if not word or word in self.layout.absent:
            self.position = end
            return self.layout.empty
        assert piece.pattern is not None
        match = piece.pattern.match(self.text, self.position, limit)
        if match is None:
            return None
        self.position = match.end()
        return number_of("f" if piece.pattern is _FLOAT else "d", match[0])


def read_columns(
    text: str, form: str, repeats: float, layout: Layout, *, line_end: str = "", strict: bool = False, ends: list[int] | None = None
) -> list[Any]:
    """The columns of the conversions that are not skipped: numbers of their class, cell columns of text, char matrices for %c.

    ``line_end`` is what else ends a line.  Text that does not fit the format ends the columns, or is an error where they are
    ``strict``.  ``ends`` is told how many characters were read.
    """
    blank = layout.whitespace[:1] or " "
    text, longer = _lines_ended(text, line_end)
    start = 0
    for _ in range(layout.header_lines):
        start = text.find("\n", start) + 1 or len(text)
    for begin, end in layout.comments:
        pattern = re.escape(begin) + (r"[^\n]*" if end is None else f".*?{re.escape(end)}")
        text = text[:start] + re.sub(pattern, lambda match: blank * len(match[0]), text[start:], flags=re.DOTALL)
    pieces = parse_columns(form)
    reader = Reader(text, layout, start)
    reader.read(pieces, repeats)
    if strict and reader.failed is not None:
        rest = text[reader.position :].split("\n")[0]
        place = f"(row number {reader.failed}, field number {sum(len(c) == reader.failed for c in reader.columns) + 1})"
        raise MatlabError(
            f"Mismatch between file and format character vector.\nTrouble reading field from file {place} ==> {rest}",
            "MATLAB:textscan:handleErrorAndShowInfo",
        )
    if ends is not None:
        ends.append(reader.position + sum(extra for at, extra in longer if at < reader.position))
    conversions = [p for p in pieces if p.kind != "literal"]
    return [_column(p, values) for p, values in zip(conversions, reader.columns, strict=True) if not p.skipped]


def _lines_ended(text: str, line_end: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with line feeds for all ends of lines; where one was longer, and by how many characters."""
    longer: list[tuple[int, int]] = []
    if "\r" not in text and not line_end:
        return text, longer
    pieces, before, length = [], 0, 0
    for match in re.finditer("|".join(re.escape(mark) for mark in (line_end, "\r\n", "\r") if mark), text):
        pieces += [text[before : match.start()], "\n"]
        length += match.start() - before + 1
        before = match.end()
        if len(match[0]) > 1:
            longer.append((length - 1, len(match[0]) - 1))
    return "".join([*pieces, text[before:]]), longer


def _column(piece: Piece, values: list[Any]) -> Any:
    if piece.kind == "chars":
        return CharArray.rows(values)
    if piece.kind == "made":
        return _made_column(piece, values)
    if piece.is_text:
        return cellstr_column(values)
    array = np.array(values, np.float64).reshape(-1, 1)
    if piece.matlab_class == "double":
        return Tensor(array)
    return Tensor(array.astype(np.float32) if piece.matlab_class == "single" else saturate(array, piece.matlab_class))


def _made_column(piece: Piece, values: list[str]) -> Any:
    """Dates, lengths of time or categories from texts."""
    from ....values.times.categorical import Categorical
    from ....values.times.times import Datetime, Duration
    from ...datetime.datetimes import from_text, length_of_texts

    texts = [v.strip().strip('"') for v in values]
    if piece.matlab_class == "categorical":
        names = sorted(set(texts) - {""})
        place = {name: k + 1.0 for k, name in enumerate(names)}
        return Categorical(np.array([place.get(t, np.nan) for t in texts], np.float64).reshape(-1, 1), names)
    if piece.matlab_class == "duration":
        return Duration(length_of_texts(cellstr_column(texts), piece.text or None))
    seconds = np.array([from_text(t, piece.text or None) for t in texts], np.float64).reshape(-1, 1)
    return Datetime(seconds, piece.text or None)


def matrix_format(text: str, layout: Layout) -> tuple[str, Layout]:
    """The format for a text of numbers alone: as many columns as its first line has fields; commas divide where there are any."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[layout.header_lines :]
    first = next((line for line in lines if line.strip()), "")
    if not layout.delimiters and "," in first:
        layout = replace(layout, delimiters=(",",))
    reader = Reader(first, layout)
    reader.read([Piece("number", "double", pattern=_FLOAT)], float("inf"))
    return "%f" * max(len(reader.columns[0]), 1), layout

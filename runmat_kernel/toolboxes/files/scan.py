"""The scanf engine: reading values from text by a format (``sscanf``, ``fscanf``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...base.errors import MatlabError
from ...base.records import record
from ...values.classes import INTEGER_LIMITS
from ...values.format import unescape

_SPEC = re.compile(r"%(?P<skip>\*?)(?P<width>\d*)(?P<size>[hlL]*)(?P<kind>[diuoxXfeEgGsc%]|\[\^?\]?[^\]]*\])")
_FLOAT = re.compile(r"[+-]?(?:inf(?:inity)?|nan|(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?)", re.IGNORECASE)
_PLAIN = {"f": re.compile(r"[0-9eE.+\-\s]*"), "d": re.compile(r"[0-9+\-\s]*")}
_PATTERNS = {
    "d": re.compile(r"[+-]?\d+"),
    "u": re.compile(r"[+-]?\d+"),
    "i": re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)"),
    "o": re.compile(r"[+-]?[0-7]+"),
    "x": re.compile(r"[+-]?(?:0[xX])?[0-9a-fA-F]+"),
    "f": _FLOAT,
    "s": re.compile(r"\S+"),
}
_TEXTS = ("s", "c", "[")
_BASES = {"d": 10, "u": 10, "o": 8, "x": 16}
_WIDE = {"d": "int64", "i": "int64", "u": "uint64", "o": "uint64", "x": "uint64"}
"""What conversions of 64 bits (``%ld``) give."""
_KINDS = {"X": "x", "e": "f", "E": "f", "g": "f", "G": "f"}


@record
class Conversion:
    """One piece of a format: ``kind`` is a conversion letter, ``[`` for a set, ``' '`` for blanks, ``'literal'`` for text."""

    kind: str
    text: str = ""
    width: int | None = None
    skipped: bool = False
    pattern: re.Pattern[str] | None = None
    matlab_class: str = "double"


@record
class Scanned:
    """What was read: numbers, and texts as str; ``position`` is the offset after it; ``failed`` when the text did not match.

    The numbers are int64 or uint64, and exact, where all conversions read such (``%ld``, ``%lu``).
    """

    items: list[float | int | str]
    conversions: int
    position: int
    failed: bool
    all_text: bool
    matlab_class: str = "double"


_PIECE = re.compile(r"\s+|[^%\s]+")
"""Blanks, or literal text."""


@lru_cache(maxsize=256)
def parse_format(text: str) -> tuple[Conversion, ...]:
    """A format's pieces, in order.  Raises on a ``%`` that starts no conversion; at the very end it is ignored."""
    pieces: list[Conversion] = []
    text = unescape(text)
    i = 0
    while i < len(text):
        match = _PIECE.match(text, i)
        if match is not None:
            pieces.append(Conversion(" ") if match[0].isspace() else Conversion("literal", match[0]))
        elif (match := _SPEC.match(text, i)) is not None:
            pieces.append(_conversion(match))
        elif i + 1 == len(text):
            break
        else:
            raise MatlabError("Invalid format.", "MATLAB:badformat_mx")
        i = match.end()
    return tuple(pieces)


def _conversion(match: re.Match[str]) -> Conversion:
    kind, width = match["kind"], int(match["width"]) if match["width"] else None
    if kind == "%":
        return Conversion("literal", "%")
    if kind[0] == "[":
        body = kind[1:-1]
        negated, body = (True, body[1:]) if body.startswith("^") else (False, body)
        escaped = body.replace("\\", r"\\").replace("[", r"\[").replace("]", r"\]").replace("^", r"\^")
        return Conversion("[", kind, width, bool(match["skip"]), re.compile(f"[{'^' if negated else ''}{escaped}]+"))
    letter = _KINDS.get(kind, kind)
    matlab_class = _WIDE.get(letter, "double") if "l" in match["size"] else "double"
    return Conversion(letter, kind, width, bool(match["skip"]), _PATTERNS.get(letter), matlab_class)


def number_of(kind: str, text: str) -> float:
    """The number that a matched text means."""
    if kind != "f":
        return float(_whole(kind, text))
    try:
        return float(text)
    except ValueError:  # an exponent after d
        return float(re.sub("[dD]", "e", text))


def _whole(kind: str, text: str) -> int:
    """The integer that a matched text means."""
    if kind != "i":
        return int(text, _BASES[kind])
    digits = text.lstrip("+-")
    return int(text, 16 if digits[:2].lower() == "0x" else 8 if digits.startswith("0") and len(digits) > 1 else 10)


def _value(piece: Conversion, text: str) -> float | int:
    """The number that a conversion reads from a matched text."""
    if piece.matlab_class == "double":
        return number_of(piece.kind, text)
    least, most = INTEGER_LIMITS[piece.matlab_class]
    return min(max(_whole(piece.kind, text), least), most)


def _blank(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _read(piece: Conversion, text: str, position: int) -> tuple[float | int | str, int] | None:
    """The value of one conversion and the offset after it, or None where the text does not match."""
    if piece.kind == "c":
        count = piece.width or 1
        return (text[position : position + count], position + count) if position < len(text) else None
    if piece.kind != "[":
        position = _blank(text, position)
    assert piece.pattern is not None
    end = len(text) if piece.width is None else min(len(text), position + piece.width)
    match = piece.pattern.match(text, position, end)
    if match is None:
        return None
    word = match.group()
    return (word if piece.kind in ("s", "[") else _value(piece, word)), match.end()


def _plain_numbers(text: str, pieces: Sequence[Conversion]) -> list[float | int | str]:
    """All numbers of a text that consists of numbers, read by plain conversions of one kind, or by one with a separator behind it
    (``%f,``), which may be missing at the end of the text; else none."""
    conversions = [p for p in pieces if p.kind != " "]
    separator = conversions.pop().text if len(conversions) == 2 and conversions[1].kind == "literal" else None
    kinds = {p.kind for p in conversions}
    plain = _PLAIN.get(kinds.pop()) if len(kinds) == 1 else None
    if plain is None or any(p.skipped or p.width is not None or p.matlab_class != "double" for p in conversions):
        return []
    words = text.split() if separator is None else _separated(text, separator, plain)
    if plain.fullmatch(text if separator is None else text.replace(separator, " ")) is None:
        return []
    try:
        return [float(word) for word in words]
    except ValueError:  # numbers without a blank between them, or several of them between separators, or none
        return []


def _separated(text: str, separator: str, plain: re.Pattern[str]) -> list[str]:
    """The words between separators; none where the separator could be part of a number, or blanks come before the end."""
    words = text.split(separator)
    if plain.fullmatch(separator[0]):
        return []
    if not words[-1].strip():
        return words[:-1]
    return [] if words[-1][-1].isspace() else words  # the separator is searched behind blanks


def scan(text: str, format_text: str, limit: float = float("inf")) -> Scanned:
    """Read ``text`` by a format, which is repeated until the text ends, fails to match, or ``limit`` elements are read.

    A text counts as many elements as it has characters.
    """
    pieces = parse_format(format_text)
    readers = [p for p in pieces if p.kind not in (" ", "literal")]
    if limit == float("inf") and (numbers := _plain_numbers(text, pieces)):
        return Scanned(numbers, len(numbers), len(text), False, False)
    progress = _Progress(text, limit)
    while not progress.failed:
        start = (progress.position, progress.conversions)
        for piece in pieces:
            if not progress.read(piece):
                break
        if progress.count >= limit or not readers or (progress.position, progress.conversions) == start:
            break
        if _blank(text, progress.position) >= len(text):
            progress.position = len(text)
            break
    kept = [p for p in readers if not p.skipped]
    classes = {p.matlab_class for p in kept if p.kind not in _TEXTS}
    matlab_class = classes.pop() if len(classes) == 1 and not any(p.kind in _TEXTS for p in kept) else "double"
    all_text = all(p.kind in _TEXTS for p in kept)
    return Scanned(progress.items, progress.conversions, progress.position, progress.failed, all_text, matlab_class)


class _Progress:
    """How far a text is read: the elements so far, their number, the number of conversions, and whether the text failed to match."""

    def __init__(self, text: str, limit: float) -> None:
        self.text, self.limit, self.position, self.failed = text, limit, 0, False
        self.items: list[float | int | str] = []
        self.count = self.conversions = 0

    def read(self, piece: Conversion) -> bool:
        """Read a piece of the format; whether to continue with the next one."""
        blank = _blank(self.text, self.position)
        if piece.kind == " ":
            self.position = blank
        elif piece.kind == "literal":
            self.failed = not self.text.startswith(piece.text, blank)
            self.position = self.position if self.failed else blank + len(piece.text)
        elif self.count >= self.limit:
            return False
        elif (result := _read(piece, self.text, self.position)) is None:
            self.failed = True
            self.position = self.position if piece.kind in ("c", "[") else blank  # the blanks before it are read
        else:
            value, self.position = result
            if not piece.skipped:
                self.items.append(value)
                self.conversions += 1
                self.count += len(value) if isinstance(value, str) else 1
        return not self.failed

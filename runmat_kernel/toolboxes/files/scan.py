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


@lru_cache(maxsize=256)
def parse_format(text: str) -> tuple[Conversion, ...]:
    """A format's pieces, in order.  Raises on a ``%`` that starts no conversion; at the very end it is nothing."""
    pieces: list[Conversion] = []
    text = unescape(text)
    i = 0
    while i < len(text):
        if text[i].isspace():
            while i < len(text) and text[i].isspace():
                i += 1
            pieces.append(Conversion(" "))
        elif text[i] == "%":
            match = _SPEC.match(text, i)
            if match is None and i + 1 == len(text):
                break
            if match is None:
                raise MatlabError("Invalid format.", "MATLAB:badformat_mx")
            pieces.append(_conversion(match))
            i = match.end()
        else:
            end = i
            while end < len(text) and text[end] != "%" and not text[end].isspace():
                end += 1
            pieces.append(Conversion("literal", text[i:end]))
            i = end
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
    found = match.group()
    return (found if piece.kind in ("s", "[") else _value(piece, found)), match.end()


def _plain_numbers(text: str, pieces: Sequence[Conversion]) -> list[float | int | str]:
    """All numbers of a text that has nothing but these, read by plain conversions of one kind, or by one with a separator behind it
    (``%f,``), which the end of the text may lack; else none."""
    conversions = [p for p in pieces if p.kind != " "]
    separator = conversions.pop().text if len(conversions) == 2 and conversions[1].kind == "literal" else None
    kinds = {p.kind for p in conversions}
    plain = _PLAIN.get(kinds.pop()) if len(kinds) == 1 else None
    if plain is None or any(p.skipped or p.width is not None or p.matlab_class != "double" for p in conversions):
        return []
    words = text.split(separator)
    if separator is not None:
        if plain.fullmatch(separator[0]):  # it could be a part of a number
            return []
        if not words[-1].strip():
            words.pop()
        elif words[-1][-1].isspace():  # the separator is sought behind blanks
            return []
        text = text.replace(separator, " ")
    if plain.fullmatch(text) is None:
        return []
    try:
        return [float(word) for word in words]
    except ValueError:  # numbers without a blank between them, or several of them between separators, or none
        return []


def scan(text: str, format_text: str, limit: float = float("inf")) -> Scanned:
    """Read ``text`` by a format that is used again and again until the text ends, fails to match, or ``limit`` elements are read.

    A text counts as many elements as it has characters.
    """
    pieces = parse_format(format_text)
    readers = [p for p in pieces if p.kind not in (" ", "literal")]
    if limit == float("inf") and (numbers := _plain_numbers(text, pieces)):
        return Scanned(numbers, len(numbers), len(text), False, False)
    items: list[float | int | str] = []
    position, count, conversions, failed = 0, 0, 0, False
    while not failed:
        start = (position, conversions)
        for piece in pieces:
            if piece.kind == " ":
                position = _blank(text, position)
                continue
            if piece.kind == "literal":
                at = _blank(text, position)
                if not text.startswith(piece.text, at):
                    failed = True
                    break
                position = at + len(piece.text)
                continue
            if count >= limit:
                break
            found = _read(piece, text, position)
            if found is None:
                position = position if piece.kind in ("c", "[") else _blank(text, position)  # the blanks before it are read
                failed = True
                break
            value, position = found
            if not piece.skipped:
                items.append(value)
                conversions += 1
                count += len(value) if isinstance(value, str) else 1
        if count >= limit or not readers or (position, conversions) == start:
            break
        if _blank(text, position) >= len(text):
            position = len(text)
            break
    kept = [p for p in readers if not p.skipped]
    classes = {p.matlab_class for p in kept if p.kind not in _TEXTS}
    matlab_class = classes.pop() if len(classes) == 1 and not any(p.kind in _TEXTS for p in kept) else "double"
    return Scanned(items, conversions, position, failed, all(p.kind in _TEXTS for p in kept), matlab_class)

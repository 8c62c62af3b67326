"""The scanf engine: reading values from text by a format (``sscanf``, ``fscanf``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...base.errors import MatlabError
from ...base.records import record
from ...values.format import unescape

_SPEC = re.compile(r"%(?P<skip>\*?)(?P<width>\d*)(?:[hlL]*)(?P<kind>[diuoxXfeEgGsc%]|\[\^?\]?[^\]]*\])")
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
_KINDS = {"X": "x", "e": "f", "E": "f", "g": "f", "G": "f"}


@record
class Conversion:
    """One piece of a format: ``kind`` is a conversion letter, ``[`` for a set, ``' '`` for blanks, ``'literal'`` for text."""

    kind: str
    text: str = ""
    width: int | None = None
    skipped: bool = False
    pattern: re.Pattern[str] | None = None


@record
class Scanned:
    """What was read: numbers, and texts as str; ``position`` is the offset after it; ``failed`` when the text did not match."""

    items: list[float | str]
    conversions: int
    position: int
    failed: bool
    all_text: bool


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
    return Conversion(letter, kind, width, bool(match["skip"]), _PATTERNS.get(letter))


def number_of(kind: str, text: str) -> float:
    """The number that a matched text means."""
    if kind in ("d", "u"):
        return float(int(text))
    if kind == "f":
        try:
            return float(text)
        except ValueError:  # an exponent after d
            return float(re.sub("[dD]", "e", text))
    if kind == "o":
        return float(int(text, 8))
    if kind == "x":
        return float(int(text, 16))
    digits = text.lstrip("+-")
    base = 16 if digits[:2].lower() == "0x" else 8 if digits.startswith("0") and len(digits) > 1 else 10
    return float(int(text, base))


def _blank(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _read(piece: Conversion, text: str, position: int) -> tuple[float | str, int] | None:
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
    return (found if piece.kind in ("s", "[") else number_of(piece.kind, found)), match.end()


def _plain_numbers(text: str, pieces: Sequence[Conversion]) -> list[float | str]:
    """All numbers of a text that has nothing but these, read by plain conversions of one kind, or by one with a separator behind it
    (``%f,``), which the end of the text may lack; else none."""
    conversions = [p for p in pieces if p.kind != " "]
    separator = conversions.pop().text if len(conversions) == 2 and conversions[1].kind == "literal" else None
    kinds = {p.kind for p in conversions}
    plain = _PLAIN.get(kinds.pop()) if len(kinds) == 1 else None
    if plain is None or any(p.skipped or p.width is not None for p in conversions):
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
    items: list[float | str] = []
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
    return Scanned(items, conversions, position, failed, all(p.kind in ("s", "c", "[") for p in readers if not p.skipped))

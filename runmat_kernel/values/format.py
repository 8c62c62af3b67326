"""The printf engine behind ``sprintf``, ``fprintf``, ``error`` and friends, and numbers to and from text."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..base.records import record
from .containers import CellArray, StructArray
from .convert import as_array, class_of
from .functions import FunctionHandle
from .numerals import bits_of, special
from .tensor import Tensor
from .text import CharArray, StringArray
from .times.calendar import CalendarDuration
from .times.numbered import NumberedArray

_SPEC = re.compile(
    r"%(?P<flags>[-+ 0#]*)(?P<width>\d+|\*)?(?:\.(?P<precision>\d+|\*)?)?(?P<size>[lh]*(?=[diuoxXfeEgG])|[bt]?)(?P<kind>[diuoxXfeEgGaAcs%])"
)
_NUMBERED = re.compile(r"(?<!%)%(\d+)\$")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]+)|([0-7]{1,3})|(.))", re.DOTALL)
_PLAIN = re.compile(r"[^%\\]+")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\\": "\\", '"': '"', "'": "'"}


@record
class Conversion:
    """``%-8.3f``: flags, width and precision (an int, ``'*'`` or None), and the letter; ``bx`` and the like print the bits of a number."""

    flags: str
    width: int | str | None
    precision: int | str | None
    kind: str


def unescape(text: str) -> str:
    """Backslash sequences as MATLAB's printf family reads them."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_unescaped, text)


def _unescaped(match: re.Match[str]) -> str:
    if _unknown(match):
        return match[0]
    if match[1]:
        return chr(int(match[1], 16))
    return chr(int(match[2], 8)) if match[2] else _ESCAPES[match[3]]


def _unknown(match: re.Match[str]) -> bool:
    """Whether a backslash stands before something that has no meaning: a letter, or a number of no UTF-16 unit."""
    return int(match[1], 16) > 0xFFFF if match[1] else not match[2] and match[3] not in _ESCAPES


@lru_cache(maxsize=512)
def _readable(format: str) -> tuple[str, str]:
    """A format up to the first ``%`` or backslash that means nothing, and what that backslash stands before (no text for a ``%``)."""
    at = 0
    while at < len(format):
        match = (_SPEC if format[at] == "%" else _ESCAPE if format[at] == "\\" else _PLAIN).match(format, at)
        if match is None:
            return (format[:at], "") if format[at] == "%" else (format, "")
        if match[0][0] == "\\" and _unknown(match):
            return format[:at], match[0]
        at = match.end()
    return format, ""


def invalid_escape(format: str) -> str:
    """The backslash sequence that the printf family does not know, before which a format ends; no text where there is none."""
    return _readable(format)[1] if "\\" in format else ""


@lru_cache(maxsize=512)
def parse_format(text: str) -> tuple[str | Conversion, ...]:
    """A format as literal texts (escapes done) and Conversions, up to what is neither."""
    pieces: list[str | Conversion] = []
    literal, at = "", 0
    text = _readable(text)[0]
    while at < len(text):
        percent = text.find("%", at)
        if percent < 0:
            literal += unescape(text[at:])
            break
        literal += unescape(text[at:percent])
        match = _SPEC.match(text, percent)
        assert match is not None
        at = match.end()
        if match["kind"] == "%":
            literal += "%"
            continue
        if literal:
            pieces.append(literal)
            literal = ""
        pieces.append(_conversion(match))
    if literal:
        pieces.append(literal)
    return tuple(pieces)


def _takers(format: str) -> list[re.Match[str]]:
    """The operators of a format that take a value, those of the widths and precisions (``*``) once more."""
    conversions = [match for match in _SPEC.finditer(_readable(format)[0]) if match["kind"] != "%"]
    return [match for match in conversions for _ in range(1 + (match["width"] == "*") + (match["precision"] == "*"))]


def taken_by(format: str) -> int:
    """How many values a format takes."""
    return len(_takers(format))


def split_format(format: str, count: int) -> tuple[str, str]:
    """A format up to the operator that the value number ``count`` (from 0) goes to, and the rest."""
    at = _takers(format)[count].start()
    return format[:at], format[at:]


def _conversion(match: re.Match[str]) -> Conversion:
    def number(text: str | None) -> int | str | None:
        return text if text is None or text == "*" else int(text)

    precision = number(match["precision"])
    if precision is None and "." in match[0]:
        precision = 0
    kind = match["kind"]
    if match["size"] in ("b", "t") and kind in "xXou":
        kind = match["size"] + kind
    return Conversion(match["flags"], number(match["width"]), precision, kind)


def sprintf(format: str, values: Sequence[Any]) -> str:
    """The text of ``sprintf(format, values...)``: the format is used again until all elements are printed.

    Raises an error for cells, structs, handles and objects of classes that have no elements to print.
    """
    if "$" in format:
        format, values = _in_order(format, values)
    broken = _readable(format)[0] != format
    quick = _sprintf_scalars(format, values)
    if quick is None and not broken:
        quick = _sprintf_numbers(format, values)
    if quick is not None:
        return quick
    pieces = parse_format(format)
    if not any(type(piece) is Conversion for piece in pieces):
        return "".join(pieces)  # type: ignore[arg-type]
    source = _Arguments(values)
    output: list[str] = []
    nothing = source.empty
    while True:
        for piece in pieces:
            if type(piece) is str:
                output.append(piece)
                continue
            if not nothing and source.empty:
                return "".join(output)
            output.append(_convert(piece, source))
        if source.empty or broken:
            return "".join(output)


def _in_order(format: str, values: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """``%2$s %1$s``: the same format without the numbers, and the values in the order in which it takes them."""
    numbers = [int(n) for n in _NUMBERED.findall(format)]
    if not numbers or max(numbers) > len(values) or min(numbers) < 1:
        return format, values
    return _NUMBERED.sub("%", format), [values[n - 1] for n in numbers]


@lru_cache(maxsize=512)
def _template(format: str) -> tuple[str, str] | None:
    """(Python's % format, the conversions' letters) where every conversion is plain: no ``*``, letters ``d f e g s``; else None."""
    text, kinds = "", ""
    for piece in parse_format(format):
        if type(piece) is str:
            text += piece.replace("%", "%%")
            continue
        kind = "d" if piece.kind in "iu" else piece.kind  # type: ignore[union-attr]
        if kind not in "dfegs" or "*" in (piece.width, piece.precision) or (kind == "s" and piece.flags.strip("-")):  # type: ignore[union-attr]
            return None
        precision = "" if piece.precision is None else f".{piece.precision}"  # type: ignore[union-attr]
        text += f"%{piece.flags}{piece.width or ''}{precision}{kind}"  # type: ignore[union-attr]
        kinds += kind
    return (text, kinds) if kinds else None


def _sprintf_scalars(format: str, values: Sequence[Any]) -> str | None:
    """The text where a plain format gets one finite double or one nonempty text for each conversion; else None."""
    template = _template(format)
    if template is None or len(template[1]) != len(values):
        return None
    items: list[Any] = []
    for kind, value in zip(template[1], values, strict=True):
        if kind == "s":
            if type(value) is not CharArray or not value.text:
                return None
            items.append(value.text)
        elif type(value) is not float or value - value != 0.0:
            return None
        elif kind != "d":
            items.append(value)
        elif value.is_integer():
            items.append(int(value))
        else:
            return None
    return template[0] % tuple(items)


def _sprintf_numbers(format: str, values: Sequence[Any]) -> str | None:
    """The text where a plain format is used up evenly by finite real numbers, whole ones for ``%d``; else None."""
    template = _template(format)
    if template is None or "s" in template[1]:
        return None
    parts = []
    for value in values:
        if type(value) is not float and type(value) is not Tensor:
            return None
        array = as_array(value)
        if array.dtype.kind not in "fiub" or (array.dtype.kind != "f" and array.dtype.itemsize > 4):
            return None
        parts.append(array.ravel(order="F"))
    numbers = np.concatenate(parts, dtype=np.float64, casting="unsafe") if parts else np.zeros(0)
    text, kinds = template
    if not numbers.size or numbers.size % len(kinds) or not np.isfinite(numbers).all():
        return None
    whole = [k for k, kind in enumerate(kinds) if kind == "d"]
    if whole:
        asked = numbers.reshape(-1, len(kinds))[:, whole]
        if (asked != np.floor(asked)).any():
            return None
    return text * (numbers.size // len(kinds)) % tuple(numbers.tolist())


class _Arguments:
    """The elements still to be printed: numbers, and whole texts that ``%s`` takes at once and others letter by letter."""

    __slots__ = ("items", "next")

    def __init__(self, values: Sequence[Any]) -> None:
        self.items: list[Any] = []
        self.next = 0
        for value in values:
            self._add(value)

    def _add(self, value: Any) -> None:
        kind = type(value)
        if kind is float or kind is bool:
            self.items.append(value)
        elif kind is complex:
            self.items.append(value.real)
        elif kind is CharArray:
            self.items.append(value.text)
        elif kind is StringArray:
            self.items.extend("<missing>" if text is None else text for text in value.array.ravel(order="F"))
        elif isinstance(value, NumberedArray | CalendarDuration):  # dates, lengths of time and categories are what they are shown as
            self.items.extend(value.texts())
        elif kind in (CellArray, StructArray, FunctionHandle) or not hasattr(value, "array"):
            raise MatlabError(f"Function is not defined for '{class_of(value)}' inputs.", "MATLAB:printf:invalidInputType")
        else:
            array = as_array(value)
            self.items.extend((array.real if array.dtype.kind == "c" else array).ravel(order="F").tolist())

    @property
    def empty(self) -> bool:
        return self.next >= len(self.items)

    def take(self, whole_text: bool) -> Any:
        """The next element; None where there is none.  A text is taken whole, or gives its first letter's code."""
        if self.empty:
            return None
        item = self.items[self.next]
        if type(item) is str and not whole_text:
            codes = [float(ord(c)) for c in item]
            self.items[self.next : self.next + 1] = codes
            if not codes:
                return ""
            item = codes[0]
        self.next += 1
        return item

    def take_letter(self) -> Any:
        """The next element for ``%c``: one character of a text."""
        if not self.empty and type(self.items[self.next]) is str and len(self.items[self.next]) > 1:
            text = self.items[self.next]
            self.items[self.next : self.next + 1] = list(text)
        return self.take(True)


def _convert(spec: Conversion, source: _Arguments) -> str:
    flags, width, precision = spec.flags, spec.width, spec.precision
    if width == "*":
        width = int(source.take(False) or 0)
        if width < 0:
            flags, width = flags + "-", -width
    if precision == "*":
        precision = int(source.take(False) or 0)
    if spec.kind == "s":
        item = source.take(True)
    elif spec.kind == "c":
        item = source.take_letter()
    else:
        item = source.take(False)
    if item is None or type(item) is str:
        return _text(item or "", flags, width, precision if spec.kind == "s" else None)
    if spec.kind in "sc":
        return _number_as_text(item, flags, width, precision, spec.kind)
    return format_number(item, flags, width, precision, spec.kind)


def _text(text: str, flags: str, width: Any, precision: Any) -> str:
    if precision is not None:
        text = text[:precision]
    return text.ljust(width or 0) if "-" in flags else text.rjust(width or 0)


def _number_as_text(item: Any, flags: str, width: Any, precision: Any, kind: str) -> str:
    """A number under ``%s`` or ``%c``: the character of a whole number, else the number itself."""
    if special(item):
        return _text(special(item), flags, width, None)
    if item == math.floor(item) and 0 <= item < 0x110000:
        return _text(chr(int(item)), flags, width, None)
    if kind == "s" and precision is None:
        return _text(shortest(item), flags, width, None)
    return format_number(item, flags, width, precision, "e")


def shortest(x: float) -> str:
    """A number that is not a character code under ``%s``: as ``%d`` where whole, else ``%e``."""
    return str(int(x)) if x == math.floor(x) else f"{x:e}"


def format_number(x: Any, flags: str, width: int | None, precision: int | None, kind: str) -> str:
    """One number under a numeric conversion; integer conversions of what is not whole print as ``%e``."""
    if len(kind) == 2:
        (bits,) = bits_of(np.array([x], np.float64 if kind[0] == "b" else np.float32))
        return _integer(int(bits, 16), flags, width, len(bits) if kind[1] in "xX" else precision, kind[1])
    named = special(x)
    if named:
        return _text("+" + named if "+" in flags and named == "Inf" else named, flags.replace("0", ""), width, None)
    if kind in "diuoxX":
        if x == math.floor(x):
            return _integer(int(x), flags, width, precision, kind)
        kind = "e"
    if kind in "aA":
        digits, exponent = float(x).hex().split("p")
        text = f"{digits.rstrip('0').rstrip('.') if '.' in digits else digits}p{exponent}"  # as many digits as the number has
        return _text(text.upper() if kind == "A" else text, flags, width, None)
    return f"%{flags}{width or ''}{'' if precision is None else f'.{precision}'}{kind}" % x


def _integer(x: int, flags: str, width: int | None, precision: int | None, kind: str) -> str:
    letter = "d" if kind in "iu" else kind
    if letter == "o" and "#" in flags:  # the first digit is 0, where Python writes 0o
        flags, precision = flags.replace("#", ""), max(precision or 0, len(f"{abs(x):o}") + (x != 0))
    return f"%{flags}{width or ''}{'' if precision is None else f'.{precision}'}{letter}" % x


# --- numbers as text ------------------------------------------------------------------------------------------------


def number_text(x: Any) -> str:
    """One number as ``string(x)`` and ``num2str(x)`` write it."""
    if isinstance(x, (bool, np.bool_)):
        return "true" if x else "false"
    if isinstance(x, (complex, np.complexfloating)):
        real, imag = float(x.real), float(x.imag)
        sign = "-" if math.copysign(1, imag) < 0 else "+"
        return f"{number_text(real)}{sign}{number_text(abs(imag))}i"
    if isinstance(x, (int, np.integer)):
        return str(int(x))
    x = float(x)
    named = special(x)
    if named:
        return named
    if x == math.floor(x):
        return str(int(x)) if abs(x) < 1e16 else f"{x:.15g}"
    digits = min(max(math.floor(math.log10(abs(x))) + 5, 5), 16)
    return f"{x:.{digits}g}"


def string_of_number(x: Any) -> str | None:
    """One number as ``string(x)`` and ``"" + x`` write it: NaN is missing (None)."""
    if isinstance(x, (complex, np.complexfloating)):
        return number_text(x)
    if x != x:
        return None
    return f"{float(x):.16g}" if isinstance(x, (float, np.floating)) and 1e16 <= abs(x) < math.inf else number_text(x)


def strings_of_numbers(array: np.ndarray) -> list[str | None]:
    """Numbers, down the columns, as ``string`` and ``"" + x`` write them: floats with the digits that the largest of them sets."""
    items = array.ravel(order="F")
    if items.dtype.kind != "f" or items.size == 1:
        return [string_of_number(x) for x in items.tolist()] if items.dtype.kind != "c" else [string_of_number(x) for x in items]
    finite = np.abs(items[np.isfinite(items)]).astype(np.float64)
    largest = float(finite.max(initial=0.0))
    digits = min(max(math.ceil(math.log10(largest)) + 4, 5), 16) if largest else 5
    return [None if x != x else special(x) or (f"{x:.{digits}g}" if x else "0") for x in items.tolist()]


_REAL = r"[+-]?\s*(?:(?:\d+(?:,\d+)*\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?|[iI]nf(?:inity)?|INF|[nN][aA][nN])"
_REAL_TEXT = re.compile(rf"\s*({_REAL})\s*")
_IMAGINARY_TEXT = re.compile(rf"\s*([+-]?\s*(?:{_REAL}\s*\*?\s*)?)[ij]\s*")
_COMPLEX_TEXT = re.compile(rf"\s*({_REAL})\s*([+-]\s*(?:{_REAL[len('[+-]?') :]})?)\s*\*?\s*[ij]\s*")
_SWAPPED_TEXT = re.compile(rf"\s*([+-]?\s*(?:{_REAL[len('[+-]?') :]})?)\s*\*?\s*[ij]\s*([+-]\s*{_REAL[len('[+-]?') :]})\s*")


def text_number(text: str) -> float | complex:
    """``str2double`` of one text: a real or complex number, NaN for what is not one."""
    match = _REAL_TEXT.fullmatch(text)
    if match:
        return _real(match[1])
    match = _IMAGINARY_TEXT.fullmatch(text)
    if match:
        return complex(0.0, _real(match[1].replace("*", "")))
    match = _COMPLEX_TEXT.fullmatch(text)
    if match:
        return complex(_real(match[1]), _real(match[2]))
    match = _SWAPPED_TEXT.fullmatch(text)
    if match:
        return complex(_real(match[2]), _real(match[1]))
    return math.nan


def _real(text: str) -> float:
    """A matched real part; a lone sign or nothing is one."""
    compact = "".join(text.split()).replace(",", "").lower().replace("d", "e").replace("infinity", "inf")
    if compact in ("", "+", "-"):
        return -1.0 if compact == "-" else 1.0
    return float(compact)


def numeric_array(texts: list[str], shape: tuple[int, ...]) -> Any:
    """``str2double`` of several texts as an array of ``shape``."""
    return Tensor(np.array([text_number(text) for text in texts]).reshape(shape, order="F"))

"""Whole numbers as digits of a base: dec2bin, dec2hex, dec2base, bin2dec, hex2dec, base2dec."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.arguments import integer
from ...builtins.spec import Example, builtin
from ...builtins.texts import items
from ...values import CharArray, StringArray
from ...values.classes import INTEGER_LIMITS
from ...values.convert import as_array, class_of

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_EXACT = 2**53
"""Whole numbers up to this one are exact as doubles."""


def _to_base(name: str, base: int | None, summary: str, *examples: Example):
    usage = (f"str = {name}(D)", f"str = {name}(D, minDigits)") if base else (f"str = {name}(D, n)", f"str = {name}(D, n, minDigits)")

    @builtin(name, *usage, summary=summary, examples=examples)
    def convert(call, value, *more):
        radix, more = (base, more) if base else (integer(more[0], "base"), more[1:])
        least = integer(more[0], "number of digits") if more else 1
        if not 2 <= radix <= 36:
            raise call.error("Second argument must be an integer between 2 and 36.", f"MATLAB:{call.name}:SecondArg")
        array = as_array(value).ravel(order="F")
        if array.size > 1 and array.dtype.kind in "biuf" and ((array >= 0) & (array <= _EXACT) & (array == np.floor(array))).all():
            return _digit_rows(array.astype(np.int64), radix, least)
        numbers = [_whole(call, x) for x in array.tolist()]
        texts = [_digits(_twos_complement(call, x, value, base), radix) for x in numbers]
        width = max([least, *map(len, texts)])
        texts = [t.rjust(width, "0") for t in texts]
        return CharArray.rows(texts) if len(texts) != 1 else texts[0]

    return convert


def _whole(call: Any, x: Any) -> int:
    if isinstance(x, complex) or (isinstance(x, float) and (x != x or x in (float("inf"), float("-inf")) or x != int(x))):
        raise call.error("First argument must be an array of integers.", f"MATLAB:{call.name}:FirstArg")
    return int(x)


def _twos_complement(call: Any, x: int, value: Any, base: int | None) -> int:
    """A negative number as the bits of the smallest (or its own) integer class, for bases 2 and 16."""
    if x >= 0:
        return x
    if base not in (2, 16):
        raise call.error("First argument must be an array of integers greater than or equal to 0.", f"MATLAB:{call.name}:FirstArg")
    bits = int(class_of(value)[3:]) if class_of(value) in INTEGER_LIMITS else next(b for b in (8, 16, 32, 64) if x >= -(1 << (b - 1)))
    return x + (1 << bits)


def _digit_rows(numbers: np.ndarray, radix: int, least: int) -> CharArray:
    """A row of digits for each number, as wide as the largest one or ``least``."""
    width = max(len(_digits(int(numbers.max()), radix)), least)
    codes = np.array([ord(c) for c in _DIGITS], np.uint16)
    rows = np.empty((len(numbers), width), np.uint16, order="F")
    for k in reversed(range(width)):
        numbers, digit = np.divmod(numbers, radix)
        rows[:, k] = codes[digit]
    return CharArray(rows)


def _digits(x: int, radix: int) -> str:
    text = ""
    while x:
        x, digit = divmod(x, radix)
        text = _DIGITS[digit] + text
    return text or "0"


def _from_base(name: str, base: int | None, summary: str, *examples: Example):
    usage = f"D = {name}(str)" if base else f"D = {name}(str, n)"

    @builtin(name, usage, summary=summary, examples=examples)
    def convert(call, value, *more):
        radix = base or integer(more[0], "base")
        if type(value) is CharArray and not value.numel:
            return np.zeros((0, 0))
        if type(value) is CharArray and (numbers := _numbers_of_rows(value.array, radix)) is not None:
            return numbers
        texts, shape = items(value, call)
        shape = shape if type(value) is StringArray else (len(texts), 1)
        return np.array([_parsed(call, t or "", radix) for t in texts], float).reshape(shape, order="F")

    return convert


def _numbers_of_rows(codes: np.ndarray, radix: int) -> np.ndarray | None:
    """The numbers of rows that have nothing but digits and are exact as they are added up; None for others."""
    if not 2 <= radix <= len(_DIGITS) or radix ** codes.shape[1] > _EXACT:
        return None
    meaning = np.full(1 << 16, -1)
    for k, digit in enumerate(_DIGITS[:radix]):
        meaning[[ord(digit), ord(digit.lower())]] = k
    digits = meaning[codes]
    if (digits < 0).any():
        return None
    total = np.zeros((len(codes), 1))
    for column in digits.T:
        total = total * radix + column[:, None]
    return total


def _parsed(call: Any, text: str, radix: int) -> float:
    compact = text.replace(" ", "").upper()
    prefix = {2: "0B", 16: "0X"}.get(radix)
    compact = compact[2:] if prefix and compact.startswith(prefix) else compact
    if not compact:
        return float("nan")
    if not 2 <= radix <= len(_DIGITS):
        raise call.error("Base must be an integer between 2 and 36.", f"MATLAB:{call.name}:InvalidBase")
    allowed = _DIGITS[:radix]
    if any(c not in allowed for c in compact):
        raise call.error(
            f"Input to {call.name} must be text with digits {allowed[0]} to {allowed[-1]} only.", f"MATLAB:{call.name}:IllegalCharacters"
        )
    return float(int(compact, radix))


BASES = (
    _to_base(
        "dec2bin", 2, "Whole numbers as binary digits.", Example("dec2bin(5)", "'101'"), Example("dec2bin([1 5], 4)", "['0001';'0101']")
    ),
    _to_base("dec2hex", 16, "Whole numbers as hexadecimal digits.", Example("dec2hex(255)", "'FF'"), Example("dec2hex(10, 4)", "'000A'")),
    _to_base("dec2base", None, "Whole numbers as digits of a base.", Example("dec2base(23, 3)", "'212'")),
    _from_base(
        "bin2dec",
        2,
        "Numbers of binary digits.",
        Example("bin2dec('101')", "5"),
        Example("bin2dec('')", "[]"),
        Example("bin2dec({'1', '10'})", "[1; 2]"),
    ),
    _from_base("hex2dec", 16, "Numbers of hexadecimal digits.", Example("hex2dec('FF')", "255"), Example("hex2dec('0x1f')", "31")),
    _from_base("base2dec", None, "Numbers of digits of a base.", Example("base2dec('212', 3)", "23")),
)

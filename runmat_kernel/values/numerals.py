"""Numbers as display text: which notation a format gives an array, its common scale factor and column width."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.records import record

STYLES = ("short", "long", "shortE", "longE", "shortG", "longG", "shortEng", "longEng", "bank", "rat", "hex", "+")


@record
class DisplayFormat:
    """The settings of ``format``: the number ``style`` (one of STYLES) and whether blank lines are left out (``compact``).

    ``width`` is the line width in characters; ``limit`` the most elements that are printed of one array.
    """

    style: str = "short"
    compact: bool = False
    width: int = 80
    limit: int = 20_000


@record
class Notation:
    """How the elements of one array are printed: ``text(number)`` right-aligned in ``width``; ``scale`` is 10^n (0: none)."""

    width: int
    text: Callable[[Any], str]
    scale: int = 0


def special(x: float) -> str | None:
    """``NaN``, ``Inf``, ``-Inf``, or None for a finite number."""
    if x != x:
        return "NaN"
    if x in (math.inf, -math.inf):
        return "Inf" if x > 0 else "-Inf"
    return None


def _fixed(decimals: int) -> Callable[[float], str]:
    def text(x: float) -> str:
        return special(x) or ("0" if x == 0 else f"{x:.{decimals}f}")

    return text


def _integer(x: float) -> str:
    return special(x) or str(int(x))


def _exponent(decimals: int) -> Callable[[float], str]:
    return lambda x: special(x) or ("0" if x == 0 else f"{x:.{decimals}e}")


def significant(digits: int) -> Callable[[float], str]:
    """``%.<digits>g``."""
    return lambda x: special(x) or ("0" if x == 0 else f"{x:.{digits}g}")


def _engineering(digits: int, decimals: int | None) -> Callable[[float], str]:
    """An exponent that is a multiple of three behind that many decimals, or that many digits in all."""

    def text(x: float) -> str:
        if special(x) or x == 0:
            return special(x) or f"{0:.{digits - 1 if decimals is None else decimals}f}e+000"
        power = 3 * math.floor(math.log10(abs(x)) / 3)
        kept = _engineered(x, power, digits, decimals)
        if abs(float(kept)) >= 1000:
            power += 3
            kept = _engineered(x, power, digits, decimals)
        return f"{kept}e{'-' if power < 0 else '+'}{abs(power):03d}"

    return text


def _engineered(x: float, power: int, digits: int, decimals: int | None) -> str:
    mantissa = scaled(x, power)
    return f"{mantissa:.{digits - len(str(int(abs(mantissa)))) if decimals is None else decimals}f}"


def rational(x: float) -> str:
    """``format rat``: the simplest fraction within 1e-6 relative of x."""
    named = special(x)
    if named:
        return "1/0" if named == "Inf" else "-1/0" if named == "-Inf" else "0/0"
    if x == math.floor(x):
        return str(int(x))
    tolerance = abs(x) * 1e-6
    numerator, denominator, rest = [1, 0], [0, 1], x
    for _ in range(20):
        whole = math.floor(rest + 0.5)
        numerator = [whole * numerator[0] + numerator[1], numerator[0]]
        denominator = [whole * denominator[0] + denominator[1], denominator[0]]
        if abs(numerator[0] / denominator[0] - x) <= tolerance or rest == whole:
            break
        rest = 1 / (rest - whole)
    from fractions import Fraction

    fraction = Fraction(numerator[0], denominator[0])
    text = str(fraction)  # without a stroke where the denominator is 1, as in rats
    return text if len(text) <= 15 else "*"


def _aligned_fraction(x: float) -> str:
    """A fraction with its numerator in the first 8 of 15 places, so that the strokes of a column stand under each other."""
    numerator, stroke, denominator = rational(x).partition("/")
    return numerator.rjust(8) + (stroke + denominator).ljust(7)


def _decimals(style: str, single: bool) -> int:
    return 4 if style.startswith("short") else (7 if single else 15)


def notation(array: np.ndarray, style: str) -> Notation:
    """The notation of a real float array; a lone number has no scale factor."""
    single = array.dtype == np.float32
    decimals = _decimals(style, single)
    if style == "+":
        return Notation(1, lambda x: "+" if x > 0 else "-" if x < 0 else " ")
    if style == "hex":
        return Notation(11 if single else 19, _hexadecimal(single))
    if style == "rat":
        return Notation(15, _aligned_fraction)
    finite = np.abs(array[np.isfinite(array)])
    largest = float(finite.max()) if finite.size else 0.0
    integral = bool((finite == np.floor(finite)).all())
    if style == "bank":
        return Notation(max(14, len(f"{largest:.2f}") + 4), lambda x: special(x) or f"{x:.2f}")
    if integral and largest < 1e9 and not style.endswith("Eng"):
        return _integral(largest, style, array.size > 1)
    if style in ("shortE", "longE"):
        return Notation(decimals + (9 if decimals == 4 else 11), _exponent(decimals))
    if style in ("shortG", "longG"):
        digits = 5 if style == "shortG" else (7 if single else 15)
        return Notation(13 if style == "shortG" else (15 if single else 26), significant(digits))
    if style in ("shortEng", "longEng"):
        return Notation(16, _engineering(5, 4)) if style == "shortEng" else Notation(decimals + 10, _engineering(decimals, None))
    return _plain(largest, decimals, array.size == 1)


def _integral(largest: float, style: str, several: bool) -> Notation:
    """Whole numbers: width 6 up to three digits, 12 above (the G formats keep their own)."""
    if style in ("shortG", "longG") and several:
        return Notation(13 if style == "shortG" else 26, _integer)
    return Notation(6 if largest < 1000 else 12, _integer)


def _plain(largest: float, decimals: int, scalar: bool) -> Notation:
    """``format short`` and ``long`` for what is not whole: fixed point, a lone exponent, or a common scale factor."""
    bound = 1000.0 if decimals == 4 else 100.0
    rounded = bound - 0.5 * 10.0**-decimals
    width = 10 if decimals == 4 else decimals + 5
    exponent_width = 13 if decimals == 4 else decimals + 11
    if scalar:
        if 0.001 < largest < rounded or largest == 0:
            return Notation(width, _fixed(decimals))
        return Notation(exponent_width, _exponent(decimals))
    power = _power(largest, decimals)
    if largest == 0 or (-3 < power and largest < rounded):
        return Notation(width, _fixed(decimals))
    fixed = _fixed(decimals)
    return Notation(width, lambda x: fixed(scaled(x, power)), power)


def _power(largest: float, decimals: int) -> int:
    """The exponent of the common scale factor, such that the largest scaled number is printed below 10."""
    if largest == 0:
        return 0
    power = math.floor(math.log10(largest))
    return power + (round(scaled(largest, power), decimals) >= 10)


def scaled(x: float, power: int) -> float:
    """``x / 10^power`` without overflow of the factor; only zero becomes zero."""
    quotient = x / 10.0**power if -300 < power < 300 else x * 10.0 ** (-power / 2) * 10.0 ** (-power / 2)
    return quotient if quotient else math.copysign(5e-324, x) if x else x


def _hexadecimal(single: bool) -> Callable[[float], str]:
    return lambda x: bits_of(np.array([x], np.float32 if single else np.float64))[0]


def bits_of(numbers: np.ndarray) -> list[str]:
    """The bits of floats as hexadecimal digits; NaN as processors make it, with its sign bit set."""
    width = numbers.dtype.itemsize
    codes = np.where(numbers != numbers, -abs(numbers), numbers).view(f"u{width}")
    return [f"{int(code):0{2 * width}x}" for code in codes]


def complex_notation(array: np.ndarray, style: str) -> Notation:
    """The notation of a complex array: ``real ± imagi`` with one scale factor for both parts."""
    single = array.dtype == np.complex64
    decimals = _decimals(style, single)
    if style in ("+", "hex"):
        return _sign_or_bits(style, single)
    parts = np.abs(np.concatenate([array.real.ravel(), array.imag.ravel()]))
    finite = parts[np.isfinite(parts)]
    largest = float(finite.max()) if finite.size else 0.0
    if style in ("shortG", "longG"):
        digits = 5 if style == "shortG" else 15
        return _pair(significant(digits), 12 if digits == 5 else 24, 12 if digits == 5 else 24)
    if style in ("shortEng", "longEng"):
        digits, places = (5, 4) if style == "shortEng" else (decimals, None)
        return _pair(_engineering(digits, places), digits + 9, digits + 7)
    if style in ("shortE", "longE") or (array.size == 1 and largest and not 0.001 < largest < 100 - 0.5 * 10.0**-decimals):
        return _pair(lambda x: special(x) or f"{x:.{decimals}e}", decimals + 9, decimals + 7)
    if style == "bank":
        return _pair(lambda x: special(x) or f"{x:.2f}", 10, 5)
    if style == "rat":
        return _pair(rational, 10, 5)
    power = _power(largest, decimals) if largest else 0
    if array.size == 1 or (-3 < power and largest < 100 - 0.5 * 10.0**-decimals):
        power = 0
    return _pair(lambda x: special(x) or f"{scaled(x, power):.{decimals}f}", decimals + 5, decimals + 3, power)


def _sign_or_bits(style: str, single: bool) -> Notation:
    """Complex numbers by the sign of their real part, or by the bits of both parts."""
    if style == "+":
        return Notation(1, lambda z: "+" if z.real > 0 else "-" if z.real < 0 else " ")
    bits, digits = _hexadecimal(single), 8 if single else 16
    return Notation(2 * digits + 7, lambda z: f"{bits(z.real)}   {bits(z.imag)}i")


def _pair(text: Callable[[float], str], real_width: int, imag_width: int, power: int = 0) -> Notation:
    def notation(z: complex) -> str:
        sign = "-" if math.copysign(1.0, z.imag) < 0 and z.imag == z.imag else "+"
        return f"{text(z.real):>{real_width}} {sign}{text(abs(z.imag)):>{imag_width}}i"

    return Notation(real_width + imag_width + 3, notation, power)

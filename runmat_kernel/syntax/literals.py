"""Values of number literals."""

from __future__ import annotations


def number_value(text: str) -> tuple[float | complex | int, str]:
    """Value and class of a literal: ``1.5e3`` and ``1d3`` are double, ``2i`` complex, ``0xFF`` the smallest unsigned class that
    holds it, ``0b101s16`` what its suffix says (a set top bit makes it negative there)."""
    if text.isdecimal():
        return float(text), "double"
    lowered = text.lower()
    if lowered[:2] in ("0x", "0b"):
        return _based(lowered[2:], 16 if lowered[1] == "x" else 2)
    if lowered[-1] in "ij":
        return complex(0.0, float(lowered[:-1].replace("d", "e"))), "double"
    return float(lowered.replace("d", "e")), "double"


def number_rows(text: str) -> list[list[str]] | None:
    """The words between the brackets of a matrix, row by row; None where rows differ in length, a comma follows no element, or there
    is but one."""
    rows = []
    for row in text.replace("\n", ";").split(";"):
        if "," in row and not all(map(str.strip, row.split(",")[:-1])):
            return None
        if words := row.replace(",", " ").split():
            rows.append(words)
    width = len(rows[0]) if rows else 0
    return rows if len(rows) * width > 1 and all(len(words) == width for words in rows) else None


def double_values(rows: list[list[str]]) -> tuple[float | complex, ...] | None:
    """The values of decimal literals with or without a sign, row by row; None where a word is none."""
    words = [word for row in rows for word in row]
    try:
        return tuple(map(float, words))
    except ValueError:
        pass
    try:
        return tuple(map(_signed_value, words))
    except (ValueError, IndexError):  # a sign alone leaves no digits
        return None


def _signed_value(word: str) -> float | complex:
    value = number_value(word[1:] if word[0] in "+-" else word)[0]
    return -value if word[0] == "-" else value


def exact_integer(digits: str, matlab_class: str, negative: bool) -> int | None:
    """The integer of a decimal literal that a double may not hold, clipped to the class; None for other literals."""
    if not digits.isdecimal() or int(digits) <= 2**53:
        return None
    least, most = (0, 2**64 - 1) if matlab_class == "uint64" else (-(2**63), 2**63 - 1)
    return min(max(-int(digits) if negative else int(digits), least), most)


def _based(text: str, base: int) -> tuple[int, str]:
    for mark in "us":
        digits, mark_found, bits_text = text.partition(mark)
        if mark_found:
            bits, value = int(bits_text), int(digits, base)
            break
    else:
        value = int(text, base)
        bits, mark = next((n for n in (8, 16, 32, 64) if value < 2**n), 64), "u"
    if value >= 2**bits:
        raise ValueError(f"literal exceeds {bits} bits")
    if mark == "s":
        return value - 2**bits if value >= 2 ** (bits - 1) else value, f"int{bits}"
    return value, f"uint{bits}"

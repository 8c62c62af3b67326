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


def exact_integer(digits: str, matlab_class: str, negative: bool) -> int | None:
    """The integer of a decimal literal that a double may not hold, clipped to the class; None for other literals."""
    if not digits.isdecimal() or int(digits) <= 2**53:
        return None
    least, most = (0, 2**64 - 1) if matlab_class == "uint64" else (-(2**63), 2**63 - 1)
    return min(max(-int(digits) if negative else int(digits), least), most)


def _based(text: str, base: int) -> tuple[int, str]:
    for mark in "us":
        digits, found, bits_text = text.partition(mark)
        if found:
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

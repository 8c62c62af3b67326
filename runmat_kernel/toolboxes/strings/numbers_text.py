"""``num2str``, ``int2str`` and ``mat2str``: arrays of numbers as char rows."""

from __future__ import annotations

import math

import numpy as np

from ...values.classes import CLASS_OF_DTYPE
from ...values.format import number_text, sprintf
from ...values.numerals import special
from ...values.tensor import Tensor


def num2str(array: np.ndarray) -> list[str]:
    """The rows of ``num2str(array)``: whole numbers as they are, others with four digits behind the largest's point."""
    rows = array.reshape(array.shape[0], -1, order="F")
    if rows.size == 1:
        item = rows.item(0)
        return [str(int(item)) if isinstance(item, bool) else number_text(rows.reshape(-1)[0])]
    if rows.dtype.kind == "c":
        return _complex_rows(rows, None)
    if rows.dtype.kind in "biu" or _is_whole(rows):
        return _trimmed(_padded(rows, _digits(rows) + 2, _whole_text))
    finite = np.abs(rows[np.isfinite(rows)])
    largest = finite.max() if finite.size else 0
    digits = min(max((math.floor(math.log10(largest)) if largest else 0) + 5, 5), 16)
    return _trimmed(_padded(rows, digits + 7, lambda x: special(x) or f"{x:.{digits}g}"))


def num2str_precision(array: np.ndarray, precision: int) -> list[str]:
    """The rows of ``num2str(array, precision)``: that many significant digits."""
    rows = array.reshape(array.shape[0], -1, order="F")
    if rows.dtype.kind == "c":
        return _complex_rows(rows, precision)

    def text(x: float) -> str:
        whole = isinstance(x, int) and len(str(abs(x))) <= precision
        return special(x) or (str(int(x)) if whole else f"{x:.{max(precision, 1)}g}")

    if rows.size == 1:
        return [text(rows.item(0))]
    return _trimmed(_padded(rows, precision + 7, text))


def num2str_format(array: np.ndarray, format: str) -> list[str]:
    """The rows of ``num2str(array, format)``: the format is repeated along each row; blanks around the text are dropped."""
    rows = array.reshape(array.shape[0], -1, order="F")
    lines = [sprintf(format, [Tensor(row.reshape(1, -1))]) for row in rows]
    width = max(map(len, lines), default=0)
    lines = _trimmed([line.ljust(width) for line in lines])
    end = max((len(line.rstrip()) for line in lines), default=0)
    return [line[:end] for line in lines]


def _is_whole(array: np.ndarray) -> bool:
    finite = array[np.isfinite(array)]
    return bool((finite == np.floor(finite)).all()) and (not finite.size or np.abs(finite).max() < 1e15)


def _digits(rows: np.ndarray) -> int:
    """Digits of the largest finite magnitude."""
    finite = rows[np.isfinite(rows)] if rows.dtype.kind == "f" else rows
    largest = max((abs(int(x)) for x in (finite.min(), finite.max())), default=0) if finite.size else 0
    digits = len(str(largest))
    return max(digits, 3) if finite.size != rows.size else digits


def _whole_text(x: float) -> str:
    return special(x) or str(int(x))


def _padded(rows: np.ndarray, width: int, text) -> list[str]:
    return ["".join([text(x).rjust(width) for x in row]) for row in rows.tolist()]


def _trimmed(lines: list[str]) -> list[str]:
    """Rows of equal length without their common leading blanks."""
    width = max(map(len, lines), default=0)
    lines = [line.rjust(width) for line in lines]
    start = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return [line[start:] for line in lines]


def _complex_rows(rows: np.ndarray, precision: int | None) -> list[str]:
    """Columns of equal width: real part to the right, imaginary part with its sign to the left, both with as many digits."""
    parts = np.stack([rows.real, rows.imag])
    finite = parts[np.isfinite(parts)]
    largest = float(np.abs(finite).max(initial=0))
    size = math.floor(math.log10(largest)) if largest else 0
    negative = bool((rows.real < 0).any())
    if precision is None and (finite == np.floor(finite)).all():
        digits, width = 16, max(size, 0) + 3 + negative
    else:
        digits = min(max(size + 5, 5), 16) if precision is None else max(precision, 1)
        width = digits + 7 + negative

    def text(z: complex) -> str:
        real, imaginary = (special(x) or f"{x:.{digits}g}" for x in (z.real, abs(z.imag)))
        sign = "-" if math.copysign(1, z.imag) < 0 else "+"
        return real.rjust(width) + f"{sign}{imaginary}i".ljust(width + 1)

    lines = ["".join(text(z) for z in row).rstrip() for row in rows.tolist()]
    longest = max(map(len, lines), default=0)
    return _trimmed([line.ljust(longest) for line in lines])


def mat2str(array: np.ndarray, precision: int = 15, imaginary: int = 15, *, name_class: bool = False) -> str:
    """``mat2str``: text that evaluates to the matrix, with that many significant digits of real and imaginary parts."""
    if array.dtype == bool:
        one = lambda x: "true" if x else "false"  # noqa: E731
    elif array.dtype.kind == "c":
        one = lambda z: _complex_item(z, precision, imaginary)  # noqa: E731
    else:
        one = lambda x: _plain_item(x, precision)  # noqa: E731
    rows = array.tolist()
    if array.size == 1:
        text = one(rows[0][0])
    elif array.size == 0:
        text = f"zeros({array.shape[0]},{array.shape[1]})"
    else:
        text = "[" + ";".join(" ".join(one(x) for x in row) for row in rows) + "]"
    name = CLASS_OF_DTYPE.get(array.dtype, "double")
    return f"{name}({text})" if name_class and name not in ("double", "logical") else text


def _plain_item(x: float, precision: int) -> str:
    return special(x) or (str(x) if isinstance(x, int) else f"{x + 0.0:.{precision}g}")


def _complex_item(z: complex, precision: int, imaginary: int) -> str:
    sign = "-" if math.copysign(1, z.imag) < 0 else "+"
    return f"{_plain_item(z.real, precision)}{sign}{_plain_item(abs(z.imag), imaginary)}i"

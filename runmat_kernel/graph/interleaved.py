"""Functions of complex numbers on their parts, as the host computes them: by NumPy's own functions of complex arrays.

Parts that lie side by side in one complex array need not be put together for that, nor taken apart afterwards.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .pointwise import joined

_memory = threading.local()


def interleaved(shape: tuple[int, ...], dtype: Any) -> tuple[np.ndarray, np.ndarray]:
    """A new real and a new imaginary part, column-major, side by side."""
    array = np.empty(int(np.prod(shape)), np.result_type(dtype, np.complex64)).reshape(shape, order="F")
    return array.real, array.imag


def together(real: Any, imaginary: Any) -> np.ndarray | None:
    """The complex array whose parts these are, scalars among them; None where they are arrays of their own."""
    if type(real) is not np.ndarray or type(imaginary) is not np.ndarray or real.dtype != imaginary.dtype:
        return None
    if real.ndim == 0 == imaginary.ndim:
        return joined(real, imaginary)
    base = real.base
    if base is not imaginary.base or type(base) is not np.ndarray or base.dtype.kind != "c" or base.ndim != 1:
        return None
    if real.shape != imaginary.shape or real.strides != imaginary.strides:
        return None
    start, *ends = (x.__array_interface__["data"][0] for x in (base, real, imaginary))
    first, rest = divmod(ends[0] - start, base.itemsize)
    if rest or ends[1] - ends[0] != real.itemsize:
        return None
    return np.lib.stride_tricks.as_strided(base[first:], real.shape, real.strides)


def _rows(count: int, shape: tuple[int, ...], dtype: Any) -> list[np.ndarray]:
    """So many complex arrays to write over, the same ones each time: memory that was given back has to be cleared by the system."""
    rows = getattr(_memory, "rows", None)
    if rows is None or rows[0].shape != shape or rows[0].dtype != dtype or len(rows) < count:
        rows = _memory.rows = [np.empty(shape, dtype, order="F") for _ in range(count)]
    return rows[:count]


class BothParts:
    """``function`` of one complex number or two, given by parts: ``(*parts, *others, other, out=own)``, where ``own`` takes the real part
    (0) or the imaginary part (1) of the result, and ``other`` the other one.  ``apart`` are the places of parts, scalars, in whose stead
    the other part of the result takes ``others``: where these are not the same, each part is computed by itself."""

    __slots__ = ("apart", "function", "part")

    def __init__(self, function: Callable[..., Any], part: int, apart: tuple[int, ...] = ()) -> None:
        self.function, self.part, self.apart = function, part, apart

    def beside(self, apart: tuple[int, ...]) -> BothParts:
        return BothParts(self.function, self.part, apart) if apart else self

    def __call__(self, *operands: Any, out: np.ndarray) -> None:
        parts, other = list(operands[: len(operands) - 1 - len(self.apart)]), operands[-1]
        if self._alike(operands):
            value = self._value(parts, out)
            np.copyto(out, value.imag if self.part else value.real)
            np.copyto(other, value.real if self.part else value.imag)
            return
        beside = list(parts)
        for k, x in zip(self.apart, operands[len(parts) :], strict=False):
            beside[k] = x
        # One result may be written over what the other one is made of.
        value = self._value(beside, out)
        second = (value.real if self.part else value.imag).copy(order="F")
        value = self._value(parts, out)
        np.copyto(out, value.imag if self.part else value.real)
        np.copyto(other, second)

    def alone(self, parts: Sequence[Any], out: np.ndarray) -> np.ndarray:
        """One part of the result, without the other."""
        value = self._value(parts, out)
        np.copyto(out, value.imag if self.part else value.real)
        return out

    def _alike(self, operands: Sequence[Any]) -> bool:
        first = len(operands) - 1 - len(self.apart)
        return all([_bits(operands[k]) == _bits(x) for k, x in zip(self.apart, operands[first:], strict=False)])

    def _value(self, parts: Sequence[Any], out: np.ndarray) -> np.ndarray:
        pairs = [(parts[k], parts[k + 1]) for k in range(0, len(parts), 2)]
        twice = len(pairs) == 2 and pairs[0][0] is pairs[1][0] and pairs[0][1] is pairs[1][1]
        rows = _rows(len(pairs) + 1, out.shape, np.result_type(out.dtype, np.complex64))
        for row, (real, imaginary) in zip(rows, pairs[: 1 if twice else None], strict=False):
            row.real, row.imag = real, imaginary
        return self.function(*((rows[0], rows[0]) if twice else rows[:-1]), out=rows[-1])

    def bound(self, operands: Sequence[Any], out: Any) -> tuple[Any, Sequence[Any], Any]:
        """The call that does the same for these arrays: of the complex function itself, where all parts lie side by side."""
        parts, other = operands[: len(operands) - 1 - len(self.apart)], operands[-1]
        wholes = [together(parts[k], parts[k + 1]) for k in range(0, len(parts), 2)]
        target = together(other, out) if self.part else together(out, other)
        complete = [x for x in wholes if x is not None]
        if target is None or len(complete) < len(wholes):
            return self, operands, out
        if not any(x.ndim == 0 for x in complete):
            return self.function, complete, target

        def with_scalars(*now: Any, out: np.ndarray) -> None:
            # Scalars may change from run to run.
            if not self._alike(now):
                self(*now, out=out)
                return
            self.function(*[joined(now[2 * k], now[2 * k + 1]) if x.ndim == 0 else x for k, x in enumerate(complete)], out=target)

        return with_scalars, operands, out


def _bits(scalar: Any) -> bytes:
    return np.asarray(scalar).tobytes()


class Modulus:
    """The modulus of complex numbers given by parts: computed as that of complex arrays is, which is faster than a hypotenuse."""

    def __call__(self, real: Any, imaginary: Any, out: np.ndarray | None = None) -> np.ndarray:
        whole = together(real, imaginary)
        return np.abs(joined(*np.broadcast_arrays(real, imaginary)) if whole is None else whole, out=out)

    def bound(self, operands: Sequence[Any], out: Any) -> tuple[Any, Sequence[Any], Any]:
        """The call that does the same for these arrays."""
        whole = together(*operands)
        return (self, operands, out) if whole is None else (np.abs, [whole], out)

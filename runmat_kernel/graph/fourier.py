"""Discrete Fourier transforms of host arrays: their definition for every provider."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..base.records import record
from .pointwise import joined


@record
class Fourier:
    """One part of a transform along the 0-based dimension ``dim``, of ``length`` points: zeros are added, or elements cut.

    ``inverse``: divided by the length.  ``imaginary``: not the real parts of the result, but the imaginary ones.
    ``mirror``: the dimensions (0-based) over which the result is conjugate-symmetric, because what was transformed along all of them
    was real; such a result is so to the last bit.
    """

    dim: int
    length: int
    inverse: bool = False
    imaginary: bool = False
    mirror: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return "ifft" if self.inverse else "fft"


def transformed(form: Fourier, parts: Sequence[np.ndarray]) -> np.ndarray:
    """The complex transform of an array given by its real parts, and its imaginary ones where it has any."""
    from scipy import fft

    array = parts[0]
    if len(parts) > 1:
        array = joined(*parts)
    with np.errstate(all="ignore"):
        spectrum = (fft.ifft if form.inverse else fft.fft)(array, form.length, form.dim)
        return (spectrum + mirrored(spectrum, form.mirror).conj()) / 2 if len(form.mirror) > 1 else spectrum


def mirrored(array: np.ndarray, dims: Sequence[int]) -> np.ndarray:
    """The element at minus each index, modulo the lengths of these dimensions."""
    return np.roll(np.flip(array, tuple(dims)), (1,) * len(dims), tuple(dims))


def conjugate(spectrum: np.ndarray, dims: Sequence[int]) -> np.ndarray:
    """The transform of a real array along ``dims`` by one call, conjugate-symmetric to the last bit: where the last index is its own
    opposite, the elements and their opposites were computed apart, and may differ by rounding."""
    last, rest = dims[-1], tuple(dims[:-1])
    if rest:
        n = spectrum.shape[last]
        for k in {0, n // 2 if n % 2 == 0 else 0}:
            plane = spectrum[(slice(None),) * last + (slice(k, k + 1),)]
            plane[...] = (plane + mirrored(plane, rest).conj()) / 2
    return spectrum


def part(form: Fourier, array: np.ndarray) -> np.ndarray:
    """The part of a complex transform that ``form`` asks for."""
    if not form.imaginary:
        return array.real
    # +0 for what has no imaginary part: its angle is pi, never -pi
    return array.imag + 0.0 if form.mirror else array.imag

"""Long signals on a device: correlation, mean spectra of segments, filters in both directions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.convert import as_array, class_of, numel_of, shape_of
from ...values.tensor import Tensor

_FLOATS = ("double", "single")


def _real(value: Any) -> bool:
    return type(value) is Tensor and class_of(value) in _FLOATS and not value.is_complex


def correlation(call: Any, x: Any, y: Any, largest: int, scale: str) -> Any:
    """The correlation of two real signals (``y`` None: of one with itself) at lags up to the largest, as ``xcorr`` scales it; None where
    the host computes it."""
    given = [x] if y is None else [x, y]
    if not any(on_device(call, v) for v in given) or not all(map(_real, given)) or len({class_of(v) for v in given}) > 1:
        return None
    count = max(map(numel_of, given))
    points = 1 << (2 * count - 2).bit_length()
    columns = [Formula(call, v).reshape(numel_of(v), 1) for v in given]
    spectra = [c.apply("fft", float(points)) for c in columns]
    product = spectra[0] * spectra[-1].apply("conj")
    circle = product.apply("ifft", "symmetric")
    reach = min(largest, count - 1)
    found = circle.part(0, 0, reach + 1)
    if reach:
        found = circle.part(0, points - reach, reach).apply("vertcat", found)
    if scale in ("coeff", "normalized"):
        energies = [(c * c).reduce("sum", 0) for c in columns]
        found = found / (energies[0] * energies[-1]).apply("sqrt")
    elif scale == "biased":
        found = found / float(count)
    elif scale == "unbiased":
        lags = found.of(-float(reach)).apply("colon", float(reach)).reshape(2 * reach + 1, 1)
        found = found / (float(count) - lags.apply("abs"))
    if largest > reach:
        rest = found.of(np.zeros((largest - reach, 1), found.float_dtype))
        found = rest.apply("vertcat", found, rest)
    shape = shape_of(x)
    return (found.reshape(1, 2 * largest + 1) if len(shape) == 2 and shape[0] == 1 else found).value


def mean_power(call: Any, x: Any, window: np.ndarray, step: int, points: int) -> np.ndarray | None:
    """The mean, over segments of a real signal that are ``step`` apart, of the squared modulus of their transforms; None where the host
    computes it."""
    if not on_device(call, x) or not _real(x) or window.dtype.kind != "f" or len(window) > points or points < 2:
        return None
    count = (numel_of(x) - len(window)) // step + 1
    line = Formula(call, x).apply("double").reshape(numel_of(x), 1)
    made = call.engine.strided(line.value, (1, step), (len(window), count))
    if made is None:
        return None
    spectrum = (Formula(call, made) * window.reshape(-1, 1)).apply("fft", float(points), 1.0)
    real, imaginary = spectrum.apply("real"), spectrum.apply("imag")
    power = real * real + imaginary * imaginary
    return as_array((power.reduce("sum", 1) / float(count)).value).ravel()


def both_ways(call: Any, b: np.ndarray, a: np.ndarray, x: Any, axis: int, pad: int, make: Callable[[Any, int], Any]) -> Any:
    """A filter forwards and backwards over the signal, which goes on at both ends turned about its last points; None where ``make``, the
    filter along an axis from rest, does.

    The filter begins as if the signal had been what it is first for ever: what it is first is taken off, and comes out times the gain.
    """
    gain = float(a.sum())
    if gain == 0 or not math.isfinite(gain):
        return None
    gain = float(b.sum()) / gain
    whole = Formula(call, x)
    n = whole.extent(axis)
    first, last = whole.part(axis, 0, 1), whole.part(axis, n - 1, 1)
    ahead = first * 2.0 - whole.part(axis, pad, pad, -1)
    behind = last * 2.0 - whole.part(axis, n - 2, pad, -1)
    found = whole.of(axis + 1.0).apply("cat", ahead, whole, behind)
    total = n + 2 * pad
    for _ in range(2):
        start = found.part(axis, 0, 1)
        made = make((found - start).value, axis)
        if made is None:
            return None
        found = (Formula(call, made) + start * gain).part(axis, total - 1, total, -1)
    return found.part(axis, pad, n).value

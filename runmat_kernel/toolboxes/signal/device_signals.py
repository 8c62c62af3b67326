"""Long signals on the device: correlation, mean spectra of segments, filters in both directions."""

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
    signals = [x] if y is None else [x, y]
    if not any(on_device(call, v) for v in signals) or not all(map(_real, signals)) or len({class_of(v) for v in signals}) > 1:
        return None
    count = max(map(numel_of, signals))
    points = 1 << (2 * count - 2).bit_length()
    columns = [Formula(call, v).reshape(numel_of(v), 1) for v in signals]
    spectra = [c.apply("fft", float(points)) for c in columns]
    product = spectra[0] * spectra[-1].apply("conj")
    circle = product.apply("ifft", "symmetric")
    reach = min(largest, count - 1)
    by_lag = circle.part(0, 0, reach + 1)
    if reach:
        by_lag = circle.part(0, points - reach, reach).apply("vertcat", by_lag)
    if scale in ("coeff", "normalized"):
        energies = [(c * c).reduce("sum", 0) for c in columns]
        by_lag = by_lag / (energies[0] * energies[-1]).apply("sqrt")
    elif scale == "biased":
        by_lag = by_lag / float(count)
    elif scale == "unbiased":
        lags = by_lag.of(-float(reach)).apply("colon", float(reach)).reshape(2 * reach + 1, 1)
        by_lag = by_lag / (float(count) - lags.apply("abs"))
    if largest > reach:
        rest = by_lag.of(np.zeros((largest - reach, 1), by_lag.float_dtype))
        by_lag = rest.apply("vertcat", by_lag, rest)
    shape = shape_of(x)
    return (by_lag.reshape(1, 2 * largest + 1) if len(shape) == 2 and shape[0] == 1 else by_lag).value


def mean_power(call: Any, x: Any, window: np.ndarray, step: int, points: int) -> np.ndarray | None:
    """The mean squared modulus of the transforms of a real signal's segments, which are ``step`` apart; None where the host computes it."""
    if not on_device(call, x) or not _real(x) or window.dtype.kind != "f" or len(window) > points or points < 2:
        return None
    count = (numel_of(x) - len(window)) // step + 1
    line = Formula(call, x).apply("double").reshape(numel_of(x), 1)
    segments = call.engine.strided(line.value, (1, step), (len(window), count))
    if segments is None:
        return None
    spectrum = (Formula(call, segments) * window.reshape(-1, 1)).apply("fft", float(points), 1.0)
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
    extended = whole.of(axis + 1.0).apply("cat", ahead, whole, behind)
    total = n + 2 * pad
    for _ in range(2):
        start = extended.part(axis, 0, 1)
        filtered = make((extended - start).value, axis)
        if filtered is None:
            return None
        extended = (Formula(call, filtered) + start * gain).part(axis, total - 1, total, -1)
    return extended.part(axis, pad, n).value

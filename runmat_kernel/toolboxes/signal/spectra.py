"""Spectra of signals: periodogram, pwelch, spectrogram."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, shape_of, text_of, to_value
from .device_signals import mean_power


def _column(value: Any) -> np.ndarray:
    return arg.floating(value).ravel(order="F")


def _window(window: Any, default: int) -> np.ndarray:
    """A window from its samples or its length; a Hamming window otherwise."""
    if window is None or numel_of(window) == 0:
        count = default
    elif numel_of(window) > 1:
        return _column(window)
    else:
        count = arg.integer(window)
    return 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(count) / max(count - 1, 1))


def _argument(arguments: tuple[Any, ...], position: int) -> Any:
    return arguments[position] if len(arguments) > position and not is_text(arguments[position]) and numel_of(arguments[position]) else None


_RANGES = ("onesided", "twosided", "centered", "half", "whole")
_SCALES = ("psd", "power")


def _words(call: Any, arguments: tuple[Any, ...]) -> tuple[str, str]:
    """The range of frequencies (nothing: one side for real data) and what is computed, from the words among the arguments."""
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    arg.check_options(call, words, *_RANGES, *_SCALES)
    sides = {"half": "onesided", "whole": "twosided"}
    return next((sides.get(w, w) for w in words if w in _RANGES), ""), next((w for w in words if w in _SCALES), "psd")


def _transforms(data: np.ndarray, window: np.ndarray, starts: np.ndarray, points: int) -> Iterator[np.ndarray]:
    """The Fourier transforms of windowed segments, some columns at a time; a segment that is longer than the transform is folded onto
    itself, so that no sample is lost."""
    for part in np.array_split(starts, -(-len(starts) * window.size // _TOGETHER)):
        frames = np.lib.stride_tricks.sliding_window_view(data, window.size)[part].T * window[:, None]
        if window.size > points:
            frames = np.pad(frames, ((0, -window.size % points), (0, 0))).reshape(-1, points, len(part)).sum(axis=0)
        yield np.fft.fft(frames, points, axis=0)


_TOGETHER = 1 << 18
"""Elements of segments, about, that are transformed at once."""


def _density(
    power: np.ndarray, window: np.ndarray, points: int, rate: float | None, real: bool, sides: str = "", scale: str = "psd"
) -> tuple[np.ndarray, np.ndarray]:
    """The density of the power of transforms (points, or points by segments), one-sided for real data, and its frequencies (radians a sample
    without a rate)."""
    span = rate if rate is not None else 2 * np.pi
    weight = span * np.sum(window**2) if scale == "psd" else np.sum(window) ** 2
    spectrum = power / weight
    base = span / points
    if sides == "centered":
        first = -((points - 1) // 2)
        return np.roll(spectrum, -first, axis=0), np.arange(first, first + points) * base
    if sides == "twosided" or (not sides and not real):
        return spectrum, np.arange(points) * base
    half = points // 2 + 1
    spectrum = spectrum[:half].copy()
    spectrum[1 : half - (points % 2 == 0)] *= 2
    return spectrum, np.arange(half) * base


def _points(arguments: tuple[Any, ...], position: int, length: int) -> int:
    value = _argument(arguments, position)
    return arg.integer(value) if value is not None else max(256, 1 << (length - 1).bit_length())


def _rate(arguments: tuple[Any, ...], position: int) -> float | None:
    value = _argument(arguments, position)
    return arg.scalar(value) if value is not None else None


def _segments(call: Any, length: int, arguments: tuple[Any, ...]) -> tuple[np.ndarray, np.ndarray, int, float | None]:
    """For (window, noverlap, nfft, fs): the window, where each segment of a signal begins, points of a transform, and the rate."""
    window = _window(_argument(arguments, 0), int(length // 4.5))
    overlap = _overlap(window, arguments)
    count, rate = _points(arguments, 2, window.size), _rate(arguments, 3)
    if not 0 <= overlap < window.size <= length:
        raise call.error(
            "The overlap must be less than the window, and the window no longer than the signal.", f"signal:{call.name}:BadWindow"
        )
    return window, np.arange(0, length - window.size + 1, window.size - overlap), count, rate


def _overlap(window: np.ndarray, arguments: tuple[Any, ...]) -> int:
    shared = _argument(arguments, 1)
    return arg.integer(shared) if shared is not None else window.size // 2


def _columns(x: Any) -> list[np.ndarray]:
    """The signals: the columns of a matrix, or the one that a vector is."""
    array = arg.matrix(x)
    if not array.size:
        raise MatlabError("Expected a signal that is not empty.", "signal:spectrum:expectedNonempty")
    return [array.ravel(order="F")] if 1 in array.shape else list(array.T)


def _signals(call: Any, x: Any) -> list[Any]:
    """The signals as Values; signals on the device remain there."""
    shape = shape_of(x)
    if not on_device(call, x) or len(shape) != 2:
        return [to_value(np.asfortranarray(data[:, None])) for data in _columns(x)]
    return [x] if 1 in shape else [Formula(call, x).part(1, k, 1).value for k in range(shape[1])]


@builtin(
    "periodogram", "[pxx, w] = periodogram(x)", "[pxx, f] = periodogram(x, window, nfft, fs)", "[...] = periodogram(..., freqrange)",
    "[...] = periodogram(..., spectrumtype)", summary="Power spectral density of a signal, or of each column.",
    examples=(
        Example("[p,f] = periodogram([1 1 1 1],[],4,4); {round(p,12),f}", "{[1;0;0],[0;1;2]}"),
        Example("round(periodogram([1 1;1 -1;1 1;1 -1],[],4,4),12)", "[1 0;0 0;0 1]"),
        Example("[p,f] = periodogram([1 1 1 1],[],4,4,'centered','power'); {round(p,12),f}", "{[0;1;0;0],[-1;0;1;2]}"),
        Example("round(periodogram([1 2 3 4],[],2,1,'twosided'),12)", "[25;1]"),
    ),
    errors=(
        ErrorCase("periodogram([1 2],[],4,1,'both')", "MATLAB:periodogram:unknownOption"),
        ErrorCase("periodogram(1:4,[1 1 1])", "signal:periodogram:BadWindow"),
    ),
)  # fmt: skip
def periodogram(call, x, *arguments):
    sides, scale = _words(call, arguments)
    spectra = []
    for data in _columns(x):
        window = np.ones(data.size) if _argument(arguments, 0) is None else _column(arguments[0])
        if window.size != data.size:
            raise call.error("The window must have as many elements as the signal.", "signal:periodogram:BadWindow")
        points = _points(arguments, 1, data.size)
        power = np.concatenate([np.abs(s) ** 2 for s in _transforms(data, window, np.zeros(1, int), points)], axis=1)[:, 0]
        spectra.append(_density(power, window, points, _rate(arguments, 2), not np.iscomplexobj(data), sides, scale))
    return _returned_or_drawn(call, spectra, _rate(arguments, 2))


def _returned_or_drawn(call: Any, spectra: list[tuple[np.ndarray, np.ndarray]], rate: float | None) -> Any:
    """Powers, a column for each signal, and frequencies; a plot in decibels where the call has no output."""
    powers, f = np.stack([p for p, _ in spectra], axis=1), spectra[0][1].reshape(-1, 1)
    if call.nargout:
        return powers, f
    value = call.session.value
    with np.errstate(divide="ignore"):
        call.feval("plot", value(f if rate is not None else f / np.pi), value(10 * np.log10(powers)), nargout=0)
    call.feval("grid", value("on"), nargout=0)
    call.feval("xlabel", value("Frequency (Hz)" if rate is not None else "Normalized frequency (\\times\\pi rad/sample)"), nargout=0)
    call.feval("ylabel", value("Power (dB)"), nargout=0)
    return None


@builtin("pwelch", "[pxx, w] = pwelch(x)", "[pxx, f] = pwelch(x, window, noverlap, nfft, fs)", "[...] = pwelch(..., freqrange)",
         "[...] = pwelch(..., spectrumtype)", summary="Power spectral density by Welch's method, of a signal or of each column.",
         examples=(Example("[p,f] = pwelch(ones(1,64),16,8,16,16); [numel(p) f(end)]", "[9 8]"),
                   Example("size(pwelch(ones(64,3),16,8,16,16,'twosided'))", "[16 3]")))  # fmt: skip
def pwelch(call, x, *arguments):
    sides, scale = _words(call, arguments)
    spectra = []
    for data in _signals(call, x):
        window, starts, count, rate = _segments(call, numel_of(data), arguments)
        power = mean_power(call, data, window, window.size - _overlap(window, arguments), count)
        if power is None:
            line = arg.flat(data)
            power = sum((np.abs(s) ** 2).sum(axis=1) for s in _transforms(line, window, starts, count)) / len(starts)
        real = not getattr(data, "is_complex", False)
        spectra.append(_density(power, window, count, rate, real, sides, scale))
    return _returned_or_drawn(call, spectra, _rate(arguments, 3))


@builtin("spectrogram", "[s, w, t] = spectrogram(x)", "[s, f, t, ps] = spectrogram(x, window, noverlap, nfft, fs)", "spectrogram(...)",
         summary="Short-time Fourier transform of a signal; a picture of its power without outputs.",
         examples=(Example("[s,f,t] = spectrogram(ones(1,64),16,8,16,16); size(s)", "[9 7]"),))  # fmt: skip
def spectrogram(call, x, *arguments):
    data = _column(x)
    window, starts, count, rate = _segments(call, data.size, arguments)
    half = count if np.iscomplexobj(data) else count // 2 + 1
    whole = np.concatenate(list(_transforms(data, window, starts, count)), axis=1)
    s, ps = whole[:half], _density(np.abs(whole) ** 2, window, count, rate, not np.iscomplexobj(data))[0]
    f = np.arange(half) * (rate if rate is not None else 2 * np.pi) / count
    t = (starts + window.size / 2) / (rate if rate is not None else 1.0)
    if call.nargout:
        return np.asfortranarray(s), f.reshape(-1, 1), t.reshape(1, -1), np.asfortranarray(ps)
    value = call.session.value
    call.feval("imagesc", value(t.reshape(1, -1)), value(f.reshape(1, -1)), value(10 * np.log10(ps + np.finfo(float).tiny)), nargout=0)
    call.feval("axis", value("xy"), nargout=0)
    return None

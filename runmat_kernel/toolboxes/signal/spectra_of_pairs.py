"""Spectra of pairs of signals, cpsd, mscohere and tfestimate; the short-time Fourier transform stft; models of signals aryule and arburg."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import is_text, text_of
from .spectra import _argument, _columns, _points, _rate, _window


def _pairs(call: Any, x: Any, y: Any) -> list[tuple[np.ndarray, np.ndarray]]:
    """Signals of equal length, column by column; a single one goes with every column of the other."""
    left, right = _columns(x), _columns(y)
    if left[0].size != right[0].size:
        raise call.error("The signals must have the same length.", f"signal:{call.name}:MismatchedLength")
    if len(left) != len(right) and 1 not in (len(left), len(right)):
        raise call.error("The signals must have the same number of columns.", f"signal:{call.name}:MismatchedColumns")
    count = max(len(left), len(right))
    return [(left[k % len(left)], right[k % len(right)]) for k in range(count)]


def _averages(call: Any, x: np.ndarray, y: np.ndarray, arguments: tuple[Any, ...]) -> tuple[np.ndarray, ...]:
    """Mean powers of both signals and of x with y over windowed segments, without scale; the sum of the squared window; points."""
    window = _window(_argument(arguments, 0), int(x.size // 4.5))
    shared = _argument(arguments, 1)
    overlap = arg.integer(shared) if shared is not None else window.size // 2
    if not 0 <= overlap < window.size <= x.size:
        raise call.error(
            "The overlap must be less than the window, and the window no longer than the signals.", f"signal:{call.name}:BadWindow"
        )
    points = _points(arguments, 2, window.size)
    starts = np.arange(0, x.size - window.size + 1, window.size - overlap)
    left, right = (_transforms(np.stack([v[s : s + window.size] * window for s in starts]), points) for v in (x, y))
    power = float(np.sum(window**2))
    return (
        (np.abs(left) ** 2).mean(axis=0),
        (np.abs(right) ** 2).mean(axis=0),
        (left * right.conj()).mean(axis=0),
        np.array([power, points]),
    )


def _transforms(segments: np.ndarray, points: int) -> np.ndarray:
    """Fourier transforms of rows; rows that are longer than the transform are folded onto themselves."""
    if segments.shape[1] > points:
        padded = np.pad(segments, ((0, 0), (0, -segments.shape[1] % points)))
        segments = padded.reshape(len(segments), -1, points).sum(axis=1)
    return np.fft.fft(segments, points, axis=1)


def _paired(name: str, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, x: Any, y: Any, *arguments: Any) -> Any:
        words = [text_of(a).lower() for a in arguments if is_text(a)]
        arg.check_options(call, words, "onesided", "twosided", "centered", "half", "whole", "mimo")
        if "mimo" in words:
            raise call.error("Every signal with every other ('mimo') is not supported.", f"signal:{name}:Unsupported")
        rate = _rate(arguments, 3)
        span = rate if rate is not None else 2 * np.pi
        spectra = []
        for left, right in _pairs(call, x, y):
            px, py, pxy, (power, points) = _averages(call, left, right, arguments)
            with np.errstate(all="ignore"):
                spectrum = {"cpsd": pxy / (power * span), "mscohere": np.abs(pxy) ** 2 / (px * py), "tfestimate": pxy.conj() / px}[name]
            wide = np.iscomplexobj(left) or np.iscomplexobj(right)
            spectra.append(_side(spectrum, span / points, words, wide, doubled=name == "cpsd"))
        return np.stack([s for s, _ in spectra], axis=1), spectra[0][1][:, None]

    usage = (f"[p, w] = {name}(x, y)", f"[p, f] = {name}(x, y, window, noverlap, nfft, fs)", f"[...] = {name}(..., freqrange)")
    errors = (
        ErrorCase(f"{name}(1:8,1:9)", f"signal:{name}:MismatchedLength"),
        ErrorCase(f"{name}(1:8,1:8,4,4)", f"signal:{name}:BadWindow"),
    )
    return Builtin(name, usage, summary, function, examples=examples, errors=errors, see_also=("pwelch",))


def _side(spectrum: np.ndarray, base: float, words: list[str], wide: bool, *, doubled: bool) -> tuple[np.ndarray, np.ndarray]:
    """The selected range of frequencies: one side for real signals, with the power of both sides where ``doubled``."""
    points = spectrum.size
    if "centered" in words:
        first = -((points - 1) // 2)
        return np.roll(spectrum, -first), np.arange(first, first + points) * base
    if "twosided" in words or "whole" in words or (wide and not {"onesided", "half"} & set(words)):
        return spectrum, np.arange(points) * base
    half = points // 2 + 1
    spectrum = spectrum[:half].copy()
    if doubled:
        spectrum[1 : half - (points % 2 == 0)] *= 2
    return spectrum, np.arange(half) * base


PAIRED = (
    _paired("cpsd", "Cross power spectral density of two signals by Welch's method.",
            Example("x = cos((0:63)'/3); y = sin((0:63)'/5); [p,f] = cpsd(x,x,16,8,16,4); [q,g] = pwelch(x,16,8,16,4); [max(abs(p-q)) < 1e-12, isequal(f,g)]", "[true true]"),
            Example("round(cpsd([1 0 0 0],[0 1 0 0],[1 1 1 1],0,4,1,'twosided'),12)*4", "[1;1i;-1;-1i]")),
    _paired("mscohere", "Coherence of two signals: the part of the power that one explains of the other, by frequencies.",
            Example("x = sin((0:99).^2/50)'; round(mscohere(x,3*x,20,10,32),9) == 1", "true(17,1)"),
            Example("round(mscohere([1 0 0 1],[1 0 1 0],[1 1],0,2),12)", "[1;0]")),
    _paired("tfestimate", "Transfer function from one signal to another, by the spectra of both.",
            Example("x = sin((0:99).^2/50)'; round(tfestimate(x,3*x,20,10,32),9) == 3", "true(17,1)"),
            Example("x = [1;0;0;0]; round(tfestimate(x,[0;1;0;0],[1 1 1 1],0,4),12)", "[1;-1i;-1]")),
)  # fmt: skip


# --- the short-time Fourier transform ---------------------------------------------------------------------------------------


@builtin(
    "stft", "[s, f, t] = stft(x)", "[s, f, t] = stft(x, fs)", "[s, f, t] = stft(..., Name, Value)",
    summary="Fourier transforms of overlapping windowed segments; Window (periodic Hann, 128), OverlapLength (3/4 of it), FFTLength, FrequencyRange ('centered').",
    examples=(
        Example("[s,f,t] = stft(ones(8,1),8,'Window',ones(4,1),'OverlapLength',2,'FFTLength',4); {round(abs(s),12),f,t}", "{[0 0 0;4 4 4;0 0 0;0 0 0],[-2;0;2;4],[0.25;0.5;0.75]}"),
        Example("size(stft(randn(1024,1)))", "[128 29]"), Example("[s,f] = stft((1:8)',8,'Window',ones(4,1),'OverlapLength',0,'FFTLength',4,'FrequencyRange','onesided'); {round(real(s(1,:))),f}", "{[10 26],[0;2;4]}"),
        Example("size(stft(randn(300,2)))", "[128 6 2]"),
    ),
    errors=(ErrorCase("stft(ones(4,1))", "signal:stft:InvalidWindowLength"), ErrorCase("stft(ones(200,1),'OverlapLength',128)", "signal:stft:InvalidOverlapLength")),
    see_also=("spectrogram",),
)  # fmt: skip
def stft(call: Any, x: Any, *arguments: Any) -> Any:
    values = list(arguments)
    rate = arg.scalar(values.pop(0)) if values and not is_text(values[0]) else None
    named = arg.name_values(values, "stft", "window overlaplength fftlength frequencyrange outputtimedimension")
    signals = _columns(x)
    window = named.read("window", arg.flat, 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(128) / 128))
    overlap = named.integer("overlaplength", int(0.75 * window.size))
    points = named.integer("fftlength", max(128, window.size))
    if window.size < 2 or window.size > signals[0].size:
        raise call.error("The window must have at least two samples and no more than the signal.", "signal:stft:InvalidWindowLength")
    if not 0 <= overlap < window.size:
        raise call.error("The overlap must be less than the length of the window.", "signal:stft:InvalidOverlapLength")
    if points < window.size:
        raise call.error("The length of the transform must be at least that of the window.", "signal:stft:InvalidFFTLength")
    side = named.word("frequencyrange", "centered")
    arg.check_options(call, [side], "centered", "twosided", "onesided")
    span = rate if rate is not None else 2 * np.pi
    starts = np.arange(0, signals[0].size - window.size + 1, window.size - overlap)
    pages, f = [], np.zeros(0)
    for data in signals:
        spectra = np.fft.fft(np.stack([data[s : s + window.size] * window for s in starts], axis=1), points, axis=0)
        first = -((points - 1) // 2) if side == "centered" else 0
        count = points // 2 + 1 if side == "onesided" else points
        pages.append(np.roll(spectra, -first, axis=0)[:count])
        f = np.arange(first, first + count) * span / points
    t = (starts + window.size / 2) / (rate if rate is not None else 1.0)
    s = pages[0] if len(pages) == 1 else np.stack(pages, axis=2)
    return np.asfortranarray(arg.single_like(s, x)), f[:, None], t[:, None]


# --- models of signals -----------------------------------------------------------------------------------------------------


@builtin(
    "aryule", "[a, e, k] = aryule(x, p)", summary="Autoregressive model of order p by the Yule-Walker equations: coefficients, variance of the noise, reflection coefficients.",
    examples=(Example("[a,e,k] = aryule([1 1 1 1], 1); {a,e,k}", "{[1 -0.75],0.4375,-0.75}"),), see_also=("lpc", "arburg", "levinson"),
)  # fmt: skip
def aryule(call: Any, x: Any, p: Any) -> Any:
    models = []
    for data in _columns(x):
        order = arg.integer(p)
        if not 0 <= order < data.size:
            raise call.error("The order must be less than the length of the signal.", "signal:aryule:InvalidOrder")
        related = np.array([np.vdot(data[: data.size - m], data[m:]) for m in range(order + 1)]) / data.size
        models.append(call.feval("levinson", call.session.value(arg.narrow(related)[:, None]), float(order), nargout=3))
    return tuple(np.concatenate([arg.matrix(part[k]) for part in models], axis=int(k == 2)) for k in range(3))


@builtin(
    "arburg", "[a, e, k] = arburg(x, p)", summary="Autoregressive model of order p by Burg's method: coefficients, variance of the noise, reflection coefficients.",
    examples=(Example("[a,e,k] = arburg([1 2 3], 1); round([a e k],12)", "round([1 -8/9 14/3*(1-64/81) -8/9],12)"),
              Example("a = arburg([1 1 1 1], 1); a", "[1 -1]")),
    errors=(ErrorCase("arburg(1:3,3)", "signal:arburg:InvalidOrder"),), see_also=("aryule", "lpc"),
)  # fmt: skip
def arburg(call: Any, x: Any, p: Any) -> Any:
    pairs = []
    for data in _columns(x):
        order = arg.integer(p)
        if not 0 <= order < data.size:
            raise call.error("The order must be less than the length of the signal.", "signal:arburg:InvalidOrder")
        pairs.append(_burg(data, order))
    models, errors, reflections = zip(*pairs, strict=True)
    return np.array(models), np.array(errors)[:, None], np.array(reflections).T.reshape(-1, len(pairs))


def _burg(data: np.ndarray, order: int) -> tuple[np.ndarray, float, np.ndarray]:
    forward, backward = data[1:], data[:-1]
    error = float(np.vdot(data, data).real / data.size)
    a, reflections = np.ones(1, data.dtype), np.zeros(order, data.dtype)
    for m in range(order):
        with np.errstate(all="ignore"):
            k = -2 * np.vdot(backward, forward) / (np.vdot(forward, forward) + np.vdot(backward, backward)).real
        forward, backward = (forward + k * backward)[1:], (backward + np.conj(k) * forward)[:-1]
        grown = np.append(a, 0)
        a = grown + k * np.conj(grown[::-1])
        error *= 1 - abs(k) ** 2
        reflections[m] = k
    return a, error, reflections

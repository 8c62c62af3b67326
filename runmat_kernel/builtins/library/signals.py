"""Signals: correlation, filters and their design, windows and spectra, peaks, resampling."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...values.convert import is_text, numel_of, text_of
from .. import arguments as arg
from ..spec import ErrorCase, Example, builtin


def _column(value: Any) -> np.ndarray:
    return arg.floating(value).ravel(order="F")


def _like(vector: np.ndarray, template: Any) -> np.ndarray:
    return arg.oriented(vector, template)


@builtin(
    "xcorr", "r = xcorr(x, y)", "r = xcorr(x)", "r = xcorr(..., maxlag)", "r = xcorr(..., scaleopt)", "[r, lags] = xcorr(...)",
    summary="Cross-correlation of two sequences.",
    examples=(Example("xcorr([1 2 3])", "[3 8 14 8 3]"), Example("[r,lags] = xcorr([1 2],[0 1]); {round(r,12),lags}", "{[1 2 0],[-1 0 1]}")),
)  # fmt: skip
def xcorr(call, x, *arguments):
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    values = [a for a in arguments if not is_text(a)]
    second = values.pop(0) if values and (numel_of(values[0]) > 1 or len(values) > 1) else None
    a = _column(x)
    b = a if second is None else _column(second)
    count = max(a.size, b.size)
    largest = arg.integer(values[0]) if values else count - 1
    a, b = (np.pad(v, (0, count - v.size)) for v in (a, b))
    full = np.correlate(a, b, "full") if count < 512 else _by_fft(a, b)
    lags = np.arange(-(count - 1), count)
    scale = words[0] if words else "none"
    if scale in ("coeff", "normalized"):
        full = full / np.sqrt(np.sum(np.abs(a) ** 2) * np.sum(np.abs(b) ** 2))
    elif scale == "biased":
        full = full / count
    elif scale == "unbiased":
        full = full / (count - np.abs(lags))
    padded = np.zeros(2 * largest + 1, full.dtype)
    shown = np.arange(-largest, largest + 1)
    inside = np.abs(shown) < count
    padded[inside] = full[shown[inside] + count - 1]
    return _like(padded, x), shown.reshape(1, -1).astype(np.float64)


def _by_fft(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    from scipy.signal import correlate

    return correlate(a, b, "full", "fft")


@builtin(
    "findpeaks", "pks = findpeaks(y)", "[pks, locs, w, p] = findpeaks(y)", "[...] = findpeaks(y, x)", "[...] = findpeaks(y, Fs)",
    "[...] = findpeaks(..., Name, Value)", summary="Local maxima of a signal.",
    examples=(
        Example("[p,k] = findpeaks([1 3 2 5 1])", "{[3 5],[2 4]}"), Example("findpeaks([1 3 2 5 1],'MinPeakHeight',4)", "5"),
        Example("findpeaks([1 3 2 5 1],'NPeaks',1,'SortStr','descend')", "5"),
    ),
    errors=(ErrorCase("findpeaks([1 2])", "signal:findpeaks:emptyDataSet"),),
)  # fmt: skip
def findpeaks(call, y, *arguments):
    from scipy.signal import find_peaks, peak_prominences, peak_widths

    values = list(arguments)
    places = values.pop(0) if values and not is_text(values[0]) else None
    named = arg.name_values(
        values,
        "findpeaks",
        "minpeakheight minpeakprominence threshold minpeakdistance minpeakwidth maxpeakwidth widthreference npeaks sortstr annotate",
    )
    data = _column(y).astype(np.float64)
    if data.size < 3:
        raise call.error("Data set must contain at least 3 samples.", "signal:findpeaks:emptyDataSet")
    x = (
        np.arange(1.0, data.size + 1)
        if places is None
        else _column(places)
        if numel_of(places) > 1
        else np.arange(data.size) / arg.scalar(places)
    )
    found, about = find_peaks(data, plateau_size=1)
    found = about["left_edges"]  # the first sample of a flat peak
    prominence = peak_prominences(data, found)[0]
    width = peak_widths(data, found, 0.5)[0] * (x[1] - x[0])
    keep = np.ones(found.size, bool)
    option = lambda name, default=None: arg.scalar(named[name]) if name in named else default  # noqa: E731
    if "minpeakheight" in named:
        keep &= data[found] > option("minpeakheight")
    if "threshold" in named:
        keep &= np.minimum(data[found] - data[found - 1], data[found] - data[found + 1]) >= option("threshold")
    if "minpeakprominence" in named:
        keep &= prominence >= option("minpeakprominence")
    if "minpeakwidth" in named:
        keep &= width >= option("minpeakwidth")
    if "maxpeakwidth" in named:
        keep &= width <= option("maxpeakwidth")
    index = np.flatnonzero(keep)
    if "minpeakdistance" in named:
        index = _apart(index, x[found], data[found], option("minpeakdistance"))
    order = text_of(named["sortstr"]).lower() if "sortstr" in named else "none"
    if order in ("ascend", "descend"):
        index = index[np.argsort(data[found[index]] * (1 if order == "ascend" else -1), kind="stable")]
    index = index[: int(option("npeaks", index.size))]
    return tuple(_like(v, y) for v in (data[found[index]], x[found[index]], width[index], prominence[index]))


def _apart(index: np.ndarray, x: np.ndarray, heights: np.ndarray, distance: float) -> np.ndarray:
    """The peaks that remain when lower ones near a higher one go."""
    kept: list[int] = []
    for k in index[np.argsort(-heights[index], kind="stable")]:
        if all(abs(x[k] - x[j]) >= distance for j in kept):
            kept.append(int(k))
    return np.array(sorted(kept), int)


# --- filters --------------------------------------------------------------------------------------------------------


def _designed(name: str, ripples: int, summary: str, *examples: Example):
    """Butterworth, Chebyshev and elliptic filters: order, ripples, edges, kind."""
    inputs = ", ".join(["n", *("Rp", "Rs")[:ripples], "Wn"]) if name != "cheby2" else "n, Rs, Wn"

    @builtin(
        name, f"[b, a] = {name}({inputs})", f"[b, a] = {name}({inputs}, ftype)", f"[z, p, k] = {name}(...)", f"[b, a] = {name}({inputs}, ..., 's')",
        summary=summary, examples=examples, errors=(ErrorCase(f"[b,a] = {name}(2{', 1' * ripples}, 2)", "signal:cutoffs:freqRange"),),
    )  # fmt: skip
    def design(call, order, *arguments):
        from scipy import signal

        words = [text_of(a).lower() for a in arguments if is_text(a)]
        numbers = [a for a in arguments if not is_text(a)]
        given = [arg.scalar(n) for n in numbers[:ripples]]
        if len(numbers) <= ripples:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        edges = _column(numbers[ripples])
        if edges.size not in (1, 2):
            raise call.error("The cutoff frequency must be a scalar or a vector of two elements.", "signal:cutoffs:size")
        analog = "s" in words
        if not analog and ((edges <= 0) | (edges >= 1)).any():
            raise call.error("The cutoff frequencies must be within the interval of (0,1).", "signal:cutoffs:freqRange")
        kind = next((w for w in words if w != "s"), "bandpass" if edges.size == 2 else "low")
        kind = {"stop": "bandstop", "lowpass": "low", "highpass": "high"}.get(kind, kind)
        make = {"butter": signal.butter, "cheby1": signal.cheby1, "cheby2": signal.cheby2, "ellip": signal.ellip}[name]
        form = "zpk" if call.nargout == 3 else "ss" if call.nargout == 4 else "ba"
        if form == "ss":
            z, p, k = make(arg.integer(order), *given, edges if edges.size > 1 else edges[0], kind, analog, "zpk")
            return tuple(np.atleast_2d(m) for m in signal.zpk2ss(z, p, k))
        found = make(arg.integer(order), *given, edges if edges.size > 1 else edges[0], kind, analog, form)
        if form == "zpk":
            return found[0].reshape(-1, 1), found[1].reshape(-1, 1), float(found[2])
        return tuple(np.atleast_2d(c) for c in found)

    return design


DESIGNS = (
    _designed("butter", 0, "Butterworth filter.", Example("[b,a] = butter(1,0.5); {round(b,12),round(abs(a),12)}", "{[0.5 0.5],[1 0]}")),
    _designed("cheby1", 1, "Chebyshev filter with ripples in the pass band."),
    _designed("cheby2", 1, "Chebyshev filter with ripples in the stop band."),
    _designed("ellip", 2, "Elliptic filter."),
)


@builtin(
    "fir1", "b = fir1(n, Wn)", "b = fir1(n, Wn, ftype)", "b = fir1(..., window)", "b = fir1(..., scaleopt)", summary="Window-based filter of finite response.",
    examples=(Example("b = fir1(4,0.5); [numel(b) round(sum(b),12)]", "[5 1]"),),
)  # fmt: skip
def fir1(call, order, edges, *arguments):
    from scipy.signal import firwin

    words = [text_of(a).lower() for a in arguments if is_text(a)]
    window = next((_column(a) for a in arguments if not is_text(a) and numel_of(a) > 1), None)
    cut = _column(edges)
    kind = next((w for w in words if w in ("low", "high", "bandpass", "stop", "dc-0", "dc-1")), "bandpass" if cut.size > 1 else "low")
    count = arg.integer(order) + 1
    if kind in ("high", "stop") and count % 2 == 0:
        count += 1
    passed = {"low": True, "high": False, "bandpass": False, "stop": True, "dc-0": False, "dc-1": True}[kind]
    taps = firwin(count, cut if cut.size > 1 else cut[0], window="hamming", pass_zero=passed, scale="noscale" not in words)
    if window is not None:
        ideal = firwin(count, cut if cut.size > 1 else cut[0], window="boxcar", pass_zero=passed, scale=False)
        taps = ideal * window
        if "noscale" not in words:
            at = 0.0 if passed else 1.0 if cut.size == 1 else float(cut.mean())
            taps = taps / np.abs(np.sum(taps * np.exp(-1j * np.pi * at * np.arange(count))))
    return taps.reshape(1, -1)


@builtin(
    "medfilt1", "y = medfilt1(x)", "y = medfilt1(x, n)", summary="Median filter of a signal; zeros outside.",
    examples=(Example("medfilt1([1 9 2 3])", "[1 2 3 2]"),),
)  # fmt: skip
def medfilt1(call, x, n=3.0):
    data, size = _column(x), arg.integer(n)
    left = size // 2
    padded = np.concatenate([np.zeros(left), data, np.zeros(size - left - 1)])
    return _like(np.median(np.lib.stride_tricks.sliding_window_view(padded, size), axis=1), x)


@builtin("sgolayfilt", "y = sgolayfilt(x, order, framelen)", summary="Savitzky-Golay filter.",
         examples=(Example("round(sgolayfilt([1 4 9 16 25],2,3),10)", "[1 4 9 16 25]"),))  # fmt: skip
def sgolayfilt(call, x, order, frame):
    from scipy.signal import savgol_filter

    return _like(savgol_filter(_column(x), arg.integer(frame), arg.integer(order)), x)


@builtin("chirp", "y = chirp(t)", "y = chirp(t, f0, t1, f1)", "y = chirp(t, f0, t1, f1, method, phi)", summary="Cosine whose frequency changes.",
         examples=(Example("chirp(0,1,1,2)", "1"),))  # fmt: skip
def chirp(call, t, f0=0.0, t1=1.0, f1=100.0, method=None, phase=0.0):
    from scipy.signal import chirp as made

    kind = text_of(method).lower() if method is not None else "linear"
    return made(arg.floating(t), arg.scalar(f0), arg.scalar(t1), arg.scalar(f1), kind, arg.scalar(phase))


@builtin(
    "resample", "y = resample(x, p, q)", "y = resample(x, p, q, n)", "y = resample(x, p, q, n, beta)", summary="Signal at p/q times its rate.",
    examples=(Example("numel(resample(1:10,2,1))", "20"), Example("numel(resample((1:10)',1,3))", "4")),
)  # fmt: skip
def resample(call, x, p, q, n=10.0, beta=5.0):
    """The anti-aliasing filter is MATLAB's: firls-like sinc times a Kaiser window, 2*n*max(p, q) + 1 taps."""
    from math import gcd

    from scipy.signal import firwin, resample_poly

    up, down = arg.integer(p), arg.integer(q)
    common = gcd(up, down)
    up, down = up // common, down // common
    data = arg.floating(x)
    axis = arg.first_nonsingleton(data.shape)
    if up == down:
        return data
    largest = max(up, down)
    taps = firwin(2 * arg.integer(n) * largest + 1, 1 / largest, window=("kaiser", arg.scalar(beta)))
    return resample_poly(data, up, down, axis=axis, window=taps)


@builtin("decimate", "y = decimate(x, r)", "y = decimate(x, r, n)", "y = decimate(x, r, ..., 'fir')", summary="Every r-th sample after a low-pass filter.",
         examples=(Example("numel(decimate(1:10,2))", "5"),))  # fmt: skip
def decimate(call, x, rate, *arguments):
    from scipy.signal import cheby1, filtfilt, firwin

    data, r = _column(x), arg.integer(rate)
    order = next((arg.integer(a) for a in arguments if not is_text(a)), None)
    if any(is_text(a) and text_of(a).lower() == "fir" for a in arguments):
        taps = firwin((order or 30) + 1, 1 / r)
        smooth = np.convolve(np.pad(data, (len(taps) - 1) // 2, "edge"), taps, "valid")
        return _like(smooth[::r], x)
    b, a = cheby1(order or 8, 0.05, 0.8 / r)
    smooth = filtfilt(b, a, data, padlen=min(3 * (len(b) - 1), data.size - 1))
    count = -(-data.size // r)
    return _like(smooth[data.size - (count - 1) * r - 1 :: r], x)


@builtin(
    "kaiser",
    "w = kaiser(L)",
    "w = kaiser(L, beta)",
    summary="Kaiser window.",
    examples=(Example("round(kaiser(3,1),4)", "[0.7898;1;0.7898]"),),
)
def kaiser(call, length, beta=0.5):
    return np.kaiser(arg.integer(length), arg.scalar(beta)).reshape(-1, 1)


# --- spectra --------------------------------------------------------------------------------------------------------


def _window(given: Any, default: int) -> np.ndarray:
    """A window given as samples or a length; a Hamming window otherwise."""
    if given is None or numel_of(given) == 0:
        count = default
    elif numel_of(given) > 1:
        return _column(given)
    else:
        count = arg.integer(given)
    return 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(count) / max(count - 1, 1))


def _check_window(call: Any, data: np.ndarray, window: np.ndarray, overlap: int) -> None:
    if not 0 <= overlap < window.size <= data.size:
        raise call.error(
            "The overlap must be less than the window, and the window no longer than the signal.", f"signal:{call.name}:BadWindow"
        )


def _given(arguments: tuple[Any, ...], position: int) -> Any:
    return arguments[position] if len(arguments) > position and not is_text(arguments[position]) and numel_of(arguments[position]) else None


def _density(data: np.ndarray, window: np.ndarray, points: int, rate: float | None, sides: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Power spectral density of one segment, one-sided for real data, and its frequencies (radians a sample without a rate)."""
    scale = (rate if rate is not None else 2 * np.pi) * np.sum(window**2)
    spectrum = np.abs(np.fft.fft(data * window, points)) ** 2 / scale
    base = (rate if rate is not None else 2 * np.pi) / points
    if not sides or np.iscomplexobj(data):
        return spectrum, np.arange(points) * base
    half = points // 2 + 1
    spectrum = spectrum[:half].copy()
    spectrum[1 : half - (points % 2 == 0)] *= 2
    return spectrum, np.arange(half) * base


@builtin(
    "periodogram", "[pxx, w] = periodogram(x)", "[pxx, f] = periodogram(x, window, nfft, fs)", summary="Power spectral density of a signal.",
    examples=(Example("[p,f] = periodogram([1 1 1 1],[],4,4); {round(p,12),f}", "{[1;0;0],[0;1;2]}"),),
)  # fmt: skip
def periodogram(call, x, *arguments):
    data = _column(x)
    window = np.ones(data.size) if _given(arguments, 0) is None else _column(arguments[0])
    points = _given(arguments, 1)
    count = arg.integer(points) if points is not None else max(256, 1 << (data.size - 1).bit_length())
    rate = _given(arguments, 2)
    p, f = _density(data, window, count, arg.scalar(rate) if rate is not None else None)
    return p.reshape(-1, 1), f.reshape(-1, 1)


@builtin("pwelch", "[pxx, w] = pwelch(x)", "[pxx, f] = pwelch(x, window, noverlap, nfft, fs)", summary="Power spectral density by Welch's method.",
         examples=(Example("[p,f] = pwelch(ones(1,64),16,8,16,16); [numel(p) f(end)]", "[9 8]"),))  # fmt: skip
def pwelch(call, x, *arguments):
    data = _column(x)
    window = _window(_given(arguments, 0), int(data.size // 4.5))
    shared = _given(arguments, 1)
    overlap = arg.integer(shared) if shared is not None else window.size // 2
    points = _given(arguments, 2)
    count = arg.integer(points) if points is not None else max(256, 1 << (window.size - 1).bit_length())
    rate = _given(arguments, 3)
    _check_window(call, data, window, overlap)
    starts = range(0, data.size - window.size + 1, window.size - overlap)
    parts = [_density(data[s : s + window.size], window, count, arg.scalar(rate) if rate is not None else None) for s in starts]
    return np.mean([p for p, _ in parts], axis=0).reshape(-1, 1), parts[0][1].reshape(-1, 1)


@builtin("spectrogram", "[s, w, t] = spectrogram(x)", "[s, f, t, ps] = spectrogram(x, window, noverlap, nfft, fs)", "spectrogram(...)",
         summary="Short-time Fourier transform of a signal; a picture of its power without outputs.",
         examples=(Example("[s,f,t] = spectrogram(ones(1,64),16,8,16,16); size(s)", "[9 7]"),))  # fmt: skip
def spectrogram(call, x, *arguments):
    data = _column(x)
    window = _window(_given(arguments, 0), int(data.size // 4.5))
    shared = _given(arguments, 1)
    overlap = arg.integer(shared) if shared is not None else window.size // 2
    points = _given(arguments, 2)
    count = arg.integer(points) if points is not None else max(256, 1 << (window.size - 1).bit_length())
    given = _given(arguments, 3)
    rate = arg.scalar(given) if given is not None else None
    _check_window(call, data, window, overlap)
    starts = np.arange(0, data.size - window.size + 1, window.size - overlap)
    half = count if np.iscomplexobj(data) else count // 2 + 1
    s = np.stack([np.fft.fft(data[k : k + window.size] * window, count)[:half] for k in starts], axis=1)
    ps = np.stack([_density(data[k : k + window.size], window, count, rate)[0] for k in starts], axis=1)
    f = np.arange(half) * (rate if rate is not None else 2 * np.pi) / count
    t = (starts + window.size / 2) / (rate if rate is not None else 1.0)
    if call.nargout:
        return np.asfortranarray(s), f.reshape(-1, 1), t.reshape(1, -1), np.asfortranarray(ps)
    value = call.session.value
    call.feval("imagesc", value(t.reshape(1, -1)), value(f.reshape(1, -1)), value(10 * np.log10(ps + np.finfo(float).tiny)), nargout=0)
    call.feval("axis", value("xy"), nargout=0)
    return None

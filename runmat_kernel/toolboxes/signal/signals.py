"""Signals: correlation, filters and their design, peaks, resampling."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, shape_of, text_of, to_value
from .device_signals import correlation


def _column(value: Any) -> np.ndarray:
    return arg.floating(value).ravel(order="F")


def _like(vector: np.ndarray, template: Any) -> np.ndarray:
    return arg.oriented(vector, template)


@builtin(
    "xcorr", "r = xcorr(x, y)", "r = xcorr(x)", "r = xcorr(..., maxlag)", "r = xcorr(..., scaleopt)", "[r, lags] = xcorr(...)",
    summary="Cross-correlation of two sequences.",
    examples=(Example("xcorr([1 2 3])", "[3 8 14 8 3]"), Example("[r,lags] = xcorr([1 2],[0 1]); {round(r,12),lags}", "{[1 2 0],[-1 0 1]}"),
              Example("xcorr([1 0;2 1])", "[2 1 0 0;5 2 2 1;2 0 1 0]")),
    errors=(ErrorCase("xcorr([1 2 3],[1 2],'coeff')", "signal:xcorr:NoScale"),),
)  # fmt: skip
def xcorr(call, x, *arguments):
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    if len(words) > 1 or (words and words[0] not in ("none", "biased", "unbiased", "coeff", "normalized")):
        raise call.error("The scaling must be 'none', 'biased', 'unbiased', 'normalized', or 'coeff'.", "signal:xcorr:unknownOption")
    values = [a for a in arguments if not is_text(a)]
    second = values.pop(0) if values and (numel_of(values[0]) > 1 or len(values) > 1) else None
    if second is None and min(shape_of(x)) > 1:  # every pair of columns
        columns = np.asfortranarray(arg.matrix(x))
        pairs = [call.feval(call.name, *map(to_value, (left[:, None], right[:, None])), *arguments, nargout=2)
                 for left in columns.T for right in columns.T]  # fmt: skip
        return np.hstack([arg.matrix(r) for r, _ in pairs]), pairs[0][1]
    count = max(numel_of(x), numel_of(x if second is None else second))
    largest = arg.integer(values[0]) if values else count - 1
    scale = words[0] if words else "none"
    if not count or largest < 0:
        raise call.error("Expected signals that are not empty, and a largest lag that is not negative.", "signal:xcorr:invalidInput")
    if second is not None and numel_of(x) != numel_of(second) and scale != "none":
        raise call.error("Scale option must be 'none' for different length vectors A and B.", "signal:xcorr:NoScale")
    deferred = correlation(call, x, second, largest, scale)
    if deferred is not None:
        return deferred, call.feval("colon", float(-largest), float(largest))[0]
    a = _column(x)
    b = a if second is None else _column(second)
    full = _correlated(np.pad(a, (0, count - a.size)), np.pad(b, (0, count - b.size)), scale)
    padded = np.zeros(2 * largest + 1, full.dtype)
    shown = np.arange(-largest, largest + 1)
    inside = np.abs(shown) < count
    padded[inside] = full[shown[inside] + count - 1]
    return _like(arg.single_like(padded, x, *(() if second is None else (second,))), x), shown.reshape(1, -1).astype(np.float64)


def _correlated(a: np.ndarray, b: np.ndarray, scale: str) -> np.ndarray:
    """The correlation of two signals of one length at all lags, scaled."""
    count = a.size
    full = np.correlate(a, b, "full") if count < 512 else _by_fft(a, b)
    if scale in ("coeff", "normalized"):
        return full / np.sqrt(np.sum(np.abs(a) ** 2) * np.sum(np.abs(b) ** 2))
    if scale == "biased":
        return full / count
    return full / (count - np.abs(np.arange(-(count - 1), count))) if scale == "unbiased" else full


@builtin(
    "xcov", "c = xcov(x, y)", "c = xcov(x)", "c = xcov(..., maxlag)", "c = xcov(..., scaleopt)", "[c, lags] = xcov(...)",
    summary="Cross-covariance of two sequences: the correlation of what their means leave.",
    examples=(
        Example("xcov([1 2 3])", "[-1 0 2 0 -1]"), Example("[c,lags] = xcov([1 2 3],1,'coeff'); {round(c,12),lags}", "{[0 1 0],[-1 0 1]}"),
        Example("xcov([1 2;3 6])", "[-1 -2 -2 -4;2 4 4 8;-1 -2 -2 -4]"),
    ),
    errors=(
        ErrorCase("xcov([1 2],'nosuch')", "signal:xcorr:unknownOption"), ErrorCase("xcov([1 2 3],[1 2],'biased')", "signal:xcorr:NoScale"),
    ),
    see_also=("xcorr", "cov"),
)  # fmt: skip
def xcov(call, x, *arguments):
    def without_mean(value):
        if on_device(call, value):
            x = Formula(call, value)
            return (x - x.mean(x.axis())).value
        array = arg.floating(value)
        return to_value(array - array.mean(axis=arg.first_nonsingleton(array.shape), keepdims=True) if array.size else array)

    values = [k for k, a in enumerate(arguments) if not is_text(a)]
    more = list(arguments)
    if values and (numel_of(arguments[values[0]]) > 1 or len(values) > 1):
        more[values[0]] = without_mean(arguments[values[0]])
    return tuple(call.feval("xcorr", without_mean(x), *more, nargout=max(call.nargout, 1)))


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
    peaks, about = find_peaks(data, plateau_size=1)
    peaks = about["left_edges"]  # the first sample of a flat peak
    prominence = peak_prominences(data, peaks)[0]
    width = peak_widths(data, peaks, 0.5)[0] * (x[1] - x[0])
    keep = np.ones(peaks.size, bool)
    option = lambda name, default=None: arg.scalar(named[name]) if name in named else default  # noqa: E731
    if "minpeakheight" in named:
        keep &= data[peaks] > option("minpeakheight")
    if "threshold" in named:
        keep &= np.minimum(data[peaks] - data[peaks - 1], data[peaks] - data[peaks + 1]) >= option("threshold")
    if "minpeakprominence" in named:
        keep &= prominence >= option("minpeakprominence")
    if "minpeakwidth" in named:
        keep &= width >= option("minpeakwidth")
    if "maxpeakwidth" in named:
        keep &= width <= option("maxpeakwidth")
    index = np.flatnonzero(keep)
    if "minpeakdistance" in named:
        index = _apart(index, x[peaks], data[peaks], option("minpeakdistance"))
    order = named.word("sortstr", "none")
    if order in ("ascend", "descend"):
        index = index[np.argsort(data[peaks[index]] * (1 if order == "ascend" else -1), kind="stable")]
    index = index[: int(option("npeaks", index.size))]
    heights, depths = (arg.single_like(v, y) for v in (data[peaks[index]], prominence[index]))
    return tuple(_like(v, y) for v in (heights, x[peaks[index]], width[index], depths))


def _apart(index: np.ndarray, x: np.ndarray, heights: np.ndarray, distance: float) -> np.ndarray:
    """The peaks without the lower ones near a higher one."""
    chosen: list[int] = []
    for k in index[np.argsort(-heights[index], kind="stable")]:
        if all(abs(x[k] - x[j]) >= distance for j in chosen):
            chosen.append(int(k))
    return np.array(sorted(chosen), int)


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
        ripple_levels = [arg.scalar(n) for n in numbers[:ripples]]
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
            z, p, k = make(arg.integer(order), *ripple_levels, edges if edges.size > 1 else edges[0], kind, analog, "zpk")
            return tuple(np.atleast_2d(m) for m in signal.zpk2ss(z, p, k))
        form_values = make(arg.integer(order), *ripple_levels, edges if edges.size > 1 else edges[0], kind, analog, form)
        if form == "zpk":
            return form_values[0].reshape(-1, 1), form_values[1].reshape(-1, 1), float(form_values[2])
        return tuple(np.atleast_2d(c) for c in form_values)

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
    cut = arg.nonempty(edges, "band")
    if (
        wrong := next((w for w in words if w not in ("low", "high", "bandpass", "stop", "dc-0", "dc-1", "scale", "noscale")), None)
    ) is not None:
        raise call.error(f"The word '{wrong}' is no type of filter.", "signal:fir1:unknownOption")
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
    "medfilt1", "y = medfilt1(x)", "y = medfilt1(x, n)", "y = medfilt1(x, n, [], dim)", summary="Median filter of a signal; zeros outside.",
    examples=(Example("medfilt1([1 9 2 3])", "[1 2 3 2]"), Example("medfilt1([1 9 2 3;5 5 5 5]')", "[1 5;2 5;3 5;2 5]")),
    errors=(ErrorCase("medfilt1(1:3,0)", "signal:medfilt1:expectedPositive"),),
)  # fmt: skip
def medfilt1(call, x, n=3.0, block=None, dim=None):
    size = arg.integer(n)
    if size < 1:
        raise call.error("The order must be a positive integer.", "signal:medfilt1:expectedPositive")
    if on_device(call, x):
        window = to_value(np.array([[size // 2, size - size // 2 - 1]], float))
        return call.feval("movmedian", x, window, *([] if dim is None else [dim]), to_value("Endpoints"), 0.0)[0]
    lines = Lines.of(arg.floating(x), dim)
    if not lines.matrix.size:
        return lines.back(lines.matrix)
    left = size // 2
    padded = np.pad(lines.matrix, ((left, size - left - 1), (0, 0)))
    return lines.back(np.median(np.lib.stride_tricks.sliding_window_view(padded, size, axis=0), axis=2))


@builtin("sgolayfilt", "y = sgolayfilt(x, order, framelen)", summary="Savitzky-Golay filter.",
         examples=(Example("round(sgolayfilt([1 4 9 16 25],2,3),10)", "[1 4 9 16 25]"),
                   Example("round(sgolayfilt([1 4 9;2 3 4]',2,3),10)", "[1 2;4 3;9 4]")))  # fmt: skip
def sgolayfilt(call, x, order, frame):
    from scipy.signal import savgol_filter

    lines = Lines.of(arg.floating(x))
    return lines.back(savgol_filter(lines.matrix, arg.integer(frame), arg.integer(order), axis=0))


@builtin("chirp", "y = chirp(t)", "y = chirp(t, f0, t1, f1)", "y = chirp(t, f0, t1, f1, method, phi)", summary="Cosine whose frequency changes.",
         examples=(Example("chirp(0,1,1,2)", "1"),))  # fmt: skip
def chirp(call, t, f0=0.0, t1=1.0, f1=100.0, method=None, phase=0.0):
    from scipy.signal import chirp as scipy_chirp

    kind = text_of(method).lower() if method is not None else "linear"
    return scipy_chirp(arg.floating(t), arg.scalar(f0), arg.scalar(t1), arg.scalar(f1), kind, arg.scalar(phase))


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
    return arg.single_like(resample_poly(data, up, down, axis=axis, window=taps), x)


@builtin("decimate", "y = decimate(x, r)", "y = decimate(x, r, n)", "y = decimate(x, r, ..., 'fir')", summary="Every r-th sample after a low-pass filter.",
         examples=(Example("numel(decimate(1:10,2))", "5"), Example("round(decimate(0:99,4,'fir'),8)", "0:4:99"), Example("numel(decimate(1:100,3,17,'fir'))", "34")))  # fmt: skip
def decimate(call, x, rate, *arguments):
    from scipy.signal import cheby1, filtfilt, firwin

    data, r = _column(x), arg.integer(rate)
    order = next((arg.integer(a) for a in arguments if not is_text(a)), None)
    if any(is_text(a) and text_of(a).lower() not in ("fir", "iir") for a in arguments):
        raise call.error("The filter must be 'fir' or 'iir'.", "signal:decimate:unknownOption")
    if any(is_text(a) and text_of(a).lower() == "fir" for a in arguments):
        taps = firwin((order or 30) + 1, 1 / r)
        reach = (len(taps) - 1) // 2  # samples beyond the ends are point reflections at the ends
        padded = np.pad(data, (reach, len(taps) - 1 - reach), "reflect", reflect_type="odd")
        smooth = np.convolve(padded, taps, "valid")
        return _like(arg.single_like(smooth[::r], x), x)
    b, a = cheby1(order or 8, 0.05, 0.8 / r)
    smooth = filtfilt(b, a, data, padlen=min(3 * (len(b) - 1), data.size - 1))
    count = -(-data.size // r)
    return _like(arg.single_like(smooth[data.size - (count - 1) * r - 1 :: r], x), x)


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

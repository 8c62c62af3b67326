"""Filters of finite response designed by frequencies and amplitudes: fir2, firls, kaiserord; upfirdn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, text_of


def _frequencies(call: Any, order: Any, f: Any, m: Any) -> tuple[int, np.ndarray, np.ndarray]:
    """The order, non-decreasing frequencies from 0 to 1, and one amplitude for each."""
    n, edges, amplitudes = arg.integer(order), arg.flat(f).astype(float), arg.flat(m).astype(float)
    if n < 1:
        raise call.error("The filter order must be a positive integer.", f"signal:{call.name}:InvalidOrder")
    if edges.size != amplitudes.size or edges.size < 2:
        raise call.error("The frequency and amplitude vectors must have the same length.", f"signal:{call.name}:MismatchedDimensions")
    if (np.diff(edges) < 0).any() or edges[0] < 0 or edges[-1] > 1:
        raise call.error("Frequencies must be non-decreasing, from 0 to 1.", f"signal:{call.name}:InvalidFreqVec")
    return n, edges, amplitudes


@builtin(
    "fir2", "b = fir2(n, f, m)", "b = fir2(n, f, m, npt)", "b = fir2(n, f, m, npt, lap)", "b = fir2(n, f, m, ..., window)",
    summary="Filter of finite response with amplitudes m at frequencies f (1: half the rate of samples), sampled at npt points; a Hamming window of n+1 samples by default.",
    examples=(
        Example("b = fir2(20,[0 0.4 0.4 1],[1 1 0 0]); max(abs(b - fliplr(b))) < 1e-12", "true"),
        Example("b = fir2(30,[0 1],[1 1]); round(b(16),10)", "1"),
        Example("b = fir2(40,[0 0.3 0.6 1],[1 1 0 0]); [abs(abs(freqz(b,1,[0 0.2*pi])) - 1) < 0.01, abs(freqz(b,1,[0.8 0.9]*pi)) < 0.01]", "[true true true true]"),
        Example("numel(fir2(5,[0 0.5 1],[0 1 1]))", "7"),
        Example("b = fir2(4,[0 1],[1 1],[1 1 1 1 1]); round(b,10)", "[0 0 1 0 0]"),
    ),
    errors=(
        ErrorCase("fir2(4,[0 0.5],[1 1])", "signal:fir2:InvalidFreqVec"), ErrorCase("fir2(4,[0 0.5 1],[1 1])", "signal:fir2:MismatchedDimensions"),
        ErrorCase("fir2(4,[0 1],[1 1],[1 1 1])", "signal:fir2:InvalidDimensions"),
    ),
    see_also=("fir1", "firls"),
)  # fmt: skip
def fir2(call: Any, order: Any, f: Any, m: Any, *more: Any) -> Any:
    n, edges, amplitudes = _frequencies(call, order, f, m)
    if edges[0] != 0 or edges[-1] != 1:
        raise call.error("The first frequency must be 0 and the last 1.", "signal:fir2:InvalidFreqVec")
    taps = n + 1
    if taps % 2 == 0 and amplitudes[-1] != 0:
        call.warning(
            "Odd order symmetric FIR filters must have a gain of zero at the Nyquist frequency. The order is being increased by one.",
            "signal:fir2:oddOrder",
        )
        taps += 1
    numbers = [v for v in more if numel_of(v) <= 1]
    window = next((arg.flat(v) for v in more if numel_of(v) > 1), None)
    if window is None:
        window = 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(taps) / max(taps - 1, 1))
    if window.size != taps:
        raise call.error(f"The window must have {taps} samples.", "signal:fir2:InvalidDimensions")
    points = int(arg.optional(numbers, 0, 512 if taps < 1024 else 2 ** math.ceil(math.log2(taps))))
    if taps > 2 * points:
        raise call.error("The number of points must be greater than half the length of the filter.", "signal:fir2:InvalidNpt")
    lap = int(arg.optional(numbers, 1, points // 25))
    amplitudes_on_grid = _sampled(edges, amplitudes, points, lap)
    delayed = amplitudes_on_grid * np.exp(-0.5j * (taps - 1) * np.pi * np.arange(points + 1) / points)
    response = np.fft.ifft(np.concatenate([delayed, delayed[-2:0:-1].conj()])).real
    return (response[:taps] * window)[None, :]


def _sampled(edges: np.ndarray, amplitudes: np.ndarray, points: int, lap: int) -> np.ndarray:
    """The amplitudes on a grid of ``points + 1`` from 0 to 1, straight between the edges; a step takes about ``lap`` points."""
    grid = np.zeros(points + 1)
    grid[0] = amplitudes[0]
    begin = 1
    for k in range(edges.size - 1):
        if edges[k + 1] == edges[k]:
            begin = math.ceil(begin - lap / 2)
            end = begin + lap
        else:
            end = int(edges[k + 1] * (points + 1))
        places = np.arange(begin, end + 1)
        part = (places - begin) / (end - begin) if end > begin else np.zeros(places.size)
        inside = (places >= 1) & (places <= points + 1)
        grid[places[inside] - 1] = (part * amplitudes[k + 1] + (1 - part) * amplitudes[k])[inside]
        begin = end + 1
    return grid


@builtin(
    "firls", "b = firls(n, f, a)", "b = firls(n, f, a, w)", "b = firls(n, f, a, ftype)", "b = firls(n, f, a, w, ftype)",
    summary="Filter of finite response whose amplitude is nearest in squares to straight lines from f(k) to f(k+1), k odd, with a weight for each; 'hilbert' and 'differentiator' are odd.",
    examples=(
        Example("round(firls(2,[0 0.5 0.5 1],[1 1 0 0]),10)", "round([1/pi 0.5 1/pi],10)"), Example("round(firls(3,[0 1],[1 1]) - [-2/3 2 2 -2/3]/pi,10)", "[0 0 0 0]"),
        Example("round(firls(4,[0 1],[1 1],'hilbert')*pi,10)", "round([0 2 0 -2 0],10)"), Example("b = firls(10,[0 0.3 0.4 1],[1 1 0 0],[1 10]); isequal(round(b,12),round(fliplr(b),12))", "true"),
        Example("s = @(w) sin(w)./w; round(firls(2,[0 1],[0 1]*pi,'differentiator') - [0.5 0 -0.5]*integral(s,0,pi)/integral(@(w) s(w).^2,0,pi),8)", "[0 0 0]"),
    ),
    errors=(ErrorCase("firls(4,[0 0.5 1],[1 1 0])", "signal:firls:InvalidFreqVec"), ErrorCase("firls(4,[0 1],[1 1],[1 2])", "signal:firls:InvalidDimensions")),
    see_also=("fir1", "fir2"),
)  # fmt: skip
def firls(call: Any, order: Any, f: Any, a: Any, *more: Any) -> Any:
    n, edges, amplitudes = _frequencies(call, order, f, a)
    words = [text_of(v).lower() for v in more if is_text(v)]
    arg.check_options(call, words, "h", "hilbert", "d", "differentiator")
    kind = words[0][0] if words else ""
    if edges.size % 2:
        raise call.error("The frequency vector must have an even number of elements.", "signal:firls:InvalidFreqVec")
    weights = next((arg.flat(v).astype(float) for v in more if not is_text(v) and numel_of(v)), np.ones(edges.size // 2))
    if weights.size != edges.size // 2:
        raise call.error("There must be one weight for each band.", "signal:firls:InvalidDimensions")
    if n % 2 and not kind and edges[-1] == 1 and amplitudes[-1] != 0 and edges.size > 2:
        call.warning(
            "Odd order symmetric FIR filters must have a gain of zero at the Nyquist frequency. The order is being increased by one.",
            "signal:firls:oddOrder",
        )
        n += 1
    return _least_squares(n, edges * np.pi, amplitudes, weights, odd=bool(kind), per_frequency=kind == "d")[None, :]


def _least_squares(n: int, edges: np.ndarray, amplitudes: np.ndarray, weights: np.ndarray, *, odd: bool, per_frequency: bool) -> np.ndarray:
    """Taps whose amplitude, a sum of cosines (sines where ``odd``), is nearest to straight lines over bands of radians.

    ``per_frequency`` weighs with the inverse square of the frequency where the amplitude is not small, as for differentiators.
    """
    half = n / 2
    multiples = half - np.arange(math.floor(half) + 1)
    multiples = multiples[multiples > 0] if odd else multiples
    x, w = np.polynomial.legendre.leggauss(max(4 * n, 64))
    matrix, right = np.zeros((multiples.size, multiples.size)), np.zeros(multiples.size)
    for k in range(0, edges.size, 2):
        low, high = edges[k], edges[k + 1]
        at = (high - low) / 2 * x + (high + low) / 2
        target = amplitudes[k] + (amplitudes[k + 1] - amplitudes[k]) * ((at - low) / (high - low) if high > low else 0.0)
        weight = weights[k // 2] * w * (high - low) / 2
        if per_frequency and max(abs(amplitudes[k]), abs(amplitudes[k + 1])) > 1e-4:
            weight = weight / (at / (2 * np.pi)) ** 2
        basis = np.sin(np.outer(multiples, at)) if odd else np.cos(np.outer(multiples, at))
        matrix += (basis * weight) @ basis.T
        right += basis @ (weight * target)
    solution = np.linalg.lstsq(matrix, right, rcond=None)[0]
    taps = np.zeros(n + 1)
    halves = np.where(multiples == 0, solution, solution / 2)
    taps[: multiples.size] = halves
    mirrored = np.arange(multiples.size)
    taps[n - mirrored] = -halves if odd else halves
    return taps


@builtin(
    "kaiserord", "[n, Wn, beta, ftype] = kaiserord(f, a, dev)", "[n, Wn, beta, ftype] = kaiserord(f, a, dev, fs)", "c = kaiserord(f, a, dev, fs, 'cell')",
    summary="Order, edges and parameter of a Kaiser window for a filter of fir1 with amplitudes a between band edges f and the ripples dev.",
    examples=(
        Example("[n,w,b,t] = kaiserord([1000 1500],[1 0],[0.05 0.01],8000); {n,w,round(b,4),t}", "{36,0.3125,3.3953,'low'}"),
        Example("[n,w,b,t] = kaiserord([1000 1300 2210 2410],[0 1 0],[0.01 0.05 0.01],5000); {w,t}", "{[0.46 0.924],'bandpass'}"),
        Example("[n,w,b,t] = kaiserord([0.2 0.3],[0 1],[0.1 0.1],2); {mod(n,2),t,round(b,4)}", "{0,'high',0}"),
        Example("c = kaiserord([1000 1500],[1 0],[0.05 0.01],8000,'cell'); {c{1},c{3},numel(c{4})}", "{36,'low',37}"),
    ),
    errors=(ErrorCase("kaiserord([1 2 3],[1 0],[0.1 0.1],8)", "signal:kaiserord:MismatchedVectorLength"),),
    see_also=("fir1", "kaiser"),
)  # fmt: skip
def kaiserord(call: Any, f: Any, a: Any, dev: Any, fs: Any = 2.0, form: Any = None) -> Any:
    edges, amplitudes, ripples = arg.flat(f).astype(float), arg.flat(a).astype(float), arg.flat(dev).astype(float)
    if edges.size != 2 * (amplitudes.size - 1) or ripples.size != amplitudes.size:
        raise call.error(
            "There must be one ripple for each band, and two frequencies for each step.", "signal:kaiserord:MismatchedVectorLength"
        )
    edges = edges / (arg.scalar(fs) if not arg.is_empty_matrix(fs) else 2.0)
    relative = ripples / np.where(amplitudes == 0, 1.0, amplitudes)
    low, high = edges[::2], edges[1::2]
    narrowest = int(np.argmin(high - low))
    drop = -20 * math.log10(min(relative.min(), 1.0) if relative.size else 1.0)
    beta = 0.1102 * (drop - 8.7) if drop > 50 else 0.5842 * (drop - 21) ** 0.4 + 0.07886 * (drop - 21) if drop > 21 else 0.0
    width = 2 * math.pi * (high[narrowest] - low[narrowest])
    order = math.ceil(max((drop - 7.95) / (2.285 * width), 1.0))
    cuts = (low + high)[None, :]  # halves of the rate
    kinds = {(1, True): "high", (1, False): "low", (2, True): "bandpass", (2, False): "stop"}
    word = kinds.get((cuts.size, amplitudes[0] == 0), "DC-0" if amplitudes[0] == 0 else "DC-1")
    if order % 2 and amplitudes[-1] != 0:
        order += 1
    if form is not None and is_text(form):
        return call.session.value([float(order), cuts, word, np.kaiser(order + 1, beta)[:, None], "noscale"])
    return float(order), cuts, float(beta), word


@builtin(
    "upfirdn", "y = upfirdn(x, h)", "y = upfirdn(x, h, p)", "y = upfirdn(x, h, p, q)", summary="A signal with p-1 zeros after each sample, filtered by h, of which every q-th sample is taken.",
    examples=(
        Example("upfirdn([1 2 3],[1 1])", "[1 3 5 3]"), Example("upfirdn([1 2 3],[1 1],2)", "[1 1 2 2 3 3]"), Example("upfirdn([1;2;3],[1 1 1],1,2)", "[1;6;3]"),
        Example("upfirdn([1 2;3 4],[1 1],2,1)", "[1 2;1 2;3 4;3 4]"), Example("upfirdn([1;2],[1 0;0 1])", "[1 0;2 1;0 2]"),
    ),
    errors=(ErrorCase("upfirdn(1:3,1,0)", "signal:upfirdn:expectedPositive"), ErrorCase("upfirdn(ones(3,2),ones(2,3))", "signal:upfirdn:InvalidDimensions")),
    see_also=("resample", "interp1"),
)  # fmt: skip
def upfirdn(call: Any, x: Any, h: Any, p: Any = 1.0, q: Any = 1.0) -> Any:
    from scipy import signal

    up, down = arg.integer(p), arg.integer(q)
    if up < 1 or down < 1:
        raise call.error("The factors must be positive integers.", "signal:upfirdn:expectedPositive")
    taps, data = arg.matrix(h), arg.floating(x)
    if not taps.size:
        raise call.error("The filter must not be empty.", "signal:upfirdn:expectedNonempty")
    if 1 in taps.shape:
        lines = Lines.of(data)
        return arg.single_like(lines.back(signal.upfirdn(taps.ravel(), lines.matrix, up, down, axis=0)), x, h)
    columns = data.reshape(-1, 1) if 1 in data.shape else data
    if columns.ndim != 2 or columns.shape[1] not in (1, taps.shape[1]):
        raise call.error("The signal and the filters must have the same number of columns.", "signal:upfirdn:InvalidDimensions")
    return np.column_stack([signal.upfirdn(t, columns[:, k % columns.shape[1]], up, down) for k, t in enumerate(taps.T)])

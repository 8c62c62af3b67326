"""Signals in frames and by models: buffer, goertzel, impz, grpdelay, sosfilt, levinson, lpc, diric, smooth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, is_text, text_of


@builtin(
    "buffer", "y = buffer(x, n)", "y = buffer(x, n, p)", "y = buffer(x, n, p, opt)", "[y, z] = buffer(...)",
    summary="A signal in frames of n samples, as columns, that share p of them (or leave -p out); opt: p samples that come first, or 'nodelay'.",
    examples=(Example("buffer(1:5, 2)", "[1 3 5;2 4 0]"), Example("buffer(1:5, 3, 1)", "[0 2 4;1 3 5;2 4 0]"), Example("buffer(1:5, 3, 1, 'nodelay')", "[1 3;2 4;3 5]"),
              Example("[y,z] = buffer(1:5, 2); {y,z}", "{[1 3;2 4],5}"), Example("buffer(1:6, 2, -1)", "[1 4;2 5]"), Example("buffer(1:4, 3, 1, 9)", "[9 2;1 3;2 4]")),
    errors=(ErrorCase("buffer(1:3, 2, 2)", "signal:buffer:InvalidRange"), ErrorCase("buffer(1:3, 0)", "signal:buffer:InvalidRange", "positive integer")),
)  # fmt: skip
def buffer(call: Any, x: Any, n: Any, p: Any = 0.0, start: Any = None) -> Any:
    signal = as_array(x)
    line, size, shared = signal.ravel(order="F"), arg.integer(n), arg.integer(p)
    if size < 1:
        raise call.error("The length of a frame must be a positive integer.", "signal:buffer:InvalidRange")
    if shared >= size:
        raise call.error("The overlap must be less than the length of a frame.", "signal:buffer:InvalidRange")
    if shared > 0 and not (start is not None and is_text(start)):
        first = np.zeros(shared, line.dtype) if start is None else np.broadcast_to(arg.flat(start).astype(line.dtype), (shared,))
        line = np.concatenate([first, line])
    elif shared < 0 and start is not None:
        line = line[arg.integer(start) :]
    hop = size - shared
    whole = max(0, (line.size - size) // hop + 1) if line.size >= size else 0
    count = whole
    if call.nargout < 2:
        left = line.size - whole * hop - max(shared, 0)
        count += left > 0
    padded = np.concatenate([line, np.zeros(max(0, count * hop + max(shared, 0) + size - line.size), line.dtype)])
    frames = padded[np.arange(size)[:, None] + hop * np.arange(count)[None, :]] if count else np.zeros((size, 0), line.dtype)
    rest = line[whole * hop + max(shared, 0) :]
    return frames, rest[None, :] if signal.shape[0] == 1 else rest[:, None]


@builtin(
    "goertzel", "y = goertzel(x)", "y = goertzel(x, findx)", "y = goertzel(x, findx, dim)", summary="Values of the Fourier transform at some indices, from 1.",
    examples=(Example("real(goertzel([1 2 3 4], 1))", "10"), Example("round(real(goertzel([1;2;3;4], [1 3])), 12)", "[10;-2]"), Example("round(real(goertzel([1 2;3 4])), 12)", "[4 6;-2 -2]")),
)  # fmt: skip
def goertzel(call: Any, x: Any, index: Any = None, dim: Any = None) -> Any:
    lines = Lines.of(arg.floating(x), dim)
    n = lines.matrix.shape[0]
    places = arg.flat(index) - 1 if index is not None and not arg.is_empty_matrix(index) else np.arange(n)
    waves = np.exp(-2j * np.pi * np.outer(places, np.arange(n)) / max(n, 1))
    return lines.back(waves @ lines.matrix)


@builtin(
    "impz", "[h, t] = impz(b)", "[h, t] = impz(b, a)", "[h, t] = impz(b, a, n)", "[h, t] = impz(b, a, n, fs)", summary="Impulse response of a filter, as long as it matters or n samples.",
    examples=(Example("impz([1 2 3])", "[1;2;3]"), Example("impz(1, [1 -0.5], 4)", "[1;0.5;0.25;0.125]"), Example("[h,t] = impz(1, [1 -0.5], 3, 10); t", "[0;0.1;0.2]")),
)  # fmt: skip
def impz(call: Any, b: Any, a: Any = 1.0, n: Any = None, fs: Any = 1.0) -> Any:
    from scipy import signal

    top, bottom = arg.flat(b).astype(float), arg.flat(a).astype(float)
    places = None
    if n is not None and not arg.is_empty_matrix(n):
        samples = arg.flat(n)
        count = int(samples[0]) if samples.size == 1 else int(samples.max()) + 1
        places = samples.astype(int) if samples.size > 1 else None
    else:
        count = _length_of_response(top, bottom)
    impulse = np.zeros(count)
    impulse[:1] = 1
    response = signal.lfilter(top, bottom, impulse) if count else impulse
    chosen = np.arange(count) if places is None else places
    return response[chosen][:, None], (chosen / arg.scalar(fs))[:, None]


def _length_of_response(top: np.ndarray, bottom: np.ndarray) -> int:
    """The number of samples until a response falls to 5e-5, or enough samples to show growth or oscillation."""
    bottom = np.trim_zeros(bottom, "b")
    if bottom.size < 2:
        return top.size
    radius = float(np.abs(np.roots(bottom)).max(initial=0))
    late = int(np.flatnonzero(top)[0]) if top.any() else 0
    if radius > 1.0001:
        return late + math.floor(6 / math.log10(radius))
    if radius > 0.9999:
        return late + 10 * max(bottom.size, top.size)
    return max(top.size + bottom.size - 1, late + math.floor(math.log10(5e-5) / math.log10(radius))) if radius > 0 else top.size


@builtin(
    "grpdelay", "[gd, w] = grpdelay(b)", "[gd, w] = grpdelay(b, a)", "[gd, w] = grpdelay(b, a, n)", "[gd, w] = grpdelay(b, a, w)", "[gd, f] = grpdelay(b, a, n, fs)",
    "[gd, w] = grpdelay(b, a, n, 'whole')", "[gd, f] = grpdelay(b, a, n, 'whole', fs)",
    summary="Group delay of a filter in samples, at 512 or n frequencies from 0 to pi ('whole': to 2 pi), or at given ones.",
    examples=(Example("round(grpdelay([1 1 1], 1, 4), 9)", "[1;1;1;1]"), Example("[g,w] = grpdelay(1, [1 -0.5], 2); {round(g,9), w}", "{[1;-0.2],[0;pi/2]}"), Example("size(grpdelay([1 2]))", "[512 1]"),
              Example("[g,w] = grpdelay([0 1], 1, 4, 'whole'); {g, w}", "{ones(4,1), pi/2*(0:3)'}"), Example("[g,f] = grpdelay(1, [1 -0.5], 2, 'whole', 10); f", "[0;5]")),
    errors=(ErrorCase("grpdelay(1,1,4,'none')", "MATLAB:grpdelay:unknownOption"),),
)  # fmt: skip
def grpdelay(call: Any, b: Any, a: Any = 1.0, n: Any = None, *options: Any) -> Any:
    top, bottom = arg.flat(b).astype(float), arg.flat(a).astype(float)
    numbers, words = arg.split_options(options)
    arg.check_options(call, words, "whole", "half")
    rate = arg.scalar(numbers[0]) if numbers else 2 * math.pi
    whole = 2 if "whole" in words else 1
    points = arg.flat(n) if n is not None and not arg.is_empty_matrix(n) else np.array([512.0])
    angles = np.arange(int(points[0])) / int(points[0]) * math.pi * whole if points.size == 1 else points * 2 * math.pi / rate
    joined = np.convolve(top, bottom[::-1])
    z = np.exp(-1j * angles)
    with np.errstate(all="ignore"):
        delays = (np.polyval((joined * np.arange(joined.size))[::-1], z) / np.polyval(joined[::-1], z)).real - (bottom.size - 1)
    delays[~np.isfinite(delays)] = 0
    return delays[:, None], (angles * rate / (2 * math.pi))[:, None]


@builtin(
    "sosfilt", "y = sosfilt(sos, x)", "y = sosfilt(sos, x, dim)", summary="A signal filtered by sections of second order, rows [b0 b1 b2 a0 a1 a2].",
    examples=(Example("sosfilt([1 1 0 1 0 0], [1 2 3])", "[1 3 5]"), Example("x = [1;2;3;4]; max(abs(sosfilt([1 2 1 1 0.5 0;1 0 0 1 -0.5 0], x) - filter([1 2 1], [1 0 -0.25], x))) < 1e-12", "true")),
    errors=(ErrorCase("sosfilt([1 2 3], 1:3)", "signal:sosfilt:InvalidDimensions"),),
)  # fmt: skip
def sosfilt(call: Any, sos: Any, x: Any, dim: Any = None) -> Any:
    from scipy import signal

    sections = arg.floating(sos)
    if sections.ndim != 2 or sections.shape[1] != 6:
        raise call.error("SOS must be a matrix of six columns.", "signal:sosfilt:InvalidDimensions")
    lines = Lines.of(arg.floating(x), dim)
    scaled = sections / sections[:, 3:4]
    return lines.back(signal.sosfilt(np.ascontiguousarray(scaled), lines.matrix, axis=0) if lines.matrix.size else lines.matrix)


@builtin(
    "levinson", "a = levinson(r)", "a = levinson(r, n)", "[a, e, k] = levinson(r, n)",
    summary="The model that predicts a signal from its past, by its autocorrelation: coefficients, error and reflection coefficients.",
    examples=(Example("levinson([1 0.5])", "[1 -0.5]"), Example("[a,e,k] = levinson([2 1 0.5], 2); {a,e,k}", "{[1 -0.5 0],1.5,[-0.5;0]}")),
)  # fmt: skip
def levinson(call: Any, r: Any, n: Any = None) -> Any:
    array = arg.floating(r)
    columns = array.reshape(-1, 1) if 1 in array.shape else array
    order = arg.integer(n) if n is not None and not arg.is_empty_matrix(n) else len(columns) - 1
    if not 0 <= order < len(columns):
        raise call.error("The order must be less than the length of the autocorrelation.", "signal:levinson:InvalidRange")
    recursions = [_recursion(column, order) for column in columns.T]
    return np.array([f[0] for f in recursions]), np.array([[f[1]] for f in recursions]), np.array([f[2] for f in recursions]).T.reshape(order, len(recursions))


def _recursion(r: np.ndarray, order: int) -> tuple[np.ndarray, float, np.ndarray]:
    a, error = np.ones(1, r.dtype), r[0].real
    reflections = np.zeros(order, r.dtype)
    with np.errstate(all="ignore"):
        for m in range(1, order + 1):
            k = -np.dot(a, r[m:0:-1]) / error
            grown = np.append(a, 0)
            a = grown + k * np.conj(grown[::-1])
            error = error * (1 - abs(k) ** 2)
            reflections[m - 1] = k
    return a, float(error), reflections


@builtin(
    "lpc", "[a, g] = lpc(x, p)", "[a, g] = lpc(x)", summary="Coefficients that predict a signal from its last p samples, and the variance of the error; columns one by one.",
    examples=(Example("[a,g] = lpc([1 1 1 1], 1); {a,g}", "{[1 -0.75],0.4375}"), Example("size(lpc(randn(50,2), 3))", "[2 4]")),
)  # fmt: skip
def lpc(call: Any, x: Any, p: Any = None) -> Any:
    array = arg.floating(x)
    columns = array.reshape(-1, 1) if 1 in array.shape else array
    m = len(columns)
    order = arg.integer(p) if p is not None else m - 1
    spectrum = np.abs(np.fft.fft(columns, 2 * m, axis=0)) ** 2
    related = np.fft.ifft(spectrum, axis=0)[: max(order + 1, 1)] / max(m, 1)
    related = related.real if columns.dtype.kind == "f" else related
    padded = np.concatenate([related, np.zeros((max(0, order + 1 - len(related)), related.shape[1]), related.dtype)])
    recursions = [_recursion(column, order) for column in padded.T]
    return np.array([f[0] for f in recursions]), np.array([[f[1]] for f in recursions])


@builtin(
    "diric", "y = diric(x, n)", summary="The periodic sinc: sin(n*x/2) over n*sin(x/2).",
    examples=(Example("diric([0 2*pi], 3)", "[1 1]"), Example("diric(2*pi, 4)", "-1"), Example("round(diric(pi, 3), 12)", "round(-1/3, 12)")),
    errors=(ErrorCase("diric(1, 0)", "signal:diric:MustBePosInteger"),),
)  # fmt: skip
def diric(call: Any, x: Any, n: Any) -> Any:
    array, count = arg.floating(x), arg.scalar(n)
    if count < 1 or count != math.floor(count):
        raise call.error("N must be a positive integer.", "signal:diric:MustBePosInteger")
    below = np.sin(array / 2)
    flat = np.abs(below) < 1e-12
    with np.errstate(all="ignore"):
        result = np.sin(count * array / 2) / (count * below)
    return np.where(flat, np.sign(np.cos(array * (count + 1) / 2)), result).astype(array.dtype)


_METHODS = ("moving", "lowess", "loess", "rlowess", "rloess", "sgolay")


@builtin(
    "smooth", "yy = smooth(y)", "yy = smooth(y, span)", "yy = smooth(y, span, method)", "yy = smooth(y, span, 'sgolay', degree)", "yy = smooth(x, y, ...)",
    summary="Data smoothed, as a column: mean of 5 (span) points, fewer at the ends; 'lowess', 'loess' and robust forms of these, 'sgolay'.",
    examples=(Example("smooth([1 2 3 4 9])", "[1;2;3.8;16/3;9]"), Example("smooth(1:4, 3)", "[1;2;3;4]"), Example("max(abs(smooth((1:9).^2, 5, 'loess') - (1:9)'.^2)) < 1e-9", "true"),
              Example("max(abs(smooth(3*(1:9), 0.5, 'lowess') - 3*(1:9)')) < 1e-9", "true"), Example("max(abs(smooth((1:9).^2, 5, 'sgolay') - (1:9)'.^2)) < 1e-9", "true")),
    errors=(ErrorCase("smooth(1:5, 3, 'fast')", "curvefit:smooth:invalidMethod"),),
)  # fmt: skip
def smooth(call: Any, first: Any, *rest: Any) -> Any:
    positional = list(rest)
    x = None
    y = arg.floating(first).ravel(order="F").astype(float)
    if positional and not is_text(positional[0]) and as_array(positional[0]).size == y.size and y.size > 1:
        x, y = y, arg.floating(positional.pop(0)).ravel(order="F").astype(float)
    span = arg.scalar(positional.pop(0)) if positional and not is_text(positional[0]) else 5.0
    method = text_of(positional.pop(0)).lower() if positional else "moving"
    if method not in _METHODS:
        raise call.error(f"Unrecognized smoothing method '{method}'.", "curvefit:smooth:invalidMethod")
    degree = arg.integer(positional[0]) if positional else 2
    n = y.size
    width = math.ceil(span * n) if 0 < span < 1 else min(int(span), n)
    if method in ("moving", "sgolay"):
        width -= width % 2 == 0
    places = np.arange(n, dtype=float) if x is None else x
    order = np.argsort(places, kind="stable")
    smoothed = np.empty(n)
    if method == "moving":
        smoothed[order] = _moving(y[order], width)
    elif method == "sgolay":
        smoothed[order] = _local(
            places[order], y[order], max(width, degree + 1 + degree % 2), degree, np.ones(n), weighted=False, symmetric=True
        )
    else:
        smoothed[order] = _robust(
            places[order], y[order], max(width, 2), 2 if "loess" in method and "lowess" not in method else 1, method[0] == "r"
        )
    return smoothed[:, None]


def _moving(y: np.ndarray, width: int) -> np.ndarray:
    """Means over windows that are cut on both sides alike at the ends."""
    reach = np.minimum(np.minimum(np.arange(y.size), np.arange(y.size)[::-1]), max(width - 1, 0) // 2)
    sums = np.concatenate([[0.0], np.cumsum(y)])
    places = np.arange(y.size)
    return (sums[places + reach + 1] - sums[places - reach]) / (2 * reach + 1)


def _robust(x: np.ndarray, y: np.ndarray, width: int, degree: int, robust: bool) -> np.ndarray:
    """Local polynomial fits.  Robust methods repeat the fit five times with smaller weights for points far from it."""
    weights = np.ones(y.size)
    fit = _local(x, y, width, degree, weights)
    for _ in range(5 if robust else 0):
        residuals = np.abs(y - fit)
        scale = 6 * np.median(residuals)
        weights = np.where(residuals < scale, (1 - (residuals / scale) ** 2) ** 2, 0.0) if scale > 0 else np.ones(y.size)
        fit = _local(x, y, width, degree, weights)
    return fit


def _local(
    x: np.ndarray, y: np.ndarray, width: int, degree: int, weights: np.ndarray, *, weighted: bool = True, symmetric: bool = False
) -> np.ndarray:
    """At each point the value of the polynomial that fits the nearest points, weighted by the cube of their closeness cubed."""
    n = y.size
    width = min(width, n)
    begin = np.clip(np.arange(n) - width // 2, 0, n - width) if symmetric else _nearest(x, width)
    fits = np.empty(n)
    for part in np.array_split(np.arange(n), -(-n * width // _TOGETHER)):
        window = begin[part, None] + np.arange(width)
        offsets = x[window] - x[part, None]
        reach = np.abs(offsets).max(axis=1, initial=0)[:, None]
        scaled = offsets / np.where(reach > 0, reach, 1.0)
        close = (1 - (np.abs(scaled) / (1 + 1e-12)) ** 3) ** 1.5 if weighted else np.ones_like(scaled)
        factor = close * np.sqrt(weights[window])
        basis = scaled[:, :, None] ** np.arange(degree + 1) * factor[:, :, None]
        inverse = np.linalg.pinv(basis, rcond=np.finfo(float).eps * max(width, degree + 1))
        fits[part] = (inverse[:, 0] * (y[window] * factor)).sum(axis=1)
    return fits


_TOGETHER = 1 << 17
"""Elements of windows, about, that are fitted at once."""


def _nearest(x: np.ndarray, width: int) -> np.ndarray:
    """The first index of the window of nearest points, for each of the sorted points."""
    begin, starts, points = 0, [], x.tolist()
    for point in points:
        while begin + width < len(points) and points[begin + width] - point < point - points[begin]:
            begin += 1
        starts.append(begin)
    return np.array(starts, int)

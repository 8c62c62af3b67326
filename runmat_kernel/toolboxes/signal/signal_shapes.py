"""Pulses, less common windows, and measures of signals: rectpuls, gauspuls, pulstran, chebwin, window, rssq, peak2peak, hampel, finddelay,
dtw."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, text_of

# --- pulses -------------------------------------------------------------------------------------------------------------


def _rectangle(t: np.ndarray, width: float = 1.0) -> np.ndarray:
    return np.where((t >= -width / 2) & (t < width / 2), 1.0, 0.0)


@builtin(
    "rectpuls", "y = rectpuls(t)", "y = rectpuls(t, w)", summary="A rectangle of height 1 and width w (1) around 0; its left edge belongs to it.",
    examples=(Example("rectpuls([-0.5 0 0.5 0.7])", "[1 1 0 0]"), Example("rectpuls([-1 0.9 1],2)", "[1 1 0]")),
)  # fmt: skip
def rectpuls(call: Any, t: Any, w: Any = 1.0) -> Any:
    return _rectangle(arg.floating(t), arg.scalar(w))


@builtin(
    "tripuls", "y = tripuls(t)", "y = tripuls(t, w)", "y = tripuls(t, w, s)", summary="A triangle of height 1 and width w (1) around 0 whose peak is at s*w/2.",
    examples=(Example("tripuls([-0.5 -0.25 0 0.25 1])", "[0 0.5 1 0.5 0]"), Example("tripuls([-1 0 1],2,1)", "[0 0.5 1]"), Example("tripuls([-1 0 1],4,-1)", "[0.75 0.5 0.25]")),
    errors=(ErrorCase("tripuls(1,1,2)", "signal:tripuls:InvalidRange"),),
)  # fmt: skip
def tripuls(call: Any, t: Any, w: Any = 1.0, skew: Any = 0.0) -> Any:
    width, side = arg.scalar(w), arg.scalar(skew)
    if abs(side) > 1:
        raise call.error("The skew must be from -1 to 1.", "signal:tripuls:InvalidRange")
    return _triangle(arg.floating(t), width, side)


def _triangle(t: np.ndarray, width: float = 1.0, side: float = 0.0) -> np.ndarray:
    peak = side * width / 2
    with np.errstate(all="ignore"):
        up, down = (t + width / 2) / (peak + width / 2), (width / 2 - t) / (width / 2 - peak)
    return np.where(np.abs(t) > width / 2, 0.0, np.where(t == peak, 1.0, np.where(t < peak, up, down)))


def _gaussian(t: np.ndarray, centre: float = 1e3, band: float = 0.5, level: float = -6.0) -> np.ndarray:
    """The envelope of a Gaussian pulse whose spectrum has fallen by ``level`` decibels at the edges of its band."""
    spread = -((centre * band / 2) ** 2) / (2 * math.log(10 ** (level / 20)))
    return np.exp(-2 * math.pi**2 * spread * t**2)


@builtin(
    "gauspuls", "[yi, yq, ye] = gauspuls(t)", "[yi, yq, ye] = gauspuls(t, fc, bw)", "[yi, yq, ye] = gauspuls(t, fc, bw, bwr)", "tc = gauspuls('cutoff', fc, bw, bwr, tpe)",
    summary="A cosine of fc Hz (1000), its quadrature and its envelope under a Gauss curve with the relative bandwidth bw (0.5) at bwr dB (-6); 'cutoff': when it has fallen by tpe dB (-60).",
    examples=(
        Example("[a,b,c] = gauspuls(0,50e3,0.6); [a b c]", "[1 0 1]"), Example("tc = gauspuls('cutoff',50e3,0.6,[],-40); round(tc*1e5,4)", "3.7849"),
        Example("[~,~,e] = gauspuls(gauspuls('cutoff',10,0.5,-6,-20),10,0.5); round(e,12)", "0.1"),
    ),
    errors=(ErrorCase("gauspuls(1,-1)", "signal:gauspuls:MustBePositive"),),
)  # fmt: skip
def gauspuls(call: Any, t: Any, *arguments: Any) -> Any:
    centre, band, level = (arg.optional(arguments, k, default) for k, default in enumerate((1e3, 0.5, -6.0)))
    if centre < 0 or band <= 0:
        raise call.error("The frequency and the bandwidth must be positive.", "signal:gauspuls:MustBePositive")
    if level >= 0:
        raise call.error("The reference level must be negative.", "signal:gauspuls:MustBeNegative")
    if is_text(t):
        drop = arg.optional(arguments, 3, -60.0)
        if drop >= 0:
            raise call.error("The trailing pulse envelope level must be negative.", "signal:gauspuls:MustBeNegative")
        spread = -((centre * band / 2) ** 2) / (2 * math.log(10 ** (level / 20)))
        return math.sqrt(-2 * math.log(10 ** (drop / 20)) / (4 * math.pi**2 * spread))
    times = arg.floating(t)
    envelope = _gaussian(times, centre, band, level)
    return envelope * np.cos(2 * np.pi * centre * times), envelope * np.sin(2 * np.pi * centre * times), envelope


_PULSES: dict[str, Callable[..., np.ndarray]] = {
    "rectpuls": _rectangle, "tripuls": _triangle,
    "gauspuls": lambda t, centre=1e3, *more: _gaussian(t, centre, *more) * np.cos(2 * np.pi * centre * t),
}  # fmt: skip


@builtin(
    "pulstran", "y = pulstran(t, d, func)", "y = pulstran(t, d, func, p1, p2, ...)", "y = pulstran(t, d, p)", "y = pulstran(t, d, p, fs)", "y = pulstran(..., method)",
    summary="The sum of a pulse, a function or samples p at the rate fs (1), that is delayed by each of d; d with two columns has gains in the second.",
    examples=(
        Example("pulstran(0:4,[1 3],'rectpuls')", "[0 1 0 1 0]"), Example("pulstran([0 1 2],[0 2;1 3]','tripuls',2)", "pulstran([0 1 2],[0 2;1 3]',@tripuls,2)"),
        Example("pulstran(0:3,[0 5;2 7],@(t) rectpuls(t))", "[5 0 7 0]"), Example("pulstran(0:3,1,[1 2 3])", "[0 1 2 3]"), Example("pulstran([0.5 9],0,[1 2 3])", "[1.5 0]"),
    ),
    errors=(ErrorCase("pulstran(0:3,[0 1 2;3 4 5],'rectpuls')", "signal:pulstran:InvalidDimensions"),),
)  # fmt: skip
def pulstran(call: Any, t: Any, d: Any, pulse: Any, *arguments: Any) -> Any:
    times, delays = arg.floating(t), arg.matrix(d)
    if min(delays.shape, default=0) > 1 and delays.shape[1] != 2:
        raise call.error("D must be a vector, or a matrix of two columns.", "signal:pulstran:InvalidDimensions")
    gains = delays[:, 1] if delays.shape[1] == 2 and delays.shape[0] > 1 else np.ones(delays.size)
    starts = delays[:, 0] if delays.shape[1] == 2 and delays.shape[0] > 1 else delays.ravel()
    if numel_of(pulse) and not is_text(pulse) and getattr(pulse, "matlab_class", "") in ("double", "single"):
        draw = _sampled_pulse(call, pulse, arguments)
    else:
        word = text_of(pulse) if is_text(pulse) else ""

        def draw(at: np.ndarray) -> np.ndarray:
            if word in _PULSES:
                return _PULSES[word](at, *(arg.scalar(a) for a in arguments))
            return arg.floating(call.feval(pulse, call.session.value(at), *arguments, nargout=1)[0])

    train = np.zeros(times.shape)
    for start, gain in zip(starts, gains, strict=True):
        train = train + gain * draw(times - start)
    return train


def _sampled_pulse(call: Any, pulse: Any, arguments: tuple[Any, ...]) -> Callable[[np.ndarray], np.ndarray]:
    samples = arg.flat(pulse)
    numbers, words = arg.split_options(arguments)
    rate = arg.scalar(numbers[0]) if numbers else 1.0
    value = call.session.value
    at = value(np.arange(samples.size) / rate)

    def draw(times: np.ndarray) -> np.ndarray:
        outputs = call.feval(
            "interp1", at, value(samples), value(times.reshape(-1, 1)), value(words[0] if words else "linear"), 0.0, nargout=1
        )
        return arg.floating(outputs[0]).reshape(times.shape)

    return draw


# --- windows ------------------------------------------------------------------------------------------------------------


def _window(name: str, numbers: tuple[tuple[str, float], ...], summary: str, *examples: Example) -> Builtin:
    """A window of SciPy's, symmetric, with numbers that shape it."""

    def function(call: Any, length: Any, *parameters: Any) -> Any:
        from scipy.signal import windows

        n = arg.integer(length)
        if n < 0:
            raise call.error("The length must not be negative.", f"MATLAB:{name}:InvalidLength")
        if n < 2:
            return np.ones((n, 1))
        shape = [arg.optional(parameters, k, default) for k, (_, default) in enumerate(numbers)]
        lines = {
            "chebwin": lambda drop: windows.chebwin(n, drop), "parzenwin": lambda: windows.parzen(n), "bohmanwin": lambda: windows.bohman(n),
            "barthannwin": lambda: windows.barthann(n), "taylorwin": lambda count, drop: windows.taylor(n, int(count), -drop, norm=False),
        }[name]  # fmt: skip
        return lines(*shape)[:, None]

    names = ", ".join(["L", *(word for word, _ in numbers)])
    return Builtin(name, tuple(dict.fromkeys((f"w = {name}(L)", f"w = {name}({names})"))), summary, function, examples=examples)


WINDOWS = (
    _window("chebwin", (("r", 100.0),), "Chebyshev window whose side lobes lie r (100) dB below the main one.",
            Example("w = chebwin(9,60); [max(w) isequal(round(w,12),round(flipud(w),12))]", "[1 true]"),
            Example("w = chebwin(21,40); f = abs(fft(w,4096)); round(20*log10(max(f(500:3500))/f(1)),2)", "-40")),
    _window("parzenwin", (), "Parzen window.", Example("round(parzenwin(3),10)", "round([2*(1/3)^3;1;2*(1/3)^3],10)")),
    _window("bohmanwin", (), "Bohman window.", Example("round(bohmanwin(5),10)", "round([0;1/pi;1;1/pi;0],10)")),
    _window("barthannwin", (), "Bartlett-Hann window.", Example("round(barthannwin(5),10)", "[0;0.5;1;0.5;0]")),
    _window("taylorwin", (("nbar", 4.0), ("sll", -30.0)), "Taylor window with nbar side lobes of nearly sll dB.",
            Example("w = taylorwin(64,4,-35); f = abs(fft(w,4096)); abs(20*log10(max(f(125:3000))/f(1)) + 35) < 1", "true")),
)  # fmt: skip


@builtin(
    "window", "w = window(fhandle, n)", "w = window(fhandle, n, ...)", summary="A window of n samples by its function.",
    examples=(Example("window(@hamming,5)", "hamming(5)"), Example("window('kaiser',4,2)", "kaiser(4,2)")),
)  # fmt: skip
def window(call: Any, function: Any, n: Any, *arguments: Any) -> Any:
    return call.feval(function, n, *arguments, nargout=1)[0]


# --- numbers of signals ---------------------------------------------------------------------------------------------------


def _measure(name: str, summary: str, formula: Callable[[np.ndarray], np.ndarray], *examples: Example) -> Builtin:
    def function(call: Any, x: Any, dim: Any = None) -> Any:
        lines = Lines.of(arg.floating(x), dim)
        if not lines.matrix.shape[0]:
            raise call.error("Expected X to be nonempty.", f"MATLAB:{name}:expectedNonempty")
        with np.errstate(all="ignore"):
            return arg.single_like(lines.back(formula(lines.matrix)[None, :]), x)

    errors = (ErrorCase(f"{name}([])", f"MATLAB:{name}:expectedNonempty"),)
    return Builtin(name, (f"y = {name}(x)", f"y = {name}(x, dim)"), summary, function, examples=examples, errors=errors)


def _range(x: np.ndarray) -> np.ndarray:
    return x.max(axis=0) - x.min(axis=0) if x.dtype.kind != "c" else np.abs(x).max(axis=0) - np.abs(x).min(axis=0)


MEASURES = (
    _measure("rssq", "Root of the sum of squares.", lambda x: np.sqrt((np.abs(x) ** 2).sum(axis=0)), Example("rssq([3 4])", "5"), Example("rssq([3 1;4 1i],1)", "[5 sqrt(2)]"),
             Example("rssq([3 4;6 8],2)", "[5;10]")),
    _measure("peak2peak", "The greatest value less the smallest.", _range, Example("peak2peak([3 -1 4])", "5"), Example("peak2peak([1 2;5 3])", "[4 1]")),
    _measure("peak2rms", "The greatest magnitude over the root mean square.", lambda x: np.abs(x).max(axis=0) / np.sqrt((np.abs(x) ** 2).mean(axis=0)),
             Example("peak2rms([1 -1 1])", "1"), Example("round(peak2rms([0;2]),12)", "round(sqrt(2),12)")),
)  # fmt: skip


@builtin(
    "rceps", "[y, ym] = rceps(x)", summary="Real cepstrum of a signal, and the signal of minimum phase with the same one.",
    examples=(Example("round(rceps([2 1]),10)", "round([log(3)/2 log(3)/2],10)"), Example("[y,m] = rceps([1 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0]); round(m(1:3),3)", "[2 1 0]")),
)  # fmt: skip
def rceps(call: Any, x: Any) -> Any:
    signal = arg.flat(x)
    if not signal.size:
        raise call.error("Expected X to be nonempty.", "MATLAB:rceps:expectedNonempty")
    with np.errstate(divide="ignore"):
        cepstrum = np.fft.ifft(np.log(np.abs(np.fft.fft(signal)))).real
    n = signal.size
    fold = np.zeros(n)
    fold[:1], fold[1 : (n + 1) // 2], fold[n // 2 : n // 2 + (n % 2 == 0)] = 1, 2, 1
    least = np.fft.ifft(np.exp(np.fft.fft(fold * cepstrum))).real
    return arg.oriented(cepstrum, x), arg.oriented(least, x)


@builtin(
    "xcorr2", "c = xcorr2(a)", "c = xcorr2(a, b)", summary="Cross-correlation of two matrices.",
    examples=(Example("xcorr2([1 2;3 4],[1 0;0 1])", "[1 2 0;3 5 2;0 3 4]"), Example("xcorr2([1 2])", "[2 5 2]")), see_also=("xcorr", "conv2"),
)  # fmt: skip
def xcorr2(call: Any, a: Any, b: Any = None) -> Any:
    left, right = arg.matrix(a), arg.matrix(a if b is None else b)
    value = call.session.value
    return call.feval("conv2", value(left), value(np.asfortranarray(right.conj()[::-1, ::-1])), nargout=1)[0]


@builtin(
    "hampel", "[y, i, xmedian, xsigma] = hampel(x)", "[...] = hampel(x, k)", "[...] = hampel(x, k, nsigma)",
    summary="A signal whose samples more than nsigma (3) deviations from the median of k (3) neighbours on both sides are that median.",
    examples=(
        Example("[y,i] = hampel([1 2 3 50 3 2 1]); {y,find(i)}", "{[1 2 3 2 3 2 1],4}"), Example("hampel([1 2;1 2;9 2;1 2;1 2],1)", "[1 2;1 2;1 2;1 2;1 2]"),
        Example("[y,i,m,s] = hampel([1;2;4],1); {m,round(s/1.4826,4)}", "{[1.5;2;3],[0.5;1;1]}"),
    ),
    errors=(ErrorCase("hampel(1:3,0)", "MATLAB:hampel:expectedPositive"),), see_also=("medfilt1", "filloutliers"),
)  # fmt: skip
def hampel(call: Any, x: Any, k: Any = 3.0, nsigma: Any = 3.0) -> Any:
    reach, most = arg.integer(k), arg.scalar(nsigma)
    if reach < 1:
        raise call.error("Expected K to be positive.", "MATLAB:hampel:expectedPositive")
    lines = Lines.of(arg.floating(x).real)
    data = lines.matrix
    padded = np.pad(data, ((reach, reach), (0, 0)), constant_values=np.nan)
    around = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1, axis=0) if data.size else np.zeros((*data.shape, 1))
    middle = np.nanmedian(around, axis=2)
    spread = 1.4826022185056018 * np.nanmedian(np.abs(around - middle[:, :, None]), axis=2)
    outlying = np.abs(data - middle) > most * spread
    return lines.back(np.where(outlying, middle, data)), lines.back(outlying), lines.back(middle), lines.back(spread)


@builtin(
    "finddelay", "d = finddelay(x, y)", "d = finddelay(x, y, maxlag)", summary="By how many samples y is later than x, where both correlate most; the columns of matrices one by one.",
    examples=(Example("finddelay([1 2 3],[0 0 1 2 3])", "2"), Example("finddelay([0 0 1 2 3],[1 2 3])", "-2"), Example("finddelay([0 0 1 2]',[0 1 2 0;1 2 0 0]')", "[-1 -2]"), Example("finddelay([0 0],[1 2])", "0")),
    see_also=("xcorr",),
)  # fmt: skip
def finddelay(call: Any, x: Any, y: Any, most: Any = None) -> Any:
    left, right = (v.reshape(-1, 1) if 1 in v.shape else v for v in (arg.matrix(x), arg.matrix(y)))
    if left.shape[1] != right.shape[1] and 1 not in (left.shape[1], right.shape[1]):
        raise call.error("X and Y must have the same number of columns.", "signal:finddelay:InvalidColumns")
    if not (left.size and right.size and np.isfinite(left).all() and np.isfinite(right).all()):
        raise call.error("Expected X and Y to be finite and not empty.", "MATLAB:finddelay:expectedFinite")
    count = max(left.shape[1], right.shape[1])
    length = max(len(left), len(right))
    furthest = min(arg.integer(most), length - 1) if most is not None and numel_of(most) == 1 else length - 1
    delays = [_delay(left[:, k % left.shape[1]], right[:, k % right.shape[1]], furthest) for k in range(count)]
    return np.array([delays], float)


def _delay(x: np.ndarray, y: np.ndarray, most: int) -> int:
    energy = math.sqrt(float(np.sum(np.abs(x) ** 2) * np.sum(np.abs(y) ** 2)))
    if not energy:
        return 0
    length = max(x.size, y.size)
    padded = [np.pad(v, (0, length - v.size)) for v in (y, x)]
    alike = np.abs(np.correlate(*padded, "full"))[length - 1 - most : length + most] / energy
    if alike.max() < 1e-8:
        return 0
    lags = np.arange(-most, most + 1)
    best = lags[alike >= alike.max() - 1e-12]
    return int(best[np.argmin(np.abs(best))])


@builtin(
    "dtw", "[dist, ix, iy] = dtw(x, y)", "[...] = dtw(x, y, maxsamp)", "[...] = dtw(..., metric)",
    summary="Least sum of distances of two signals that may be stretched, and the samples that meet; rows of matrices are dimensions.  metric: 'euclidean', 'absolute', 'squared'.",
    examples=(
        Example("[d,i,j] = dtw([1 2 3],[1 2 2 3]); {d,i,j}", "{0,[1 2 2 3],[1 2 3 4]}"), Example("dtw([0 0],[1 3])", "4"), Example("dtw([0 0],[1 3],'squared')", "10"),
        Example("dtw([0 3;0 4],[3;4])", "5"), Example("[d,i] = dtw([1 5 1],[5 1 1],1); {d,i}", "{4,[1 2 3 3]}"),
    ),
    errors=(ErrorCase("dtw(1:3,1:4,'far')", "MATLAB:dtw:unknownOption"), ErrorCase("dtw(ones(2,3),ones(3,3))", "signal:dtw:RowMismatch")),
)  # fmt: skip
def dtw(call: Any, x: Any, y: Any, *arguments: Any) -> Any:
    numbers, words = arg.split_options(arguments)
    arg.check_options(call, words, "euclidean", "absolute", "squared")
    left, right = (
        v.reshape(1, -1) if 1 in v.shape and 1 in w.shape else v
        for v, w in ((arg.matrix(x), arg.matrix(y)), (arg.matrix(y), arg.matrix(x)))
    )
    if len(left) != len(right):
        raise call.error("X and Y must have the same number of rows.", "signal:dtw:RowMismatch")
    between = np.abs(left[:, :, None] - right[:, None, :])
    metric = words[0] if words else "euclidean"
    costs = np.sqrt((between**2).sum(axis=0)) if metric == "euclidean" else (between if metric == "absolute" else between**2).sum(axis=0)
    if numbers:
        gap = max(arg.integer(numbers[0]), abs(costs.shape[0] - costs.shape[1]))
        costs = np.where(np.abs(np.subtract.outer(np.arange(costs.shape[0]), np.arange(costs.shape[1]))) > gap, np.inf, costs)
    sums = _sums(costs)
    path = _back(sums)
    rows = np.array(path, float).T + 1
    return float(sums[-1, -1]), arg.oriented(rows[0], x), arg.oriented(rows[1], x)


def _sums(costs: np.ndarray) -> np.ndarray:
    """Least sums of costs from the first corner on, one step along either or both of the signals at a time."""
    sums = np.full((costs.shape[0] + 1, costs.shape[1] + 1), np.inf)
    sums[0, 0] = 0.0
    for i, row in enumerate(costs.tolist()):
        above, here = sums[i].tolist(), [math.inf]
        for j, cost in enumerate(row):
            here.append(cost + min(above[j], above[j + 1], here[j]))
        sums[i + 1] = here
    return sums[1:, 1:]


def _back(sums: np.ndarray) -> list[tuple[int, int]]:
    i, j = sums.shape[0] - 1, sums.shape[1] - 1
    path = [(i, j)]
    while i or j:
        before = [(a, b) for a, b in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if a >= 0 and b >= 0]
        i, j = min(before, key=lambda at: sums[at])
        path.append((i, j))
    return path[::-1]

"""Signals: the analytic signal, cosine transforms, resampling by insertion and removal, waves, windows, decibels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import numel_of, shape_of, text_of, to_value


def _length(call: Any, lines: Lines, n: Any) -> int:
    """The length of a transform: the program's, or that of the lines."""
    count = lines.matrix.shape[0] if n is None or arg.is_empty_matrix(n) else arg.integer(n)
    if count < 1 and lines.matrix.shape[0]:
        raise call.error("The length of the transform must be positive.", f"signal:{call.name}:expectedPositive")
    return max(count, 0)


@builtin(
    "hilbert",
    "z = hilbert(x)",
    "z = hilbert(x, n)",
    summary="The analytic signal: x plus i times its Hilbert transform, column by column.",
    errors=(ErrorCase("hilbert(1:3,-1)", "signal:hilbert:expectedPositive"),),
    examples=(
        Example("round(hilbert(cos(2*pi*(0:3)/4)),12)", "[1 1i -1 -1i]"),
        Example("round(imag(hilbert([1 2 3])),6)", "[0.57735 -1.154701 0.57735]"),
        Example("size(hilbert(ones(4,2),6))", "[6 2]"),
    ),
)
def hilbert(call: Any, x: Any, n: Any = None) -> Any:
    lines = Lines.of(arg.floating(x).real)
    count = _length(call, lines, n)
    if not count:
        return lines.back(lines.matrix)
    weights = np.zeros((count, 1), lines.matrix.dtype)
    weights[:1] = 1
    weights[1 : (count + 1) // 2] = 2
    if count % 2 == 0:
        weights[count // 2 : count // 2 + 1] = 1
    return lines.back(np.fft.ifft(np.fft.fft(lines.matrix, count, axis=0) * weights, axis=0))


def _cosine(name: str, inverse: bool, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, x: Any, n: Any = None, dim: Any = None) -> Any:
        from scipy import fft

        lines = Lines.of(arg.floating(x), dim)
        count = _length(call, lines, n)
        matrix = lines.matrix[:count]
        if not count:
            return lines.back(matrix)
        matrix = np.pad(matrix, ((0, count - matrix.shape[0]), (0, 0)))
        change = fft.idct if inverse else fft.dct
        parts = [change(part, axis=0, norm="ortho") for part in ((matrix.real, matrix.imag) if matrix.dtype.kind == "c" else (matrix,))]
        return lines.back(parts[0] if len(parts) == 1 else parts[0] + 1j * parts[1])

    return Builtin(name, (f"y = {name}(x)", f"y = {name}(x, n)", f"y = {name}(x, n, dim)"), summary, function, examples=examples)


COSINES = (
    _cosine(
        "dct",
        False,
        "Discrete cosine transform (the second kind, orthogonal), column by column.",
        Example("round(dct([1 2 3]),6)", "[3.464102 -1.414214 0]"),
        Example("round(norm(dct((1:9)')) - norm(1:9),12)", "0"),
        Example("round(dct([1 1;3 5]),6)", "[2.828427 4.242641;-1.414214 -2.828427]"),
    ),
    _cosine("idct", True, "Inverse discrete cosine transform.", Example("round(idct(dct([4 1 7;2 2 5])),12)", "[4 1 7;2 2 5]")),
)


def _cosine_of_planes(name: str, inverse: bool, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, a: Any, m: Any = None, n: Any = None) -> Any:
        from scipy import fft

        array = arg.floating(a)
        if array.ndim != 2 or array.dtype.kind == "c":
            raise call.error("Expected input number 1, A, to be a real matrix.", f"MATLAB:{name}:expected2D")
        if m is not None:
            sizes = arg.nonempty(m, "size").tolist() + (arg.flat(n).tolist() if n is not None else [])
            size = (int(sizes[0]), int(sizes[-1]))
            array = array[: size[0], : size[1]]
            array = np.pad(array, [(0, most - there) for most, there in zip(size, array.shape, strict=True)])
        return (fft.idctn if inverse else fft.dctn)(array, norm="ortho") if array.size else array

    usage = (f"B = {name}(A)", f"B = {name}(A, m, n)", f"B = {name}(A, [m n])")
    return Builtin(
        name, usage, summary, function, examples=examples, errors=(ErrorCase(f"{name}(ones(2,2,2))", f"MATLAB:{name}:expected2D"),)
    )


PLANE_COSINES = (
    _cosine_of_planes("dct2", False, "Cosine transform of a matrix along both dimensions.",
                      Example("round(dct2([1 2;3 4]), 12)", "[5 -1;-2 0]"), Example("size(dct2(ones(3), 4, 5))", "[4 5]")),
    _cosine_of_planes("idct2", True, "Inverse cosine transform of a matrix along both dimensions.",
                      Example("round(idct2([5 -1;-2 0]), 12)", "[1 2;3 4]"), Example("A = magic(4); max(abs(idct2(dct2(A)) - A), [], 'all') < 1e-12", "true")),
)  # fmt: skip


def _step(call: Any, count: Any, phase: Any) -> tuple[int, int]:
    n, first = arg.integer(count), arg.integer(phase)
    if n < 1 or not 0 <= first < n:
        raise call.error("The factor must be positive, and the phase from 0 to the factor less one.", f"signal:{call.name}:InvalidFactor")
    return n, first


@builtin(
    "upsample",
    "y = upsample(x, n)",
    "y = upsample(x, n, phase)",
    summary="n-1 zeros after each sample, column by column.",
    examples=(Example("upsample([1 2],3)", "[1 0 0 2 0 0]"), Example("upsample([1 2;3 4],2,1)", "[0 0;1 2;0 0;3 4]")),
    errors=(ErrorCase("upsample(1:3,2,2)", "signal:upsample:InvalidFactor"),),
)
def upsample(call: Any, x: Any, count: Any, phase: Any = 0.0) -> Any:
    n, first = _step(call, count, phase)
    shape = shape_of(x)
    if on_device(call, x) and len(shape) == 2 and n > 1:
        total, rows = numel_of(x), 1 if shape[0] == 1 else shape[0]
        flat = Formula(call, x).reshape(1, total)
        before, after = (flat.of(float(k)).apply("zeros", float(total), to_value(flat.matlab_class)) for k in (first, n - 1 - first))
        return (
            flat.of(1.0)
            .apply("cat", *([before] if first else []), flat, *([after] if n - 1 - first else []))
            .reshape(*((1, n * total) if shape[0] == 1 else (n * rows, total // rows)))
            .value
        )
    lines = Lines.of(arg.numeric(x))
    longer = np.zeros((lines.matrix.shape[0] * n, lines.matrix.shape[1]), lines.matrix.dtype)
    longer[first::n] = lines.matrix
    return lines.back(longer)


@builtin(
    "downsample",
    "y = downsample(x, n)",
    "y = downsample(x, n, phase)",
    summary="Every n-th sample, column by column; nothing is filtered (see decimate).",
    examples=(Example("downsample(1:7,3)", "[1 4 7]"), Example("downsample([1 2;3 4;5 6],2,1)", "[3 4]")),
    errors=(ErrorCase("downsample(1:3,0)", "signal:downsample:InvalidFactor"),),
    see_also=("decimate", "resample"),
)
def downsample(call: Any, x: Any, count: Any, phase: Any = 0.0) -> Any:
    n, first = _step(call, count, phase)
    if on_device(call, x):
        values = Formula(call, x)
        axis = arg.first_nonsingleton(values.shape)
        if first < values.extent(axis):
            return values.part(axis, first, -(-(values.extent(axis) - first) // n), n).value
    lines = Lines.of(arg.numeric(x))
    return lines.back(lines.matrix[first::n])


@builtin(
    "sawtooth",
    "x = sawtooth(t)",
    "x = sawtooth(t, xmax)",
    summary="Wave of period 2*pi that climbs from -1 to 1 until the part xmax (1) of each period and falls from there.",
    examples=(
        Example("round(sawtooth([0 0.5 1 1.5]*pi),12)", "[-1 -0.5 0 0.5]"),
        Example("round(sawtooth([0 0.5 1 1.5]*pi,0.5),12)", "[-1 0 1 0]"),
    ),
    errors=(ErrorCase("sawtooth(1,2)", "signal:sawtooth:InvalidRange"),),
)
def sawtooth(call: Any, t: Any, top: Any = 1.0) -> Any:
    width = arg.scalar(top)
    if not 0 <= width <= 1:
        raise call.error("xmax must be from 0 to 1.", "signal:sawtooth:InvalidRange")
    part = np.mod(arg.floating(t), 2 * np.pi) / (2 * np.pi)
    up = 2 * part / width - 1 if width else part
    return np.where(part < width, up, 1 - 2 * (part - width) / (1 - width) if width < 1 else 1.0)


@builtin(
    "square",
    "x = square(t)",
    "x = square(t, duty)",
    summary="Wave of period 2*pi that is 1 for duty (50) percent of each period and -1 for the rest.",
    examples=(Example("square([0 1 4 7])", "[1 1 -1 1]"), Example("square([0 1 4],75)", "[1 1 1]")),
)
def square(call: Any, t: Any, duty: Any = 50.0) -> Any:
    return np.where(np.mod(arg.floating(t), 2 * np.pi) < 2 * np.pi * arg.scalar(duty) / 100, 1.0, -1.0)


def _flagged(name: str, formula: Any, example: Example) -> Builtin:
    def function(call: Any, length: Any, flag: Any = None) -> Any:
        n = arg.integer(length)
        if n < 0:
            raise call.error("The length must not be negative.", f"MATLAB:{name}:InvalidLength")
        periodic = arg.option(call, flag, "symmetric", "periodic") == "periodic"
        if n == 1:
            return 1.0
        t = np.arange(n) / (n if periodic else n - 1)
        return formula(t)[:, None]

    return Builtin(name, (f"w = {name}(L)", f"w = {name}(L, sflag)"), "Window for spectra.", function, examples=(example,))


FLAGGED = (
    _flagged("hamming", lambda t: 0.54 - 0.46 * np.cos(2 * np.pi * t), Example("round(hamming(3),10)", "[0.08;1;0.08]")),
    _flagged("hann", lambda t: 0.5 - 0.5 * np.cos(2 * np.pi * t), Example("hann(3)", "[0;1;0]")),
    _flagged("bartlett", lambda t: 1 - np.abs(2 * t - 1), Example("bartlett(5)", "[0;0.5;1;0.5;0]")),
    _flagged(
        "blackman",
        lambda t: np.abs(0.42 - 0.5 * np.cos(2 * np.pi * t) + 0.08 * np.cos(4 * np.pi * t)),
        Example("round(blackman(3),10)", "[0;1;0]"),
    ),
)


@builtin(
    "hanning",
    "w = hanning(n)",
    "w = hanning(n, sflag)",
    summary="Hann window without its zeros at the ends.",
    examples=(Example("hanning(3)", "[0.5;1;0.5]"), Example("hanning(4, 'periodic')", "[0;0.5;1;0.5]")),
    see_also=("hann",),
)
def hanning(call: Any, length: Any, flag: Any = "symmetric") -> Any:
    n = arg.integer(length)
    if (flag if isinstance(flag, str) else text_of(flag)).lower() == "periodic":
        return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n) / n))[:, None]
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(1, n + 1) / (n + 1)))[:, None]


def _window(name: str, summary: str, formula: Callable[..., np.ndarray], default: float | None, *examples: Example) -> Builtin:
    def function(call: Any, length: Any, shape: Any = None) -> Any:
        n = arg.integer(length)
        if n < 0:
            raise call.error("The length must not be negative.", f"MATLAB:{name}:InvalidLength")
        shapes = () if default is None else (default if shape is None else arg.scalar(shape),)
        return np.ones((1, 1)) if n == 1 else formula(n, *shapes).reshape(-1, 1)

    usage = (f"w = {name}(L)",) if default is None else (f"w = {name}(L)", f"w = {name}(L, shape)")
    return Builtin(name, usage, summary, function, examples=examples)


def _tapered(n: int, ratio: float) -> np.ndarray:
    if ratio <= 0:
        return np.ones(n)
    x = np.linspace(0, 1, n)
    x = np.minimum(x, 1 - x)  # exactly the same on both sides
    return np.where(x < min(ratio, 1) / 2, 0.5 - 0.5 * np.cos(2 * np.pi / min(ratio, 1) * x), 1.0)


def _triangle(n: int) -> np.ndarray:
    k = np.arange(1.0, n + 1)
    k = np.minimum(k, n + 1 - k)
    return 2 * k / (n + 1) if n % 2 else (2 * k - 1) / n


def _cosines(*weights: float) -> Callable[[int], np.ndarray]:
    def formula(n: int) -> np.ndarray:
        t = 2 * np.pi * np.arange(n) / max(n - 1, 1)
        return sum((-1) ** k * a * np.cos(k * t) for k, a in enumerate(weights))  # type: ignore[return-value]

    return formula


WINDOWS = (
    _window("rectwin", "Window of ones.", np.ones, None, Example("rectwin(3)", "[1;1;1]")),
    _window("triang", "Triangular window without zeros at its ends.", _triangle, None, Example("triang(3)", "[0.5;1;0.5]"),
            Example("triang(4)", "[0.25;0.75;0.75;0.25]")),
    _window("gausswin", "Gaussian window; its width is inverse to the second argument (2.5).",
            lambda n, alpha: np.exp(-0.5 * (alpha * np.linspace(-1, 1, n)) ** 2), 2.5,
            Example("round(gausswin(3),6)", "[0.043937;1;0.043937]")),
    _window("tukeywin", "Window of ones between halves of a Hann window, which take the part r (0.5) of it.", _tapered, 0.5,
            Example("round(tukeywin(5),12)", "[0;1;1;1;0]"), Example("round(tukeywin(5,1)-hann(5),12)", "zeros(5,1)"),
            Example("tukeywin(3,0)", "[1;1;1]")),
    _window("blackmanharris", "Blackman-Harris window of four terms.", _cosines(0.35875, 0.48829, 0.14128, 0.01168), None,
            Example("round(blackmanharris(3),8)", "[0.00006;1;0.00006]")),
    _window("nuttallwin", "Nuttall's Blackman-Harris window.", _cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411), None,
            Example("round(nuttallwin(3),8)", "[0.0003628;1;0.0003628]")),
    _window("flattopwin", "Flat top window.", _cosines(0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368), None,
            Example("round(flattopwin(3),6)", "[-0.000421;1;-0.000421]")),
)  # fmt: skip


def _decibels(name: str, summary: str, formula: Callable[[np.ndarray], np.ndarray], *examples: Example, refuses: bool = False) -> Builtin:
    errors = (ErrorCase(f"{name}(-1)", f"signal:{name}:expectedNonnegative"),) if refuses else ()

    def function(call: Any, value: Any) -> Any:
        array = arg.floating(value)
        if refuses and (array.dtype.kind == "c" or (array < 0).any()):
            raise MatlabError("Expected input to be nonnegative.", f"signal:{name}:expectedNonnegative")
        with np.errstate(divide="ignore", invalid="ignore"):
            return formula(array)

    return Builtin(name, (f"y = {name}(x)",), summary, function, examples=examples, errors=errors)


DECIBELS = (
    _decibels("mag2db", "Decibels of magnitudes; NaN for negative ones.", lambda x: 20 * np.log10(x), Example("mag2db([1 10 0])", "[0 20 -Inf]"),
              Example("mag2db(-1)", "NaN")),
    _decibels("db2mag", "Magnitudes of decibels.", lambda x: 10 ** (x / 20), Example("db2mag([0 20])", "[1 10]")),
    _decibels("pow2db", "Decibels of powers.", lambda x: 10 * np.log10(x), Example("pow2db([1 100])", "[0 20]"), refuses=True),
    _decibels("db2pow", "Powers of decibels.", lambda x: 10 ** (x / 10), Example("db2pow([0 20])", "[1 100]")),
)  # fmt: skip


@builtin(
    "envelope",
    "[yupper, ylower] = envelope(x)",
    summary="Envelopes of a signal, or of each column: its mean and the magnitude of the analytic signal of the rest.",
    examples=(
        Example("[u,l] = envelope(3 + cos(2*pi*(0:7)/8)); {round(u,12),round(l,12)}", "{4*ones(1,8),2*ones(1,8)}"),
        Example("size(envelope(rand(8,2)))", "[8 2]"),
    ),
)
def envelope(call: Any, x: Any) -> Any:
    lines = Lines.of(arg.floating(x))
    if not lines.matrix.size:
        return lines.back(lines.matrix), lines.back(lines.matrix)
    middle = lines.matrix.mean(axis=0, keepdims=True)
    swing = np.abs(
        arg.matrix(call.feval("hilbert", call.session.value(np.asfortranarray(lines.matrix - middle)))[0]).reshape(lines.matrix.shape)
    )
    return lines.back(middle + swing), lines.back(middle - swing)


@builtin(
    "tf2zp",
    "[z, p, k] = tf2zp(b, a)",
    summary="Zeros, poles and gain of a transfer function.",
    examples=(Example("[z,p,k] = tf2zp([2 -6],[1 -3 2]); {z,p,k}", "{3,[2;1],2}"),),
    see_also=("zp2tf",),
)
def tf2zp(call: Any, b: Any, a: Any) -> Any:
    top, bottom = (np.trim_zeros(arg.flat(v), "f") for v in (b, a))
    if not bottom.size:
        raise call.error("The denominator must not be zero.", "signal:tf2zp:ZeroDenominator")
    zeros, poles = (call.feval("roots", call.session.value(v.reshape(1, -1)))[0] for v in (top, bottom))
    return zeros, poles, (top[0] if top.size else 0.0) / bottom[0]


@builtin(
    "zp2tf",
    "[b, a] = zp2tf(z, p, k)",
    summary="Transfer function of zeros, poles and gain; the numerator is as long as the denominator.",
    examples=(Example("[b,a] = zp2tf(3,[2;1],2); {b,a}", "{[0 2 -6],[1 -3 2]}"),),
    see_also=("tf2zp",),
)
def zp2tf(call: Any, z: Any, p: Any, k: Any) -> Any:
    if numel_of(z) > numel_of(p):
        raise call.error("There must not be more zeros than poles.", "signal:zp2tf:TooManyZeros")
    top, bottom = (np.atleast_1d(np.poly(arg.flat(v))) for v in (z, p))
    return np.pad(arg.scalar(k) * top, (bottom.size - top.size, 0)).reshape(1, -1), bottom.reshape(1, -1)

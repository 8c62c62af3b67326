"""Images padded, filtered and resized: padarray, fspecial, imfilter, imresize, mat2gray."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import note_gathered, on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...graph.window import convolved
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from .device_images import bordered, filtered, medians, resampled
from .pixels import in_class

_AT_ONCE = 1 << 21
"""Elements of windows that are sorted together, which bounds their memory."""
_MODES = {"replicate": "edge", "symmetric": "symmetric", "circular": "wrap"}


@builtin(
    "padarray",
    "B = padarray(A, padsize)",
    "B = padarray(A, padsize, padval)",
    "B = padarray(A, padsize, method, direction)",
    summary="An array with a border: a value (0), or 'replicate', 'symmetric', 'circular'; 'both' sides, 'pre' or 'post'.",
    examples=(
        Example("padarray([1 2], [0 1])", "[0 1 2 0]"),
        Example("padarray([1 2], [0 1], 'replicate')", "[1 1 2 2]"),
        Example("padarray([1 2 3], [0 2], 'symmetric', 'post')", "[1 2 3 3 2]"),
        Example("padarray([1 2 3], [0 1], 'circular')", "[3 1 2 3 1]"),
        Example("padarray(1, [1 0], 9, 'pre')", "[9;1]"),
    ),
    errors=(ErrorCase("padarray(1, -1)", "MATLAB:padarray:expectedNonnegative"),),
)
def padarray(call: Any, a: Any, sizes: Any, *options: Any) -> Any:
    counts = [int(n) for n in arg.flat(sizes)]
    if is_text(sizes) or min(counts, default=0) < 0:
        raise MatlabError("Expected input number 2, PADSIZE, to be nonnegative.", "MATLAB:padarray:expectedNonnegative")
    values, words = arg.split_options(options)
    if values and numel_of(values[0]) != 1:
        raise MatlabError("Expected input number 3, PADVAL, to be a scalar.", "MATLAB:padarray:expectedScalar")
    fill = as_array(values[0]).flat[0] if values else 0
    if (wrong := next((w for w in words if w not in (*_MODES, "pre", "post", "both")), None)) is not None:
        raise call.error(f"The word '{wrong}' is neither a method nor a direction.", "MATLAB:padarray:unrecognizedStringChoice")
    direction = next((w for w in words if w in ("pre", "post", "both")), "both")
    mode = next((_MODES[w] for w in words if w in _MODES), None)
    shape = shape_of(a)
    widths = [(n if direction != "post" else 0, n if direction != "pre" else 0) for n in counts]
    if on_device(call, a) and len(counts) <= len(shape) and (mode is not None or np.isreal(fill)):
        known = bordered(Formula(call, a), [*widths, *[(0, 0)] * (len(shape) - len(counts))], mode, float(np.real(fill)))
        if known is not None:
            return known.value
    array = arg.pad_dims(as_array(a), len(counts))
    widths += [(0, 0)] * (array.ndim - len(counts))
    return np.pad(array, widths, constant_values=np.asarray(fill).astype(array.dtype)) if mode is None else np.pad(array, widths, mode=mode)


def _sizes(parameters: tuple[Any, ...], place: int, default: Any) -> tuple[int, int]:
    sizes = arg.flat(parameters[place]) if len(parameters) > place else np.asarray(default)
    return int(sizes[0]), int(sizes[-1])


def _gaussian(p: tuple[Any, ...]) -> np.ndarray:
    m, n = _sizes(p, 0, (3, 3))
    sigma = arg.scalar(p[1]) if len(p) > 1 else 0.5
    if min(m, n) < 1:
        raise MatlabError("HSIZE must be positive.", "MATLAB:fspecial:expectedPositive")
    y, x = np.mgrid[-(m - 1) / 2 : (m - 1) / 2 + 1 : 1, -(n - 1) / 2 : (n - 1) / 2 + 1 : 1][:, :m, :n]
    h = np.exp(-(x * x + y * y) / (2 * sigma * sigma))
    h[h < np.finfo(float).eps * h.max()] = 0
    return h / h.sum()


def _log(p: tuple[Any, ...]) -> np.ndarray:
    m, n = _sizes(p, 0, (5, 5))
    sigma = arg.scalar(p[1]) if len(p) > 1 else 0.5
    y, x = np.mgrid[-(m - 1) / 2 : (m - 1) / 2 + 1 : 1, -(n - 1) / 2 : (n - 1) / 2 + 1 : 1][:, :m, :n]
    h = np.exp(-(x * x + y * y) / (2 * sigma * sigma))
    h = h / h.sum() * (x * x + y * y - 2 * sigma * sigma) / sigma**4
    return h - h.mean()


def _laplacian(p: tuple[Any, ...]) -> np.ndarray:
    alpha = min(max(arg.scalar(p[0]), 0.0), 1.0) if p else 0.2
    corner, side = alpha / (alpha + 1), (1 - alpha) / (alpha + 1)
    return np.array([[corner, side, corner], [side, -4 / (alpha + 1), side], [corner, side, corner]])


def _unsharp(p: tuple[Any, ...]) -> np.ndarray:
    return np.array([[0.0, 0, 0], [0, 1, 0], [0, 0, 0]]) - _laplacian(p)


def _disk(p: tuple[Any, ...]) -> np.ndarray:
    """The share of each pixel that a disk covers.  It is computed in the first quarter, where the pixels on the axes are halves."""
    r = arg.scalar(p[0]) if p else 5.0
    if not r > 0:
        raise MatlabError("The radius must be positive.", "MATLAB:fspecial:expectedPositive")
    edges = np.concatenate([[0.0], np.arange(math.ceil(r - 0.5) + 1) + 0.5])
    x0, x1, y0, y1 = edges[None, :-1], edges[None, 1:], edges[:-1, None], edges[1:, None]

    def below(x: np.ndarray) -> np.ndarray:
        """The area under the circle from the middle to x."""
        x = np.minimum(x, r)
        return (x * np.sqrt(r * r - x * x) + r * r * np.arcsin(x / r)) / 2

    full, none = (np.clip(np.sqrt(np.maximum(r * r - y * y, 0)), x0, x1) for y in (y1, y0))
    quarter = (full - x0) * (y1 - y0) + below(none) - below(full) - y0 * (none - full)
    quarter[0] *= 2
    quarter[:, 0] *= 2
    half = np.concatenate([quarter[:0:-1], quarter])
    h = np.concatenate([half[:, :0:-1], half], axis=1)
    return h / h.sum()


def _average(p: tuple[Any, ...]) -> np.ndarray:
    m, n = _sizes(p, 0, (3, 3))
    return np.full((m, n), 1 / (m * n))


_FILTERS: dict[str, Callable[[tuple[Any, ...]], np.ndarray]] = {
    "average": _average,
    "disk": _disk,
    "gaussian": _gaussian,
    "laplacian": _laplacian,
    "log": _log,
    "prewitt": lambda p: np.array([[1.0, 1, 1], [0, 0, 0], [-1, -1, -1]]),
    "sobel": lambda p: np.array([[1.0, 2, 1], [0, 0, 0], [-1, -2, -1]]),
    "unsharp": _unsharp,
}


@builtin(
    "fspecial",
    "h = fspecial(type)",
    "h = fspecial(type, P1, P2)",
    summary="A filter: 'average', 'disk', 'gaussian', 'laplacian', 'log', 'prewitt', 'sobel' or 'unsharp'.",
    examples=(
        Example("fspecial('sobel')", "[1 2 1;0 0 0;-1 -2 -1]"),
        Example("fspecial('average', 2)", "[0.25 0.25;0.25 0.25]"),
        Example("abs(sum(sum(fspecial('gaussian', 5, 1))) - 1) < 1e-15", "true"),
        Example("fspecial('laplacian', 0)", "[0 1 0;1 -4 1;0 1 0]"),
        Example(
            "h = fspecial('disk', 5); {size(h), abs(h(6,6) - 1/(25*pi)) < 1e-12, max(max(abs(h - h'))) < 1e-15}", "{[11 11],true,true}"
        ),
    ),
    errors=(ErrorCase("fspecial('nosuch')", "MATLAB:fspecial:unrecognizedStringChoice"),),
)
def fspecial(call: Any, kind: Any, *parameters: Any) -> Any:
    word = text_of(kind).lower()
    if word not in _FILTERS:
        raise MatlabError(
            f"Expected input number 1, TYPE, to match one of these values: {', '.join(map(repr, _FILTERS))}.",
            "MATLAB:fspecial:unrecognizedStringChoice",
        )
    return _FILTERS[word](parameters)


@builtin(
    "imfilter",
    "B = imfilter(A, h)",
    "B = imfilter(A, h, options...)",
    summary="An image filtered by correlation ('conv': convolution); outside it is 0, a value, 'replicate', 'symmetric' or 'circular'; size 'same' or 'full'.",
    examples=(
        Example("imfilter([1 2 3], [1 1 1])", "[3 6 5]"),
        Example("imfilter([1 2 3], [1 1 1], 'replicate')", "[4 6 8]"),
        Example("imfilter(uint8([100 200]), [0 2 0])", "uint8([200 255])"),
        Example("imfilter([1 2 3], [1 0 0])", "[0 1 2]"),
        Example("imfilter([1 2 3], [1 0 0], 'conv')", "[2 3 0]"),
        Example("imfilter([1 2], [1 1], 'full')", "[1 3 2]"),
    ),
)
def imfilter(call: Any, a: Any, h: Any, *options: Any) -> Any:
    values, words = arg.split_options(options)
    kernel = arg.floating(h)
    if not kernel.size:
        raise call.error("Expected input number 2, H, to be nonempty.", "MATLAB:imfilter:expectedNonempty")
    if not numel_of(a):
        return a
    if (wrong := next((w for w in words if w not in (*_MODES, "conv", "corr", "same", "full")), None)) is not None:
        raise call.error(f"The word '{wrong}' is no option.", "MATLAB:imfilter:unrecognizedStringChoice")
    mode = next((_MODES[w] for w in words if w in _MODES), None)
    if "conv" in words:
        before = [(n - 1) - (n - 1) // 2 for n in kernel.shape]
    else:
        before = [(n - 1) // 2 for n in kernel.shape]
    after = [n - 1 - b for n, b in zip(kernel.shape, before, strict=True)]
    if "full" in words:
        before = after = [n - 1 for n in kernel.shape]
    fill = float(as_array(values[0]).flat[0]) if values else 0.0
    weights = kernel if "conv" in words else np.flip(kernel)
    if on_device(call, a) and (known := filtered(Formula(call, a), weights, before, after, mode, fill)) is not None:
        return known.value
    note_gathered(call, a, "by such a filter")
    array = as_array(a)
    plain = arg.pad_dims(array.astype(array.dtype if array.dtype.kind == "f" else np.float64), kernel.ndim)
    weights = arg.pad_dims(weights, plain.ndim)
    widths = [*zip(before, after, strict=True), *[(0, 0)] * (plain.ndim - kernel.ndim)]
    padded = np.pad(plain, widths, constant_values=fill) if mode is None else np.pad(plain, widths, mode=mode)
    if array.dtype.kind != "f":
        return in_class(_termwise(padded, weights), array.dtype)
    inside = tuple(slice(n - 1, m) for m, n in zip(padded.shape, weights.shape, strict=True))
    return in_class(convolved(padded, weights)[inside], array.dtype)


def _termwise(padded: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The inner part of a convolution, term by term in the order of the weights.

    BLAS rounds a product and its sum once or twice, as the processor can: that would decide exact halves of integers.
    """
    out = [m - n + 1 for m, n in zip(padded.shape, weights.shape, strict=True)]
    total, product = np.zeros(out, order="F"), np.empty(out, order="F")
    for place in np.argwhere(weights.T)[:, ::-1].tolist():
        shifted = tuple(slice(n - 1 - k, n - 1 - k + m) for k, n, m in zip(place, weights.shape, out, strict=True))
        np.multiply(padded[shifted], weights[tuple(place)], out=product)
        total += product
    return total


def _triangle(x: np.ndarray) -> np.ndarray:
    return np.maximum(1 - np.abs(x), 0)


def _cubic(x: np.ndarray) -> np.ndarray:
    x = np.abs(x)
    return np.where(x <= 1, 1.5 * x**3 - 2.5 * x**2 + 1, np.where(x <= 2, -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2, 0))


def _box(x: np.ndarray) -> np.ndarray:
    return ((x >= -0.5) & (x < 0.5)) * 1.0


_KERNELS: dict[str, tuple[Callable[[np.ndarray], np.ndarray], float]] = {
    "nearest": (_box, 1.0),
    "box": (_box, 1.0),
    "bilinear": (_triangle, 2.0),
    "triangle": (_triangle, 2.0),
    "bicubic": (_cubic, 4.0),
    "cubic": (_cubic, 4.0),
}


def _taps(n: int, length: int, scale: float, method: str, antialias: bool) -> tuple[np.ndarray, np.ndarray]:
    """The weights and positions (from 0) of the inputs of each element of a resampled axis of ``n`` elements.  Edges are mirrored; kernels widen when the axis shrinks, against aliasing."""
    kernel, width = _KERNELS[method]
    shrink = scale if antialias and scale < 1 else 1.0
    centre = np.arange(1, length + 1) / scale + 0.5 * (1 - 1 / scale)
    taps = math.ceil(width / shrink) + 2
    place = np.floor(centre - width / shrink / 2)[:, None] + np.arange(taps)
    weights = shrink * kernel(shrink * (centre[:, None] - place))
    weights /= weights.sum(axis=1, keepdims=True)
    mirror = np.concatenate([np.arange(n), np.arange(n - 1, -1, -1)])
    used = weights.any(axis=0)
    return weights[:, used], mirror[np.mod(place - 1, 2 * n).astype(int)][:, used]


def _resampled(array: np.ndarray, axis: int, weights: np.ndarray, index: np.ndarray) -> np.ndarray:
    lines = np.moveaxis(array, axis, 0)
    sums = np.zeros((len(weights), *lines.shape[1:]))
    for k in range(weights.shape[1]):
        sums += weights[:, k].reshape(-1, *[1] * (lines.ndim - 1)) * lines[index[:, k]]
    return np.moveaxis(sums, 0, axis)


@builtin(
    "imresize",
    "B = imresize(A, scale)",
    "B = imresize(A, [rows cols])",
    "B = imresize(..., method)",
    "B = imresize(..., Name, Value...)",
    summary="An image in another size: 'bicubic', 'bilinear' or 'nearest', without aliasing when it shrinks.",
    examples=(
        Example("imresize([1 2;3 4], 2, 'nearest')", "[1 1 2 2;1 1 2 2;3 3 4 4;3 3 4 4]"),
        Example("imresize(ones(4), 0.5)", "ones(2)"),
        Example("imresize([0 1], [1 4], 'bilinear')", "[0 0.25 0.75 1]"),
        Example("size(imresize(zeros(10, 20, 3), [5 NaN]))", "[5 10 3]"),
        Example("class(imresize(uint8(9), 3))", "'uint8'"),
    ),
    errors=(ErrorCase("imresize(1, 2, 'nosuch')", "MATLAB:imresize:unrecognizedStringChoice"),),
)
def imresize(call: Any, a: Any, size: Any, *options: Any) -> Any:
    rest = list(options)
    method = text_of(rest.pop(0)).lower() if len(rest) % 2 else "bicubic"
    named = arg.name_values(rest, "imresize", "antialiasing method colormap dither")
    method = named.word("method", method)
    if method not in _KERNELS:
        raise MatlabError(f"Unrecognized interpolation method '{method}'.", "MATLAB:imresize:unrecognizedStringChoice")
    antialias = named.flag("antialiasing", method != "nearest")
    rows, columns = shape_of(a)[:2]
    target = arg.flat(size)
    if target.size not in (1, 2):
        raise MatlabError("The size must be a scale or a vector of two elements.", "MATLAB:imresize:badScaleOrSize")
    if target.size == 1:
        scales = [float(target[0])] * 2
        lengths = [math.ceil(n * scales[0]) for n in (rows, columns)]
    else:
        height, width = (float(v) for v in target[:2])
        height = math.ceil(rows * width / columns) if math.isnan(height) else height
        width = math.ceil(columns * height / rows) if math.isnan(width) else width
        lengths = [int(height), int(width)]
        scales = [lengths[0] / rows, lengths[1] / columns]
    if min(lengths) < 1 or numel_of(a) < 1:
        raise MatlabError("The image and its new size must not be empty.", "MATLAB:imresize:invalidSize")
    steps = [
        (axis, *_taps((rows, columns)[axis], lengths[axis], scales[axis], method, antialias))
        for axis in sorted((0, 1), key=lambda k: scales[k])
    ]
    if on_device(call, a) and (known := resampled(Formula(call, a), steps)) is not None:
        return known.value
    note_gathered(call, a, "from so many pixels for each")
    array = as_array(a)
    resized = array.astype(float)
    for step in steps:
        resized = _resampled(resized, *step)
    return in_class(resized, array.dtype)


@builtin(
    "mat2gray",
    "I = mat2gray(A)",
    "I = mat2gray(A, [amin amax])",
    summary="A matrix scaled to values from 0 to 1.",
    examples=(Example("mat2gray([1 2 3])", "[0 0.5 1]"), Example("mat2gray([3 3])", "[1 1]"), Example("mat2gray([1 2 3], [2 3])", "[0 0 1]")),
)
def mat2gray(call: Any, a: Any, limits: Any = None) -> Any:
    automatic = limits is None or is_text(limits)
    if on_device(call, a) and (automatic or class_of(a) != "single"):
        x = Formula(call, a)
        x = x if x.matlab_class in ("double", "single") else x.apply("double")
        axes = range(len(x.shape))
        ends = [x.reduce(k, *axes) for k in ("min", "max")] if automatic else [x.of(float(v)) for v in arg.flat(limits)[:2]]
        scaled = (x - ends[0]) / (ends[1] - ends[0])
        known = scaled.apply("max", 0.0).apply("min", 1.0).where(scaled.apply("isnan"), np.full((1, 1), np.nan, x.float_dtype))
        return known.where(ends[0].apply("eq", ends[1]), x.apply("max", 0.0).apply("min", 1.0)).value
    array = arg.floating(a)
    if not array.size:
        return array
    low, high = (array.min(), array.max()) if automatic else arg.flat(limits)[:2]
    return np.clip(array if high == low else (array - low) / (high - low), 0, 1)


@builtin(
    "medfilt2",
    "J = medfilt2(I)",
    "J = medfilt2(I, [m n])",
    "J = medfilt2(..., padopt)",
    summary="Median of the neighbourhood of each pixel, 3-by-3 or m-by-n; zeros outside, or 'symmetric'.",
    examples=(
        Example("medfilt2([1 2 3;4 99 6;7 8 9])", "[0 2 0;2 6 3;0 6 0]"),
        Example("medfilt2(uint8([1 9 2 3]),[1 3])", "uint8([1 2 3 2])"),
        Example("medfilt2([5 1 9],[1 3],'symmetric')", "[5 5 9]"),
    ),
    errors=(
        ErrorCase("medfilt2(1,[3 3],'wrap')", "MATLAB:medfilt2:unknownOption"),
        ErrorCase("medfilt2(1:3,5)", "MATLAB:medfilt2:invalidInput"),
    ),
)
def medfilt2(call: Any, image: Any, *options: Any) -> Any:
    numbers, words = arg.split_options(options)
    arg.check_options(call, words, "zeros", "symmetric")
    sizes = [int(k) for k in arg.flat(numbers[0])] if numbers else [3, 3]
    if len(shape_of(image)) != 2 or len(sizes) != 2 or min(sizes) < 1:
        raise call.error("Expected a matrix and a neighbourhood of positive size.", "MATLAB:medfilt2:invalidInput")
    if on_device(call, image) and (known := medians(Formula(call, image), sizes, "symmetric" if "symmetric" in words else None)) is not None:
        return known.value
    note_gathered(call, image, "over so many pixels")
    array = as_array(image)
    if not array.size:
        return array
    widths = [((k - 1) // 2, k // 2) for k in sizes]
    padded = np.pad(array, widths, mode="symmetric") if "symmetric" in words else np.pad(array, widths)
    windows = np.lib.stride_tricks.sliding_window_view(padded, sizes)
    rows = max(_AT_ONCE // (windows.shape[1] * math.prod(sizes)), 1)  # np.median copies all windows
    middle = np.concatenate([np.median(windows[k : k + rows], axis=(2, 3)) for k in range(0, len(windows), rows)])
    return np.floor(middle + 0.5).astype(array.dtype) if array.dtype.kind in "iub" else middle.astype(array.dtype)

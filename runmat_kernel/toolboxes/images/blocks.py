"""Neighbourhoods and blocks of images: im2col, col2im, nlfilter, blockproc, ordfilt2, wiener2, stdfilt, rangefilt, imgaussfilt, imboxfilt."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import StructArray, Tensor
from ...values.convert import as_array, is_text, shape_of, text_of, to_value
from .device_images import filtered
from .pixels import correlated, gray, image, in_class, real_pixels


def _block(call: Any, size: Any) -> tuple[int, int]:
    sizes = arg.flat(size).tolist()
    if len(sizes) not in (1, 2) or any(n < 1 or n != math.floor(n) for n in sizes):
        raise call.error("The size of blocks must be one or two positive integers.", f"images:{call.name}:invalidBlockSize")
    return int(sizes[0]), int(sizes[-1])


def _kind(call: Any, kind: Any) -> str:
    return arg.option(call, kind, "sliding", "distinct", default="sliding") if kind is not None else "sliding"


@builtin(
    "im2col", "B = im2col(A, [m n])", "B = im2col(A, [m n], 'sliding')", "B = im2col(A, [m n], 'distinct')",
    summary="The m-by-n blocks of a matrix as columns: all that there are, or side by side (with zeros at the ends).",
    examples=(Example("im2col([1 2 3;4 5 6], [2 2])", "[1 2;4 5;2 3;5 6]"), Example("im2col([1 2 3;4 5 6], [2 2], 'distinct')", "[1 3;4 6;2 0;5 0]")),
    errors=(ErrorCase("im2col(1, [0 1])", "images:im2col:invalidBlockSize"),),
)  # fmt: skip
def im2col(call: Any, a: Any, block: Any, kind: Any = None) -> Any:
    array, (m, n) = gray(a, "im2col"), _block(call, block)
    if _kind(call, kind) == "distinct":
        rows, columns = -(-array.shape[0] // m), -(-array.shape[1] // n)
        padded = np.pad(array, ((0, rows * m - array.shape[0]), (0, columns * n - array.shape[1])))
        return padded.reshape(rows, m, columns, n).transpose(3, 1, 2, 0).reshape(m * n, rows * columns)
    if array.shape[0] < m or array.shape[1] < n:
        return np.zeros((m * n, 0), array.dtype)
    views = np.lib.stride_tricks.sliding_window_view(array, (m, n))
    return views.transpose(3, 2, 1, 0).reshape(m * n, -1)


@builtin(
    "col2im", "A = col2im(B, [m n], [M N])", "A = col2im(B, [m n], [M N], 'sliding')", "A = col2im(B, [m n], [M N], 'distinct')",
    summary="A matrix from the columns of im2col: one value for each block ('sliding'), or its blocks ('distinct').",
    examples=(Example("col2im([1 3;4 6;2 0;5 0], [2 2], [2 3], 'distinct')", "[1 2 3;4 5 6]"), Example("col2im([1 2 3 4], [2 2], [3 3])", "[1 3;2 4]")),
    errors=(ErrorCase("col2im(1:3, [2 2], [3 3])", "images:col2im:wrongNumberOfColumns"),),
)  # fmt: skip
def col2im(call: Any, b: Any, block: Any, size: Any, kind: Any = None) -> Any:
    array, (m, n), (high, wide) = gray(b, "col2im"), _block(call, block), _block(call, size)
    distinct = _kind(call, kind) == "distinct"
    rows, columns = (-(-high // m), -(-wide // n)) if distinct else (high - m + 1, wide - n + 1)
    expected = (m * n, rows * columns) if distinct else (1, rows * columns)
    if array.shape != expected:
        message = f"Expected a matrix of {expected[0]} rows and {expected[1]} columns."
        raise call.error(message, "images:col2im:wrongNumberOfColumns")
    if not distinct:
        return array.reshape((rows, columns), order="F")
    return array.reshape(n, m, columns, rows).transpose(3, 1, 2, 0).reshape(rows * m, columns * n)[:high, :wide]


@builtin(
    "nlfilter", "B = nlfilter(A, [m n], fun)", "B = nlfilter(A, 'indexed', ...)",
    summary="Results of a function for the m-by-n neighbourhood of each pixel, with zeros outside the image.",
    examples=(Example("nlfilter([1 2 3;4 5 6], [1 3], @(x) max(x(:)))", "[2 3 3;5 6 6]"), Example("nlfilter([1 2;3 4], [3 3], @(x) sum(x(:)))", "[10 10;10 10]")),
    errors=(ErrorCase("nlfilter(1:3, [1 2 3], @max)", "images:nlfilter:invalidBlockSize"), ErrorCase("nlfilter(1:3, [1 1], @(x) [x x])", "images:nlfilter:notScalar")),
)  # fmt: skip
def nlfilter(call: Any, a: Any, *rest: Any) -> Any:
    indexed = is_text(rest[0]) and text_of(rest[0]).lower() == "indexed"
    block, function, *more = rest[1:] if indexed else rest
    array, (m, n) = gray(a, "nlfilter"), _block(call, block)
    widths = [((k - 1) // 2, k // 2) for k in (m, n)]
    padded = np.pad(array, widths, constant_values=1 if indexed and array.dtype.kind == "f" else 0)
    rows, columns = array.shape
    outputs = np.empty((rows, columns), object)
    for j in range(columns):
        for i in range(rows):
            value = as_array(call.feval(function, Tensor(padded[i : i + m, j : j + n].copy(order="F")), *more)[0])
            if value.size != 1:
                raise call.error("The function must give one value for each neighbourhood.", "images:nlfilter:notScalar")
            outputs[i, j] = value.flat[0]
    return np.array(outputs.tolist(), outputs.flat[0].dtype).reshape(rows, columns) if outputs.size else np.zeros((rows, columns))


@builtin(
    "blockproc", "B = blockproc(A, [m n], fun)", "B = blockproc(A, [m n], fun, Name, Value)",
    summary="Results of a function for the blocks of an image, side by side; the function gets a structure whose field data is the block.",
    examples=(
        Example("blockproc([1 2 3 4;5 6 7 8], [2 2], @(b) mean2(b.data))", "[3.5 5.5]"),
        Example("blockproc(magic(4), [2 2], @(b) b.data')", "[16 5 3 10;2 11 13 8;9 4 6 15;7 14 12 1]"),
        Example("blockproc(1:5, [1 2], @(b) numel(b.data))", "[2 2 1]"),
        Example("blockproc(1:4, [1 2], @(b) sum(b.data), 'BorderSize', [0 1], 'TrimBorder', false)", "[6 9]"),
    ),
    errors=(ErrorCase("blockproc(1:3, [0 1], @max)", "images:blockproc:invalidBlockSize"),),
)  # fmt: skip
def blockproc(call: Any, a: Any, block: Any, function: Any, *options: Any) -> Any:
    named = arg.name_values(options, "blockproc", "bordersize trimborder padpartialblocks padmethod useparallel destination displaywaitbar")
    array, (m, n) = image(a, "blockproc"), _block(call, block)
    border = [int(k) for k in arg.flat(named["bordersize"])] if "bordersize" in named else [0, 0]
    trim = bool(as_array(named["trimborder"]).any()) if "trimborder" in named else True
    partial = "padpartialblocks" in named and bool(as_array(named["padpartialblocks"]).any())
    size = array.shape
    if partial:
        array = np.pad(array, [(0, -size[0] % m), (0, -size[1] % n), *[(0, 0)] * (array.ndim - 2)])
    method = named.get("padmethod", 0.0)
    widths = [(border[0],) * 2, (border[1],) * 2, *[(0, 0)] * (array.ndim - 2)]
    mode = {"replicate": "edge", "symmetric": "symmetric"}[text_of(method).lower()] if is_text(method) else None
    padded = np.pad(array, widths, mode=mode) if mode else np.pad(array, widths, constant_values=as_array(method).flat[0])
    lines = []
    for i in range(0, array.shape[0], m):
        line = []
        for j in range(0, array.shape[1], n):
            high, wide = min(m, array.shape[0] - i), min(n, array.shape[1] - j)
            data = padded[i : i + high + 2 * border[0], j : j + wide + 2 * border[1]]
            record = {
                "border": to_value(np.array([border], float)), "blockSize": to_value(np.array([[high, wide]], float)), "data": Tensor(data.copy(order="F")),
                "imageSize": to_value(np.array([size], float)), "location": to_value(np.array([[i + 1, j + 1]], float)),
            }  # fmt: skip
            changed = as_array(call.feval(function, StructArray.scalar(record))[0])
            if trim and any(border):
                changed = changed[border[0] : changed.shape[0] - border[0], border[1] : changed.shape[1] - border[1]]
            line.append(changed)
        lines.append(np.concatenate(line, axis=1))
    result = np.concatenate(lines, axis=0) if lines else array
    return result[: size[0], : size[1]] if partial and result.shape == array.shape else result


# --- filters that look at neighbourhoods --------------------------------------------------------------------------------------


@builtin(
    "ordfilt2", "B = ordfilt2(A, order, domain)", "B = ordfilt2(A, order, domain, S)", "B = ordfilt2(..., padopt)",
    summary="The value in a place of the order of the neighbours that domain chooses; zeros outside, or 'symmetric'.",
    examples=(Example("ordfilt2([3 1 2], 3, [1 1 1])", "[3 3 2]"), Example("ordfilt2([5 1 9], 1, [1 1 1], 'symmetric')", "[1 1 1]"),
              Example("ordfilt2([1 5 3], 2, [1 1 1], [0 10 0])", "[5 3 5]")),
    errors=(ErrorCase("ordfilt2(1, 5, ones(2))", "images:ordfilt2:orderOutOfRange"),),
)  # fmt: skip
def ordfilt2(call: Any, a: Any, order: Any, domain: Any, *options: Any) -> Any:
    numbers, words = arg.split_options(options)
    arg.check_options(call, words, "zeros", "symmetric")
    array, pattern, place = gray(a, "ordfilt2"), as_array(domain) != 0, arg.integer(order)
    if not 1 <= place <= int(pattern.sum()):
        raise call.error("ORDER must be a number of a neighbour.", "images:ordfilt2:orderOutOfRange")
    widths = [((k - 1) // 2, k // 2) for k in pattern.shape]
    padded = np.pad(array, widths, mode="symmetric") if "symmetric" in words else np.pad(array, widths)
    views = np.lib.stride_tricks.sliding_window_view(padded, pattern.shape)[:, :, pattern]
    if numbers:
        if shape_of(numbers[0]) != pattern.shape:
            raise call.error("The offsets must have the size of the neighbourhood.", "images:ordfilt2:invalidOffset")
        views = views + as_array(numbers[0])[pattern]
    return np.partition(views, place - 1, axis=2)[:, :, place - 1].astype(array.dtype)


@builtin(
    "wiener2", "J = wiener2(I)", "J = wiener2(I, [m n])", "J = wiener2(I, [m n], noise)", "[J, noise] = wiener2(I, [m n])",
    summary="An image smoothed where it varies little, by the mean and variance of neighbourhoods (3-by-3).",
    examples=(Example("J = wiener2(5*ones(6), [3 3], 0.1); J(3,3)", "5"), Example("[J,n] = wiener2(uint8(magic(5)), [1 1]); {isequal(J, uint8(magic(5))), n}", "{true,0}")),
    errors=(ErrorCase("wiener2(ones(2,2,2))", "MATLAB:wiener2:expected2D"),),
)  # fmt: skip
def wiener2(call: Any, pixels: Any, block: Any = None, noise: Any = None) -> Any:
    array = gray(pixels, "wiener2")
    m, n = _block(call, block) if block is not None else (3, 3)
    scale = float(np.iinfo(array.dtype).max) if array.dtype.kind in "iu" else 1.0
    plain = real_pixels(array) / scale
    if not array.size:
        return array, np.nan
    widths = [((k - 1) // 2, k // 2) for k in (m, n)]
    views = np.lib.stride_tricks.sliding_window_view(np.pad(plain, widths), (m, n))
    mean = views.mean(axis=(2, 3))
    variance = (views**2).mean(axis=(2, 3)) - mean**2
    level = arg.scalar(noise) if noise is not None else float(variance.mean())
    with np.errstate(all="ignore"):
        part = np.nan_to_num(np.maximum(variance - level, 0) / np.maximum(variance, level))
    result = mean + (plain - mean) * (part if level > 0 else 1.0)
    return in_class(result * scale, array.dtype), level


@builtin(
    "stdfilt", "S = stdfilt(I)", "S = stdfilt(I, nhood)", summary="Standard deviation of the neighbourhood of each pixel (3-by-3), mirrored at the edges.",
    examples=(Example("stdfilt([1 1 1;1 4 1;1 1 1])", "ones(3)"), Example("stdfilt([0 2 4], [1 1 1])", "[sqrt(4/3) 2 sqrt(4/3)]")),
    errors=(ErrorCase("stdfilt(1, ones(2))", "images:stdfilt:invalidNeighborhood"),),
)  # fmt: skip
def stdfilt(call: Any, pixels: Any, nhood: Any = None) -> Any:
    array = real_pixels(image(pixels, "stdfilt")).astype(np.float64)
    pattern = _neighbourhood(call, nhood)
    count = pattern.sum()
    middle = array.mean() if array.size else 0.0
    total, squares = correlated(array - middle, pattern, "symmetric"), correlated((array - middle) ** 2, pattern, "symmetric")
    return np.sqrt(np.maximum(squares - total**2 / count, 0) / max(count - 1, 1))


def _neighbourhood(call: Any, nhood: Any) -> np.ndarray:
    pattern = (as_array(nhood) != 0).astype(float) if nhood is not None else np.ones((3, 3))
    if any(k % 2 == 0 for k in pattern.shape) or not pattern.any():
        raise call.error("The neighbourhood must have odd sizes.", f"images:{call.name}:invalidNeighborhood")
    return pattern


@builtin(
    "rangefilt", "J = rangefilt(I)", "J = rangefilt(I, nhood)", summary="Largest less smallest value of the neighbourhood of each pixel (3-by-3).",
    examples=(Example("rangefilt(uint8([1 5 2 2]), [1 1 1])", "uint8([4 4 3 0])"), Example("rangefilt(magic(3))", "[7 7 6;8 8 8;6 7 7]")),
    errors=(ErrorCase("rangefilt(1, ones(2))", "images:rangefilt:invalidNeighborhood"),),
)  # fmt: skip
def rangefilt(call: Any, pixels: Any, nhood: Any = None) -> Any:
    from scipy import ndimage

    array, pattern = gray(pixels, "rangefilt"), _neighbourhood(call, nhood).astype(bool)
    wide = array.astype(np.int64) if array.dtype.kind in "iub" else array
    span = ndimage.maximum_filter(wide, footprint=pattern, mode="reflect") - ndimage.minimum_filter(wide, footprint=pattern, mode="reflect")
    return in_class(span.astype(np.float64), array.dtype)


@builtin(
    "imgaussfilt", "B = imgaussfilt(A)", "B = imgaussfilt(A, sigma)", "B = imgaussfilt(..., Name, Value)",
    summary="An image smoothed by a Gaussian (sigma 0.5); FilterSize, Padding ('replicate', 'symmetric', 'circular' or a number).",
    examples=(Example("abs(imgaussfilt([0 0 1 0 0], 1, 'FilterSize', [1 5]) - fspecial('gaussian', [1 5], 1)) < 1e-15", "true(1,5)"),
              Example("imgaussfilt(uint8([7 7;7 7]), 2)", "uint8([7 7;7 7])")),
    errors=(ErrorCase("imgaussfilt(1, -1)", "MATLAB:imgaussfilt:expectedPositive"), ErrorCase("imgaussfilt(1, 1, 'FilterSize', 2)", "MATLAB:imgaussfilt:expectedOdd")),
)  # fmt: skip
def imgaussfilt(call: Any, pixels: Any, *options: Any) -> Any:
    rest = list(options)
    sigma = arg.flat(rest.pop(0)).tolist() if rest and not is_text(rest[0]) else [0.5]
    named = arg.name_values(rest, "imgaussfilt", "filtersize padding filterdomain")
    if min(sigma) <= 0:
        raise call.error("Expected SIGMA to be positive.", "MATLAB:imgaussfilt:expectedPositive")
    sigmas = (sigma[0], sigma[-1])
    sizes = arg.flat(named["filtersize"]).tolist() if "filtersize" in named else [2 * math.ceil(2 * s) + 1 for s in sigmas]
    lines = []
    for size, spread in zip((sizes[0], sizes[-1]), sigmas, strict=True):
        if size < 1 or size % 2 != 1:
            raise call.error("Expected FilterSize to be odd.", "MATLAB:imgaussfilt:expectedOdd")
        line = np.exp(-((np.arange(size) - (size - 1) / 2) ** 2) / (2 * spread**2))
        lines.append(line / line.sum())
    return _smoothed(call, pixels, np.outer(*lines), named.get("padding"))


def _smoothed(call: Any, pixels: Any, weights: np.ndarray, padding: Any) -> Any:
    """The weighted sum of each neighbourhood; the weights are the same in both directions."""
    word = "replicate" if padding is None else text_of(padding).lower() if is_text(padding) else ""
    mode = {"replicate": "edge", "symmetric": "symmetric", "circular": "wrap"}.get(word)
    if mode is not None and on_device(call, pixels):
        reach = [n // 2 for n in weights.shape]
        if (known := filtered(Formula(call, pixels), weights, reach, reach, mode, 0.0)) is not None:
            return known.value
    array = image(pixels, call.name)
    if word:
        return in_class(correlated(array, weights, word), array.dtype)
    outside = float(as_array(padding).flat[0])
    return in_class(correlated(real_pixels(array) - outside, weights, "zeros") + outside, array.dtype)


@builtin(
    "imboxfilt", "B = imboxfilt(A)", "B = imboxfilt(A, filterSize)", "B = imboxfilt(..., 'Padding', padding)",
    summary="Mean of the neighbourhood of each pixel (3-by-3), whose edges are repeated.",
    examples=(Example("imboxfilt([0 3 6], [1 3])", "[1 3 5]"), Example("imboxfilt(uint8([0 255]), [1 3])", "uint8([85 170])")),
    errors=(ErrorCase("imboxfilt(1, 2)", "MATLAB:imboxfilt:expectedOdd"),),
)  # fmt: skip
def imboxfilt(call: Any, pixels: Any, *options: Any) -> Any:
    rest = list(options)
    sizes = arg.nonempty(rest.pop(0), "size of the filter").tolist() if rest and not is_text(rest[0]) else [3]
    named = arg.name_values(rest, "imboxfilt", "padding normalizationfactor")
    if any(size < 1 or size % 2 != 1 for size in sizes):
        raise call.error("Expected the size of the filter to be odd.", "MATLAB:imboxfilt:expectedOdd")
    m, n = int(sizes[0]), int(sizes[-1])
    factor = arg.scalar(named["normalizationfactor"]) if "normalizationfactor" in named else 1 / (m * n)
    return _smoothed(call, pixels, np.full((m, n), factor), named.get("padding"))

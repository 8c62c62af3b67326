"""Colours of images: im2double and its relatives, and conversions between gray, indexed, RGB and HSV images."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.containers import StructArray
from ...values.convert import as_array, class_of, shape_of, text_of
from .device_images import has_three_planes, luminance, stored, unit

_LUMA = np.linalg.inv(np.array([[1.0, 0.956, 0.621], [1.0, -0.272, -0.647], [1.0, -1.106, 1.703]]))[0]
"""Weights of red, green and blue in the luminance: the first row of the inverse of the NTSC matrix."""

_STORED = ("double", "single", "uint8", "uint16", "int16", "logical")


def unit_scaled(value: Any, name: str) -> np.ndarray:
    """Pixels as doubles from 0 to 1, whatever the class that they are stored in; floats stay what they are."""
    kind = class_of(value)
    if kind not in _STORED:
        raise MatlabError(
            "Expected input number 1, Image, to be one of these types:\n\nuint8, uint16, int16, logical, single, double",
            f"MATLAB:{name}:invalidType",
        )
    array = as_array(value)
    if kind in ("uint8", "uint16"):
        return array / float(np.iinfo(array.dtype).max)
    return (array.astype(float) + 32768) / 65535 if kind == "int16" else array if array.dtype.kind == "c" else array.astype(float)


def stored_as(array: np.ndarray, kind: str) -> np.ndarray:
    """Pixels from 0 to 1 stored as uint8 or uint16, rounded half up and clipped; as int16 shifted."""
    if kind in ("double", "single"):
        return array.astype(np.float64 if kind == "double" else np.float32)
    if kind == "int16":
        return np.clip(np.floor(array * 65535 + 0.5) - 32768, -32768, 32767).astype(np.int16)
    top = np.iinfo(kind).max
    return np.clip(np.floor(np.nan_to_num(array) * top + 0.5), 0, top).astype(kind)


def _converter(name: str, kind: str, *examples: Example) -> Any:
    @builtin(
        name,
        f"J = {name}(I)",
        f"J = {name}(X, 'indexed')",
        summary=f"Image as {kind}, rescaled to its range.",
        examples=examples,
        errors=(ErrorCase(f"{name}({{1}})", f"MATLAB:{name}:invalidType"),),
    )
    def convert(call: Any, value: Any, indexed: Any = None) -> Any:
        if indexed is None:
            if class_of(value) == kind:
                return value
            if on_device(call, value) and class_of(value) in _STORED:
                return value if kind == class_of(value) else stored(unit(Formula(call, value)), kind).value
            return stored_as(unit_scaled(value, name).real, kind) if kind != "double" or class_of(value) != "double" else value
        if text_of(indexed).lower() != "indexed":
            raise MatlabError("Expected input number 2 to match 'indexed'.", f"MATLAB:{name}:unrecognizedStringChoice")
        if class_of(value) == "int16":
            raise MatlabError("An indexed image can be uint8, uint16, double, single, or logical.", f"MATLAB:{name}:invalidIndexedImage")
        array, floats = as_array(value), ("double", "single")
        shift = (class_of(value) not in (*floats, "logical")) * 1.0 if kind in floats else -1.0 * (class_of(value) in floats)
        moved = array + shift if array.dtype.kind == "c" else array.astype(float) + shift
        return (
            moved
            if kind == "double"
            else moved.astype(np.float32)
            if kind == "single"
            else np.clip(moved, 0, np.iinfo(kind).max).astype(kind)
        )

    return convert


CONVERTERS = (
    _converter(
        "im2double",
        "double",
        Example("im2double(uint8([0 51 255]))", "[0 0.2 1]"),
        Example("im2double([0 2])", "[0 2]"),
        Example("im2double(uint8([0 1]), 'indexed')", "[1 2]"),
    ),
    _converter("im2single", "single", Example("im2single(uint8([0 255]))", "single([0 1])")),
    _converter(
        "im2uint8",
        "uint8",
        Example("im2uint8([0 0.5 1])", "uint8([0 128 255])"),
        Example("im2uint8([-1 2])", "uint8([0 255])"),
        Example("im2uint8([true false])", "uint8([255 0])"),
    ),
    _converter("im2uint16", "uint16", Example("im2uint16([0 1])", "uint16([0 65535])"), Example("im2uint16(uint8(255))", "uint16(65535)")),
    _converter("im2int16", "int16", Example("im2int16([0 1])", "int16([-32768 32767])")),
)


def _planes(array: np.ndarray, name: str) -> tuple[np.ndarray, bool]:
    """The colours along the last axis, and whether the input was an image (m-by-n-by-3...) rather than a colormap (m-by-3)."""
    if array.ndim == 2 and array.shape[1] == 3:
        return array, False
    if array.ndim in (3, 4) and array.shape[2] == 3:
        return np.moveaxis(array, 2, -1), True
    raise MatlabError("Input must be a colormap with 3 columns or an m-by-n-by-3 image.", f"MATLAB:{name}:invalidInputSize")


@builtin(
    "rgb2gray",
    "I = rgb2gray(RGB)",
    "newmap = rgb2gray(map)",
    summary="Luminance of an RGB image; gray colormap of a colormap.",
    examples=(
        Example("round(1000 * rgb2gray(cat(3, 1, 0, 0)))", "299"),
        Example("size(rgb2gray(ones(4, 3)))", "[4 3]"),
        Example("rgb2gray(cat(3, uint8(255), uint8(255), uint8(255)))", "uint8(255)"),
    ),
    errors=(ErrorCase("rgb2gray(ones(2))", "MATLAB:rgb2gray:invalidInputSize"),),
)
def rgb2gray(call: Any, value: Any) -> Any:
    if on_device(call, value) and has_three_planes(value):
        return luminance(Formula(call, value), _LUMA).value
    array = as_array(value)
    colours, image = _planes(array, "rgb2gray")
    gray = colours.astype(float) @ _LUMA
    if not image:
        return np.repeat(np.clip(gray, 0, 1)[:, None], 3, axis=1)
    if gray.ndim == 3:
        gray = gray[:, :, None, :]
    if array.dtype.kind == "f":
        return gray.astype(array.dtype)
    info = np.iinfo(array.dtype)
    return np.clip(np.floor(gray + 0.5), info.min, info.max).astype(array.dtype)


def _unit_colours(value: Any, name: str) -> tuple[np.ndarray, bool, type]:
    single = class_of(value) == "single"
    colours, image = _planes(unit_scaled(value, name), name)
    return colours, image, np.float32 if single else np.float64


def _in_one(call: Any, planes: tuple[Any, ...]) -> Any:
    """The colours of one array, or of three planes of one size, as an m-by-n-by-3 image."""
    if len(planes) == 1:
        return planes[0]
    if len(planes) != 3 or len({shape_of(plane) for plane in planes}) > 1:
        raise call.error("The planes of the colours must be three arrays of one size.", f"MATLAB:{call.name}:InputSizeMismatch")
    return call.feval("cat", 3.0, *planes)[0]


def _apart(call: Any, colours: np.ndarray, columns: bool) -> Any:
    """The colours, or their three planes where the call has more than one output."""
    if call.nargout < 2:
        return colours
    return tuple(colours[:, k] if columns else colours[:, :, k] for k in range(3))


def _back(colours: np.ndarray, image: bool, dtype: type) -> np.ndarray:
    return np.moveaxis(colours, -1, 2).astype(dtype) if image else colours.astype(dtype)


@builtin(
    "rgb2hsv",
    "HSV = rgb2hsv(RGB)",
    "hsvmap = rgb2hsv(rgbmap)",
    "HSV = rgb2hsv(R, G, B)",
    "[H, S, V] = rgb2hsv(...)",
    summary="Hue, saturation and value (0 to 1) of RGB colours.",
    examples=(
        Example("rgb2hsv([1 0 0; 0 1 0; 0.5 0.5 0.5])", "[0 1 1; 1/3 1 1; 0 0 0.5]"),
        Example("rgb2hsv([1 1 0])", "[1/6 1 1]"),
        Example("[h, s, v] = rgb2hsv(1, 1, 0); [h s v]", "[1/6 1 1]"),
    ),
    errors=(ErrorCase("rgb2hsv(ones(2))", "MATLAB:rgb2hsv:invalidInputSize"),),
)
def rgb2hsv(call: Any, *planes: Any) -> Any:
    colours, image, dtype = _unit_colours(_in_one(call, planes), "rgb2hsv")
    r, g, b = (colours[..., k] for k in range(3))
    top, low = colours.max(axis=-1), colours.min(axis=-1)
    span = top - low
    with np.errstate(divide="ignore", invalid="ignore"):
        hue = np.where(top == r, (g - b) / span, np.where(top == g, 2 + (b - r) / span, 4 + (r - g) / span))
        hue = np.where(span == 0, 0.0, hue / 6)
        saturation = np.where(top == 0, 0.0, span / top)
    return _apart(call, _back(np.stack([np.where(hue < 0, hue + 1, hue), saturation, top], axis=-1), image, dtype), not image)


@builtin(
    "hsv2rgb",
    "RGB = hsv2rgb(HSV)",
    "rgbmap = hsv2rgb(hsvmap)",
    "RGB = hsv2rgb(H, S, V)",
    "[R, G, B] = hsv2rgb(...)",
    summary="RGB colours of hue, saturation and value (0 to 1).",
    examples=(
        Example("hsv2rgb([0 1 1; 1/3 1 1; 0 0 0.5])", "[1 0 0; 0 1 0; 0.5 0.5 0.5]"),
        Example("hsv2rgb([1/6 1 1])", "[1 1 0]"),
        Example("[r, g, b] = hsv2rgb([0 1/6], [1 1], [1 1]); [r; g; b]", "[1 1; 0 1; 0 0]"),
        Example("squeeze(hsv2rgb(1/6, 1, 1))'", "[1 1 0]"),
    ),
    errors=(ErrorCase("hsv2rgb(ones(2))", "MATLAB:hsv2rgb:invalidInputSize"),),
)
def hsv2rgb(call: Any, *planes: Any) -> Any:
    colours, image, dtype = _unit_colours(_in_one(call, planes), "hsv2rgb")
    hue, saturation, top = (colours[..., k] for k in range(3))
    sector = 6 * hue
    whole = np.floor(sector)
    part = sector - whole
    low, falling, rising = top * (1 - saturation), top * (1 - saturation * part), top * (1 - saturation * (1 - part))
    which = np.nan_to_num(whole).astype(int) % 6
    red = np.choose(which, [top, falling, low, low, rising, top])
    green = np.choose(which, [rising, top, top, falling, low, low])
    blue = np.choose(which, [low, low, rising, top, top, falling])
    return _apart(call, _back(np.stack([red, green, blue], axis=-1), image, dtype), not image)


# Luminance and colour differences of standard video (ITU-R BT.601) begin at 16 of 255.
_VIDEO = np.array([[65.481, 128.553, 24.966], [-37.797, -74.203, 112.0], [112.0, -93.786, -18.214]]) / 255
_VIDEO_BLACK = np.array([16.0, 128.0, 128.0]) / 255


@builtin(
    "rgb2ycbcr",
    "YCBCR = rgb2ycbcr(RGB)",
    "ycbcrmap = rgb2ycbcr(map)",
    summary="Luminance and the two differences of colour of video, of an image or a colormap.",
    examples=(
        Example("round(255*rgb2ycbcr([0 0 0;1 1 1]))", "[16 128 128;235 128 128]"),
        Example("squeeze(rgb2ycbcr(cat(3, uint8(255), uint8(0), uint8(0))))'", "uint8([81 90 240])"),
    ),
    errors=(ErrorCase("rgb2ycbcr(1)", "MATLAB:rgb2ycbcr:invalidInput"),),
    see_also=("ycbcr2rgb", "rgb2hsv"),
)
def rgb2ycbcr(call: Any, value: Any) -> Any:
    return _video(call, value, lambda colours: colours @ _VIDEO.T + _VIDEO_BLACK)


@builtin(
    "ycbcr2rgb",
    "RGB = ycbcr2rgb(YCBCR)",
    "map = ycbcr2rgb(ycbcrmap)",
    summary="Red, green and blue of the luminance and differences of colour of video.",
    examples=(
        Example("round(ycbcr2rgb([235 128 128;16 128 128]/255),6)", "[1 1 1;0 0 0]"),
        Example("max(abs(ycbcr2rgb(rgb2ycbcr(jet(9))) - jet(9)), [], 'all') < 1e-12", "true"),
    ),
    errors=(ErrorCase("ycbcr2rgb(1)", "MATLAB:ycbcr2rgb:invalidInput"),),
    see_also=("rgb2ycbcr",),
)
def ycbcr2rgb(call: Any, value: Any) -> Any:
    return _video(call, value, lambda colours: np.clip((colours - _VIDEO_BLACK) @ np.linalg.inv(_VIDEO).T, 0, 1))


def _video(call: Any, value: Any, change: Any) -> Any:
    array = as_array(value)
    if not (array.ndim == 3 or array.ndim == 2) or array.shape[-1] != 3 or (array.ndim == 2 and array.dtype.kind != "f"):
        raise call.error("Expected an m-by-n-by-3 image or a colormap.", f"MATLAB:{call.name}:invalidInput")
    return stored_as(change(unit_scaled(value, call.name)), class_of(value))


def _rows_of(index: Any, rows: int) -> np.ndarray:
    """The rows (from 0) of the colormap for an indexed image, clipped to the existing rows."""
    array = as_array(index)
    if rows == 0 and array.size:
        raise MatlabError("Expected MAP to be nonempty.", "MATLAB:ind2rgb:expectedNonempty")
    start = 1 if array.dtype.kind == "f" else 0
    return np.clip(np.minimum(array, rows).astype(np.int64) - start, 0, rows - 1)


@builtin(
    "ind2rgb",
    "RGB = ind2rgb(X, map)",
    summary="RGB image of an indexed image.",
    examples=(Example("squeeze(ind2rgb(2, [0 0 0; 1 0.5 0]))", "[1; 0.5; 0]"),
              Example("squeeze(ind2rgb(intmax('uint64'), [0 0 0; 1 0.5 0]))", "[1; 0.5; 0]"), Example("size(ind2rgb(uint8([0 1]), gray(2)))", "[1 2 3]")),
    errors=(ErrorCase("ind2rgb(ones(2,2,2), gray(2))", "MATLAB:ind2rgb:invalidInputSize"),),
)
def ind2rgb(call: Any, index: Any, colormap: Any) -> Any:
    if len(as_array(index).shape) != 2:
        raise MatlabError("Expected X to be two-dimensional.", "MATLAB:ind2rgb:invalidInputSize")
    colours = arg.floating(colormap)
    return colours[_rows_of(index, len(colours))]


@builtin(
    "ind2gray",
    "I = ind2gray(X, map)",
    summary="Gray image of an indexed image.",
    examples=(Example("ind2gray([1 2], [0 0 0; 1 1 1])", "[0 1]"),),
)
def ind2gray(call: Any, index: Any, colormap: Any) -> Any:
    colours = arg.floating(colormap)
    gray = np.clip(colours @ _LUMA, 0, 1)[_rows_of(index, len(colours))]
    return stored_as(gray, class_of(index) if class_of(index) in ("uint8", "uint16", "single") else "double")


@builtin(
    "gray2ind",
    "[X, map] = gray2ind(I)",
    "[X, map] = gray2ind(I, n)",
    summary="Indexed image, and its gray colormap of n (64; 2 for logicals) colours, of a gray image.",
    examples=(
        Example("gray2ind([0 0.5 1])", "uint8([0 32 63])"),
        Example("gray2ind([0 1], 400)", "uint16([0 399])"),
        Example("gray2ind([true false])", "uint8([1 0])"),
    ),
    errors=(ErrorCase("gray2ind(1, 0)", "MATLAB:gray2ind:inputOutOfRange"),),
)
def gray2ind(call: Any, value: Any, count: Any = None) -> Any:
    n = (2 if class_of(value) == "logical" else 64) if count is None else arg.integer(count, "number of colours")
    if not 1 <= n <= 65536:
        raise MatlabError("N must be an integer from 1 to 65536.", "MATLAB:gray2ind:inputOutOfRange")
    scaled = np.clip(unit_scaled(value, "gray2ind"), 0, 1) * (n - 1)
    index = np.floor(scaled + 0.5).astype(np.uint8 if n <= 256 else np.uint16)
    return index, np.repeat(np.linspace(0, 1, n)[:, None], 3, axis=1)


@builtin(
    "iscolormap",
    "tf = iscolormap(map)",
    summary="Whether this is a matrix of three columns with values from 0 to 1.",
    examples=(Example("iscolormap(gray(4))", "true"), Example("iscolormap([1 2 3])", "false")),
    hidden=True,
)
def iscolormap(call: Any, value: Any) -> Any:
    if class_of(value) not in ("double", "single"):
        return False
    array = as_array(value)
    return bool(array.dtype.kind == "f" and array.ndim == 2 and array.shape[1] == 3 and len(array) and ((array >= 0) & (array <= 1)).all())


@builtin(
    "cmunique",
    "[Y, newmap] = cmunique(X, map)",
    "[Y, newmap] = cmunique(RGB)",
    "[Y, newmap] = cmunique(I)",
    summary="Indexed image with a colormap free of repetitions.",
    examples=(Example("cmunique([1 2 3], [1 1 1; 1 1 1; 0 0 0])", "uint8([1 1 0])"),),
)
def cmunique(call: Any, image: Any, colormap: Any = None) -> Any:
    array = as_array(image)
    if colormap is not None:
        colours = arg.floating(colormap)
        colours, shape = colours[_rows_of(image, len(colours)).ravel(order="F")], array.shape
    elif array.ndim == 3:
        colours, shape = unit_scaled(image, "cmunique").reshape(-1, 3, order="F"), array.shape[:2]
    else:
        colours, shape = np.repeat(unit_scaled(image, "cmunique").reshape(-1, 1, order="F"), 3, axis=1), array.shape
    rows, codes = np.unique(colours, axis=0, return_inverse=True)
    codes = codes.reshape(shape, order="F")
    return codes.astype(np.uint8) if len(rows) <= 256 else codes + 1.0, rows


@builtin(
    "cmpermute",
    "[Y, newmap] = cmpermute(X, map)",
    "[Y, newmap] = cmpermute(X, map, index)",
    summary="Indexed image with its colormap in another order, by luminance unless given.",
    examples=(Example("cmpermute([1 2], [1 1 1; 0 0 0])", "[2 1]"),),
)
def cmpermute(call: Any, image: Any, colormap: Any, index: Any = None) -> Any:
    colours = arg.floating(colormap)
    order = np.argsort(colours @ _LUMA, kind="stable") if index is None else as_array(index).ravel(order="F").astype(int) - 1
    if np.sort(order).tolist() != list(range(len(colours))):
        raise call.error("The index must be a permutation of the rows of the colormap.", "MATLAB:cmpermute:invalidIndex")
    place = np.argsort(order, kind="stable")
    array = as_array(image)
    start = 1 if array.dtype.kind == "f" else 0
    return (place[_rows_of(image, len(colours))] + start).astype(array.dtype), colours[order]


@builtin(
    "contrast",
    "cmap = contrast(I)",
    "cmap = contrast(I, m)",
    summary="Gray colormap that spreads the values of an image evenly.",
    examples=(Example("size(contrast([1 2; 3 4], 8))", "[8 3]"),),
)
def contrast(call: Any, image: Any, count: Any = 64.0) -> Any:
    m = arg.integer(count)
    array = arg.flat(image)
    if not array.size:
        raise call.error("The image must have at least one element.", "MATLAB:contrast:emptyImage")
    low, high = array.min(), array.max()
    level = np.floor((array - low) / (high - low) * (m - 1) + 0.5)
    steps = np.sort(np.concatenate([level, np.arange(m)]))
    place = np.flatnonzero(np.diff(np.append(steps, m)) > 0)
    place = place / place.max()
    return np.repeat(place[:, None], 3, axis=1)


@builtin(
    "im2frame",
    "F = im2frame(RGB)",
    "F = im2frame(X, map)",
    summary="Image as a frame of a film.",
    examples=(Example("F = im2frame(uint8(ones(2,2,3))); size(F.cdata)", "[2 2 3]"),),
)
def im2frame(call: Any, image: Any, colormap: Any = None) -> Any:
    return {"cdata": image, "colormap": colormap if colormap is not None else np.zeros((0, 0))}


@builtin(
    "frame2im",
    "[X, map] = frame2im(F)",
    summary="Image of a frame of a film.",
    examples=(Example("frame2im(struct('cdata', 5, 'colormap', []))", "5"),),
)
def frame2im(call: Any, frame: Any) -> Any:
    fields = frame.array.flat[0] if type(frame) is StructArray and frame.numel == 1 else {}
    if not {"cdata", "colormap"} <= set(fields):
        raise call.error("Input must be a frame: a structure with the fields 'cdata' and 'colormap'.", "MATLAB:frame2im:invalidFrame")
    return fields["cdata"], fields["colormap"]


@builtin(
    "im2gray", "I = im2gray(RGB)", "I = im2gray(I)", summary="Luminance of an RGB image; a gray image is returned as it is.",
    examples=(Example("im2gray(uint8([1 2;3 4]))", "uint8([1 2;3 4])"), Example("im2gray(cat(3,uint8(255),uint8(255),uint8(255)))", "uint8(255)")),
    see_also=("rgb2gray",),
)  # fmt: skip
def im2gray(call: Any, value: Any) -> Any:
    return value if as_array(value).ndim < 3 or as_array(value).shape[2] == 1 else rgb2gray.function(call, value)


@builtin(
    "grayslice", "X = grayslice(I, n)", "X = grayslice(I, levels)", summary="Indexed image of the intervals that gray values lie in.",
    examples=(Example("grayslice([0 0.3 0.6 1],4)", "uint8([0 1 2 3])"), Example("grayslice([0 0.3 0.6 1],[0.5 0.9])", "uint8([0 0 1 2])"), Example("grayslice(uint8([0 128 255]),2)", "uint8([0 1 1])")),
)  # fmt: skip
def grayslice(call: Any, value: Any, n: Any = 10.0) -> Any:
    levels = arg.flat(n)
    if levels.size == 1 and levels[0] >= 1:
        levels = np.arange(1, int(levels[0])) / int(levels[0])
    elif class_of(value) in ("uint8", "uint16", "int16"):
        levels = levels / float(np.iinfo(as_array(value).dtype).max)
    indices = np.searchsorted(np.sort(levels), unit_scaled(value, "grayslice").real, side="right")
    return indices.astype(np.uint8) if levels.size < 256 else indices.astype(np.float64) + 1


def diffused(image: np.ndarray, nearest: Any) -> np.ndarray:
    """Floyd-Steinberg dithering.  ``nearest(colour)`` gives the position and the colour of the replacement; the error is spread to the neighbours on the right and below."""
    work = np.array(image, np.float64)
    indices = np.zeros(work.shape[:2], np.int64)
    rows, columns = indices.shape
    for i in range(rows):
        for j in range(columns):
            indices[i, j], colour = nearest(work[i, j])
            rest = work[i, j] - colour
            for di, dj, part in ((0, 1, 7), (1, -1, 3), (1, 0, 5), (1, 1, 1)):
                if i + di < rows and 0 <= j + dj < columns:
                    work[i + di, j + dj] += rest * (part / 16)
    return indices


def dithered(colours: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Positions (from 0) in a table of colours for an m-by-n-by-3 image, dithered."""

    def nearest(colour: np.ndarray) -> tuple[int, np.ndarray]:
        k = int(((table - np.clip(colour, 0, 1)) ** 2).sum(axis=1).argmin())
        return k, table[k]

    return diffused(colours, nearest)


@builtin(
    "dither", "BW = dither(I)", "X = dither(RGB, map)", summary="Image in black and white, or in the colours of a map, whose errors are spread over neighbours.",
    examples=(Example("dither([0 1;1 0])", "logical([0 1;1 0])"), Example("mean(mean(dither(0.25*ones(16)))) > 0.2", "true"), Example("dither(cat(3,[1 0],[0 0],[0 1]),[1 0 0;0 0 1])", "uint8([0 1])")),
)  # fmt: skip
def dither(call: Any, value: Any, table: Any = None) -> Any:
    image = unit_scaled(value, "dither").real
    if image.ndim != 2 and not (table is not None and image.ndim == 3 and image.shape[2] == 3):
        raise call.error("The image must be a matrix, or m-by-n-by-3 with a colormap.", "MATLAB:dither:InvalidImage")
    if table is None:
        return diffused(image, lambda v: (int(v > 0.5), float(v > 0.5))).astype(bool)
    colours = arg.matrix(table)
    indices = dithered(np.atleast_3d(image) if image.ndim == 3 else np.repeat(image[:, :, None], 3, axis=2), colours)
    return indices.astype(np.uint8) if len(colours) <= 256 else indices.astype(np.float64) + 1

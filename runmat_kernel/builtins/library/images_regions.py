"""Images of black and white and their parts: thresholds, structuring elements, growing and shrinking, connected regions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, StructArray, Tensor, object_array
from ...values.convert import as_array, class_of, is_text, text_of, to_value
from ...values.objects import HostObject
from .. import arguments as arg
from ..spec import Builtin, ErrorCase, Example, builtin
from .images_colors import stored_as, unit_scaled

# --- thresholds -----------------------------------------------------------------------------------------------------


def _counts(value: Any, bins: int, name: str) -> np.ndarray:
    """How many pixels are nearest to each of evenly spaced levels from black to white."""
    levels = np.floor(np.clip(np.nan_to_num(unit_scaled(value, name).real), 0, 1) * (bins - 1) + 0.5)
    return np.bincount(levels.ravel().astype(int), minlength=bins).astype(float)


@builtin(
    "imhist",
    "[counts, x] = imhist(I)",
    "[counts, x] = imhist(I, n)",
    "imhist(...)",
    summary="How often each level of brightness occurs in an image; bars where no result is asked for.",
    examples=(
        Example("[c,x] = imhist(uint8([0 0 255])); [c([1 256])' x(256) numel(c)]", "[2 1 255 256]"),
        Example("[c,x] = imhist([0 0.4 0.6 1],3); {c,x}", "{[1;2;1],[0;0.5;1]}"),
        Example("imhist([true false true])", "[1;2]"),
    ),
)
def imhist(call: Any, image: Any, n: Any = None) -> Any:
    kind = class_of(image)
    bins = arg.integer(n) if n is not None else 2 if kind == "logical" else 65536 if kind in ("uint16", "int16") else 256
    if bins < 1:
        raise call.error("The number of bins must be positive.", "MATLAB:imhist:expectedPositive")
    counts = _counts(image, bins, "imhist")
    ends = (0.0, float(np.iinfo(kind).max)) if kind in ("uint8", "uint16") else (-32768.0, 32767.0) if kind == "int16" else (0.0, 1.0)
    places = np.linspace(*ends, bins)
    if call.nargout:
        return counts[:, None], places[:, None]
    value = call.session.value
    call.feval("stem", value(places[:, None]), value(counts[:, None]), value("Marker"), value("none"), nargout=0)
    return None


@builtin(
    "graythresh",
    "[level, metric] = graythresh(I)",
    summary="Otsu's threshold, from 0 to 1: the level that parts dark and bright pixels best, and how well.",
    examples=(
        Example("graythresh([0.1 0.1 0.9 0.9])", "0.5"),
        Example("graythresh(uint8([10 10 10 200 200]))", "104.5/255"),
        Example("[l,m] = graythresh([0 0 1 1]); m", "1"),
    ),
)
def graythresh(call: Any, image: Any) -> Any:
    share = _counts(image, 256, "graythresh")
    share /= max(share.sum(), 1)
    below, weight = np.cumsum(share), np.cumsum(share * np.arange(1, 257))
    total = weight[-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (total * below - weight) ** 2 / (below * (1 - below))
    between[~np.isfinite(between) | (below * (1 - below) < 1e-15)] = -1
    best = between.max()
    if best <= 0:
        return 0.0, 0.0
    spread = np.sum(share * np.arange(1, 257) ** 2) - total**2
    return float(np.flatnonzero(between >= best * (1 - 1e-13)).mean() / 255), float(best / spread)


@builtin(
    "imbinarize",
    "BW = imbinarize(I)",
    "BW = imbinarize(I, T)",
    summary="Which pixels are brighter than a threshold from 0 to 1 (Otsu's), for the whole image or for each pixel.",
    examples=(
        Example("imbinarize([0.1 0.2 0.9])", "[false false true]"),
        Example("imbinarize(uint8([10 128 200]),0.5)", "[false true true]"),
    ),
    errors=(ErrorCase("imbinarize([0 1],'adaptive')", "MATLAB:imbinarize:unknownOption"),),
)
def imbinarize(call: Any, image: Any, threshold: Any = None) -> Any:
    if threshold is not None and is_text(threshold):
        arg.check_options(call, [text_of(threshold).lower()], "global")
        threshold = None
    level = graythresh.function(call, image)[0] if threshold is None else arg.floating(threshold)
    return unit_scaled(image, "imbinarize").real > level


@builtin(
    "im2bw",
    "BW = im2bw(I)",
    "BW = im2bw(I, level)",
    "BW = im2bw(RGB, level)",
    summary="Which pixels of a gray or colour image are brighter than a level (0.5).",
    examples=(Example("im2bw([0.2 0.7])", "[false true]"), Example("im2bw(cat(3,1,1,0),0.8)", "true")),
    see_also=("imbinarize",),
)
def im2bw(call: Any, image: Any, level: Any = 0.5) -> Any:
    if as_array(image).ndim == 3:
        image = call.feval("rgb2gray", image)[0]
    return unit_scaled(image, "im2bw").real > arg.scalar(level)


@builtin(
    "stretchlim",
    "limits = stretchlim(I)",
    "limits = stretchlim(I, tol)",
    summary="Levels between which all but a part of the pixels lie: 1 percent at both ends, or tol.",
    examples=(Example("stretchlim([0.2 0.4 0.6],0)'", "[51 153]/255"),),
)
def stretchlim(call: Any, image: Any, tol: Any = None) -> Any:
    tails = np.array([0.01, 0.99]) if tol is None else arg.flat(tol)
    low, high = (tails[0], 1 - tails[0]) if tails.size == 1 else tails[:2]
    bins = 65536 if class_of(image) in ("uint16", "int16") else 256
    share = np.cumsum(_counts(image, bins, "stretchlim"))
    share /= share[-1]
    first, last = int(np.argmax(share > low)), int(np.argmax(share >= high))
    return np.array([[0.0], [1.0]]) if first == last else np.array([[first], [last]]) / (bins - 1)


@builtin(
    "imadjust",
    "J = imadjust(I)",
    "J = imadjust(I, [low_in high_in])",
    "J = imadjust(I, [low_in high_in], [low_out high_out], gamma)",
    summary="Levels of brightness spread over others: those of stretchlim over all, or as given; of the class of the image.",
    examples=(
        Example("imadjust([0.2 0.4 0.6],[0.2 0.6])", "[0 0.5 1]"),
        Example("round(imadjust([0 0.5 1],[],[1 0],2),12)", "[1 0.75 0]"),
        Example("imadjust(uint8([50 90 150]),[50 150]/255)", "uint8([0 102 255])"),
    ),
    errors=(ErrorCase("imadjust([0 1],[1 0])", "MATLAB:imadjust:invalidRange"),),
)
def imadjust(call: Any, image: Any, levels: Any = None, target: Any = None, gamma: Any = 1.0) -> Any:
    array = unit_scaled(image, "imadjust").real
    limits = stretchlim.function(call, image) if levels is None else np.array([0.0, 1.0])
    low, high = arg.flat(to_value(limits) if levels is None or arg.is_empty_matrix(levels) else levels)
    bottom, top = (0.0, 1.0) if target is None or arg.is_empty_matrix(target) else arg.flat(target)
    if not 0 <= low < high <= 1:
        raise call.error("LOW_IN must be less than HIGH_IN, and both from 0 to 1.", "MATLAB:imadjust:invalidRange")
    spread = ((np.clip(array, low, high) - low) / (high - low)) ** arg.scalar(gamma) * (top - bottom) + bottom
    return stored_as(spread, class_of(image)) if class_of(image) != "logical" else spread


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
    errors=(ErrorCase("medfilt2(1,[3 3],'wrap')", "MATLAB:medfilt2:unknownOption"),),
)
def medfilt2(call: Any, image: Any, *options: Any) -> Any:
    numbers, words = arg.split_options(options)
    arg.check_options(call, words, "zeros", "symmetric")
    array = as_array(image)
    m, n = (int(k) for k in arg.flat(numbers[0])) if numbers else (3, 3)
    if array.ndim != 2 or min(m, n) < 1:
        raise call.error("Expected a matrix and a neighbourhood of positive size.", "MATLAB:medfilt2:invalidInput")
    if not array.size:
        return array
    widths = [((k - 1) // 2, k // 2) for k in (m, n)]
    padded = np.pad(array, widths, mode="symmetric") if "symmetric" in words else np.pad(array, widths)
    middle = np.median(np.lib.stride_tricks.sliding_window_view(padded, (m, n)), axis=(2, 3))
    return np.floor(middle + 0.5).astype(array.dtype) if array.dtype.kind in "iub" else middle.astype(array.dtype)


# --- structuring elements -------------------------------------------------------------------------------------------


class StructuringElement(HostObject):
    """``strel``: which neighbours of a pixel count."""

    __slots__ = ("pattern",)
    matlab_class = "strel"
    methods: ClassVar[dict[str, Any]] = {"getnhood": lambda call, s: s.pattern}

    def __init__(self, pattern: np.ndarray) -> None:
        self.pattern = np.asfortranarray(pattern.astype(bool))

    def properties(self) -> dict[str, Any]:
        return {"Neighborhood": to_value(self.pattern), "Dimensionality": 2.0}

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return type(other) is StructuringElement and np.array_equal(self.pattern, other.pattern)


def _disk(r: int, pieces: int) -> np.ndarray:
    """A disk, or for radii from 3 on the polygon that as many lines of points give one after another."""
    if r < 3 or not pieces:
        y, x = np.mgrid[-r : r + 1, -r : r + 1]
        return x * x + y * y <= r * r
    steps = {
        4: ((1, 0), (1, 1), (0, 1), (-1, 1)),
        6: ((1, 0), (1, 2), (2, 1), (0, 1), (-1, 2), (-2, 1)),
        8: ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1)),
    }[pieces]
    angle = math.pi / (2 * pieces)
    length = 2 * r / (1 / math.tan(angle) + 1 / math.sin(angle))
    size = 4 * r + 3
    found = np.zeros((size, size), bool)
    found[size // 2, size // 2] = True
    for step in steps:
        count = math.floor(length / math.hypot(*step))
        found = np.any([np.roll(found, (k * step[0], k * step[1]), (0, 1)) for k in range(-count, count + 1)], axis=0)
    missing = r - (int(found.any(axis=1).sum()) - 1) // 2 - 1
    for axis in (0, 1):
        found = np.any([np.roll(found, k, axis) for k in range(-max(missing, 0), max(missing, 0) + 1)], axis=0)
    rows, columns = found.any(axis=1), found.any(axis=0)
    return found[np.ix_(rows, columns)]


def _line(length: float, angle: float) -> np.ndarray:
    """The pixels on a line of a length (in pixels across) at an angle in degrees, the same on both sides of the middle."""
    turned = math.radians(angle % 180)
    x = round((length - 1) / 2 * math.cos(turned) + 0.0)
    y = -round((length - 1) / 2 * math.sin(turned) + 0.0)
    reach = max(abs(x), abs(y))
    found = np.zeros((2 * abs(y) + 1, 2 * abs(x) + 1), bool)
    for k in range(-reach, reach + 1):
        part = k / reach if reach else 0.0
        found[abs(y) + round(part * y), abs(x) + round(part * x)] = True
    return found


def _ball_of_steps(r: int) -> np.ndarray:
    y, x = np.mgrid[-r : r + 1, -r : r + 1]
    return np.abs(x) + np.abs(y) <= r


_SHAPES: dict[str, Callable[..., np.ndarray]] = {
    "square": lambda call, w: np.ones((arg.integer(w),) * 2, bool),
    "rectangle": lambda call, mn: np.ones([int(k) for k in arg.flat(mn)], bool),
    "diamond": lambda call, r: _ball_of_steps(arg.integer(r)),
    "disk": lambda call, r, n=4.0: _disk(arg.integer(r), arg.integer(n)),
    "line": lambda call, length, angle: _line(arg.scalar(length), arg.scalar(angle)),
    "arbitrary": lambda call, pattern: as_array(pattern) != 0,
}


@builtin(
    "strel",
    "SE = strel(nhood)",
    "SE = strel('square', w)",
    "SE = strel('rectangle', [m n])",
    "SE = strel('diamond', r)",
    "SE = strel('disk', r, n)",
    "SE = strel('line', len, deg)",
    "SE = strel('arbitrary', nhood)",
    summary="A structuring element: which neighbours of a pixel count for imdilate and its kin.",
    examples=(
        Example("s = strel('disk',1); s.Neighborhood", "logical([0 1 0;1 1 1;0 1 0])"),
        Example("s = strel('square',2); s.Neighborhood", "true(2)"),
        Example("s = strel('disk',15); size(s.Neighborhood)", "[29 29]"),
        Example("s = strel('line',3,45); s.Neighborhood", "logical([0 0 1;0 1 0;1 0 0])"),
    ),
    errors=(ErrorCase("strel('ring',2)", "MATLAB:strel:unknownOption"),),
)
def strel(call: Any, shape: Any, *sizes: Any) -> StructuringElement:
    if not is_text(shape):
        return StructuringElement(as_array(shape) != 0)
    word = text_of(shape).lower()
    arg.check_options(call, [word], *_SHAPES)
    if not sizes or len(sizes) > (2 if word in ("disk", "line") else 1) or (word == "line" and len(sizes) < 2):
        raise call.error("Wrong number of input arguments.", "MATLAB:strel:invalidNumberOfInputs")
    if word == "disk" and len(sizes) > 1:
        arg.check_options(call, [str(arg.integer(sizes[1]))], "0", "4", "6", "8")
    return StructuringElement(_SHAPES[word](call, *sizes))


# --- growing and shrinking ------------------------------------------------------------------------------------------


def _extreme(array: np.ndarray, pattern: np.ndarray, largest: bool) -> np.ndarray:
    """The largest value of the turned neighbourhood of each pixel, or the smallest of the neighbourhood; what lies outside does not count."""
    low, high = (False, True) if array.dtype == bool else (-np.inf, np.inf) if array.dtype.kind == "f" else _limits(array.dtype)
    better = (np.logical_or if largest else np.logical_and) if array.dtype == bool else np.maximum if largest else np.minimum
    m, n = pattern.shape
    rows, columns = array.shape[:2]
    widths = [(m, m), (n, n)] + [(0, 0)] * (array.ndim - 2)
    padded = np.pad(array, widths, constant_values=low if largest else high)
    found = np.full(array.shape, low if largest else high, array.dtype)
    for i, j in zip(*np.nonzero(pattern), strict=True):
        down, right = int(i) - (m - 1) // 2, int(j) - (n - 1) // 2
        if largest:
            down, right = -down, -right
        better(found, padded[m + down : m + down + rows, n + right : n + right + columns], out=found)
    return found


def _limits(dtype: np.dtype) -> tuple[int, int]:
    about = np.iinfo(dtype)
    return int(about.min), int(about.max)


def _morphological(name: str, order: tuple[bool, ...], summary: str, *examples: Example) -> Builtin:
    def function(call: Any, image: Any, element: Any) -> Any:
        pattern = element.pattern if type(element) is StructuringElement else as_array(element) != 0
        array = as_array(image)
        if array.dtype.kind not in "fiub" or pattern.ndim != 2:
            raise MatlabError("Expected input number 1, I, to be real, and the neighborhood to be a matrix.", f"MATLAB:{name}:invalidInput")
        for largest in order:
            array = _extreme(array, pattern, largest)
        return array

    usage = (f"J = {name}(I, SE)", f"J = {name}(I, nhood)")
    return Builtin(name, usage, summary, function, examples=examples, errors=(ErrorCase(f"{name}(1i,1)", f"MATLAB:{name}:invalidInput"),))


MORPHOLOGY = (
    _morphological("imdilate", (True,), "Each pixel is the brightest of its neighbourhood.", Example("imdilate([0 0 1 0 0],[1 1 1])", "[0 1 1 1 0]"),
                   Example("imdilate(logical([0 1 0]),[1 1 0])", "logical([1 1 0])"), Example("imdilate(uint8([1 5;2 3]),strel('square',2))", "uint8([1 5;2 5])")),
    _morphological("imerode", (False,), "Each pixel is the darkest of its neighbourhood.", Example("imerode([1 1 1 0 1],[1 1 1])", "[1 1 0 0 0]"),
                   Example("imerode(logical([1 1 1 0 1]),[1 1 1])", "logical([1 1 0 0 0])")),
    _morphological("imopen", (False, True), "Shrunk and grown again: small bright parts go.", Example("imopen([0 1 0 1 1 1 0],[1 1 1])", "[0 0 0 1 1 1 0]")),
    _morphological("imclose", (True, False), "Grown and shrunk again: small dark parts go.", Example("imclose([0 0 1 0 1 0 0],[1 1 1])", "[0 0 1 1 1 0 0]")),
)  # fmt: skip


# --- regions --------------------------------------------------------------------------------------------------------


def _labelled(call: Any, image: Any, conn: Any) -> tuple[np.ndarray, int]:
    """Connected parts numbered in the order of their first pixels, column by column."""
    from scipy import ndimage

    array, neighbours = as_array(image), arg.integer(conn) if conn is not None else 8
    if array.ndim != 2 or neighbours not in (4, 8):
        raise call.error("Expected a matrix, and a connectivity of 4 or 8.", f"MATLAB:{call.name}:invalidConnectivity")
    labels, count = ndimage.label(array.T != 0, np.ones((3, 3)) if neighbours == 8 else None)
    return labels.T, int(count)


@builtin(
    "bwlabel",
    "[L, n] = bwlabel(BW)",
    "[L, n] = bwlabel(BW, conn)",
    summary="Numbers of the connected parts of an image (8 neighbours, or 4).",
    examples=(
        Example("[L,n] = bwlabel([1 0 1;0 0 1;1 1 0]); {L,n}", "{[1 0 2;0 0 2;2 2 0],2}"),
        Example("bwlabel([1 0;0 1],4)", "[1 0;0 2]"),
        Example("bwlabel([0 1;1 0;0 0;1 1])", "[0 1;1 0;0 0;2 2]"),
    ),
    errors=(ErrorCase("bwlabel(1,5)", "MATLAB:bwlabel:invalidConnectivity"),),
)
def bwlabel(call: Any, image: Any, conn: Any = None) -> Any:
    labels, count = _labelled(call, image, conn)
    return labels.astype(float), float(count)


@builtin(
    "bwconncomp",
    "CC = bwconncomp(BW)",
    "CC = bwconncomp(BW, conn)",
    summary="The connected parts of an image: how many, and the indices of the pixels of each.",
    examples=(Example("c = bwconncomp([1 0 1;1 0 0]); {c.NumObjects,c.PixelIdxList{1}',c.ImageSize}", "{2,[1 2],[2 3]}"),),
)
def bwconncomp(call: Any, image: Any, conn: Any = None) -> dict[str, Any]:
    labels, count = _labelled(call, image, conn)
    places = [Tensor(p[:, None] + 1.0) for p in _places(labels, count)]
    return {
        "Connectivity": float(arg.integer(conn)) if conn is not None else 8.0,
        "ImageSize": Tensor(np.array([labels.shape], float)),
        "NumObjects": float(count),
        "PixelIdxList": CellArray(object_array(places, (1, count))),
    }


def _places(labels: np.ndarray, count: int) -> list[np.ndarray]:
    """The positions of each label, column by column, from 0."""
    flat = labels.ravel(order="F")
    order = np.argsort(flat, kind="stable")
    return np.split(order, np.searchsorted(flat[order], np.arange(1, count + 2)))[1 : count + 1]


@builtin(
    "bwareaopen",
    "BW2 = bwareaopen(BW, P)",
    "BW2 = bwareaopen(BW, P, conn)",
    summary="The image without connected parts of fewer than P pixels.",
    examples=(Example("bwareaopen([1 0 1;0 0 1],2)", "logical([0 0 1;0 0 1])"),),
)
def bwareaopen(call: Any, image: Any, least: Any, conn: Any = None) -> np.ndarray:
    labels, count = _labelled(call, image, conn)
    kept = np.bincount(labels.ravel(), minlength=count + 1) >= arg.scalar(least)
    kept[0] = False
    return kept[labels]


_BASIC = ("Area", "Centroid", "BoundingBox")
_PROPERTIES = (*_BASIC, "PixelIdxList", "PixelList", "Extent", "EquivDiameter", "MeanIntensity")


@builtin(
    "regionprops",
    "stats = regionprops(BW, properties, ...)",
    "stats = regionprops(L, properties, ...)",
    "stats = regionprops(CC, properties, ...)",
    "stats = regionprops(..., I, properties, ...)",
    summary="Measures of the parts of an image: Area, Centroid, BoundingBox (all of them by default), PixelIdxList, PixelList, Extent, "
    "EquivDiameter; MeanIntensity of an image I.",
    examples=(
        Example("s = regionprops(logical([1 1 0;1 1 0;0 0 0;0 0 1])); {[s.Area],s(1).Centroid,s(2).BoundingBox}", "{[4 1],[1.5 1.5],[2.5 3.5 1 1]}"),
        Example("s = regionprops([1 0 2;1 0 2],'Area','PixelIdxList'); s(2).PixelIdxList'", "[5 6]"),
        Example("s = regionprops(logical([1 1 0]),[2 4 9],'MeanIntensity'); s.MeanIntensity", "3"),
    ),
    errors=(ErrorCase("regionprops(true,'Colour')", "MATLAB:regionprops:unknownOption"),),
)  # fmt: skip
def regionprops(call: Any, image: Any, *arguments: Any) -> Any:
    labels, count = _regions(call, image)
    rest = list(arguments)
    shades = as_array(rest.pop(0)).ravel(order="F") if rest and not is_text(rest[0]) and type(rest[0]) is not CellArray else None
    if shades is not None and shades.size != labels.size:
        raise call.error("The image must have the size of the labels.", "MATLAB:regionprops:sizeMismatch")
    if not all(is_text(w) for a in rest for w in (a.array.flat if type(a) is CellArray else (a,))):
        raise call.error("Expected the names of properties.", "MATLAB:regionprops:invalidType")
    words = [text_of(w).lower() for a in rest for w in (a.array.flat if type(a) is CellArray else (a,))]
    arg.check_options(call, words, "basic", "all", *(p.lower() for p in _PROPERTIES))
    wanted = [p for p in _PROPERTIES if p.lower() in words or "all" in words or (p in _BASIC and (not words or "basic" in words))]
    wanted = [p for p in wanted if p != "MeanIntensity" or shades is not None or "all" not in words]
    if "MeanIntensity" in wanted and shades is None:
        raise call.error("MeanIntensity needs the image whose brightness it is.", "MATLAB:regionprops:needsGrayscaleImage")
    records = [_measured(places, labels.shape, shades) for places in _places(labels, count)]
    items = object_array([{name: record[name] for name in wanted} for record in records], (count, 1))
    return StructArray(items, wanted)


def _regions(call: Any, image: Any) -> tuple[np.ndarray, int]:
    if type(image) is StructArray:
        if image.numel != 1 or not {"ImageSize", "PixelIdxList"} <= set(image.fields):
            raise call.error("Expected a structure of bwconncomp.", "MATLAB:regionprops:invalidType")
        parts = image.array.flat[0]
        labels = np.zeros([int(n) for n in arg.flat(parts["ImageSize"])], int)
        flat = labels.reshape(-1, order="F")
        lists = list(parts["PixelIdxList"].array.flat)
        for k, places in enumerate(lists):
            flat[arg.flat(places).astype(int) - 1] = k + 1
        return flat.reshape(labels.shape, order="F"), len(lists)
    if class_of(image) == "logical":
        return _labelled(call, image, None)
    labels = as_array(image).astype(int)
    return labels, int(labels.max(initial=0))


def _measured(places: np.ndarray, shape: tuple[int, ...], shades: np.ndarray | None) -> dict[str, Any]:
    rows, columns = places % shape[0], places // shape[0]
    area = places.size
    box = [0.5, 0.5, 0.0, 0.0]
    if area:
        box = [columns.min() + 0.5, rows.min() + 0.5, np.ptp(columns) + 1.0, np.ptp(rows) + 1.0]
    pixels = np.stack([columns, rows], axis=1) + 1.0
    found: dict[str, Any] = {
        "Area": float(area),
        "Centroid": Tensor(pixels.mean(axis=0, keepdims=True) if area else np.full((1, 2), np.nan)),
        "BoundingBox": Tensor(np.array([box], float)),
        "PixelIdxList": Tensor(places[:, None] + 1.0),
        "PixelList": Tensor(pixels),
        "Extent": float(area / (box[2] * box[3])) if area else 0.0,
        "EquivDiameter": math.sqrt(4 * area / math.pi),
    }
    if shades is not None:
        found["MeanIntensity"] = float(shades[places].mean()) if area else math.nan
    return found

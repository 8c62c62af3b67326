"""Grey levels: histograms, thresholds and contrast stretching."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from ..arrays.device_tallies import counts_in_order
from ..arrays.order_statistics import ranked
from .colors import stored_as, unit_scaled
from .device_images import unit


def _counts(call: Any, value: Any, bins: int, name: str) -> np.ndarray:
    """The number of pixels nearest to each of the evenly spaced levels from black to white."""
    if on_device(call, value) and class_of(value) in ("double", "single", "uint8", "uint16", "int16") and bins <= 1 << 16:
        level = (unit(Formula(call, value)).apply("max", 0.0).apply("min", 1.0) * float(bins - 1) + 0.5).apply("floor")
        key = level.reshape(numel_of(value), 1).apply("uint8" if bins <= 1 << 8 else "uint16")
        return counts_in_order(ranked(key, 0), np.arange(bins + 1.0))[:-1]
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
    counts = _counts(call, image, bins, "imhist")
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
    share = _counts(call, image, 256, "graythresh")
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
    if on_device(call, image) and class_of(image) in ("double", "single", "uint8", "uint16", "int16") and np.isrealobj(level):
        return unit(Formula(call, image)).apply("gt", level).value
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
    if class_of(image) == "logical":
        return image
    if as_array(image).ndim == 3:
        image = call.feval("rgb2gray", image)[0]
    return unit_scaled(image, "im2bw").real > arg.scalar(level)


@builtin(
    "stretchlim",
    "limits = stretchlim(I)",
    "limits = stretchlim(I, tol)",
    summary="Levels between which all but a part of the pixels of each plane lie: 1 percent at both ends, or tol.",
    examples=(Example("stretchlim([0.2 0.4 0.6],0)'", "[51 153]/255"), Example("stretchlim(cat(3,[0 0.2],[0.4 1]),0)", "[0 0.4;0.2 1]")),
)
def stretchlim(call: Any, image: Any, tol: Any = None) -> Any:
    if len(shape_of(image)) == 3:
        array = as_array(image)
        planes = [to_value(np.asfortranarray(array[:, :, k])) for k in range(array.shape[2])]
        return np.hstack([stretchlim.function(call, plane, tol) for plane in planes])
    tails = np.array([0.01, 0.99]) if tol is None else arg.flat(tol)
    low, high = (tails[0], 1 - tails[0]) if tails.size == 1 else tails[:2]
    bins = 65536 if class_of(image) in ("uint16", "int16") else 256
    share = np.cumsum(_counts(call, image, bins, "stretchlim"))
    share /= share[-1]
    first, last = int(np.argmax(share > low)), int(np.argmax(share >= high))
    return np.array([[0.0], [1.0]]) if first == last else np.array([[first], [last]]) / (bins - 1)


def _of_planes(values: np.ndarray, array: np.ndarray) -> np.ndarray:
    """A number, or one for each plane of a colour image or each column of a colour map, in a shape that goes with the array."""
    return values.reshape((1, 1, -1) if array.ndim == 3 else (1, -1))


def _ends(call: Any, limits: Any, array: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper ends, 0 and 1 where none are given; two numbers, or two rows with a number for each colour."""
    if limits is None or arg.is_empty_matrix(limits):
        return np.zeros((1, 1)), np.ones((1, 1))
    ends = arg.matrix(limits)
    ends = ends.reshape(2, 1) if ends.size == 2 else ends
    colours = array.shape[2] if array.ndim == 3 else array.shape[1]
    if ends.shape not in ((2, 1), (2, colours)):
        raise call.error("Limits must be two numbers, or two rows with one for each colour.", "MATLAB:imadjust:invalidLimits")
    return _of_planes(ends[0], array), _of_planes(ends[1], array)


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
        Example("imadjust([0 0.5 1],[0 0 0.5;1 1 1],[])", "[0 0.5 1]"),
        Example("J = imadjust(cat(3,[0.2 0.6],[0 1]),[0.2 0;0.6 1]); J(:)'", "[0 1 0 1]"),
    ),
    errors=(ErrorCase("imadjust([0 1],[1 0])", "MATLAB:imadjust:invalidRange"),),
)
def imadjust(call: Any, image: Any, levels: Any = None, target: Any = None, gamma: Any = 1.0) -> Any:
    array = unit_scaled(image, "imadjust").real
    limits = to_value(stretchlim.function(call, image)) if levels is None else levels
    low, high = _ends(call, limits, array)
    bottom, top = _ends(call, target, array)
    if not ((low >= 0) & (low < high) & (high <= 1)).all():
        raise call.error("LOW_IN must be less than HIGH_IN, and both from 0 to 1.", "MATLAB:imadjust:invalidRange")
    spread = ((np.clip(array, low, high) - low) / (high - low)) ** _of_planes(arg.flat(gamma), array) * (top - bottom) + bottom
    return stored_as(spread, class_of(image)) if class_of(image) != "logical" else spread

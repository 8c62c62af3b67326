"""Filled regions, borders, reconstruction and distances: imfill, imclearborder, imreconstruct, bwperim, bwdist, imtophat, imbothat, histeq."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ..arrays.order_statistics import at_positions
from .colors import stored_as, unit_scaled
from .device_images import stored, unit
from .levels import _counts as level_counts
from .pixels import IMAGE_CLASSES, gray, image, in_class


def _around(call: Any, conn: Any, default: int) -> np.ndarray:
    """The mask of neighbours for the connectivity 4 or 8, or a 3-by-3 matrix."""
    if conn is not None and as_array(conn).size == 9:
        return as_array(conn).reshape(3, 3) != 0
    count = arg.integer(conn) if conn is not None else default
    if count not in (4, 8):
        raise call.error("Expected a connectivity of 4 or 8.", f"images:{call.name}:invalidConnectivity")
    return np.ones((3, 3), bool) if count == 8 else np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)


def _reconstructed(marker: np.ndarray, mask: np.ndarray, around: np.ndarray) -> np.ndarray:
    """The morphological reconstruction of a mask from a marker."""
    from scipy import ndimage

    if mask.dtype.kind == "b":
        labels, _ = ndimage.label(mask, around)
        reached = np.unique(labels[marker & mask])
        return np.isin(labels, reached[reached > 0])
    levels = np.minimum(marker, mask)
    _sweep(levels, mask, bool(around[0, 0]))
    _sweep(levels[::-1], mask[::-1], bool(around[2, 0]))
    _sweep(levels.T, mask.T, bool(around[0, 0]))
    _sweep(levels.T[::-1], mask.T[::-1], bool(around[0, 2]))
    return _flowed(levels, mask, around)


def _flowed(reached: np.ndarray, mask: np.ndarray, around: np.ndarray) -> np.ndarray:
    """Finish a reconstruction after the sweeps: levels flow on from the brightest pixels that can still raise a neighbour."""
    low = min(float(reached.min(initial=0)), float(mask.min(initial=0))) - 1
    levels, limits = (np.pad(part.astype(np.float64), 1, constant_values=low) for part in (reached, mask))
    steps = [(i - 1, j - 1) for i in range(3) for j in range(3) if around[i, j] and (i, j) != (1, 1)]
    raises = np.zeros(levels.shape, bool)
    for i, j in steps:
        other, limit = np.roll(levels, (-i, -j), (0, 1)), np.roll(limits, (-i, -j), (0, 1))
        raises |= other < np.minimum(levels, limit)
    wide = levels.shape[1]
    offsets = [i * wide + j for i, j in steps]
    places = np.flatnonzero(raises).tolist()
    values, bounds = levels.ravel().tolist(), limits.ravel().tolist()
    heap = [(-values[place], place) for place in places]
    heapq.heapify(heap)
    while heap:
        level, place = heapq.heappop(heap)
        level = -level
        if level < values[place]:
            continue
        for offset in offsets:
            other = place + offset
            if values[other] < level and values[other] < bounds[other]:
                values[other] = min(level, bounds[other])
                heapq.heappush(heap, (-values[other], other))
    return np.array(values).reshape(levels.shape)[1:-1, 1:-1].astype(reached.dtype)


def _sweep(levels: np.ndarray, mask: np.ndarray, corners: bool) -> None:
    """Pass levels from each row to the next, in place.  One sweep crosses the whole image, where a dilation moves by one pixel."""
    for i in range(1, len(levels)):
        above = levels[i - 1]
        if corners:
            above = above.copy()
            np.maximum(above[1:], levels[i - 1, :-1], out=above[1:])
            np.maximum(above[:-1], levels[i - 1, 1:], out=above[:-1])
        np.maximum(levels[i], above, out=levels[i])
        np.minimum(levels[i], mask[i], out=levels[i])


@builtin(
    "imreconstruct", "J = imreconstruct(marker, mask)", "J = imreconstruct(marker, mask, conn)",
    summary="The parts of a mask that a marker reaches (8 neighbours); for levels of grey, the marker grown under the mask.",
    examples=(Example("imreconstruct(logical([1 0 0 0 0]), logical([1 1 0 1 1]))", "logical([1 1 0 0 0])"), Example("imreconstruct([0 3 0 0], [1 5 2 4])", "[1 3 2 2]")),
    errors=(ErrorCase("imreconstruct(1, [1 2])", "images:imreconstruct:notSameSize"),),
)  # fmt: skip
def imreconstruct(call: Any, marker: Any, mask: Any, conn: Any = None) -> Any:
    first, second = gray(marker, "imreconstruct"), gray(mask, "imreconstruct")
    if first.shape != second.shape or first.dtype != second.dtype:
        raise call.error("Marker and mask must be of the same size and class.", "images:imreconstruct:notSameSize")
    return _reconstructed(first, second, _around(call, conn, 8))


@builtin(
    "imfill", "J = imfill(BW, 'holes')", "J = imfill(BW, conn, 'holes')", "J = imfill(BW, locations)", "J = imfill(BW, locations, conn)", "J = imfill(I)", "J = imfill(I, conn)",
    summary="Dark parts that bright ones surround, filled: the holes of regions, what is around given pixels, or dark spots of an image in grey.",
    examples=(
        Example("imfill(logical([1 1 1;1 0 1;1 1 1]), 'holes')", "true(3)"),
        Example("imfill(logical([0 1 0;1 0 1;0 1 0]), 'holes')", "logical([0 1 0;1 1 1;0 1 0])"),
        Example("imfill(logical([0 1 0;0 1 0]), [1 1])", "logical([1 1 0;1 1 0])"),
        Example("imfill([5 5 5;5 1 5;5 4 5])", "[5 5 5;5 4 5;5 4 5]"),
        Example("x = true(3,3,3); x(2,2,2) = false; nnz(imfill(x, 'holes'))", "27"),
        Example("x = 4*ones(3,3,3); x(2,2,2) = 1; sum(imfill(x), 'all')", "108"),
    ),
    errors=(ErrorCase("imfill(true(2))", "RunMat:imfill:noWindow"), ErrorCase("imfill(true(2), [3 1])", "images:imfill:outOfRange")),
)  # fmt: skip
def imfill(call: Any, pixels: Any, *options: Any) -> Any:
    if len(shape_of(pixels)) == 3:
        return _filled_volume(call, image(pixels, "imfill"), options)
    array = gray(pixels, "imfill")
    if not array.size:
        return array
    holes = any(is_text(option) and text_of(option).lower() == "holes" for option in options)
    numbers = [option for option in options if not is_text(option)]
    if array.dtype.kind == "b" and not holes:
        if not numbers:
            raise call.error("There is no window to choose pixels in: give their locations, or 'holes'.", "RunMat:imfill:noWindow")
        return _flooded(call, array, as_array(numbers[0]).astype(float), _around(call, numbers[1] if len(numbers) > 1 else None, 4))
    around = _around(call, numbers[0] if numbers else None, 4)
    if array.dtype.kind == "b":
        padded = np.pad(~array, 1, constant_values=True)
        outside = np.zeros(padded.shape, bool)
        outside[[0, -1]], outside[:, [0, -1]] = True, True
        return ~_reconstructed(outside, padded, around)[1:-1, 1:-1]
    dark = array.max() - array.astype(np.float64)
    marker = np.full(dark.shape, dark.min())
    marker[[0, -1]], marker[:, [0, -1]] = dark[[0, -1]], dark[:, [0, -1]]
    return in_class(array.max() - _reconstructed(marker, dark, around), array.dtype)


def _filled_volume(call: Any, array: np.ndarray, options: tuple[Any, ...]) -> np.ndarray:
    """Holes or dark spots of a volume, with 6, 18 or 26 neighbours."""
    from scipy import ndimage

    numbers = [arg.integer(option) for option in options if not is_text(option)]
    count = numbers[0] if numbers else 6
    if count not in (6, 18, 26) or (array.dtype.kind == "b" and len(numbers) == len(options)):
        raise call.error(
            "Volumes are filled with 'holes', or as levels of grey, by 6, 18 or 26 neighbours.", "images:imfill:invalidConnectivity"
        )
    around = ndimage.generate_binary_structure(3, (6, 18, 26).index(count) + 1)
    if array.dtype.kind == "b":
        return np.asarray(ndimage.binary_fill_holes(array, around))
    dark = array.max(initial=0) - array.astype(np.float64)
    marker = np.full(dark.shape, dark.min(initial=0))
    for axis in range(3):
        ends: list[Any] = [slice(None)] * 3
        ends[axis] = [0, -1]
        marker[tuple(ends)] = dark[tuple(ends)]
    while True:
        grown = np.minimum(ndimage.grey_dilation(marker, footprint=around), dark)
        if np.array_equal(grown, marker):
            return in_class(array.max(initial=0) - grown, array.dtype)
        marker = grown


def _flooded(call: Any, array: np.ndarray, places: np.ndarray, around: np.ndarray) -> np.ndarray:
    if places.ndim == 2 and places.shape[1] == 2:
        rows, columns = places[:, 0] - 1, places[:, 1] - 1
    else:
        columns, rows = np.divmod(places.ravel(order="F") - 1, array.shape[0])
    if np.any((rows < 0) | (rows >= array.shape[0]) | (columns < 0) | (columns >= array.shape[1])):
        raise call.error("LOCATIONS must be pixels of the image.", "images:imfill:outOfRange")
    marker = np.zeros(array.shape, bool)
    marker[rows.astype(int), columns.astype(int)] = True
    return array | _reconstructed(marker, ~array, around)


@builtin(
    "imclearborder", "J = imclearborder(I)", "J = imclearborder(I, conn)", summary="An image without the bright parts that touch its border (8 neighbours).",
    examples=(Example("imclearborder(logical([1 0 0 0;1 0 1 0;0 0 0 0]))", "logical([0 0 0 0;0 0 1 0;0 0 0 0])"), Example("imclearborder([0 0 0;0 5 0;0 2 0])", "[0 0 0;0 3 0;0 0 0]"), Example("imclearborder(zeros(1, 0))", "zeros(1, 0)")),
    errors=(ErrorCase("imclearborder(true, 5)", "images:imclearborder:invalidConnectivity"),),
)  # fmt: skip
def imclearborder(call: Any, pixels: Any, conn: Any = None) -> Any:
    array = gray(pixels, "imclearborder")
    around = _around(call, conn, 8)
    if not array.size:
        return array
    low = False if array.dtype.kind == "b" else array.min()
    marker = np.full(array.shape, low, array.dtype)
    marker[[0, -1]], marker[:, [0, -1]] = array[[0, -1]], array[:, [0, -1]]
    reached = _reconstructed(marker, array, around)
    return array & ~reached if array.dtype.kind == "b" else array - reached


@builtin(
    "bwperim", "BW2 = bwperim(BW)", "BW2 = bwperim(BW, conn)", summary="The pixels of regions that touch the outside (by 4 neighbours, or 8).",
    examples=(Example("bwperim(true(3))", "logical([1 1 1;1 0 1;1 1 1])"), Example("bwperim(logical([1 1 1;1 1 1;1 1 0]), 8)", "logical([1 1 1;1 1 1;1 1 0])")),
    errors=(ErrorCase("bwperim(true, 5)", "images:bwperim:invalidConnectivity"),),
)  # fmt: skip
def bwperim(call: Any, pixels: Any, conn: Any = None) -> Any:
    from scipy import ndimage

    array = gray(pixels, "bwperim") != 0
    return array & ~ndimage.binary_erosion(array, _around(call, conn, 4))


_METRICS = ("euclidean", "cityblock", "chessboard", "quasi-euclidean")


@builtin(
    "bwdist", "D = bwdist(BW)", "[D, idx] = bwdist(BW)", "[D, idx] = bwdist(BW, method)",
    summary="Distance of each pixel to the nearest one that is not zero, and its index: 'euclidean', 'cityblock' or 'chessboard'.",
    examples=(Example("bwdist([0 0 1 0])", "single([2 1 0 1])"), Example("bwdist([1 0;0 0])", "single([0 1;1 sqrt(2)])"), Example("bwdist([1 0;0 0], 'cityblock')", "single([0 1;1 2])"),
              Example("[d,i] = bwdist([1 0 0 1]); i", "uint32([1 1 4 4])"), Example("bwdist([0 0])", "single([Inf Inf])")),
    errors=(ErrorCase("bwdist(1, 'far')", "MATLAB:bwdist:unknownOption"),),
)  # fmt: skip
def bwdist(call: Any, pixels: Any, method: Any = None) -> Any:
    from scipy import ndimage

    word = arg.option(call, method, *_METRICS, default="euclidean") if method is not None else "euclidean"
    array = image(pixels, "bwdist") != 0
    if not array.any():
        return np.full(array.shape, np.inf, np.float32), np.zeros(array.shape, np.uint32)
    if word == "quasi-euclidean":
        raise call.error("The method 'quasi-euclidean' is not available.", "RunMat:bwdist:notAvailable")
    if word == "euclidean":
        distances, nearest = ndimage.distance_transform_edt(~array, return_indices=True)
    else:
        distances, nearest = ndimage.distance_transform_cdt(~array, "taxicab" if word == "cityblock" else "chessboard", return_indices=True)
    index = np.ravel_multi_index(tuple(nearest), array.shape, order="F") + 1
    return distances.astype(np.float32), index.astype(np.uint32)


def _hat(call: Any, pixels: Any, element: Any, function: str) -> np.ndarray:
    array = image(pixels, call.name)
    other = as_array(call.feval(function, pixels, element)[0])
    if array.dtype.kind == "b":
        return array & ~other if function == "imopen" else other & ~array
    return array - other if function == "imopen" else other - array


@builtin(
    "imtophat", "J = imtophat(I, SE)", summary="Small bright regions, which opening removes (top-hat transform).",
    examples=(Example("imtophat([0 5 0 3 3 3], [1 1 1])", "[0 5 0 0 0 0]"), Example("imtophat(logical([0 1 0 1 1 1]), [1 1 1])", "logical([0 1 0 0 0 0])")),
    errors=(ErrorCase("imtophat('a', 1)", "MATLAB:imtophat:invalidType"),),
)  # fmt: skip
def imtophat(call: Any, pixels: Any, element: Any) -> Any:
    return _hat(call, pixels, element, "imopen")


@builtin(
    "imbothat", "J = imbothat(I, SE)", summary="Small dark regions, which closing fills (bottom-hat transform).",
    examples=(Example("imbothat(uint8([5 5 1 5 5]), [1 1 1])", "uint8([0 0 4 0 0])"),),
    errors=(ErrorCase("imbothat('a', 1)", "MATLAB:imbothat:invalidType"),),
)  # fmt: skip
def imbothat(call: Any, pixels: Any, element: Any) -> Any:
    return _hat(call, pixels, element, "imclose")


@builtin(
    "histeq", "J = histeq(I)", "J = histeq(I, n)", "J = histeq(I, hgram)", "[J, T] = histeq(...)",
    summary="An image whose levels are spread so that its histogram is nearly flat (64 levels), or like another one.",
    examples=(Example("J = histeq(uint8(repmat(100:103, 4, 1)), 4); unique(J)'", "uint8([0 85 170 255])"),),
    errors=(ErrorCase("histeq(ones(2,2,3))", "MATLAB:histeq:expected2D"),),
)  # fmt: skip
def histeq(call: Any, pixels: Any, target: Any = None) -> Any:
    if class_of(pixels) not in IMAGE_CLASSES or len(shape_of(pixels)) != 2:
        gray(pixels, "histeq")
    kind, size = class_of(pixels), numel_of(pixels)
    wished = np.ones(64) if target is None else arg.flat(target).astype(float)
    wished = np.ones(arg.integer(target)) if target is not None and wished.size == 1 else wished
    bins = 256
    counts = level_counts(call, pixels, bins, "histeq")
    reached, goal = np.cumsum(counts), np.cumsum(wished * size / wished.sum())
    # A level goes to the lowest new level with space for half of the smaller of its neighbours in the histogram.
    slack = np.minimum(np.append(counts[:-1], 0), np.append(0, counts[1:])) / 2
    error = goal[:, None] - reached[None, :] + slack[None, :]
    error[error < -size * np.sqrt(np.finfo(float).eps)] = size
    levels = np.argmin(error, axis=0) / max(wished.size - 1, 1)
    if on_device(call, pixels) and kind in ("double", "single", "uint8", "uint16", "int16"):
        x = unit(Formula(call, pixels))
        at = (x.apply("max", 0.0).apply("min", 1.0) * (bins - 1.0) + 0.5).apply("floor") + 1.0
        return stored(at_positions(x.of(levels[:, None]), at), kind).value, levels[None, :]
    places = np.floor(np.clip(unit_scaled(pixels, "histeq"), 0, 1) * (bins - 1) + 0.5).astype(int)
    return stored_as(levels[places], kind), levels[None, :]

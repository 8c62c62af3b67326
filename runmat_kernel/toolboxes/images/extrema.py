"""Regional maxima and minima of images, those above a height, and watershed basins."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import as_array
from .fills import _around, _reconstructed
from .pixels import gray


def _steps(around: np.ndarray) -> list[tuple[int, int]]:
    """From a pixel to its neighbours."""
    return [(i - 1, j - 1) for i in range(3) for j in range(3) if around[i, j] and (i, j) != (1, 1)]


def _regional_maxima(array: np.ndarray, around: np.ndarray) -> np.ndarray:
    """A mask of connected pixels of one value whose other neighbours are all lower."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    numbers = np.arange(array.size).reshape(array.shape)
    beaten = np.zeros(array.shape, bool)
    first, second = [], []
    for i, j in _steps(around):
        here = tuple(slice(max(-s, 0), n - max(s, 0)) for s, n in zip((i, j), array.shape, strict=True))
        there = tuple(slice(max(s, 0), n - max(-s, 0)) for s, n in zip((i, j), array.shape, strict=True))
        beaten[here] |= array[there] > array[here]
        same = array[there] == array[here]
        first.append(numbers[here][same])
        second.append(numbers[there][same])
    pairs = (np.concatenate(first), np.concatenate(second)) if first else (np.zeros(0, int),) * 2
    _, plateau = connected_components(coo_array((np.ones(pairs[0].size), pairs), shape=(array.size,) * 2), directed=False)
    lost = np.zeros(plateau.max(initial=-1) + 1, bool)
    lost[plateau[beaten.ravel()]] = True
    return ~lost[plateau].reshape(array.shape)


def _negative(array: np.ndarray) -> np.ndarray:
    """The image with its levels inverted."""
    return ~array if array.dtype.kind in "bui" else -array


def _lowered(array: np.ndarray, height: float) -> np.ndarray:
    if array.dtype.kind == "f":
        return array - array.dtype.type(height)
    about = np.iinfo(array.dtype)
    return np.clip(array.astype(np.float64) - height, about.min, about.max).round().astype(array.dtype)


def _suppressed(call: Any, image: Any, height: Any, conn: Any, low: bool) -> np.ndarray:
    array = gray(image, call.name)
    array = array.astype(np.float64) if array.dtype.kind == "b" else array
    if arg.scalar(height) < 0:
        raise call.error("Expected input number 2, H, to be nonnegative.", f"MATLAB:{call.name}:expectedNonnegative")
    valleys = _negative(array) if low else array
    levelled = _reconstructed(_lowered(valleys, arg.scalar(height)), valleys, _around(call, conn, 8))
    return _negative(levelled) if low else levelled


def _family(
    name: str, what: Callable[[Any, Any, Any, Any], np.ndarray], usage: tuple[str, ...], summary: str, *examples: Example
) -> Builtin:
    def function(call: Any, image: Any, *rest: Any) -> np.ndarray:
        heights = 0 if name.startswith("imregional") else 1
        if len(rest) < heights:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        return what(call, image, rest[0] if heights else None, rest[heights] if len(rest) > heights else None)

    errors = (ErrorCase(f"{name}(ones(2,2,2){', 1' if 'regional' not in name else ''})", f"MATLAB:{name}:expected2D"),)
    return Builtin(name, usage, summary, function, examples=examples, errors=errors, see_also=("imreconstruct", "watershed"))


def _maxima(call: Any, image: Any, height: Any, conn: Any) -> np.ndarray:
    return _regional_maxima(gray(image, call.name), _around(call, conn, 8))


def _minima(call: Any, image: Any, height: Any, conn: Any) -> np.ndarray:
    return _regional_maxima(_negative(gray(image, call.name)), _around(call, conn, 8))


EXTREMES = (
    _family("imregionalmax", _maxima, ("BW = imregionalmax(I)", "BW = imregionalmax(I, conn)"), "Which pixels belong to hills: parts of one brightness with darker pixels around.",
            Example("imregionalmax([1 3 3 1 2])", "logical([0 1 1 0 1])"), Example("imregionalmax([5 1;1 4])", "logical([1 0;0 0])"), Example("imregionalmax([5 1;1 4],4)", "logical([1 0;0 1])")),
    _family("imregionalmin", _minima, ("BW = imregionalmin(I)", "BW = imregionalmin(I, conn)"), "Which pixels belong to valleys: parts of one brightness with brighter pixels around.",
            Example("imregionalmin(uint8([9 2 2 7 5]))", "logical([0 1 1 0 1])")),
    _family("imhmax", lambda call, i, h, c: _suppressed(call, i, h, c, False), ("J = imhmax(I, H)", "J = imhmax(I, H, conn)"), "The image without hills lower than H.",
            Example("imhmax([0 2 0 5 0], 3)", "[0 0 0 2 0]"), Example("imhmax(uint8([1 9 1]), 3)", "uint8([1 6 1])")),
    _family("imhmin", lambda call, i, h, c: _suppressed(call, i, h, c, True), ("J = imhmin(I, H)", "J = imhmin(I, H, conn)"), "The image without valleys shallower than H.",
            Example("imhmin([9 8 9 2 9], 3)", "[9 9 9 5 9]")),
    _family("imextendedmax", lambda call, i, h, c: _regional_maxima(_suppressed(call, i, h, c, False), _around(call, c, 8)), ("BW = imextendedmax(I, H)", "BW = imextendedmax(I, H, conn)"), "Which pixels belong to hills at least as high as H.",
            Example("imextendedmax([0 2 0 5 4 0], 3)", "logical([0 0 0 1 1 0])")),
    _family("imextendedmin", lambda call, i, h, c: _regional_maxima(_negative(_suppressed(call, i, h, c, True)), _around(call, c, 8)), ("BW = imextendedmin(I, H)", "BW = imextendedmin(I, H, conn)"), "Which pixels belong to valleys at least as deep as H.",
            Example("imextendedmin([9 8 9 2 3 9], 3)", "logical([0 0 0 1 1 0])")),
)  # fmt: skip


@builtin(
    "imimposemin", "J = imimposemin(I, BW)", "J = imimposemin(I, BW, conn)", summary="The image whose only valleys are the marked pixels.",
    examples=(Example("J = imimposemin([3 1 3 2 3], logical([0 0 0 1 0])); imregionalmin(J)", "logical([0 0 0 1 0])"),
              Example("J = imimposemin(uint8([3 1 3 2 3]), logical([0 1 0 0 0])); J(2)", "uint8(0)")),
    errors=(ErrorCase("imimposemin([1 2], true)", "images:imimposemin:sizeMismatch"),), see_also=("watershed", "imextendedmin"),
)  # fmt: skip
def imimposemin(call: Any, image: Any, marks: Any, conn: Any = None) -> np.ndarray:
    array, marked = gray(image, "imimposemin"), as_array(marks) != 0
    if array.shape != marked.shape:
        raise call.error("I and BW must have the same size.", "images:imimposemin:sizeMismatch")
    whole = array.dtype.kind in "ui"
    span = float(array.max()) - float(array.min()) if array.size else 0.0
    height = 1.0 if whole else span * 0.001 or 0.1
    low, high = (float(np.iinfo(array.dtype).min), float(np.iinfo(array.dtype).max)) if whole else (-np.inf, np.inf)
    bottom = np.where(marked, low, high)
    raised = np.minimum(array.astype(np.float64) + height, high)
    filled = -_reconstructed(-bottom, -np.minimum(raised, bottom), _around(call, conn, 8))
    return filled.astype(array.dtype)


@builtin(
    "watershed", "L = watershed(A)", "L = watershed(A, conn)",
    summary="The basins of an image's valleys, numbered from 1; 0 is on the lines between them.",
    examples=(
        Example("watershed([1 2 5 2 1])", "[1 1 0 2 2]"),
        Example("L = watershed(imcomplement(uint8([9 5 1 5 9;9 5 1 5 9]))); L(1,:)", "[1 1 0 2 2]"),
        Example("D = -bwdist(~[1 1 1 0 0;1 1 1 1 1;0 0 1 1 1]); max(max(watershed(D))) >= 1", "true"),
        Example("watershed(ones(2))", "[1 1;1 1]"),
    ),
    errors=(ErrorCase("watershed(ones(2,2,2))", "MATLAB:watershed:expected2D"),), see_also=("bwdist", "imregionalmin", "label2rgb"),
)  # fmt: skip
def watershed(call: Any, image: Any, conn: Any = None) -> np.ndarray:
    """The watershed basins by flooding: the lowest pixels come first, and a line lies where two basins meet."""
    from scipy import ndimage

    array, around = gray(image, "watershed"), _around(call, conn, 8)
    valleys = _regional_maxima(_negative(array), around)
    numbers, _ = ndimage.label(valleys.T, around.T)
    labels = np.pad(numbers.T, 1, constant_values=-1)
    wide = labels.shape[1]
    flat, heights = labels.ravel().tolist(), np.pad(array.astype(np.float64), 1).ravel().tolist()
    offsets = [i * wide + j for i, j in _steps(around)]
    waiting = [False] * len(flat)
    heap: list[tuple[float, int, int]] = []
    count = 0
    for place in np.flatnonzero(labels.ravel() > 0).tolist():
        for offset in offsets:
            other = place + offset
            if flat[other] == 0 and not waiting[other]:
                waiting[other] = True
                heapq.heappush(heap, (heights[other], count, other))
                count += 1
    while heap:
        level, _, place = heapq.heappop(heap)
        basins = {flat[place + offset] for offset in offsets if flat[place + offset] > 0}
        if len(basins) != 1:
            continue  # a line, which no water leaves
        flat[place] = basins.pop()
        for offset in offsets:
            other = place + offset
            if flat[other] == 0 and not waiting[other]:
                waiting[other] = True
                heapq.heappush(heap, (max(heights[other], level), count, other))
                count += 1
    return np.array(flat, np.float64).reshape(labels.shape)[1:-1, 1:-1]

"""Outlines of black and white images: bwboundaries, bwtraceboundary, bweuler."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, Tensor, object_array
from ...values.convert import as_array, class_of, is_text, text_of
from ...values.sparse.matrix import Sparse
from .region_measures import holes, outline

_SIDES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def _neighbours(call: Any, value: Any) -> int:
    count = arg.integer(value)
    if count not in (4, 8):
        raise call.error("Expected a connectivity of 4 or 8.", f"MATLAB:{call.name}:invalidConnectivity")
    return count


def _outlines(labels: np.ndarray, count: int, *, corners: bool) -> list[np.ndarray]:
    """The outline of each region.  It begins at the region's first pixel in column order."""
    from scipy import ndimage

    outlines = []
    for k, box in enumerate(ndimage.find_objects(labels, count), 1):
        if box is None:
            outlines.append(np.zeros((0, 2)))
            continue
        mask = labels[box] == k
        first = int(mask.argmax(axis=0)[0])  # a region's box begins at its first column
        outlines.append(outline(mask, (first, 0), 0, corners=corners) + np.array([box[0].start, box[1].start]) + 1)
    return outlines


@builtin(
    "bwboundaries", "B = bwboundaries(BW)", "B = bwboundaries(BW, conn)", "B = bwboundaries(BW, conn, 'noholes')", "[B, L, n, A] = bwboundaries(...)",
    summary="Outlines of the regions of an image and of their holes (behind them), as rows and columns of pixels; labels, number of regions, and which encloses which.",
    examples=(
        Example("B = bwboundaries(logical([0 0 0 0;0 1 1 0;0 1 1 0])); {numel(B), B{1}}", "{1,[2 2;2 3;3 3;3 2;2 2]}"),
        Example("BW = true(5); BW(3,3) = false; [B,L,n,A] = bwboundaries(BW); {numel(B), n, L(3,3), B{2}, full(A)}", "{2,1,2,[3 3;3 3],[0 0;1 0]}"),
        Example("BW = true(5); BW(3,3) = false; numel(bwboundaries(BW,'noholes'))", "1"),
    ),
    errors=(ErrorCase("bwboundaries(true(3),6)", "MATLAB:bwboundaries:invalidConnectivity"),), see_also=("bwtraceboundary", "bwlabel", "regionprops"),
)  # fmt: skip
def bwboundaries(call: Any, image: Any, *options: Any) -> Any:
    from scipy import ndimage, sparse

    words = [text_of(option).lower() for option in options if is_text(option)]
    arg.check_options(call, words, "holes", "noholes")
    numbers = [option for option in options if not is_text(option)]
    corners = _neighbours(call, numbers[0]) == 8 if numbers else True
    white = as_array(image) != 0
    if white.ndim != 2:
        raise call.error("Expected input number 1, BW, to be two-dimensional.", "MATLAB:bwboundaries:expected2D")
    labels, count = ndimage.label(white.T, np.ones((3, 3)) if corners else None)
    labels = labels.T.astype(np.int64)
    outlines, inner, enclosed = _outlines(labels, count, corners=corners), 0, []
    if "noholes" not in words:
        # A hole is background that the border does not reach; it has the other kind of neighbours.
        black, many = ndimage.label(np.pad(~white, 1, constant_values=True).T, None if corners else np.ones((3, 3)))
        black = black.T
        outside = int(black[0, 0])
        inner = many - 1
        numbers = np.arange(many + 1)
        inside = np.where(numbers == outside, 0, numbers - (numbers > outside))[black[1:-1, 1:-1]]
        outlines += _outlines(inside, inner, corners=not corners)
        for k, box in enumerate(ndimage.find_objects(inside, inner), 1):
            near = tuple(slice(max(part.start - 1, 0), part.stop + 1) for part in box)
            mask, others = inside[near] == k, labels[near]
            around = ndimage.binary_dilation(mask, np.ones((3, 3)) if not corners else None) & ~mask
            enclosed.append((count + k, int(others[around].max())))
            for region in np.unique(others[ndimage.binary_dilation(mask, np.ones((3, 3))) & (others > 0)]).tolist():
                if region != enclosed[-1][1]:
                    enclosed.append((int(region), count + k))
        labels = np.where(inside > 0, inside + count, labels)
    total = count + inner
    pairs = sparse.coo_array((np.ones(len(enclosed)), tuple(np.array(enclosed, int).reshape(-1, 2).T - 1)), shape=(total, total))
    cells = CellArray(object_array([Tensor(np.asfortranarray(path)) for path in outlines], (total, 1)))
    return cells, labels.astype(np.float64), float(count), Sparse(pairs)


@builtin(
    "bwtraceboundary", "B = bwtraceboundary(BW, P, fstep)", "B = bwtraceboundary(BW, P, fstep, conn, m, dir)",
    summary="The outline of a region from the pixel P, where the search begins to the side fstep (N, NE, E ...), with at most m pixels, clockwise or counterclockwise.",
    examples=(
        Example("bwtraceboundary(logical([0 0 0 0;0 1 1 0;0 1 1 0]), [2 2], 'N')", "[2 2;2 3;3 3;3 2;2 2]"),
        Example("bwtraceboundary(logical([0 0 0 0;0 1 1 0;0 1 1 0]), [2 2], 'W', 8, 3, 'counterclockwise')", "[2 2;3 2;3 3]"),
    ),
    errors=(ErrorCase("bwtraceboundary(true(3), [1 1], 'up')", "MATLAB:bwtraceboundary:unknownOption"), ErrorCase("bwtraceboundary(false(3), [1 1], 'N')", "images:bwtraceboundary:failedTrace")),
    see_also=("bwboundaries",),
)  # fmt: skip
def bwtraceboundary(
    call: Any, image: Any, place: Any, side: Any, conn: Any = None, most: Any = None, direction: Any = None
) -> np.ndarray:
    white = as_array(image) != 0
    row, column = (int(n) - 1 for n in arg.flat(place)[:2])
    word = arg.option(call, side, *_SIDES)
    corners = _neighbours(call, conn) == 8 if conn is not None else True
    clockwise = arg.option(call, direction, "clockwise", "counterclockwise", default="clockwise") == "clockwise"
    if not (0 <= row < white.shape[0] and 0 <= column < white.shape[1]) or not white[row, column]:
        raise call.error("P must be a pixel of an object in BW.", "images:bwtraceboundary:failedTrace")
    first = _SIDES.index(word) // (1 if corners else 2)
    first = first if clockwise else -first
    limit = arg.scalar(most) if most is not None else float("inf")
    count = int(limit) if np.isfinite(limit) else 0
    steps = outline(white, (row, column), first, corners=corners, clockwise=clockwise, most=count)
    return (steps[:count] if count else steps) + 1


@builtin(
    "bweuler", "eul = bweuler(BW)", "eul = bweuler(BW, conn)", summary="How many regions an image has, less the number of their holes.",
    examples=(Example("BW = true(5); BW(3,3) = false; bweuler(BW)", "0"), Example("[bweuler(eye(3)) bweuler(eye(3),4)]", "[1 3]")),
    errors=(ErrorCase("bweuler(true, 5)", "MATLAB:bweuler:invalidConnectivity"),), see_also=("bwlabel", "regionprops"),
)  # fmt: skip
def bweuler(call: Any, image: Any, conn: Any = None) -> float:
    from scipy import ndimage

    white = as_array(image) != 0
    if white.ndim != 2:
        raise call.error("Expected input number 1, BW, to be two-dimensional.", "MATLAB:bweuler:expected2D")
    corners = _neighbours(call, conn) == 8 if conn is not None else True
    _, count = ndimage.label(white, np.ones((3, 3)) if corners else None)
    if corners:
        return float(count - holes(white)[1])
    _, inner = ndimage.label(np.pad(~white, 1, constant_values=True), np.ones((3, 3)))
    return float(count - (inner - 1))


_COLOURS = "jet"
_ORDERS = ("shuffle", "noshuffle")


@builtin(
    "label2rgb", "RGB = label2rgb(L)", "RGB = label2rgb(L, cmap)", "RGB = label2rgb(L, cmap, zerocolor)", "RGB = label2rgb(L, cmap, zerocolor, order)",
    summary="Labels in colours: of a map (jet) as numbers, name or function, white or another colour for 0, in their order or shuffled.",
    examples=(
        Example("RGB = label2rgb([0 1 2], [1 0 0;0 0 1]); squeeze(RGB)", "uint8([255 255 255;255 0 0;0 0 255])"),
        Example("RGB = label2rgb([0 1], 'gray', 'k'); squeeze(RGB)", "uint8([0 0 0;0 0 0])"),
        Example("RGB = label2rgb([1 2], @hsv, 'w', 'shuffle'); size(RGB)", "[1 2 3]"),
    ),
    errors=(ErrorCase("label2rgb([1 2], [1 0 0])", "images:label2rgb:notEnoughColors"), ErrorCase("label2rgb(1, 'jet', 'nocolor')", "images:label2rgb:notInColorspec")),
    see_also=("bwlabel", "watershed"),
)  # fmt: skip
def label2rgb(call: Any, labels: Any, colours: Any = None, zero: Any = None, order: Any = None) -> np.ndarray:
    from ...figures.colors import to_rgb

    numbers = as_array(labels).astype(np.int64)
    count = int(numbers.max(initial=0))
    if colours is None or is_text(colours):
        shades = as_array(call.feval(text_of(colours) if colours is not None else _COLOURS, float(count))[0])
    elif class_of(colours) == "function_handle":
        shades = as_array(call.feval(colours, float(count))[0])
    else:
        shades = as_array(colours).astype(np.float64)
    if len(shades) < count:
        raise call.error("The map must have a color for each label.", "images:label2rgb:notEnoughColors")
    ink: Any = (1.0, 1.0, 1.0)
    if zero is not None:
        try:
            ink = np.ravel(to_rgb(text_of(zero)) if is_text(zero) else arg.flat(zero))
        except MatlabError:
            ink = np.zeros(0)
        if ink.size != 3:
            raise call.error("The color of zero must be a name or three numbers.", "images:label2rgb:notInColorspec")
    shades = shades[:count]
    if arg.option(call, order, *_ORDERS, default="noshuffle") == "shuffle":
        shades = shades[np.random.default_rng(0).permutation(count)]
    table = np.concatenate([np.reshape(ink, (1, 3)), shades.reshape(-1, 3)])
    return np.floor(255 * table[np.maximum(numbers, 0)] + 0.5).astype(np.uint8)

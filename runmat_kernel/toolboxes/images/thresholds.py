"""Thresholds of images, and montages: otsuthresh, multithresh, imquantize, montage."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import Tensor
from ...values.convert import as_array, is_text, numel_of
from .pixels import image, in_class

_BINS = 256
_MOST_LEVELS = 20


def _best_cuts(share: np.ndarray, count: int) -> tuple[list[int], float]:
    """The bins after which to cut so that the variance between the classes is greatest, and that variance."""
    bins = share.size
    weight, moment = np.concatenate([[0], np.cumsum(share)]), np.concatenate([[0], np.cumsum(share * np.arange(bins))])
    mass = weight[None, :] - weight[:, None]  # of the bins from i to j - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = np.where(mass > 1e-15, (moment[None, :] - moment[:, None]) ** 2 / mass, 0.0)
    gain[np.tril_indices(bins + 1, -1)] = -np.inf
    best, choices = gain[0].copy(), []
    for _ in range(count):
        whole = best[:, None] + gain
        choices.append(whole.argmax(axis=0))
        best = whole.max(axis=0)
    cuts, end = [], bins
    for choice in reversed(choices):
        end = int(choice[end])
        cuts.append(end)
    return cuts[::-1], float(best[bins] - moment[-1] ** 2)


@builtin(
    "otsuthresh", "T = otsuthresh(counts)", "[T, EM] = otsuthresh(counts)", summary="The level from 0 to 1 that parts a histogram best (Otsu's), and how well it does.",
    examples=(Example("otsuthresh([4 4 0 4 4])", "0.375"), Example("[T,e] = otsuthresh([5 0 0 5]); {T, e}", "{1/3,1}"), Example("otsuthresh(imhist(uint8([10 10 200 200]))) == graythresh(uint8([10 10 200 200]))", "true")),
    errors=(ErrorCase("otsuthresh([1 -1])", "MATLAB:otsuthresh:expectedNonnegative"),), see_also=("graythresh", "multithresh"),
)  # fmt: skip
def otsuthresh(call: Any, counts: Any) -> Any:
    share = arg.nonempty(counts, "histogram").astype(np.float64)
    if (share < 0).any():
        raise call.error("Expected input number 1, COUNTS, to be nonnegative.", "MATLAB:otsuthresh:expectedNonnegative")
    bins = share.size
    share = share / max(share.sum(), 1e-300)
    below, moment = np.cumsum(share), np.cumsum(share * np.arange(1, bins + 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (moment[-1] * below - moment) ** 2 / (below * (1 - below))
    between[~np.isfinite(between) | (below * (1 - below) < 1e-15)] = -1
    best = between.max(initial=-1)
    if best <= 0:
        return 0.0, 0.0
    spread = float(np.sum(share * np.arange(1, bins + 1) ** 2) - moment[-1] ** 2)
    return float(np.flatnonzero(between >= best * (1 - 1e-13)).mean() / (bins - 1)), float(best / spread)


@builtin(
    "multithresh", "T = multithresh(A)", "T = multithresh(A, N)", "[T, metric] = multithresh(...)",
    summary="N levels that part an image best (Otsu's), of its class, and how well they do.",
    examples=(
        Example("T = multithresh(uint8([10 10 200 200])); {class(T), T > 10 && T < 200}", "{'uint8',true}"),
        Example("T = multithresh([0 0 5 5 10 10], 2); T(1) > 0 && T(1) < 5 && T(2) > 5 && T(2) < 10", "true"),
        Example("[T,m] = multithresh([1 1 9 9]); m > 0.999", "true"),
        Example("I = [1 1 4 4 9 9]; imquantize(I, multithresh(I,2))", "[1 1 2 2 3 3]"),
    ),
    errors=(ErrorCase("multithresh([1 2],21)", "MATLAB:multithresh:expectedInRange"),), see_also=("graythresh", "imquantize"),
)  # fmt: skip
def multithresh(call: Any, pixels: Any, levels: Any = 1.0) -> Any:
    array, count = image(pixels, "multithresh"), arg.integer(levels)
    if not 1 <= count <= _MOST_LEVELS:
        raise call.error(f"Expected input number 2, N, to be from 1 to {_MOST_LEVELS}.", "MATLAB:multithresh:expectedInRange")
    values = array[np.isfinite(array)].astype(np.float64) if array.dtype.kind == "f" else array.ravel().astype(np.float64)
    if not values.size:
        return np.ones((1, count)), 0.0
    low, high = float(values.min()), float(values.max())
    if low == high:
        return in_class(np.full((1, count), low), array.dtype), 0.0
    places = np.floor((values - low) / (high - low) * (_BINS - 1) + 0.5).astype(np.int64)
    share = np.bincount(places, minlength=_BINS) / values.size
    cuts, between = _best_cuts(share, count)
    # A level stands in the middle of all cuts that are as good: from the bin before the cut to the next one that is not empty.
    full = np.flatnonzero(share)
    at = np.array([(full[full < cut].max(initial=0) + max(full[full >= cut].min(initial=_BINS - 1) - 1, 0)) / 2 for cut in cuts])
    spread = float(np.sum(share * np.arange(_BINS) ** 2) - np.sum(share * np.arange(_BINS)) ** 2)
    thresholds = low + at[None, :] / (_BINS - 1) * (high - low)
    return in_class(thresholds, array.dtype) if array.dtype.kind in "ui" else thresholds.astype(np.float64), float(between / spread)


@builtin(
    "imquantize", "quant_A = imquantize(A, levels)", "quant_A = imquantize(A, levels, values)", "[quant_A, index] = imquantize(...)",
    summary="Which of the parts between increasing levels each pixel is in, from 1, or the value of that part.",
    examples=(Example("imquantize([1 5 9], [4 8])", "[1 2 3]"), Example("imquantize([1 4 9], 4, [10 20])", "[10 10 20]"), Example("[q,i] = imquantize(uint8([1 9]), 5, uint8([0 255])); {q,i}", "{uint8([0 255]),[1 2]}")),
    errors=(ErrorCase("imquantize([1 2],[2 1])", "MATLAB:imquantize:expectedNondecreasing"), ErrorCase("imquantize([1 2],1,[1 2 3])", "images:imquantize:wrongNumberOfValues")),
    see_also=("multithresh", "discretize"),
)  # fmt: skip
def imquantize(call: Any, pixels: Any, levels: Any, values: Any = None) -> Any:
    array, borders = image(pixels, "imquantize"), as_array(levels).ravel(order="F")
    if (np.diff(borders.astype(np.float64)) < 0).any():
        raise call.error("Expected input number 2, LEVELS, to be nondecreasing valued.", "MATLAB:imquantize:expectedNondecreasing")
    index = np.searchsorted(borders.astype(np.float64), array.astype(np.float64), side="left")
    if values is None:
        return index + 1.0, index + 1.0
    shown = as_array(values).ravel(order="F")
    if shown.size != borders.size + 1:
        raise call.error("VALUES must have one element more than LEVELS.", "images:imquantize:wrongNumberOfValues")
    return np.asfortranarray(shown[index]), index + 1.0


@builtin(
    "montage", "montage(images)", "montage(images, map)", "montage(..., 'Size', [rows columns], 'DisplayRange', [low high])", "h = montage(...)",
    summary="Images (files, a cell array, or frames of an array) shown side by side; options as imtile has them.",
    examples=(
        Example("h = montage({uint8([1 2]), uint8([3 4])}, 'Size', [2 1]); h.CData", "uint8([1 2;3 4])"),
        Example("h = montage(zeros(4,4,1,4)); size(h.CData)", "[8 8]"),
        Example("h = montage({[0 5],[9 10]}, 'DisplayRange', [0 10], 'BorderSize', 0); caxis", "[0 10]"),
    ),
    errors=(ErrorCase("montage(magic(3),'Bogus',1)", "MATLAB:montage:NameValueNames"),), see_also=("imtile", "imshow"),
)  # fmt: skip
def montage(call: Any, images: Any, *rest: Any) -> Any:
    positional = list(rest)
    colours = [positional.pop(0)] if positional and not is_text(positional[0]) else []
    named = arg.name_values(positional, "montage", "size displayrange indices bordersize backgroundcolor thumbnailsize interpolation parent")
    text = call.session.value
    options: list[Any] = []
    for name, full in (("size", "GridSize"), ("indices", "Frames"), ("bordersize", "BorderSize"), ("backgroundcolor", "BackgroundColor"), ("thumbnailsize", "ThumbnailSize")):  # fmt: skip
        if name in named and not (name == "thumbnailsize" and numel_of(named[name]) == 0):
            options += [text(full), named[name]]
    whole = call.feval("imtile", images, *colours, *options)[0]
    limits: list[Any] = []
    if "displayrange" in named:
        limits = [named["displayrange"]] if numel_of(named["displayrange"]) else [Tensor(np.zeros((0, 0)))]
    place = [text("Parent"), named["parent"]] if "parent" in named else []
    shown = call.feval("imshow", whole, *limits, *place, nargout=1)[0]
    return shown if call.nargout else None

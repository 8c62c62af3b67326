"""Several images as one: imtile."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures.colors import to_rgb
from ...values.containers import CellArray
from ...values.convert import as_array, is_text, text_of
from ...values.tensor import Tensor
from ...values.text import StringArray

_OPTIONS = "frames gridsize bordersize backgroundcolor thumbnailsize"
_FULL = {"uint8": 255, "uint16": 65535, "int16": 32767}


@builtin(
    "imtile", "out = imtile(images)", "out = imtile(X, map)", "out = imtile(..., Name, Value)",
    summary="Images (files, a cell array, or frames of an array) side by side in one: Frames, GridSize, BorderSize, BackgroundColor, ThumbnailSize.",
    examples=(
        Example("imtile({uint8([1 2]), uint8([3 4]), uint8([5 6])}, 'GridSize', [2 2])", "uint8([1 2 3 4;5 6 0 0])"),
        Example("size(imtile(zeros(4,6,3,5)))", "[12 12 3]"),
        Example("imtile(cat(4,[1 1],[0.5 0.5]), 'BorderSize', [0 1], 'BackgroundColor', 'white')", "[1 1 1 1;1 0.5 0.5 1]"),
        Example("imtile({eye(2)>0, ones(4)>0}, 'ThumbnailSize', [2 2])", "[true false true true;false true true true]"),
    ),
    errors=(
        ErrorCase("imtile({})", "MATLAB:images:imtile:noImages"),
        ErrorCase("imtile({1,2,3},'GridSize',[1 2 3])", "MATLAB:images:imtile:invalidGridSize"),
        ErrorCase("imtile(1,'Frames',3)", "MATLAB:images:imtile:invalidFrames"),
        ErrorCase("imtile(1,1i)", "MATLAB:images:imtile:invalidColormap"),
    ),
    see_also=("imshow", "imresize"),
)  # fmt: skip
def imtile(call: Any, images: Any, *rest: Any) -> Tensor:
    positional = list(rest)
    colors = as_array(positional.pop(0)) if positional and not is_text(positional[0]) else None
    options = arg.name_values(positional, "imtile", _OPTIONS)
    if colors is not None and (colors.ndim != 2 or colors.shape[1] != 3 or not len(colors) or colors.dtype.kind not in "fb"):
        raise call.error("A colormap must have three columns, and a row for each color.", "MATLAB:images:imtile:invalidColormap")
    frames = _frames(call, images, colors)
    if "frames" in options:
        chosen = arg.flat(options["frames"])
        if chosen.size and (chosen.min() < 1 or chosen.max() > len(frames) or np.any(chosen != np.floor(chosen))):
            raise call.error("Frames must be numbers of images that are there.", "MATLAB:images:imtile:invalidFrames")
        frames = [frames[int(k) - 1] for k in chosen]
    if not frames:
        raise call.error("There are no images to tile.", "MATLAB:images:imtile:noImages")
    channels = 3 if any(_channels(f) == 3 for f in frames) else 1
    size = _size(call, options, frames[0].shape[:2])
    background = _background(options, frames[0].dtype)
    channels = 3 if len(set(background)) > 1 else channels
    border = [int(n) for n in arg.flat(options["bordersize"])] if "bordersize" in options else [0, 0]
    border = border * 2 if len(border) == 1 else border
    rows, columns = _grid(call, options, len(frames), size, border)
    height, width = size[0] + 2 * border[0], size[1] + 2 * border[1]
    whole = np.empty((rows * height, columns * width, channels), frames[0].dtype, order="F")
    whole[...] = background[:channels]
    for k, frame in enumerate(frames[: rows * columns]):
        fitted = _fitted(call, frame, size)
        top = (k // columns) * height + border[0] + (size[0] - fitted.shape[0]) // 2
        left = (k % columns) * width + border[1] + (size[1] - fitted.shape[1]) // 2
        whole[top : top + fitted.shape[0], left : left + fitted.shape[1]] = fitted.astype(whole.dtype, copy=False)
    return Tensor(whole[:, :, 0] if channels == 1 else whole)


def _channels(frame: np.ndarray) -> int:
    """Channels of an image."""
    return frame.shape[2] if frame.ndim > 2 else 1


def _frames(call: Any, images: Any, colors: np.ndarray | None) -> list[np.ndarray]:
    """The images as arrays of rows, columns and channels."""
    if type(images) is StringArray or is_text(images):
        images = call.feval("cellstr", images)[0]
    if type(images) is CellArray:
        read = [call.feval("imread", item)[0] if is_text(item) else item for item in images.array.ravel(order="F")]
        frames = [as_array(item) for item in read]
    else:
        array = as_array(images)
        frames = [array[..., k] for k in range(array.shape[3])] if array.ndim == 4 else [array]
    if colors is not None:
        frames = [colors[np.clip(f.astype(int) - (f.dtype.kind == "f"), 0, len(colors) - 1)] for f in (np.squeeze(x) for x in frames)]
    if any(f.ndim > 3 or _channels(f) not in (1, 3) for f in frames):
        raise call.error("Images must be grey, or have three channels.", "MATLAB:images:imtile:invalidImages")
    return [f if f.ndim == 3 else f[:, :, None] for f in frames]


def _size(call: Any, options: dict[str, Any], first: tuple[int, ...]) -> tuple[int, int]:
    size = options.read("thumbnailsize", arg.flat, np.zeros(0))
    if size.size == 0:
        return first[0], first[1]
    if size.size != 2 or np.isnan(size).all():
        raise call.error("ThumbnailSize must be a vector of two lengths.", "MATLAB:images:imtile:invalidThumbnailSize")
    rows, columns = (None if np.isnan(n) else int(n) for n in size)
    rows = math.ceil(columns * first[0] / first[1]) if rows is None and columns is not None else rows
    columns = math.ceil(rows * first[1] / first[0]) if columns is None and rows is not None else columns
    assert rows is not None and columns is not None
    return rows, columns


def _grid(call: Any, options: dict[str, Any], count: int, size: tuple[int, int], border: list[int]) -> tuple[int, int]:
    grid = options.read("gridsize", arg.flat, np.zeros(0))
    if grid.size == 0:
        # As square as whole tiles allow.
        columns = math.ceil(math.sqrt(count * (size[0] + 2 * border[0]) / (size[1] + 2 * border[1])))
        return math.ceil(count / columns), columns
    if grid.size != 2 or np.isnan(grid).all() or np.any(grid < 1):
        raise call.error("GridSize must be a vector of two lengths.", "MATLAB:images:imtile:invalidGridSize")
    rows, columns = grid
    return (
        int(rows if not np.isnan(rows) else math.ceil(count / columns)),
        int(columns if not np.isnan(columns) else math.ceil(count / rows)),
    )


def _background(options: dict[str, Any], dtype: np.dtype) -> list[Any]:
    value = options.get("backgroundcolor")
    if value is None:
        return [0, 0, 0]
    colour = to_rgb(text_of(value)) if is_text(value) else arg.flat(value)
    numbers = np.zeros(3) if isinstance(colour, str) else np.broadcast_to(np.asarray(colour, np.float64).ravel(), 3)
    scaled = numbers * _FULL.get(dtype.name, 1)
    return [dtype.type(round(x) if dtype.kind in "iu" else x) for x in scaled]


def _fitted(call: Any, frame: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """An image as large as it fits into a tile, with its own proportions."""
    rows, columns = frame.shape[:2]
    if (rows, columns) == size:
        return frame
    scale = min(size[0] / rows, size[1] / columns)
    target = (max(1, min(size[0], round(rows * scale))), max(1, min(size[1], round(columns * scale))))
    resized = as_array(call.feval("imresize", Tensor(np.asfortranarray(frame)), Tensor(np.array([target], np.float64)))[0])
    return resized if resized.ndim == 3 else resized[:, :, None]

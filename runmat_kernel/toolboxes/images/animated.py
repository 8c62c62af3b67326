"""Image files with several frames (animated GIF, TIFF), and conversion of true colours to an index with a colormap."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.stored import store
from ...builtins.arguments import scalar
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, is_text, text_of
from ..files.formats.damage import check_memory

_PIXEL_BYTES = 10
"""Bytes that a pixel takes while it is read, its colours in three copies."""
_SEVERAL = ("gif", "tif", "tiff")


def pil_image(array: np.ndarray, colormap: np.ndarray | None) -> Any:
    """A Pillow image of stored pixels.  With a colormap of at most 256 colours it is indexed, and ``array`` counts from 0."""
    from PIL import Image

    if colormap is None:
        return Image.fromarray(np.ascontiguousarray(array))
    palette = np.clip(np.floor(colormap * 255 + 0.5), 0, 255).astype(np.uint8)
    if len(palette) > 256:
        return Image.fromarray(np.ascontiguousarray(palette[array]))
    indexed = Image.fromarray(np.ascontiguousarray(array.astype(np.uint8)), "P")
    indexed.putpalette(palette.tobytes())
    return indexed


def save(frames: list[Any], path: str, form: str | None, named: dict[str, Any]) -> None:
    """Write one image or several with the options ``WriteMode``, ``DelayTime``, ``LoopCount`` and ``Quality``.  Errors of Pillow pass through."""
    from PIL import Image

    kind = (form or os.path.splitext(path)[1].lstrip(".")).lower()
    extra: dict[str, Any] = {"quality": int(scalar(named["quality"]))} if "quality" in named else {}
    if kind in _SEVERAL:
        delays = [_delay(named)] * len(frames)
        loop = _loops(named)
        if "writemode" in named and text_of(named["writemode"]).lower() == "append" and os.path.exists(path):
            before, known, repeats = _frames(path)
            frames, delays, loop = before + frames, known + delays, repeats if loop is None else loop
        if kind == "gif":
            store(path, _gif(frames, delays, loop))
            return
        extra |= {"save_all": True, "append_images": frames[1:]} if len(frames) > 1 else {}
    if kind in ("jpg", "jpeg"):
        frames = [frame.convert("RGB") if frame.mode == "P" else frame for frame in frames]
    data = io.BytesIO()  # Pillow ignores errors of the disk
    form = {"jpg": "jpeg", "tif": "tiff"}.get(form, form) if form else Image.registered_extensions()[f".{kind}"]
    frames[0].save(data, format=form, **extra)
    store(path, data.getvalue())


def _gif(frames: list[Any], delays: list[int], loop: int | None) -> bytes:
    """Write a GIF frame by frame, because Pillow's writer of several frames leaves out a frame that equals the one before."""
    from PIL.GifImagePlugin import getdata, getheader

    frames = [_indexed(frame) for frame in frames]
    info: dict[str, Any] = {"duration": delays[0], "optimize": False} | ({"loop": loop} if loop is not None else {})
    colours = frames[0].getpalette()
    header, _ = getheader(frames[0], info=info)
    parts = [*header]
    for frame, delay in zip(frames, delays, strict=True):
        parts += getdata(frame, duration=delay, disposal=1, include_color_table=frame.getpalette() != colours)
    return b"".join([*parts, b";"])


def _indexed(frame: Any) -> Any:
    """An image as indices of colours; grey levels are their own indices."""
    from PIL import Image

    if frame.mode == "P":
        return frame
    return frame.convert("L").convert("P") if frame.mode in ("1", "L") else frame.convert("P", palette=Image.Palette.ADAPTIVE)


def _delay(named: dict[str, Any]) -> int:
    """The time that a frame is shown, in milliseconds; MATLAB's default is half a second."""
    return round(1000 * float(scalar(named["delaytime"]))) if "delaytime" in named else 500


def _loops(named: dict[str, Any]) -> int | None:
    """The number of repetitions as GIF counts them; 0 is for ever, None means that the option is absent."""
    if "loopcount" not in named:
        return None
    count = float(scalar(named["loopcount"]))
    return 0 if np.isinf(count) else int(count)


def _frames(path: str) -> tuple[list[Any], list[int], int | None]:
    """The frames of a file with their times, and the number of repetitions."""
    from PIL import Image

    with Image.open(path, formats=("GIF", "TIFF", "PNG", "WEBP")) as image:  # other formats may start programs
        loop = image.info.get("loop")
        timed = [(frame, int(frame.info.get("duration", 500))) for frame in frames_of(image, range(getattr(image, "n_frames", 1)))]
    return [frame for frame, _ in timed], [delay for _, delay in timed], loop


def frames_of(image: Any, numbers: Iterable[int]) -> Iterator[Any]:
    """The frames of a file with these numbers, from 0.  Pillow converts the later frames of a GIF to true colours; frames whose colours are all in the colormap of the first one are indexed again."""
    from PIL import Image

    image.seek(0)
    first = (
        np.array(image.getpalette() or [0] * 3, np.int64).reshape(-1, 3)
        if image.mode == "P"
        else np.repeat(np.arange(256)[:, None], 3, axis=1)
    )
    known = first @ np.array([65536, 256, 1])
    order = np.argsort(known, kind="stable")
    for number in numbers:
        image.seek(number)
        check_pixels(image)
        frame = image.copy()
        if image.format == "GIF" and frame.mode == "RGB":
            packed = np.array(frame, np.int64) @ np.array([65536, 256, 1])
            at = order[np.minimum(np.searchsorted(known[order], packed), known.size - 1)]
            if (known[at] == packed).all():
                frame = Image.fromarray(at.astype(np.uint8), "P")
                frame.putpalette(first.astype(np.uint8).tobytes())
        frame.info = dict(image.info)
        yield frame


def check_pixels(image: Any, count: int = 1) -> None:
    """Raise an error where the memory does not hold this many frames of the image's size."""
    check_memory(_PIXEL_BYTES * image.width * image.height * count)


def frame_selection(options: tuple[Any, ...]) -> list[int] | str | None:
    """The frame numbers that the options of imread select, by a number or by ``Frames``; "all", or None for the first frame."""
    rest = list(options)
    if rest and is_text(rest[0]) and len(rest) % 2:
        rest.pop(0)
    selection = rest.pop(0) if rest and not is_text(rest[0]) else None
    for i in range(0, len(rest) - 1, 2):
        if text_of(rest[i]).lower() in ("frames", "index"):
            selection = rest[i + 1]
    if selection is None or is_text(selection):
        return None if selection is None else "all"
    return [int(n) for n in as_array(selection).ravel(order="F")]


def chosen_frames(image: Any, selection: list[int] | str | None) -> list[Any]:
    """The frames that ``frame_selection`` names.  Frames with different colormaps are converted to true colours."""
    if selection is None:
        return [image]
    count = getattr(image, "n_frames", 1)
    numbers = selection if isinstance(selection, list) else range(1, count + 1)
    check_pixels(image, len(numbers))
    frames = []
    for number in numbers:
        if not 1 <= number <= count:
            raise MatlabError(f"Frame {number} is not in the file, which has {count}.", "MATLAB:imagesci:imread:badImageIndex")
        frames += frames_of(image, [number - 1])
    return frames if len({frame.mode for frame in frames}) == 1 else [frame.convert("RGB") for frame in frames]


@builtin(
    "rgb2ind",
    "[X, map] = rgb2ind(RGB, n)",
    "X = rgb2ind(RGB, map)",
    "[X, map] = rgb2ind(..., 'nodither')",
    summary="Indexed image with a colormap of at most n colours, or of the nearest colours of a given map.",
    examples=(
        Example("[X, map] = rgb2ind(uint8(cat(3, [255 0], [0 0], [0 255])), 8); map", "[0 0 1; 1 0 0]"),
        Example("rgb2ind(cat(3, [0.9 0.1], [0.9 0.1], [0.9 0.1]), [0 0 0; 1 1 1])", "uint8([1 0])"),
        Example("X = rgb2ind(0.3 * ones(16, 16, 3), gray(2)); abs(mean(X(:)) - 0.3) < 0.03", "true"),
        Example("any(any(rgb2ind(0.3 * ones(4, 4, 3), gray(2), 'nodither')))", "false"),
    ),
    errors=(ErrorCase("rgb2ind(ones(2), 8)", "MATLAB:rgb2ind:invalidRGB"),),
)
def rgb2ind(call: Any, rgb: Any, colours: Any, dither: Any = None) -> Any:
    from PIL import Image

    from .files import to_pixels

    pixels = to_pixels(as_array(rgb))
    if pixels.ndim != 3 or pixels.shape[2] != 3:
        raise call.error("RGB must be an m-by-n-by-3 array.", "MATLAB:rgb2ind:invalidRGB")
    pixels = np.ascontiguousarray(pixels if pixels.dtype == np.uint8 else (pixels // 257).astype(np.uint8))
    rgb_table = as_array(colours).astype(np.float64)
    plain = dither is not None and text_of(dither).lower() == "nodither"
    smooth = Image.Dither.NONE if plain else Image.Dither.FLOYDSTEINBERG
    if rgb_table.ndim == 2 and rgb_table.shape[1] == 3:
        if not plain and len(rgb_table) <= 256:
            palette = Image.new("P", (1, 1))
            table = np.concatenate([rgb_table, np.repeat(rgb_table[-1:], 256 - len(rgb_table), axis=0)])
            palette.putpalette((table * 255).round().astype(np.uint8).tobytes())
            indices = np.minimum(np.array(Image.fromarray(pixels).quantize(palette=palette, dither=smooth)), len(rgb_table) - 1)
            return _index(indices, len(rgb_table)), rgb_table
        flat = pixels.reshape(-1, 3).astype(np.float64) / 255
        nearest = np.concatenate(
            [((part[:, None] - rgb_table) ** 2).sum(axis=2).argmin(axis=1) for part in np.array_split(flat, len(flat) // 65536 + 1)]
        )
        return _index(nearest.reshape(pixels.shape[:2]), len(rgb_table)), rgb_table
    wanted = scalar(colours, "number of colours")
    if not 0 < wanted <= 65536:
        raise call.error("The number of colours, or the tolerance, must be positive and at most 65536.", "MATLAB:rgb2ind:invalidColors")
    number = int(wanted) if wanted >= 1 else int((np.floor(1 / wanted) + 1) ** 3)
    distinct, index = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True)
    if len(distinct) <= number:
        return _index(index.reshape(pixels.shape[:2]), len(distinct)), distinct / 255
    palette = Image.fromarray(pixels).quantize(min(number, 256), method=Image.Quantize.MEDIANCUT)
    indices = np.array(Image.fromarray(pixels).quantize(palette=palette, dither=smooth))
    table = np.array(palette.getpalette(), np.float64).reshape(-1, 3)[: min(number, 256)] / 255
    return _index(indices, len(table)), table


def _index(numbers: np.ndarray, count: int) -> np.ndarray:
    return np.asfortranarray(numbers.astype(np.uint8 if count <= 256 else np.uint16))

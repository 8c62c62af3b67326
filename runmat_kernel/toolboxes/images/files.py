"""Image files: imread, imwrite, imfinfo (through Pillow)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...base.errors import Damaged, MatlabError
from ...base.folders import absolute
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import StructArray, Tensor
from ...values.convert import as_array, is_text, text_of, to_value
from ..files.formats.damage import reading
from .animated import check_pixels, chosen_frames, frame_selection, frames_of, pil_image, save

_MOST_INFLATED = 1032
"""How many bytes one byte of a compressed PNG image can stand for."""
_FORMATS = ("BMP", "DIB", "GIF", "ICO", "CUR", "JPEG", "JPEG2000", "PCX", "PNG", "PPM", "SUN", "TIFF", "WEBP")
"""The formats of images that are read.  Pillow knows others, of which it gives some to other programs to read."""


@contextmanager
def _opened(call: Any, name: Any) -> Iterator[Any]:
    """A Pillow image, while it is read."""
    from PIL import Image, UnidentifiedImageError

    path = text_of(name, "file name")
    with reading(path, "image file", "MATLAB:imagesci:imread:fileFormat"):
        Image.MAX_IMAGE_PIXELS = None  # the memory limits the number of pixels
        try:
            image = Image.open(call.session.path.file(path), formats=_FORMATS)
        except FileNotFoundError:
            raise MatlabError(f'Unable to find file "{path}".', "MATLAB:imagesci:imread:fileDoesNotExist") from None
        except UnidentifiedImageError:
            raise MatlabError("Unable to determine the file format.", "MATLAB:imagesci:imread:fileFormat") from None
        with image:
            check_pixels(image)
            if image.format == "PNG" and image.height * -(-image.width // 8) > _MOST_INFLATED * os.fstat(image.fp.fileno()).st_size:
                raise Damaged("it has fewer pixels than it says")
            yield image


def _colormap(image: Any) -> np.ndarray:
    palette = np.array(image.getpalette() or [], np.float64).reshape(-1, 3) / 255
    return palette[: int(np.array(image).max()) + 1]


_EXAMPLE = "f = [tempname '.png']; a = uint8([0 100; 200 255]); imwrite(a, f); b = imread(f); delete(f); "


@builtin(
    "imread",
    "A = imread(filename)",
    "A = imread(filename, fmt)", "A = imread(filename, idx)", "A = imread(..., Name, Value)",
    "[X, map, alpha] = imread(...)",
    summary="Image of a file: uint8 (uint16, logical) pixels, m-by-n or m-by-n-by-3; a colormap for indexed images.",
    examples=(Example(_EXAMPLE + "b", "uint8([0 100; 200 255])"),),
    errors=(ErrorCase("imread('no such file.png')", "MATLAB:imagesci:imread:fileDoesNotExist"),),
)
def imread(call, name, *options):
    selection = frame_selection(options)
    with _opened(call, name) as opened:
        return _pixels(opened, chosen_frames(opened, selection))


def _pixels(opened: Any, frames: list[Any]) -> tuple[Any, Any, Any]:
    """Pixels, colormap and opacity of the frames of an image that is open."""
    image, empty = frames[0], np.zeros((0, 0))
    greys = np.repeat(np.arange(256.0)[:, None] / 255, 3, axis=1) if opened.format == "GIF" and image.mode == "L" else empty
    if len(frames) > 1:
        return (
            np.stack([np.atleast_3d(np.array(frame)) for frame in frames], axis=3),
            _colormap(image) if image.mode == "P" else greys,
            empty,
        )
    if image.mode == "P":
        return np.array(image), _colormap(image), empty
    if image.mode == "1":
        return np.array(image, bool), empty, empty
    if image.mode in ("LA", "RGBA"):
        pixels = np.array(image)
        colours = pixels[:, :, :-1]
        return Tensor(colours[:, :, 0] if colours.shape[2] == 1 else colours), empty, Tensor(pixels[:, :, -1])
    if image.mode.startswith("I"):
        return np.array(image).astype(np.uint16), empty, empty
    return np.array(image if image.mode in ("L", "RGB") else image.convert("RGB")), greys, empty


def to_pixels(array: np.ndarray) -> np.ndarray:
    """Pixels as they are stored: floats from 0 to 1 become 0 to 255."""
    if array.dtype.kind == "f":
        return np.clip(np.floor(np.nan_to_num(array) * 255 + 0.5), 0, 255).astype(np.uint8)
    return array.astype(bool) if array.dtype == bool else array


@builtin(
    "imwrite",
    "imwrite(A, filename)",
    "imwrite(A, map, filename)",
    "imwrite(A, filename, fmt, Name, Value, ...)",
    "imwrite(A, filename, 'Alpha', alpha)",
    "imwrite(X, map, filename, 'gif', 'WriteMode', 'append', 'DelayTime', t, 'LoopCount', n)",
    summary="Write an image to a file, whose extension says the format.",
    examples=(
        Example(_EXAMPLE + "class(b)", "'uint8'"),
        Example(
            "f = [tempname '.png']; imwrite(uint8([9 8]), f, 'Alpha', [1 0]); [a, ~, b] = imread(f); delete(f); {a, b}",
            "{uint8([9 8]), uint8([255 0])}",
        ),
    ),
    errors=(ErrorCase("imwrite(1, '/nosuchfolder/a.png')", "MATLAB:imagesci:imwrite:fileOpen", "No such file or directory"),),
)
def imwrite(call, pixels, *arguments):
    rest = list(arguments)
    colormap = as_array(rest.pop(0)) if rest and not is_text(rest[0]) else None
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    path, options = os.path.expanduser(text_of(rest[0], "file name")), rest[1:]
    fmt = text_of(options.pop(0)) if len(options) % 2 else None
    named = {text_of(options[i]).lower(): options[i + 1] for i in range(0, len(options), 2)}
    array = as_array(pixels)
    array = to_pixels(array) if colormap is None else array.astype(int) - (1 if array.dtype.kind == "f" else 0)
    stack = (
        [array[:, :, :, k].squeeze(2) if array.shape[2] == 1 else array[:, :, :, k] for k in range(array.shape[3])]
        if array.ndim == 4
        else [array]
    )
    opacity = to_pixels(as_array(named.pop("alpha"))) if "alpha" in named else None
    if opacity is not None and opacity.shape != array.shape[:2]:
        raise call.error("The size of the alpha channel must match the size of the image.", "MATLAB:imagesci:writepng:alphaDimsMismatch")
    try:
        images = [pil_image(frame, colormap) for frame in stack]
        if opacity is not None:
            images = [_with_opacity(image, opacity) for image in images]
        save(images, path, fmt, named)
    except OSError as error:
        reason = error.strerror or str(error)
        raise call.error(f"Unable to write the image file '{path}': {reason}.", "MATLAB:imagesci:imwrite:fileOpen") from None
    except (ValueError, KeyError, TypeError, IndexError):
        reason = "images of this class and size cannot be stored in this format"
        raise call.error(f"Unable to write the image file '{path}': {reason}.", "MATLAB:imagesci:imwrite:fileOpen") from None


def _with_opacity(image: Any, opacity: np.ndarray) -> Any:
    """An image with the opacity of its pixels."""
    from PIL import Image

    converted = image.convert("LA" if image.mode in ("L", "1") else "RGBA")
    converted.putalpha(Image.fromarray(opacity.astype(np.uint8)))
    return converted


@builtin(
    "imfinfo",
    "info = imfinfo(filename)",
    summary="Size, format and colour type of an image file; one element for each picture of an animation or of pages.",
    examples=(
        Example("f = [tempname '.png']; imwrite(uint8(zeros(2, 3)), f); i = imfinfo(f); delete(f); [i.Height i.Width]", "[2 3]"),
        Example("f = [tempname '.gif']; imwrite(uint8(cat(4, [1 2], [2 1])), gray(4), f, 'DelayTime', 0.2); i = imfinfo(f); delete(f); [i.DelayTime]", "[20 20]"),
    ),
)  # fmt: skip
def imfinfo(call, name):
    with _opened(call, name) as image:
        return _described(image, absolute(call.session.path.file(text_of(name))))


def _described(image: Any, path: str) -> Any:
    kinds = {"P": ("indexed", 8), "L": ("grayscale", 8), "1": ("grayscale", 1), "RGB": ("truecolor", 24), "RGBA": ("truecolor", 32)}
    kinds |= {"LA": ("grayscale", 16), "I;16": ("grayscale", 16), "I": ("grayscale", 16)}
    records = []
    count = getattr(image, "n_frames", 1)
    for frame in frames_of(image, range(count)) if count > 1 else [image]:
        colour, depth = kinds.get("P" if image.format == "GIF" and frame.mode == "L" else frame.mode, ("truecolor", 24))
        fields: dict[str, Any] = {
            "Filename": path,
            "FileSize": float(os.path.getsize(path)),
            "Format": {"jpeg": "jpg", "tiff": "tif"}.get((image.format or "").lower(), (image.format or "").lower()),
            "Width": float(frame.width),
            "Height": float(frame.height),
            "BitDepth": float(depth),
            "ColorType": colour,
        }
        if image.format == "GIF":
            fields["DelayTime"] = frame.info.get("duration", 0) / 10  # in hundredths of a second
        records.append(fields)
    if len(records) == 1:
        return records[0]
    cells = np.empty((1, len(records)), object)
    for k, fields in enumerate(records):
        cells[0, k] = {key: to_value(value) for key, value in fields.items()}
    return StructArray(cells, tuple(records[0]))

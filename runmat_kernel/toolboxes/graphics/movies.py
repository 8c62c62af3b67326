"""Movies: frames of getframe, im2frame and VideoReader shown one after another."""

from __future__ import annotations

import base64
import io
from typing import Any

import numpy as np

from ...builtins.spec import ErrorCase, Example, builtin
from ...figures.arguments import as_handle, is_numeric
from ...figures.handles import Handle
from ...values import StructArray
from ...values.convert import as_array, numel_of
from ..images.animated import pil_image

_RATE = 12.0
"""Frames in a second where nothing is said."""


@builtin(
    "movie", "movie(M)", "movie(M, n)", "movie(M, n, fps)", "movie(h, M, n, fps, loc)",
    summary="Play frames n times (backward too where n is negative; [n k1 k2 ...]: these frames): a notebook shows a moving image.",
    examples=(Example("plot(1:3); M(1) = getframe; M(2) = getframe; movie(M, 2, 10); numel(M)", "2"),),
    errors=(ErrorCase("movie(1)", "MATLAB:movie:InvalidMovie"), ErrorCase("movie(struct('cdata', 1))", "MATLAB:movie:InvalidMovie")),
    see_also=("getframe", "im2frame", "VideoWriter"),
)  # fmt: skip
def movie(call: Any, *arguments: Any) -> None:
    rest = list(arguments)
    if len(rest) > 1 and (isinstance(as_handle(call.session.figures, rest[0]), Handle) or is_numeric(rest[0])):
        rest.pop(0)  # where: every movie is shown below its cell
    film, plays, rate = (*rest[:3], None, None)[:3] if rest else (None, None, None)
    if type(film) is not StructArray or not {"cdata", "colormap"} <= set(film.fields):
        raise call.error("Movie matrices must be structs of frames with the fields cdata and colormap.", "MATLAB:movie:InvalidMovie")
    times, order = _plays(call, plays, film.numel)
    speed = float(as_array(rate).flat[0]) if rate is not None and numel_of(rate) else _RATE
    if not 0 < speed < np.inf:
        raise call.error("The number of frames per second must be positive.", "MATLAB:movie:InvalidRate")
    if not order or times == 0:
        return
    frames = [_frame(item) for item in film.array.ravel(order="F")]
    call.session.show_data({
        "image/png": base64.b64encode(_moving([frames[k] for k in order], speed, times)).decode("ascii"),
        "text/plain": f"<movie of {len(order)} frames, {speed:g} in a second>",
    })  # fmt: skip


def _plays(call: Any, plays: Any, count: int) -> tuple[int, list[int]]:
    """How often the frames are played, and which (from 0), in this order."""
    asked = as_array(plays).ravel(order="F").astype(np.float64) if plays is not None and numel_of(plays) else np.ones(1)
    order = [int(k) - 1 for k in asked[1:]] or list(range(count))
    if any(not 0 <= k < count for k in order):
        raise call.error("The movie has no frame of this number.", "MATLAB:movie:InvalidFrame")
    return abs(int(asked[0])), order + order[::-1] if asked[0] < 0 else order


def _frame(item: Any) -> Any:
    """A frame in true colours: its own, or those of its map."""
    data, colours = as_array(item["cdata"]), as_array(item["colormap"])
    if data.ndim == 3:
        pixels = data if data.dtype == np.uint8 else np.round(np.clip(data, 0, 1) * 255).astype(np.uint8)
    elif colours.size:
        index = np.clip(data.astype(np.int64) - (data.dtype.kind == "f"), 0, len(colours) - 1)
        pixels = np.round(np.clip(colours[index], 0, 1) * 255).astype(np.uint8)
    else:
        pixels = data.astype(np.uint8)
    return pil_image(pixels, None).convert("RGB")


def _moving(frames: list[Any], rate: float, times: int) -> bytes:
    """An animated PNG; frames of different sizes stand at the top left of a white ground."""
    from PIL import Image

    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    whole = []
    for frame in frames:
        ground = Image.new("RGB", size, "white")
        ground.paste(frame, (0, 0))
        whole.append(ground)
    stream = io.BytesIO()
    whole[0].save(stream, "png", save_all=True, append_images=whole[1:], duration=1000 / rate, loop=times)
    return stream.getvalue()

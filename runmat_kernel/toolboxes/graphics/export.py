"""Images of figures in files and arrays: print, saveas, exportgraphics, getframe."""

from __future__ import annotations

import io
import math
import os
import re
from typing import Any

import numpy as np

from ...base.stored import store
from ...builtins import arguments as arg
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...figures import positions
from ...figures.colors import to_rgb
from ...figures.tree import Node
from ...values import CharArray, StructArray, Tensor
from ...values.convert import as_array, is_text, text_of
from ..images.animated import save as save_pictures
from .figure_files import save_figure
from .handles import node_of

_FORMS = {
    "png": "png", "svg": "svg", "pdf": "pdf", "jpg": "jpg", "jpeg": "jpg", "tif": "tif", "tiff": "tif", "eps": "eps", "epsc": "eps", "ps": "ps", "bmp": "bmp",
}  # fmt: skip
_DEVICES = {
    r"e?psc?2?": None, r"jpeg\d*|jpg": "jpg", r"png": "png", r"tiff?n?|tiffnocompression": "tif", r"pdf(write)?": "pdf", r"svg": "svg",
    r"bmp\w*": "bmp", r"meta|emf|hdf|p[bgp]m\w*|pcx\w*|ill|hpgl|win\w?|prn\w?": "png",
}  # fmt: skip
"""The devices that can follow ``-d``, and the format that is written: eps and ps as they are, unsupported image formats as PNG."""


def _form_of_device(call: Any, word: str) -> str:
    for pattern, form in _DEVICES.items():
        if re.fullmatch(pattern, word[2:]):
            return form or word[2:].rstrip("2").rstrip("c")
    raise call.error(f"Unrecognized device '{word}'.", "MATLAB:print:UnrecognizedDevice")


def save(call: Any, node: Node, path: str, form: str | None, dots_per_inch: float = 150.0) -> None:
    """Draw a figure into a file; the format comes from ``form`` or from the file's extension."""
    from ...figures.drawing.render import render

    extension = os.path.splitext(path)[1].lstrip(".").lower()
    form = form or _FORMS.get(extension, "png")
    if not extension:
        path = f"{path}.{form}"
    if extension and extension not in _FORMS and extension != "fig":
        raise call.error(f"Unsupported format '{extension}'.", "MATLAB:print:UnsupportedFormat")
    if extension == "fig":
        save_figure(call, node, path)
        return
    data = render(node, "png" if form == "bmp" else form, scale=dots_per_inch / 96.0).data
    _write(call, path, _as_bitmap(data) if form == "bmp" else data)


def _as_bitmap(data: bytes) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").save(out, "bmp")
    return out.getvalue()


def _write(call: Any, path: str, data: bytes) -> None:
    try:
        store(path, data)
    except OSError as error:
        raise call.error(f"Cannot create output file '{path}': {error.strerror}.", "MATLAB:print:CannotCreateOutputFile") from None


def _pixels(data: bytes) -> np.ndarray:
    """The colours of a PNG, height by width by 3."""
    from PIL import Image

    return np.asfortranarray(np.array(Image.open(io.BytesIO(data)).convert("RGB")))


def _figure_of(call: Any, node: Any) -> Any:
    """The figure that a node is, or is in."""
    figure = node.parent_of("figure")
    if figure.type != "figure":
        raise call.error("A figure or something in one must be given.", f"MATLAB:{call.name}:InvalidHandle")
    return figure


@builtin(
    "print",
    "print()",
    "print(file, device, resolution, ...)",
    "cdata = print('-RGBImage', resolution)",
    summary="Save a figure: print('-dpng', 'file', '-r300'); or its image as an array.",
    examples=(Example("plot(1:3); c = print('-RGBImage','-r96'); size(c)", "[420 560 3]"),),
    see_also=("saveas", "exportgraphics"),
    effect=Effect.CODE,
)
def print_(call, *arguments):
    from ...figures.drawing.render import render

    words = [text_of(item) for item in arguments if is_text(item)]
    if "-rgbimage" in map(str.lower, words):
        nodes = [node_of(call, item) for item in arguments if not is_text(item)] or [call.session.figures.gcf()]
        dots = [float(word[2:]) or 96.0 for word in words if re.fullmatch(r"-r\d+", word)] or [150.0]
        return _pixels(render(_figure_of(call, nodes[-1]), "png", scale=dots[-1] / 96.0).data)
    node, path, form, resolution = None, None, None, 150.0
    for item in arguments:
        word = text_of(item) if is_text(item) else ""
        if not is_text(item):
            node = node_of(call, item)
        elif word.startswith("-d"):
            form = _form_of_device(call, word)
        elif word.startswith("-f") and word[2:].isdigit():
            node = node_of(call, float(word[2:]))
        elif word.startswith("-r"):
            resolution = float(word[2:] or 150) or 96.0
        elif not word.startswith("-"):
            path = word
    if path is not None:
        save(call, _figure_of(call, node or call.session.figures.gcf()), path, form, resolution)
    return None


@builtin(
    "saveas",
    "saveas(f, file)",
    "saveas(f, file, format)",
    summary="Save a figure in a file; the extension names the format.",
    see_also=("print", "exportgraphics"),
)
def saveas(call, handle, path, *form):
    node = _figure_of(call, node_of(call, handle))
    save(call, node, text_of(path), _FORMS.get(text_of(form[0]).lower(), None) if form else None)


@builtin(
    "exportgraphics",
    "exportgraphics(h, file)",
    "exportgraphics(h, file, Name, Value, ...)",
    summary="Save a figure or axes in a file, cut close to what is drawn: Resolution, BackgroundColor, Colorspace, ContentType, Append.",
    examples=(
        Example("f = [tempname '.png']; plot(1:3); exportgraphics(gca, f, 'Resolution', 96); i = imfinfo(f); delete(f); i.Width < 560", "true"),
        Example("f = [tempname '.gif']; plot(1:3); exportgraphics(gca, f); exportgraphics(gca, f, Append=true); i = imfinfo(f); delete(f); numel(i)", "2"),
    ),
    errors=(ErrorCase("exportgraphics(gcf,[tempname '.png'],'NoSuchThing',1)", "MATLAB:exportgraphics:NameValueNames"),),
    see_also=("print",),
)  # fmt: skip
def exportgraphics(call, handle, path, *options):
    from ...figures.drawing.render import Cut, render

    node, path = node_of(call, handle), os.path.expanduser(text_of(path))
    named = arg.name_values(options, "exportgraphics", "resolution backgroundcolor colorspace contenttype append")
    extension = os.path.splitext(path)[1].lstrip(".").lower()
    if extension not in ("png", "jpg", "jpeg", "tif", "tiff", "gif", "pdf", "eps", "svg", "emf"):
        raise call.error(f"Unsupported format '{extension}'.", "MATLAB:print:UnsupportedFormat")
    background = _background(call, named["backgroundcolor"]) if "backgroundcolor" in named else None
    cut = Cut(node if node.type in ("axes", "polaraxes") else None, background)
    dots = arg.scalar(named["resolution"]) if "resolution" in named else 150.0
    if not 0 < dots < math.inf:
        raise call.error("The resolution must be a positive number.", "MATLAB:exportgraphics:expectedPositive")
    grey = "colorspace" in named and text_of(named["colorspace"]).lower() == "gray"
    again = "append" in named and bool(as_array(named["append"]).all()) and os.path.exists(path)
    form = "png" if extension == "gif" else _FORMS.get(extension, "png")
    data = render(_figure_of(call, node), form, scale=dots / 96.0, cut=cut).data
    if extension == "gif":
        _frame_of_gif(path, data, again)
    elif extension in ("png", "jpg", "jpeg", "tif", "tiff") and grey:
        _write(call, path, _in_grey(data, form))
    elif extension == "pdf" and again:
        raise call.error("Pages cannot be appended to PDF files.", "MATLAB:exportgraphics:AppendUnsupported")
    else:
        _write(call, path, data)


def _background(call: Any, value: Any) -> Any:
    """A colour as numbers, ``none``, or None for that of the figure."""
    if not is_text(value):
        numbers = arg.flat(value)
        if numbers.size != 3 or not ((numbers >= 0) & (numbers <= 1)).all():
            raise call.error("A colour must be three numbers from 0 to 1, or a name.", "MATLAB:exportgraphics:InvalidColor")
        return tuple(numbers.tolist())
    word = text_of(value).lower()
    return None if word == "current" else word if word == "none" else tuple(np.ravel(to_rgb(word)).tolist())


def _frame_of_gif(path: str, data: bytes, again: bool) -> None:
    """Write an image as a GIF, or as its next frame, as large as the first."""
    from PIL import Image

    frame = Image.open(io.BytesIO(data)).convert("RGB")
    named: dict[str, Any] = {"loopcount": float("inf"), "delaytime": 0.5}
    if again:
        with Image.open(path, formats=("GIF",)) as before:
            size = before.size
        if frame.size != size:
            whole = Image.new("RGB", size, frame.getpixel((0, 0)))
            whole.paste(frame)
            frame = whole
        named["writemode"] = CharArray.row("append")
    save_pictures([frame.convert("P", palette=Image.Palette.ADAPTIVE)], path, "gif", named)


def _in_grey(data: bytes, form: str) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("L").save(out, {"jpg": "jpeg", "tif": "tiff"}.get(form, form))
    return out.getvalue()


@builtin(
    "getframe", "F = getframe()", "F = getframe(h)", "F = getframe(h, [left bottom width height])",
    summary="The image of the axes, of a figure, or of a rectangle of it in pixels, as a struct with cdata and colormap.",
    examples=(Example("plot(1:3); F = getframe(gcf,[1 1 50 20]); size(F.cdata)", "[20 50 3]"), Example("plot(1:3); F = getframe; size(F.cdata)", "[343 435 3]")),
)  # fmt: skip
def getframe(call, handle=None, rectangle=None):
    from ...figures.drawing.render import render

    node = node_of(call, handle) if handle is not None else call.session.figures.gca()
    pixels = _pixels(render(_figure_of(call, node), "png", scale=1.0).data)
    if rectangle is None and node.type == "axes":
        x, y, w, h = positions.normalized(node)
        high, wide = pixels.shape[:2]
        top, left = round((1 - y - h) * high), round(x * wide)
        pixels = pixels[max(top, 0) : top + round(h * high) + 1, max(left, 0) : left + round(w * wide) + 1]
    if rectangle is not None:
        sides = as_array(rectangle).ravel().astype(np.float64)
        if sides.size != 4 or not (sides[2:] > 0).all():
            raise call.error("The rectangle must be [left bottom width height].", "MATLAB:getframe:InvalidRectangle")
        left, bottom, width, height = np.round(sides).astype(int)
        high = pixels.shape[0] - (bottom - 1) - height
        pixels = pixels[max(high, 0) : max(high + height, 0), max(left - 1, 0) : max(left - 1 + width, 0)]
    return StructArray.scalar({"cdata": Tensor(np.asfortranarray(pixels)), "colormap": Tensor(np.zeros((0, 0)))})

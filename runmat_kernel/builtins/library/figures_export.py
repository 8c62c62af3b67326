"""Pictures of figures in files and arrays: print, saveas, exportgraphics, getframe."""

from __future__ import annotations

import os
import re
from typing import Any

import numpy as np

from ...figures.tree import Node
from ...values import StructArray, Tensor
from ...values.convert import as_array, is_text, text_of
from ..spec import builtin
from .figures_files import save_figure
from .figures_handles import node_of

_FORMS = {
    "png": "png", "svg": "svg", "pdf": "pdf", "jpg": "jpg", "jpeg": "jpg", "tif": "tif", "tiff": "tif", "eps": "eps", "epsc": "eps", "ps": "ps",
}  # fmt: skip
_DEVICES = {
    r"e?psc?2?": None, r"jpeg\d*|jpg": "jpg", r"png": "png", r"tiff?n?|tiffnocompression": "tif", r"pdf(write)?": "pdf", r"svg": "svg",
    r"meta|emf|bmp\w*|hdf|p[bgp]m\w*|pcx\w*|ill|hpgl|win\w?|prn\w?": "png",
}  # fmt: skip
"""What can follow ``-d``, and what is written: eps and ps as they are, pictures of a kind that nothing here writes as PNG."""


def _form_of_device(call: Any, word: str) -> str:
    for pattern, form in _DEVICES.items():
        if re.fullmatch(pattern, word[2:]):
            return form or word[2:].rstrip("2").rstrip("c")
    raise call.error(f"Unrecognized device '{word}'.", "MATLAB:print:UnrecognizedDevice")


def save(call: Any, node: Node, path: str, form: str | None, dots_per_inch: float = 150.0) -> None:
    """Draw a figure into a file; the format comes from ``form`` or from the file's extension."""
    from ...figures.render import render

    extension = os.path.splitext(path)[1].lstrip(".").lower()
    form = form or _FORMS.get(extension, "png")
    if not extension:
        path = f"{path}.{form}"
    if extension and extension not in _FORMS and extension != "fig":
        raise call.error(f"Unsupported format '{extension}'.", "MATLAB:print:UnsupportedFormat")
    if extension == "fig":
        save_figure(call, node, path)
        return
    try:
        with open(path, "wb") as file:
            file.write(render(node, form, scale=dots_per_inch / 96.0).data)
    except OSError as error:
        raise call.error(f"Cannot create output file '{path}': {error.strerror}.", "MATLAB:print:CannotCreateOutputFile") from None


@builtin(
    "print",
    "print()",
    "print(file, device, resolution, ...)",
    summary="Save a figure: print('-dpng', 'file', '-r300').",
    see_also=("saveas", "exportgraphics"),
)
def print_(call, *arguments):
    figures = call.session.figures
    node, path, form, dots = None, None, None, 150.0
    for item in arguments:
        if not is_text(item):
            node = node_of(call, item)
            continue
        word = text_of(item)
        if word.startswith("-d"):
            form = _form_of_device(call, word)
        elif word.startswith("-f") and word[2:].isdigit():
            node = node_of(call, float(word[2:]))
        elif word.startswith("-r"):
            dots = float(word[2:] or 150) or 96.0
        elif not word.startswith("-"):
            path = word
    if path is not None:
        save(call, node or figures.gcf(), path, form, dots)


@builtin(
    "saveas",
    "saveas(f, file)",
    "saveas(f, file, format)",
    summary="Save a figure in a file; the extension names the format.",
    see_also=("print", "exportgraphics"),
)
def saveas(call, handle, path, *form):
    node = node_of(call, handle).parent_of("figure")
    save(call, node, text_of(path), _FORMS.get(text_of(form[0]).lower(), None) if form else None)


@builtin(
    "exportgraphics",
    "exportgraphics(f, file)",
    "exportgraphics(h, file, Name, Value, ...)",
    summary="Save a figure or axes in a file.",
    see_also=("print",),
)
def exportgraphics(call, handle, path, *options):
    dots = next(
        (float(as_array(options[i + 1]).flat[0]) for i in range(0, len(options) - 1, 2) if text_of(options[i]).lower() == "resolution"),
        150.0,
    )
    save(call, node_of(call, handle).parent_of("figure"), text_of(path), None, dots)


@builtin("getframe", "F = getframe()", "F = getframe(h)", summary="The picture of the current figure as a struct with cdata and colormap.")
def getframe(call, *arguments):
    import io

    from PIL import Image

    from ...figures.render import render

    node = node_of(call, arguments[0]).parent_of("figure") if arguments else call.session.figures.gcf()
    pixels = np.array(Image.open(io.BytesIO(render(node, "png", scale=1.0).data)).convert("RGB"))
    return StructArray.scalar({"cdata": Tensor(np.asfortranarray(pixels)), "colormap": Tensor(np.zeros((0, 0)))})

"""From MATLAB's property values to matplotlib's words: colours, line styles, markers, fonts."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ...values import CellArray, CharArray, StringArray
from ...values.convert import is_text, text_of
from ..tree import Node
from . import tex

MARKERS = {
    "+": "+", "o": "o", "*": (6, 2, 0), ".": ".", "x": "x", "_": "_", "|": "|", "s": "s", "square": "s", "d": "D", "diamond": "D", "^": "^",
    "v": "v", ">": ">", "<": "<", "p": "*", "pentagram": "*", "h": (6, 1, 0), "hexagram": (6, 1, 0), "none": "",
}  # fmt: skip
LINES = {"-": "-", "--": (0, (8, 5)), ":": (0, (1.2, 2.5)), "-.": (0, (8, 4, 1.5, 4)), "none": ""}
SCREEN_DPI = 96.0
_SETTINGS = {
    "svg.hashsalt": "runmat",
    "path.simplify": True,
    "agg.path.chunksize": 20000,
    "mathtext.fontset": "dejavusans",
    "axes.unicode_minus": True,
}


def settings() -> dict[str, Any]:
    """matplotlib's settings for our images: its own defaults wherever a ``matplotlibrc`` changed them.

    It reads one from the current folder, where anybody's data may lie; ``text.usetex`` there would start programs.
    """
    from matplotlib import rcParams, rcParamsDefault

    # dict's own methods: those of matplotlib look at each name's history, which takes longer than small images.
    now, usual = dict(dict.items(rcParams)), dict(dict.items(rcParamsDefault))
    changed = {name: value for name, value in usual.items() if now[name] != value and not name.startswith("backend")}
    return changed | _SETTINGS


def colour(node: Node, name: str, auto: Any = None) -> Any:
    """A colour property as an RGB tuple, with its opacity where it has one, or ``'none'``; ``auto`` stands for the words auto and flat."""
    word = node.text(name)
    if word == "none":
        return "none"
    if word in ("auto", "flat", "interp", "texturemap"):
        return auto
    rgb = node.vector(name)
    if rgb.size < 3:
        return auto
    opacity = node.values.get(f"_{name}Alpha")
    return tuple(np.clip(rgb[:3], 0, 1)) if opacity is None else (*np.clip(rgb[:3], 0, 1), opacity)


def line_style(node: Node) -> Any:
    return LINES.get(node.text("LineStyle"), "-")


def marker(node: Node) -> Any:
    return MARKERS.get(node.text("Marker").lower(), "")


def marker_options(node: Node, ink: Any) -> dict[str, Any]:
    """Keyword arguments of matplotlib for the markers of a line; sizes are in points as MATLAB's."""
    size = node.number("MarkerSize")
    edge = colour(node, "MarkerEdgeColor", ink)
    face = colour(node, "MarkerFaceColor", ink)
    if node.text("Marker") == ".":
        return {"marker": ".", "markersize": size * 0.55, "markeredgecolor": edge, "markerfacecolor": edge, "markeredgewidth": 0}
    return {
        "marker": marker(node), "markersize": size, "markeredgecolor": edge, "markerfacecolor": face,
        "markeredgewidth": max(node.number("LineWidth"), 0.6),
    }  # fmt: skip


def width(node: Node) -> float:
    """Line width in points; MATLAB's thinnest half point is drawn as one screen pixel."""
    return max(node.number("LineWidth"), 0.75)


def font(node: Node) -> dict[str, Any]:
    return {
        "fontsize": node.number("FontSize"),
        "fontweight": "bold" if node.text("FontWeight") in ("bold", "demi") else "normal",
        "fontstyle": "italic" if node.text("FontAngle") in ("italic", "oblique") else "normal",
        "family": _family(node.text("FontName")),
    }


_USUAL = frozenset(("helvetica", "arial", "default", ""))
_SERIFS = ("times", "serif", "roman", "georgia", "garamond", "palatino", "cambria", "bookman", "century", "cmr")
_EVEN = ("courier", "mono", "fixed", "consolas", "menlo")


@functools.lru_cache(maxsize=64)
def _family(name: str) -> tuple[str, ...]:
    """The fonts for a name: the font itself where it is installed, and the one of matplotlib's own that is most like it."""
    word = name.lower()
    serif = "sans" not in word and any(w in word for w in _SERIFS)
    like = "DejaVu Sans Mono" if any(w in word for w in _EVEN) else "DejaVu Serif" if serif else "DejaVu Sans"
    if word in _USUAL:
        return (like,)
    from matplotlib import font_manager

    known = {font.name.lower(): font.name for font in font_manager.fontManager.ttflist}
    return (known[word], like) if word in known else (like,)


def texts(value: Any) -> list[str]:
    """The lines of a text property: a char matrix's rows, a cell's or string array's elements."""
    if type(value) is CharArray:
        return [line.rstrip() if value.shape[0] > 1 else line for line in value.lines()]
    if type(value) is StringArray:
        return [item or "" for item in value.array.ravel(order="F")]
    if type(value) is CellArray:
        return [text_of(item) if is_text(item) else _number_text(item) for item in value.array.ravel(order="F")]
    return [_number_text(value)]


def _number_text(value: Any) -> str:
    array = np.asarray(getattr(value, "array", value)).ravel(order="F")
    return "  ".join(f"{x:.5g}" for x in array.tolist()) if array.dtype.kind in "fiub" else ""


def drawn_text(node: Node) -> str:
    """A text Node's lines, marked up for matplotlib."""
    interpreter = node.text("Interpreter").lower() or "tex"
    return "\n".join(tex.convert(line, interpreter) for line in texts(node.get("String")))


LOOK = re.compile(
    r"\\(?:bf|it|sl|rm)(?![A-Za-z])\s*|\\fontname\{[^}]*\}|\\fontsize\{([\d.]+)\}|\\color(?:\[rgb\]\{([-\d., ]+)\}|\{([A-Za-z]+)\})"
)
# The names of colours in texts.
_INKS = {
    "red": (1, 0, 0), "green": (0, 1, 0), "yellow": (1, 1, 0), "magenta": (1, 0, 1), "blue": (0, 0, 1), "cyan": (0, 1, 1), "black": (0, 0, 0),
    "white": (1, 1, 1), "gray": (0.5, 0.5, 0.5), "darkgreen": (0, 0.5, 0), "orange": (1, 0.5, 0), "lightblue": (0.68, 0.85, 0.9),
}  # fmt: skip


def look_of(match: re.Match[str]) -> dict[str, Any]:
    """The colour or size that a command of ``LOOK`` says."""
    size, numbers, name = match.groups()
    if size:
        return {"fontsize": float(size)}
    if name and name.lower() in _INKS:
        return {"color": _INKS[name.lower()]}
    if numbers and len(parts := re.findall(r"-?\d*\.?\d+", numbers)) == 3:
        return {"color": tuple(min(max(float(part), 0.0), 1.0) for part in parts)}
    return {}


def opening(node: Node) -> dict[str, Any]:
    """Colour and size that a text begins with (``\\color{red}``, ``\\fontsize{16}``); ``rich`` draws what changes later."""
    options: dict[str, Any] = {}
    lines = texts(node.get("String"))
    if (node.text("Interpreter").lower() or "tex") != "tex" or not lines:
        return options
    place = 0
    while (match := LOOK.match(lines[0], place)) is not None:
        place = match.end()
        options |= look_of(match)
    return options


_TICK_WORDS = {
    "usd": "$%,.2f",
    "eur": "\u20ac%,.2f",
    "gbp": "\u00a3%,.2f",
    "jpy": "\u00a5%,d",
    "degrees": "%g\u00b0",
    "percentage": "%g%%",
    "auto": "%g",
}


def tick_text(form: str) -> Callable[[float], str]:
    """The function that writes a number at a tick: a format of numbers (``%.2f``, ``%,d``) or one of MATLAB's words for money, angles, shares."""
    form = _TICK_WORDS.get(form.lower(), form)
    match = re.match(r"(?s)((?:[^%]|%%)*)%([-+0 ,]*)(\d*)(?:\.(\d+))?([dfeEgG])(.*)$", form)
    if match is None:
        return lambda value: form.replace("%%", "%")
    before, flags, width, digits, kind, after = match.groups()
    kind = "f" if kind == "d" else kind
    digits = digits or ("0" if match[5] == "d" else "6")
    spec = ("<" if "-" in flags else "") + ("+" if "+" in flags else "") + ("0" if "0" in flags else "") + width
    spec += ("," if "," in flags else "") + f".{digits}{kind}"
    return lambda value: before.replace("%%", "%") + format(value, spec) + after.replace("%%", "%")


def swatch(face: Any, edge: Any) -> Any:
    """The patch that represents an object of this colour in a legend."""
    from matplotlib.patches import Patch

    return Patch(facecolor=face, edgecolor=edge)


def font_names() -> set[str]:
    """The names of the fonts that texts may have, without those that hold signs of formulas only."""
    from matplotlib.font_manager import fontManager

    return {font.name for font in fontManager.ttflist if not font.name.startswith((".", "cm", "STIX"))}

"""Texts whose colour or size changes on the way (``\\color{red}``, ``\\fontsize{16}``): matplotlib draws each part as a text of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from . import style, tex

if TYPE_CHECKING:
    from ..tree import Node

_WORD = re.compile(r"\\([A-Za-z]+)")
_LETTERS = ("bf", "it", "sl", "rm")


def parts(line: str) -> list[tuple[str, dict[str, Any]]]:
    """A line of TeX markup in parts of one look each, with the colour and size of each that are not those of the whole text."""
    runs: list[tuple[str, dict[str, Any]]] = []
    look: dict[str, Any] = {}
    kept: list[tuple[dict[str, Any], str]] = []
    letters, begun, text, i = "", "", "", 0

    def close() -> None:
        nonlocal text, begun
        if text:
            runs.append((begun + text, dict(look)))
        text, begun = "", letters

    while i < len(line):
        if (change := style.LOOK.match(line, i)) is not None and (changed := style.look_of(change)):
            close()
            look = {**look, **changed}
            i = change.end()
        elif (word := _WORD.match(line, i)) is not None and word[1] not in tex.SYMBOLS and word[1][:2] in _LETTERS:
            close()
            letters = begun = f"\\{word[1][:2]} "
            i += 3 + (line[i + 3 : i + 4] == " ")
        elif line[i] == "\\" and i + 1 < len(line):
            text, i = text + line[i : i + 2], i + 2
        elif line[i] in "^_" and line[i + 1 : i + 2] == "{":
            end = line.find("}", i)
            end = len(line) if end < 0 else end + 1
            text, i = text + line[i:end], end
        elif line[i] in "{}":
            close()
            if line[i] == "{":
                kept.append((look, letters))
            elif kept:
                look, letters = kept.pop()
            begun, i = letters, i + 1
        else:
            text, i = text + line[i], i + 1
    close()
    return runs


def recolour(artist: Any, node: Node, owner: Any) -> None:
    """Draw a text in the looks of its parts, in the place of ``artist``, which keeps its room; texts of one look and turned ones stay."""
    if (node.text("Interpreter").lower() or "tex") != "tex" or artist is None or artist.get_rotation():
        return
    lines = [parts(line) for line in style.texts(node.get("String"))]
    if len({repr(sorted(look.items())) for line in lines for _, look in line}) < 2:
        return
    from matplotlib.offsetbox import AnnotationBbox, HPacker, TextArea, VPacker

    plain = {
        "fontsize": artist.get_fontsize(),
        "fontweight": artist.get_fontweight(),
        "fontstyle": artist.get_fontstyle(),
        "family": artist.get_family(),
    }
    own = style.colour(node, "Color", "black") if "Color" in node.values else "black"
    rows = [
        HPacker(pad=0, sep=0, align="baseline",
                children=[TextArea(tex.convert(text, "tex"), textprops={**plain, "color": own, **look}) for text, look in line or [("", {})]])
        for line in lines
    ]  # fmt: skip
    box = VPacker(children=rows, pad=0, sep=2, align=artist.get_ha() if artist.get_ha() in ("left", "right", "center") else "center")
    artist.set_alpha(0)
    owner.add_artist(
        AnnotationBbox(box, (0.5, 0.5), xycoords=artist, frameon=False, pad=0, annotation_clip=False, zorder=artist.get_zorder())
    )

"""Words that certain functions and commands take: options, colour maps, classes, property names of what they draw."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from ..figures.colors import COLORMAPS
from ..figures.handles import Handle
from ..figures.properties import KINDS
from ..syntax.completeness import Context

NAMED = frozenset(("help", "doc", "which", "lookfor", "type", "edit", "open", "what", "exist"))
"""Commands whose words are functions."""
VARIABLES = frozenset(("clear", "clearvars", "who", "whos", "global", "persistent", "disp", "openvar"))
"""Commands whose words are variables."""

_SWITCH = ("on", "off")
_CLASSES = ("double", "single", "logical", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "like")
_WORDS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "format": ("short", "long", "shortE", "longE", "shortG", "longG", "shortEng", "longEng", "hex", "rat", "bank", "compact", "loose"),
    "hold": _SWITCH, "box": _SWITCH, "colorbar": ("off",), "grid": (*_SWITCH, "minor"), "warning": (*_SWITCH, "query", "error"),
    "axis": ("equal", "image", "tight", "square", "auto", "manual", "normal", "ij", "xy", *_SWITCH),
    "close": ("all",), "shading": ("flat", "faceted", "interp"), "lighting": ("flat", "gouraud", "none"), "colormap": tuple(COLORMAPS),
    "clear": ("all", "functions", "global", "-regexp", "-except"), "rng": ("default", "shuffle", "twister", "philox"),
    **dict.fromkeys(("zeros", "ones", "eye", "rand", "randn", "randi", "cast", "nan", "NaN", "Inf", "isa"), _CLASSES),
    **dict.fromkeys(("xlim", "ylim", "zlim"), ("auto", "manual", "tight", "padded")),
    **dict.fromkeys(("mean", "median", "sum", "max", "min", "std", "var", "prod", "any", "all"), ("all", "omitnan", "includenan")),
})  # fmt: skip
_DRAWN: MappingProxyType[str, str] = MappingProxyType({
    **dict.fromkeys(("plot", "plot3", "semilogx", "semilogy", "loglog", "line", "animatedline"), "line"),
    **dict.fromkeys(("scatter", "scatter3"), "scatter"), **dict.fromkeys(("bar", "barh"), "bar"), "histogram": "histogram", "area": "area",
    "stem": "stem", "stairs": "stair", "errorbar": "errorbar", **dict.fromkeys(("quiver", "quiver3"), "quiver"),
    **dict.fromkeys(("surf", "mesh", "surfc", "meshc", "surface", "pcolor"), "surface"), **dict.fromkeys(("patch", "fill"), "patch"),
    **dict.fromkeys(("contour", "contourf", "contour3"), "contour"), **dict.fromkeys(("image", "imagesc", "imshow"), "image"),
    **dict.fromkeys(("text", "title", "subtitle", "xlabel", "ylabel", "zlabel", "sgtitle"), "text"), "rectangle": "rectangle",
    "figure": "figure", **dict.fromkeys(("axes", "subplot", "nexttile"), "axes"), "legend": "legend", "colorbar": "colorbar",
    **dict.fromkeys(("xline", "yline"), "constantline"),
})  # fmt: skip


def words(session: Any, at: Context, text: str) -> list[str]:
    """What may be typed in a text or command context, by the function whose argument it is."""
    call = at.call or ""
    found = list(_WORDS.get(call, ()))
    kind = _DRAWN.get(call) or (_kind_of_first(session, text[: at.start], call) if call in ("set", "get") else None)
    if kind in KINDS and (at.argument > 0 or kind in ("figure", "axes", "rectangle")):
        names = [name for name in KINDS[kind].defaults if not name.startswith("_")]
        found += sorted(names, key=lambda name: name in KINDS["root"].defaults)
    return found


def _kind_of_first(session: Any, before: str, call: str) -> str | None:
    """The kind of object that ``set(h, '`` is about: of the variable, ``gca`` or ``gcf``."""
    first = before.rpartition(call + "(")[2].partition(",")[0].strip()
    if first in ("gca", "gcf"):
        return {"gca": "axes", "gcf": "figure"}[first]
    value = session.workspace_values.get(first)
    return value.nodes.flat[0].type if isinstance(value, Handle) and value.nodes.size else None

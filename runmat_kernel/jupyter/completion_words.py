"""Words that certain functions and commands take: options, colour maps, classes, property names of what they draw."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any

from ..builtins.registry import builtins
from ..figures.colors import COLORMAPS, COLOUR_NAMES
from ..figures.handles import Handle
from ..figures.properties import KINDS
from ..figures.property_checks import choices
from ..syntax.completeness import Context
from ..values import StructArray
from ..values.convert import is_text, text_of
from ..values.dictionary import Dictionary
from ..values.map import Map
from ..values.tables.table import Table
from .completion_members import member

NAMED = frozenset(("help", "doc", "which", "lookfor", "type", "edit", "open", "what", "exist"))
"""Commands whose words are functions."""
CALLED = frozenset((*NAMED, "feval", "str2func", "cellfun", "arrayfun", "structfun"))
"""Functions whose first text is a function."""
_VARIABLES = frozenset(("clear", "clearvars", "who", "whos", "global", "persistent", "openvar"))
_VARIABLES_BEHIND_FILE = frozenset(("save",))
_FIELDS = frozenset(("isfield", "getfield", "setfield", "rmfield"))

_SWITCH = ("on", "off")
_CLASSES = ("double", "single", "logical", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "like")
_WORDS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "format": ("short", "long", "shortE", "longE", "shortG", "longG", "shortEng", "longEng", "hex", "rat", "bank", "compact", "loose"),
    "hold": _SWITCH, "box": _SWITCH, "colorbar": ("off",), "grid": (*_SWITCH, "minor"), "warning": (*_SWITCH, "query", "error"),
    "axis": ("equal", "image", "tight", "square", "auto", "manual", "normal", "ij", "xy", *_SWITCH),
    "close": ("all",), "shading": ("flat", "faceted", "interp"), "lighting": ("flat", "gouraud", "none"), "colormap": tuple(COLORMAPS),
    "camlight": ("headlight", "right", "left"), "material": ("shiny", "dull", "metal", "default"),
    "clear": ("all", "functions", "global", "-regexp", "-except"), "rng": ("default", "shuffle", "twister", "philox"),
    **dict.fromkeys(("zeros", "ones", "eye", "rand", "randn", "randi", "cast", "nan", "NaN", "Inf", "isa"), _CLASSES),
    **dict.fromkeys(("sort", "sortrows", "issorted"), ("ascend", "descend")),
    **dict.fromkeys(("cumsum", "cumprod"), ("reverse", "forward")),
    **dict.fromkeys(("interp1", "griddedInterpolant"), ("linear", "nearest", "next", "previous", "pchip", "makima", "spline", "extrap")),
    **dict.fromkeys(("interp2", "interp3", "interpn"), ("linear", "nearest", "cubic", "makima", "spline")),
    "unique": ("rows", "stable", "sorted", "first", "last"),
    **dict.fromkeys(("intersect", "union", "setdiff", "setxor", "ismember"), ("rows", "stable", "sorted")),
    **dict.fromkeys(("conv", "conv2", "filter2"), ("full", "same", "valid")),
    **dict.fromkeys(("regexp", "regexpi"), ("match", "tokens", "names", "once", "split", "start", "end", "tokenExtents", "ignorecase")),
    **dict.fromkeys(("odeset", "odeget"), ("RelTol", "AbsTol", "MaxStep", "InitialStep", "Events", "Jacobian", "Mass", "NonNegative")),
    **dict.fromkeys(("optimset", "optimget"), ("Display", "TolX", "TolFun", "MaxIter", "MaxFunEvals", "FunValCheck", "OutputFcn")),
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


def takes_variables(at: Context) -> bool:
    """Whether the word or text being typed may be the name of a variable."""
    known = at.call in _VARIABLES or (at.call == "disp" and at.kind == "command") or (at.call == "exist" and at.kind == "text")
    return known or (at.call in _VARIABLES_BEHIND_FILE and at.argument > 0)


def words(session: Any, at: Context, text: str) -> list[str]:
    """Words for a text or command context, by the function whose argument it is and the argument before."""
    call = at.call or ""
    before = text[: at.start].rstrip("'\"")
    if assigned := _ASSIGNED.search(before):
        return _values(session, _value(session, assigned[1]), assigned[2])
    kind = _kind(session, call, text[: at.start])
    previous = _PREVIOUS.search(before)
    if previous and kind in KINDS and (values := _values_of_kind(kind, previous[1] or previous[2])):
        return values
    if (named := _names_within(session, call, text[: at.start])) is not None:
        return named
    candidates = list(_WORDS.get(call, ()))
    if kind in KINDS and (at.argument > 0 or kind in _NAMED_AT_ONCE):
        candidates += _properties(kind)
    return list(dict.fromkeys(candidates + (_spoken_of(call) if at.argument > 0 else [])))


def _names_within(session: Any, call: str, before: str) -> list[str] | None:
    """The names of a value's parts that a text may complete to: ``T(:, '``, ``map('``, ``s.('``, ``isfield(s, '``; None for other calls."""
    if call.endswith(".") or call in _FIELDS:
        owner = _value(session, call[:-1] if call.endswith(".") else _first_argument(before, call))
        return list(owner.fields) if isinstance(owner, StructArray) else None
    value = session.workspace_values.get(call)
    if isinstance(value, Table):
        return [name for name in value.properties() if name not in ("Properties", "Variables")]
    if isinstance(value, Map):
        return [key for key in value.entries if isinstance(key, str)]
    if isinstance(value, Dictionary):
        return [text_of(key) for key, _ in value.entries.values() if is_text(key)]
    return None


_NAMED_AT_ONCE = ("figure", "axes", "rectangle")
_PREVIOUS = re.compile(r"(?:['\"](\w+)['\"]\s*,|\b([A-Za-z]\w*)\s*=)\s*$")
"""The name before a value: ``'LineStyle', `` or ``LineStyle=``."""
_ASSIGNED = re.compile(r"(?:^|[\n;,])\s*([A-Za-z][\w.]*)\.(\w+)\s*=\s*$")
_QUOTED = re.compile(r"'([A-Za-z][\w-]*)'")
_NAMES = re.compile(r"\(.*?,\s*'([A-Z]\w+)'")


def argument_names(session: Any, at: Context, text: str) -> list[str]:
    """Names before ``=`` among the arguments of a call: ``plot(x, LineWidth=2)``."""
    kind = _kind(session, at.call or "", text[: at.start])
    if not at.call or (at.argument == 0 and kind not in _NAMED_AT_ONCE):
        return []
    spoken = [word for word in _spoken_of(at.call) if word[0].isupper()]
    return list(dict.fromkeys((_properties(kind) if kind in KINDS else []) + spoken))


def _kind(session: Any, call: str, before: str) -> str | None:
    """The kind of object whose properties the arguments of a function are."""
    return _DRAWN.get(call) or (_kind_of_first(session, before, call) if call in ("set", "get") else None)


def _properties(kind: str) -> list[str]:
    names = [name for name in KINDS[kind].defaults if not name.startswith("_")]
    return sorted(names, key=lambda name: name in KINDS["root"].defaults)


def _values_of_kind(kind: str, name: str) -> list[str]:
    """The words that a property takes; names of colours where it takes these."""
    full = next((known for known in KINDS[kind].defaults if known.lower() == name.lower()), "")
    if full.endswith("Color"):
        return list(COLOUR_NAMES)
    return list(choices(KINDS[kind], full))


def _value(session: Any, chain: str) -> Any:
    return member(session, tuple(chain.split(".")))


def _values(session: Any, value: Any, name: str) -> list[str]:
    return _values_of_kind(value.nodes.flat[0].type, name) if isinstance(value, Handle) and value.nodes.size else []


def _spoken_of(call: str) -> list[str]:
    """The words in quotes among the arguments that a function's usage and examples show."""
    record = builtins().get(call)
    if record is None or call in _DRAWN:
        return []
    said = [word for line in record.usage for word in _QUOTED.findall(line)]
    shown = [word for example in record.examples for word in _NAMES.findall(example.code) if f"{call}(" in example.code]
    return said + shown


def _kind_of_first(session: Any, before: str, call: str) -> str | None:
    """The kind of object that ``set(h, '`` is about: of the variable, ``gca`` or ``gcf``."""
    first = _first_argument(before, call)
    if first in ("gca", "gcf"):
        return {"gca": "axes", "gcf": "figure"}[first]
    value = session.workspace_values.get(first)
    return value.nodes.flat[0].type if isinstance(value, Handle) and value.nodes.size else None


def _first_argument(before: str, call: str) -> str:
    """The text of the first argument of the call that ``before`` ends in."""
    return before.rpartition(call + "(")[2].partition(",")[0].strip()

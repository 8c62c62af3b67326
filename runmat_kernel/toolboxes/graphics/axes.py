"""Axes: labels, limits, ticks, hold, grid, modes."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures import limits as lim
from ...figures.arguments import give, row
from ...figures.handles import Handle, get_property
from ...figures.property_checks import check
from ...figures.tree import Node
from ...values import CharArray
from ...values.convert import as_array, class_of, is_text, text_of, to_value

ON, OFF, MANUAL, AUTO = (CharArray.row(w) for w in ("on", "off", "manual", "auto"))


def target(call: Any, arguments: tuple[Any, ...], changed: bool = True) -> tuple[Node, list[Any]]:
    """The axes named by the first argument, else the current ones; marked as changed unless told otherwise."""
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    if changed:
        figures.touch(axes)
    return axes, rest


def along(axes: Node, letter: str) -> Node:
    """The axes that keep what belongs to an axis: both sides of ``yyaxis`` share the x-axis of the left one."""
    return axes.values.get("_twin", axes) if letter == "X" else axes


def _label(name: str, prop: str, summary: str):
    @builtin(name, f"t = {name}()", f"t = {name}(txt, Name, Value, ...)", summary=summary, see_also=("title", "xlabel", "text"))
    def label(call, *arguments):
        figures = call.session.figures
        owner, rest = None, list(arguments)
        rest[:1] = [read.as_handle(figures, first) for first in rest[:1]]
        if rest and isinstance(rest[0], Handle) and rest[0].node.type in ("axes", "tiledlayout", "legend", "colorbar"):
            owner, rest = rest[0].node, rest[1:]
        owner = figures.gca() if owner is None else owner
        if not rest:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        owner = along(owner, "Y" if prop in ("YLabel", "ZLabel") else "X")
        node = owner.label(prop)
        node.values = {
            "String": check(node.kind, "String", rest[0]),
            **({"FontSize": 11.0} if prop == "Title" and owner.type == "tiledlayout" else {}),
        }
        more = rest[1:]
        if prop == "Title" and more and is_text(more[0]) and len(more) % 2:
            owner.label("Subtitle").values = {"String": more.pop(0)}
        read.apply([node], more, name)
        figures.touch(owner)
        return give(call, [node])

    return label


LABELS = (
    _label("title", "Title", "Title of the axes."),
    _label("subtitle", "Subtitle", "Second line of the title, in plain weight."),
    _label("xlabel", "XLabel", "Label of the x-axis."),
    _label("ylabel", "YLabel", "Label of the y-axis."),
    _label("zlabel", "ZLabel", "Label of the z-axis."),
)


def _limit(letter: str):
    name = letter.lower() + "lim"
    error = ErrorCase(f"{name}([2 1])", "MATLAB:hg:InvalidLimits")
    examples = (Example(f"{name}([0 5]); {name}", "[0 5]"),)

    @builtin(
        name,
        f"lims = {name}(limits)",
        f"lims = {name}()",
        f"{name}(ax, limits)",
        f"{name} auto",
        summary=f"Set or get the limits of the {letter.lower()}-axis.",
        errors=(error,),
        examples=examples,
    )
    def limit(call, *arguments):
        axes, rest = target(call, arguments)
        axes = along(axes, letter)
        if rest and is_text(rest[0]):
            word = text_of(rest[0]).lower()
            if word not in ("mode", "auto", "manual", "tight", "padded", "tickaligned", "method"):
                raise call.error("Limits must be a 2-element vector of increasing numeric values.", "MATLAB:hg:InvalidLimits")
            if word == "method":
                return axes.get(f"{letter}LimitMethod")
            if word == "mode":
                return axes.get(f"{letter}LimMode")
            if word in ("tight", "padded", "tickaligned"):
                axes.values[f"{letter}LimitMethod"] = CharArray.row(word)
            axes.values[f"{letter}LimMode"] = MANUAL if word == "manual" else AUTO
            _note_limits(axes, letter)
        elif rest:
            set_limits(call, axes, letter, _bounds(rest[0]))
        else:
            return get_property(axes, f"{letter}Lim")
        return get_property(axes, f"{letter}Lim") if call.nargout else None

    return limit


def _bounds(value: Any) -> np.ndarray:
    """Numbers as a flat array of doubles; an empty one, which no limits are, for anything else."""
    try:
        return np.asarray(as_array(value), dtype=np.float64).ravel()
    except (MatlabError, TypeError, ValueError):
        return np.zeros(0)


def set_limits(call: Any, axes: Node, letter: str, values: np.ndarray) -> None:
    if values.size != 2 or not values[0] < values[1]:
        raise call.error("Limits must be a 2-element vector of increasing numeric values.", "MATLAB:hg:InvalidLimits")
    axes.values.update({f"{letter}Lim": row(values), f"{letter}LimMode": MANUAL})
    _note_limits(axes, letter)


def _note_limits(axes: Node, letter: str) -> None:
    """Axes that are linked take the limits over, and listeners hear of them."""
    if axes.follow is not None:
        axes.follow(axes, f"{letter}Lim")
    axes.announce(f"{letter}Lim")


LIMITS = tuple(_limit(letter) for letter in "XYZ")


def _tick(letter: str):
    name = letter.lower() + "ticks"

    @builtin(
        name,
        f"t = {name}(ticks)",
        f"t = {name}()",
        f"{name}(ax, ticks)",
        f"{name} auto",
        summary=f"Set or get the tick positions of the {letter.lower()}-axis.",
    )
    def tick(call, *arguments):
        axes, rest = target(call, arguments)
        axes = along(axes, letter)
        if not rest:
            return get_property(axes, f"{letter}Tick")
        if is_text(rest[0]) and text_of(rest[0]) == "mode":
            return axes.get(f"{letter}TickMode")
        if is_text(rest[0]):
            axes.set(f"{letter}TickMode", rest[0])
        elif class_of(rest[0]) in ("cell", "struct"):
            axes.set(f"{letter}Tick", rest[0])
        else:
            axes.set(f"{letter}Tick", to_value(as_array(rest[0]).ravel(order="F")[None, :]))
        return None

    return tick


def _tick_labels(letter: str):
    name = letter.lower() + "ticklabels"

    @builtin(
        name,
        f"l = {name}(labels)",
        f"l = {name}()",
        f"m = {name}('mode')",
        f"{name}(ax, labels)",
        f"{name} auto",
        summary=f"Set or get the tick labels of the {letter.lower()}-axis.",
        examples=(Example(f"a = {name}('mode'); {name}({{'p','q'}}); {{a, {name}('mode')}}", "{'auto', 'manual'}"),),
    )
    def labels(call, *arguments):
        axes, rest = target(call, arguments)
        axes = along(axes, letter)
        if not rest:
            return axes.get(f"{letter}TickLabel")
        if is_text(rest[0]) and text_of(rest[0]) == "mode":
            return axes.get(f"{letter}TickLabelMode")
        if is_text(rest[0]) and text_of(rest[0]) in ("auto", "manual"):
            axes.values[f"{letter}TickLabelMode"] = CharArray.row(text_of(rest[0]))
        else:
            axes.set(f"{letter}TickLabel", rest[0])
        return None

    return labels


def _tick_angle(letter: str):
    name = letter.lower() + "tickangle"

    @builtin(
        name,
        f"a = {name}(angle)",
        f"a = {name}()",
        f"{name}(ax, angle)",
        summary=f"Rotation of the {letter.lower()}-axis tick labels, in degrees.",
    )
    def angle(call, *arguments):
        axes, rest = target(call, arguments)
        axes = along(axes, letter)
        if not rest:
            return axes.get(f"{letter}TickLabelRotation")
        axes.set(f"{letter}TickLabelRotation", rest[0])
        return None

    return angle


TICKS = tuple(make(letter) for make in (_tick, _tick_labels, _tick_angle) for letter in "XYZ")


def _switch(name: str, summary: str, change, seen: bool = True):
    @builtin(name, f"{name}()", f"{name} on", f"{name} off", f"{name}(ax, state)", summary=summary)
    def switch(call, *arguments):
        axes, rest = target(call, arguments, seen)
        word = (
            text_of(rest[0]).lower()
            if rest and is_text(rest[0])
            else ("on" if rest and as_array(rest[0]).any() else "off")
            if rest
            else None
        )
        change(call, axes, word)

    return switch


def _known(call: Any, name: str, word: str | None, *more: str) -> None:
    if word not in (None, "on", "off", *more):
        raise call.error("Unknown command option.", f"MATLAB:{name}:UnknownOption")


def _grid(call: Any, axes: Node, word: str | None) -> None:
    _known(call, "grid", word, "minor")
    minor = word == "minor"
    on = word == "on" if word in ("on", "off") else not axes.on("XMinorGrid" if minor else "XGrid")
    for letter in "XYZ":
        axes.values[f"{letter}MinorGrid" if minor else f"{letter}Grid"] = ON if on else OFF


def _box(call: Any, axes: Node, word: str | None) -> None:
    _known(call, "box", word)
    on = word == "on" if word else not axes.on("Box")
    axes.values["Box"] = ON if on else OFF


def _hold(call: Any, axes: Node, word: str | None) -> None:
    if word not in (None, "on", "off", "all"):
        raise call.error(f"Unknown command option '{word}'.", "MATLAB:hold:UnknownOption")
    axes = along(axes, "X")  # both sides of ``yyaxis`` are held together
    on = word in ("on", "all") if word else axes.text("NextPlot") != "add"
    axes.values["NextPlot"] = CharArray.row("add" if on else "replace")
    if on and not axes.children:
        axes.values.setdefault("Box", OFF)


SWITCHES = (
    _switch("grid", "Show or hide grid lines.", _grid),
    _switch("box", "Show or hide the box around the axes.", _box),
    _switch("hold", "Keep what is plotted when more is plotted.", _hold, seen=False),
)


@builtin("ishold", "tf = ishold()", "tf = ishold(ax)", summary="Whether hold is on.", examples=(Example("hold on; ishold", "true"),))
def ishold(call, *arguments):
    return along(target(call, arguments)[0], "X").text("NextPlot") == "add"


def _freeze(axes: Node) -> None:
    for letter in "XYZ":
        axes.values.update({f"{letter}Lim": row(lim.axis_limits(axes, letter)), f"{letter}LimMode": MANUAL})


def _axis_word(call: Any, axes: Node, word: str) -> None:
    """A mode of ``axis``: the properties that it sets, and the axes whose limits it lets follow the data."""
    if word == "manual":
        _freeze(axes)
    elif word == "vis3d":
        axes.values["DataAspectRatioMode"] = axes.get("DataAspectRatioMode")
    elif word not in _AXIS_MODES:
        raise call.error(f"Unknown command option '{word}'.", "MATLAB:axis:UnknownOption")
    else:
        axes.values.update(_AXIS_MODES[word])
    if word in ("tight", "padded", "image") or word.startswith("auto"):
        for letter in "XYZ":
            _note_limits(axes, letter)


def _automatic_limits(letters: str) -> dict[str, Any]:
    return {f"{letter}LimMode": AUTO for letter in letters}


def _limit_method(word: str) -> dict[str, Any]:
    return {f"{letter}LimitMethod": CharArray.row(word) for letter in "XYZ"}


_EQUAL_UNITS = {"DataAspectRatio": row([1, 1, 1]), "DataAspectRatioMode": MANUAL}
_AXIS_MODES: MappingProxyType[str, dict[str, Any]] = MappingProxyType({
    "on": {"Visible": ON}, "off": {"Visible": OFF},
    "auto": _automatic_limits("XYZ"), **{f"auto {letters}": _automatic_limits(letters.upper()) for letters in ("x", "y", "z", "xy", "xz", "yz")},
    "normal": {"DataAspectRatioMode": AUTO, "PlotBoxAspectRatioMode": AUTO}, "tickaligned": {}, "fill": {},
    "tight": _limit_method("tight") | _automatic_limits("XYZ"), "padded": _limit_method("padded") | _automatic_limits("XYZ"),
    "equal": _EQUAL_UNITS, "image": _EQUAL_UNITS | _limit_method("tight"),
    "square": {"PlotBoxAspectRatio": row([1, 1, 1]), "PlotBoxAspectRatioMode": MANUAL, "DataAspectRatioMode": AUTO},
    "ij": {"YDir": CharArray.row("reverse")}, "xy": {"YDir": CharArray.row("normal")},
})  # fmt: skip
"""The properties that a mode of ``axis`` sets."""


@builtin(
    "axis",
    "lims = axis(limits)",
    "axis()",
    "axis(ax, mode, ...)",
    summary="Limits of the axes, and modes: tight, equal, image, square, off, on, ij, xy, auto, manual.",
    examples=(Example("axis([0 1 2 3]); axis", "[0 1 2 3]"),),
    errors=(ErrorCase("axis nonsense", "MATLAB:axis:UnknownOption"),),
    see_also=("xlim", "ylim"),
)
def axis(call, *arguments):
    axes, rest = target(call, arguments)
    for item in rest:
        if is_text(item):
            _axis_word(call, axes, text_of(item).lower())
        else:
            values = _bounds(item)
            if values.size not in (4, 6, 8):
                raise call.error("Vector must have 4, 6, or 8 elements.", "MATLAB:axis:WrongNumberElements")
            for i, letter in enumerate("XYZ"[: min(values.size, 6) // 2]):
                set_limits(call, along(axes, letter), letter, values[2 * i : 2 * i + 2])
            if values.size == 8:
                axes.values.update(CLim=row(values[6:]), CLimMode=MANUAL)
    if call.nargout or not rest:
        letters = "XYZ" if lim.is_3d(axes) else "XY"
        return np.array([[v for letter in letters for v in lim.axis_limits(axes, letter)]])
    return None

"""Maps of opacity and images of colour maps: alphamap, rgbplot; backgrounds: whitebg."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures.arguments import row
from ...figures.colors import to_rgb
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values.convert import as_array, is_text, numel_of, text_of

_LENGTH = 64


def _ramp(word: str, count: int) -> np.ndarray:
    up = np.linspace(0.0, 1.0, count)
    middle = np.abs(np.linspace(-1.0, 1.0, count))
    return {"default": up, "rampup": up, "rampdown": up[::-1], "vup": 1 - middle, "vdown": middle}[word]


@builtin(
    "alphamap", "amap = alphamap", "alphamap(map)", "alphamap(shape)", "alphamap(shape, length)", "alphamap(change)", "alphamap(change, delta)", "amap = alphamap(fig, ...)",
    summary="Set or get the map of opacities of a figure: numbers from 0 to 1, a shape ('default', 'rampup', 'rampdown', 'vup': opaque in the middle, 'vdown') or a change ('increase', 'decrease' by 0.1, 'spin' by 1).",
    examples=(
        Example("figure; [size(alphamap), max(abs(get(gcf,'Alphamap') - (0:63)/63)) < 1e-12]", "[1 64 1]"), Example("figure; alphamap('rampdown',3); alphamap", "[1 0.5 0]"), Example("figure; alphamap('vup',5); alphamap", "[0 0.5 1 0.5 0]"),
        Example("figure; alphamap([0;0.5]); alphamap('increase',0.7); round(alphamap,10)", "[0.7 1]"), Example("f = figure; alphamap([0 0.2 0.4]); alphamap(f,'spin'); {alphamap, f.Alphamap}", "{[0.2 0.4 0],[0.2 0.4 0]}"),
    ),
    errors=(ErrorCase("alphamap('steep')", "MATLAB:alphamap:InvalidFirstInput"), ErrorCase("alphamap([0 2])", "MATLAB:alphamap:InvalidRange")), see_also=("colormap", "alpha"),
)  # fmt: skip
def alphamap(call: Any, *arguments: Any) -> Any:
    figures, rest = call.session.figures, list(arguments)
    target = rest.pop(0).node if rest and isinstance(rest[0], Handle) else figures.gcf()
    figure = target.parent_of("figure")
    now = figure.vector("Alphamap")
    if not rest:
        return now[None, :]
    if not is_text(rest[0]):
        opacities = arg.flat(rest[0]).astype(np.float64)
        if opacities.size and (opacities.min() < 0 or opacities.max() > 1):
            raise call.error("The values of an alphamap must be from 0 to 1.", "MATLAB:alphamap:InvalidRange")
    else:
        word = text_of(rest[0]).lower()
        if word in ("default", "rampup", "rampdown", "vup", "vdown"):
            opacities = _ramp(word, arg.integer(rest[1]) if len(rest) > 1 else max(now.size, 1) if word != "default" else _LENGTH)
        elif word in ("increase", "decrease"):
            opacities = np.clip(now + arg.optional(rest, 1, 0.1) * (1 if word == "increase" else -1), 0, 1)
        elif word == "spin":
            opacities = np.roll(now, -int(arg.optional(rest, 1, 1.0)))
        else:
            raise call.error(f"Unknown alphamap '{word}'.", "MATLAB:alphamap:InvalidFirstInput")
    figure.values["Alphamap"] = row(opacities)
    figures.touch(figure)
    return opacities[None, :] if call.nargout else None


@builtin(
    "rgbplot", "rgbplot(map)", "h = rgbplot(map)", summary="Lines of the red, green and blue of a colour map.",
    examples=(Example("figure; h = rgbplot([0 0.5 1;1 0.5 0]); {h(1).Color, h(3).YData, ylim}", "{[1 0 0],[1 0],[0 1]}"),), errors=(ErrorCase("rgbplot([1 2])", "MATLAB:rgbplot:InvalidMap"),), see_also=("colormap",),
)  # fmt: skip
def rgbplot(call: Any, table: Any) -> Any:
    colours = as_array(table).astype(np.float64)
    if colours.ndim != 2 or colours.shape[1] != 3:
        raise call.error("Must be a 3-column colormap.", "MATLAB:rgbplot:InvalidMap")
    value, x = call.session.value, np.arange(1.0, len(colours) + 1)[:, None]
    parts = [part for k, letter in enumerate("rgb") for part in (value(x), value(colours[:, k : k + 1]), value(letter))]
    handles = call.feval("plot", *parts, nargout=1)[0]
    call.feval("axis", value(np.array([[0.0, len(colours) + 1.0, 0.0, 1.0]])), nargout=0)
    return handles if call.nargout else None


@builtin(
    "whitebg", "whitebg(color)", "whitebg(fig)", "whitebg(fig, color)", "whitebg", summary="Give the axes of a figure a background colour, the other one of black and white by default, and rulers that can be seen on it.",
    examples=(
        Example("figure; a = axes; whitebg('k'); {a.Color, a.XColor}", "{[0 0 0],[1 1 1]}"), Example("figure; a = axes; whitebg; b = a.Color; whitebg; {b, a.Color}", "{[0 0 0],[1 1 1]}"),
        Example("f = figure; a = subplot(1,2,1); b = subplot(1,2,2); whitebg(f,[0 0 1]); [a.Color; b.Color]", "[0 0 1;0 0 1]"),
    ),
    errors=(ErrorCase("whitebg('nosuch')", "MATLAB:hg:ColorSpec"),), see_also=("axes",),
)  # fmt: skip
def whitebg(call: Any, *arguments: Any) -> None:
    figures, rest = call.session.figures, list(arguments)
    nodes = [figures.gcf()]
    if rest and (isinstance(rest[0], Handle) or (not is_text(rest[0]) and numel_of(rest[0]) != 3)):
        nodes = list(read.as_handle(figures, rest.pop(0)).nodes.flat)
    for figure in nodes:
        axes = [node for node in figure.walk() if node.type == "axes"] or [figures.new_axes(figure)]
        for node in axes:
            _painted(node, _background(node, rest))
        figures.touch(figure)


def _background(axes: Node, rest: list[Any]) -> np.ndarray:
    if rest:
        probe = Node("axes")
        probe.set("Color", rest[0])
        word = probe.text("Color")
        return np.array(to_rgb(word)) if word else probe.vector("Color")
    now = axes.vector("Color")
    return 1 - (now if now.size == 3 else np.ones(3))


def _painted(axes: Node, colour: np.ndarray) -> None:
    """A background, with rulers and labels in black or white, whichever differs more."""
    ink = np.ones(3) if colour @ np.array([0.299, 0.587, 0.114]) < 0.5 else np.array([0.15, 0.15, 0.15])
    axes.set("Color", row(colour))
    for letter in "XYZ":
        axes.set(f"{letter}Color", row(ink))

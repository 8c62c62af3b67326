"""Colour maps, colour limits and shading."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.arguments import integer, scalar
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures.arguments import row
from ...figures.colors import COLORMAPS, SHORT_COLOURS, colormap, to_rgb
from ...figures.drawing import guide_boxes
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values import CharArray, Tensor
from ...values.convert import as_array, is_text, text_of


def _map_length(call: Any, arguments: tuple[Any, ...]) -> int:
    if arguments:
        return max(integer(arguments[0], "number of colors"), 0)
    current = call.session.figures.current
    return len(current.array("Colormap")) if current is not None and current.alive else 256


def _map(name: str):
    examples = {
        "gray": (Example("gray(3)", "[0 0 0; 0.5 0.5 0.5; 1 1 1]"),),
        "jet": (Example("jet(8)", "[0 0 1; 0 0.5 1; 0 1 1; 0.5 1 0.5; 1 1 0; 1 0.5 0; 1 0 0; 0.5 0 0]"),),
    }.get(name, ())

    @builtin(name, f"c = {name}()", f"c = {name}(m)", summary=f"The colour map {name}, m-by-3.", examples=examples, see_also=("colormap",))
    def make(call, *rows):
        return Tensor(colormap(name, _map_length(call, rows)))

    return make


# ``lines`` and ``white`` are maps as well; their names are rarely used for anything else.
MAPS = tuple(_map(name) for name in COLORMAPS)


@builtin(
    "colormap",
    "cmap = colormap()",
    "cmap = colormap(target, map)",
    "colormap name",
    summary="Set or get the colour map of the current figure, by name or as an m-by-3 matrix.",
    errors=(ErrorCase("colormap('nosuchmap')", "MATLAB:colormap:invalidName"),),
    see_also=("colorbar", "caxis"),
)
def colormap_(call, *arguments):
    figures = call.session.figures
    rest = list(arguments)
    target = rest.pop(0).node if rest and isinstance(rest[0], Handle) else figures.gcf()
    if not rest:
        return target.get("Colormap")
    if is_text(rest[0]):
        name = text_of(rest[0]).lower()
        table = colormap("parula" if name == "default" else name, 256)
    else:
        table = read.data(rest[0], "colormap").astype(np.float64)
        if table.ndim != 2 or table.shape[1] != 3:
            raise call.error("Colormap must have 3 columns: [R,G,B].", "MATLAB:colormap:invalidInput")
        if table.size and (table.min() < 0 or table.max() > 1):
            raise call.error("Colormap must have values in [0,1].", "MATLAB:colormap:InvalidInputRange")
    target.values["Colormap"] = Tensor(np.asfortranarray(table))
    if target.type == "figure":
        for axes in target.walk():
            if axes.type == "axes":
                axes.values.pop("Colormap", None)
    figures.touch(target)
    return target.get("Colormap") if call.nargout else None


def _limits(name: str):
    @builtin(
        name,
        f"lims = {name}(limits)",
        f"{name} auto",
        f"lims = {name}()",
        f"{name}(target, limits)",
        summary="Set or get the values that the ends of the colour map stand for.",
        see_also=("colormap", "colorbar"),
    )
    def limits(call, *arguments):
        figures = call.session.figures
        axes, rest = read.chosen_axes(figures, arguments)
        if not rest:
            return axes.get("CLim")
        if is_text(rest[0]):
            axes.set("CLimMode", rest[0])
        else:
            values = read.data(rest[0], name).ravel() if len(rest) == 1 else np.array([scalar(r, "color limit") for r in rest[:2]])
            if values.size != 2 or not values[0] < values[1]:
                raise call.error("Color limits must be a 2-element vector of increasing values.", "MATLAB:caxis:InvalidLimits")
            axes.values.update(CLim=row(values), CLimMode=CharArray.row("manual"))
        figures.touch(axes)
        return axes.get("CLim") if call.nargout else None

    return limits


COLOUR_LIMITS = (_limits("caxis"), _limits("clim"))


@builtin(
    "colorbar",
    "c = colorbar()",
    "c = colorbar(location, Name, Value, ...)",
    "colorbar off",
    summary="Show the colour scale beside the axes.",
    see_also=("colormap", "caxis"),
)
def colorbar(call, *arguments):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    figures.touch(axes)
    if rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("off", "hide", "delete"):
        if (old := axes.labels.pop("Colorbar", None)) is not None:
            old.delete()
        return None
    if rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("peer",):
        axes, rest = rest[1].node, rest[2:]
    bar = Node("colorbar")
    bar.parent = axes
    bar.follow = guide_boxes.follow
    if rest and is_text(rest[0]) and len(rest) % 2:
        where = text_of(rest.pop(0)).lower()
        bar.set("Location", {"vert": "eastoutside", "horiz": "southoutside"}.get(where, where))
    axes.labels["Colorbar"] = bar
    read.apply([bar], rest, "colorbar")
    return Handle.of(bar) if call.nargout else None


@builtin(
    "shading",
    "shading(mode)",
    "shading(ax, mode)",
    summary="Shading of surfaces: faceted (black edges), flat, or interp.",
    see_also=("surf", "pcolor"),
)
def shading(call, *arguments):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    mode = text_of(rest[0]).lower() if rest else ""
    if mode not in ("flat", "interp", "faceted"):
        raise call.error("Shading methods are flat, faceted, and interp.", "MATLAB:shading:UnknownMethod")
    for node in axes.walk():
        if node.type in ("surface", "patch"):
            node.values["FaceColor"] = CharArray.row("interp" if mode == "interp" else "flat")
            node.set("EdgeColor", Tensor(np.zeros((1, 3))) if mode == "faceted" else "none")
    figures.touch(axes)


@builtin("brighten", "brighten(beta)", "map = brighten(map, beta)", summary="Brighter (beta > 0) or darker colour map.")
def brighten(call, *arguments):
    table, beta = (
        (as_array(arguments[0]), scalar(arguments[1], "brightness")) if len(arguments) > 1 else (None, scalar(arguments[0], "brightness"))
    )
    figure = call.session.figures.gcf()
    source = figure.array("Colormap") if table is None else table
    changed = source ** (1 - beta if beta > 0 else 1 / (1 + beta))
    if table is None:
        figure.values["Colormap"] = Tensor(np.asfortranarray(changed))
        return None
    return changed


@builtin(
    "colstyle", "[linestyle, color, marker, msg] = colstyle(linespec)", summary="The parts of a line specification: style, letter of the colour, marker.",
    examples=(
        Example("[l,c,m] = colstyle('r--o')", "{'--','r','o'}"), Example("[l,c,m] = colstyle('g'); {isempty(l), c, isempty(m)}", "{true,'g',true}"),
        Example("[l,c,m,msg] = colstyle('what'); msg.identifier", "'MATLAB:colstyle:InvalidLinespec'"),
    ),
    errors=(ErrorCase("colstyle('what')", "MATLAB:colstyle:InvalidLinespec"),),
    see_also=("plot",),
)  # fmt: skip
def colstyle(call, linespec):
    text = text_of(linespec, "line specification")
    spec = read.line_spec(text)
    if spec is None:
        message = {"message": "Error in color/linetype argument.", "identifier": "MATLAB:colstyle:InvalidLinespec"}
        if call.nargout < 4:
            raise call.error(message["message"], message["identifier"])
        return "", "", "", message
    own = spec.get("LineStyle", "")
    drawn = own if own in text else ""  # a marker alone means no line, which nobody wrote
    letters = [letter for letter in SHORT_COLOURS if "Color" in spec and np.array_equal(to_rgb(letter), spec["Color"])]
    return drawn, letters[0] if letters else "", spec.get("Marker", ""), np.zeros((0, 0))

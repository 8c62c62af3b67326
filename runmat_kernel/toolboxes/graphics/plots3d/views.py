"""Where a plot is looked at from; windows that are not there."""

from __future__ import annotations

import numpy as np

from ....builtins.spec import Example, builtin
from ....figures import arguments as read
from ....figures.arguments import row
from ....figures.handles import Handle
from ....figures.tree import Node
from ....values.convert import is_text, text_of
from ..axes import target


@builtin(
    "view",
    "[az, el] = view()",
    "[az, el] = view(az, el)",
    "view(ax, ...)",
    summary="Viewpoint of the axes by azimuth and elevation in degrees; view(2), view(3).",
    see_also=("surf", "rotate3d"),
)
def view(call, *arguments):
    axes, rest = target(call, arguments)
    values = np.concatenate([read.data(a, "view").ravel(order="F") for a in rest]) if rest else np.zeros(0)
    if values.size > 3 or (values.size == 1 and values[0] not in (2, 3)):
        raise call.error("View must be 2, 3, two angles in degrees, or three coordinates.", "MATLAB:view:InvalidView")
    if values.size == 1:
        axes.values["View"] = row([0, 90] if values[0] == 2 else [-37.5, 30])
    elif values.size == 2:
        axes.values["View"] = row(values)
    elif values.size == 3:
        x, y, z = values
        axes.values["View"] = row([np.degrees(np.arctan2(x, -y)), np.degrees(np.arctan2(z, np.hypot(x, y)))])
    if values.size:
        axes.announce("View", "CameraPosition", "CameraTarget", "CameraUpVector")
    if not rest or call.nargout:
        azimuth, elevation = axes.vector("View")[:2]
        return float(azimuth), float(elevation)
    return None


def _ratio(name: str, prop: str, summary: str):
    @builtin(
        name, f"r = {name}(ratio)", f"r = {name}()", f"m = {name}('mode')", f"{name}(ax, ratio)", f"{name} auto", summary=summary,
        examples=(Example(f"a = {name}('mode'); {name}([1 2 3]); {{a, {name}, {name}('mode')}}", "{'auto', [1 2 3], 'manual'}"),),
    )  # fmt: skip
    def ratio(call, *arguments):
        axes, rest = target(call, arguments)
        if not rest:
            return axes.get(prop)
        if is_text(rest[0]) and text_of(rest[0]).lower() == "mode":
            return axes.get(f"{prop}Mode")
        if is_text(rest[0]):
            axes.set(f"{prop}Mode", rest[0])
        else:
            axes.set(prop, row(read.data(rest[0], name).ravel()))
        return None

    return ratio


RATIOS = (
    _ratio("daspect", "DataAspectRatio", "Relative length of data units along the axes."),
    _ratio("pbaspect", "PlotBoxAspectRatio", "Relative lengths of the sides of the axes."),
)


def _silent(name: str, summary: str):
    @builtin(name, f"{name}(...)", summary=summary, hidden=True)
    def nothing(call, *arguments):
        return None

    return nothing


# Interaction with a window does not exist in a notebook; programs that ask for it run on.
NO_WINDOW = tuple(
    _silent(name, "Accepted; it needs a window, which a notebook does not have.")
    for name in (
        "disableDefaultInteractivity",
        "enableDefaultInteractivity",
        "shg",
        "refresh",
        "movegui",
        "cameratoolbar",
        "cameramenu",
        "plotedit",
        "plottools",
        "plotbrowser",
        "figurepalette",
        "propertyeditor",
        "findfigs",
        "opengl",
        "commandwindow",
        "commandhistory",
        "workspace",
        "desktop",
    )
)


def _mode(name: str):
    @builtin(
        name, f"h = {name}(...)", hidden=True, summary="Accepted; it needs a window, which a notebook does not have. The object that it gives takes what programs set.",
        examples=(Example(f"h = {name}; h.Visible = 'off'; h.Visible", "'off'"),),
    )  # fmt: skip
    def mode(call, *arguments):
        return Handle.of(Node("interaction")) if call.nargout else None

    return mode


MODES = tuple(_mode(name) for name in ("zoom", "pan", "rotate3d", "datacursormode", "brush", "axtoolbar"))

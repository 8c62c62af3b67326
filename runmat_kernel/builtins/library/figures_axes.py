"""Axes: labels, limits, ticks, hold, grid, axis modes, subplots, legends, views."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...figures import arguments as read
from ...figures import limits as lim
from ...figures.arguments import give, row
from ...figures.decorate import legend_nodes
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values import CellArray, CharArray, Tensor
from ...values.convert import as_array, is_text, text_of, to_value
from ..spec import ErrorCase, Example, builtin

_ON, _OFF, _MANUAL, _AUTO = (CharArray.row(w) for w in ("on", "off", "manual", "auto"))


def target(call: Any, arguments: tuple[Any, ...]) -> tuple[Node, list[Any]]:
    """The axes named by the first argument, else the current ones; marked as changed."""
    figures = call.session.figures
    axes, rest = read.take_axes(figures, arguments)
    axes = figures.gca() if axes is None else axes
    figures.touch(axes)
    return axes, rest


def _label(name: str, prop: str, summary: str):
    @builtin(name, f"t = {name}()", f"t = {name}(txt, Name, Value, ...)", summary=summary, see_also=("title", "xlabel", "text"))
    def label(call, *arguments):
        figures = call.session.figures
        owner, rest = None, list(arguments)
        if rest and isinstance(rest[0], Handle) and rest[0].node.type in ("axes", "tiledlayout", "legend", "colorbar"):
            owner, rest = rest[0].node, rest[1:]
        owner = figures.gca() if owner is None else owner
        if not rest:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        node = owner.label(prop)
        node.values = {"String": rest[0], **({"FontSize": 11.0} if prop == "Title" and owner.type == "tiledlayout" else {})}
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
        if rest and is_text(rest[0]):
            word = text_of(rest[0]).lower()
            if word == "mode":
                return axes.get(f"{letter}LimMode")
            if word in ("tight", "padded", "tickaligned"):
                axes.values[f"{letter}LimitMethod"] = CharArray.row(word)
            axes.values[f"{letter}LimMode"] = _MANUAL if word == "manual" else _AUTO
        elif rest:
            set_limits(call, axes, letter, as_array(rest[0]).ravel().astype(np.float64))
        else:
            return axes.get(f"{letter}Lim")
        return axes.get(f"{letter}Lim") if call.nargout else None

    return limit


def set_limits(call: Any, axes: Node, letter: str, values: np.ndarray) -> None:
    if values.size != 2 or not values[0] < values[1]:
        raise call.error("Limits must be a 2-element vector of increasing numeric values.", "MATLAB:hg:InvalidLimits")
    axes.values.update({f"{letter}Lim": row(values), f"{letter}LimMode": _MANUAL})


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
        if not rest:
            return axes.get(f"{letter}Tick")
        if is_text(rest[0]):
            axes.values[f"{letter}TickMode"] = CharArray.row(text_of(rest[0]))
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
        f"{name}(ax, labels)",
        f"{name} auto",
        summary=f"Set or get the tick labels of the {letter.lower()}-axis.",
    )
    def labels(call, *arguments):
        axes, rest = target(call, arguments)
        if not rest:
            return axes.get(f"{letter}TickLabel")
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
        if not rest:
            return axes.get(f"{letter}TickLabelRotation")
        axes.set(f"{letter}TickLabelRotation", rest[0])
        return None

    return angle


TICKS = tuple(make(letter) for make in (_tick, _tick_labels, _tick_angle) for letter in "XYZ")


def _switch(name: str, summary: str, change):
    @builtin(name, f"{name}()", f"{name} on", f"{name} off", f"{name}(ax, state)", summary=summary)
    def switch(call, *arguments):
        axes, rest = target(call, arguments)
        word = (
            text_of(rest[0]).lower()
            if rest and is_text(rest[0])
            else ("on" if rest and as_array(rest[0]).any() else "off")
            if rest
            else None
        )
        change(call, axes, word)

    return switch


def _grid(call: Any, axes: Node, word: str | None) -> None:
    minor = word == "minor"
    on = word == "on" if word in ("on", "off") else not axes.on("XMinorGrid" if minor else "XGrid")
    for letter in "XYZ":
        axes.values[f"{letter}MinorGrid" if minor else f"{letter}Grid"] = _ON if on else _OFF


def _box(call: Any, axes: Node, word: str | None) -> None:
    on = word == "on" if word else not axes.on("Box")
    axes.values["Box"] = _ON if on else _OFF


def _hold(call: Any, axes: Node, word: str | None) -> None:
    if word not in (None, "on", "off", "all"):
        raise call.error(f"Unknown command option '{word}'.", "MATLAB:hold:UnknownOption")
    on = word in ("on", "all") if word else axes.text("NextPlot") != "add"
    axes.values["NextPlot"] = CharArray.row("add" if on else "replace")
    if on and not axes.children:
        axes.values.setdefault("Box", _OFF)


SWITCHES = (
    _switch("grid", "Show or hide grid lines.", _grid),
    _switch("box", "Show or hide the box around the axes.", _box),
    _switch("hold", "Keep what is plotted when more is plotted.", _hold),
)


@builtin("ishold", "tf = ishold()", "tf = ishold(ax)", summary="Whether hold is on.", examples=(Example("hold on; ishold", "true"),))
def ishold(call, *arguments):
    return target(call, arguments)[0].text("NextPlot") == "add"


def _freeze(axes: Node) -> None:
    for letter in "XYZ":
        axes.values.update({f"{letter}Lim": row(lim.axis_limits(axes, letter)), f"{letter}LimMode": _MANUAL})


def _axis_word(call: Any, axes: Node, word: str) -> None:
    ones = row([1, 1, 1])
    if word in ("on", "off"):
        axes.values["Visible"] = _ON if word == "on" else _OFF
    elif word in ("auto", "normal", "tickaligned", "fill"):
        for letter in "XYZ" if word == "auto" else "":
            axes.values[f"{letter}LimMode"] = _AUTO
        if word == "normal":
            axes.values.update(DataAspectRatioMode=_AUTO, PlotBoxAspectRatioMode=_AUTO)
    elif word in ("tight", "padded"):
        for letter in "XYZ":
            axes.values.update({f"{letter}LimitMethod": CharArray.row(word), f"{letter}LimMode": _AUTO})
    elif word in ("equal", "image"):
        axes.values.update(DataAspectRatio=ones, DataAspectRatioMode=_MANUAL)
        if word == "image":
            for letter in "XYZ":
                axes.values[f"{letter}LimitMethod"] = CharArray.row("tight")
    elif word == "square":
        axes.values.update(PlotBoxAspectRatio=ones, PlotBoxAspectRatioMode=_MANUAL, DataAspectRatioMode=_AUTO)
    elif word in ("ij", "xy"):
        axes.values["YDir"] = CharArray.row("reverse" if word == "ij" else "normal")
    elif word == "manual":
        _freeze(axes)
    elif word == "vis3d":
        axes.values["DataAspectRatioMode"] = axes.get("DataAspectRatioMode")
    elif word in ("auto x", "auto y", "auto z"):
        axes.values[f"{word[-1].upper()}LimMode"] = _AUTO
    else:
        raise call.error(f"Unknown command option '{word}'.", "MATLAB:axis:UnknownOption")


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
            values = as_array(item).ravel().astype(np.float64)
            if values.size not in (4, 6, 8):
                raise call.error("Vector must have 4, 6, or 8 elements.", "MATLAB:axis:WrongNumberElements")
            for i, letter in enumerate("XYZ"[: min(values.size, 6) // 2]):
                set_limits(call, axes, letter, values[2 * i : 2 * i + 2])
            if values.size == 8:
                axes.values.update(CLim=row(values[6:]), CLimMode=_MANUAL)
    if call.nargout or not rest:
        letters = "XYZ" if lim.is_3d(axes) else "XY"
        return np.array([[v for letter in letters for v in lim.axis_limits(axes, letter)]])
    return None


def subplot_position(rows: int, columns: int, places: list[int]) -> tuple[float, float, float, float]:
    """The Position of a subplot that covers ``places`` (from 1, along rows), as MATLAB lays the grid out."""
    gap_x, gap_y = 0.3155, 0.3886
    width = 0.775 / (columns + gap_x * (columns - 1))
    height = 0.815 / (rows + gap_y * (rows - 1))
    rectangles = []
    for place in places:
        r, c = divmod(place - 1, columns)
        rectangles.append((0.13 + c * width * (1 + gap_x), 0.11 + (rows - 1 - r) * height * (1 + gap_y)))
    left, bottom = min(x for x, _ in rectangles), min(y for _, y in rectangles)
    right, top = max(x for x, _ in rectangles) + width, max(y for _, y in rectangles) + height
    return left, bottom, right - left, top - bottom


@builtin(
    "subplot",
    "ax = subplot(mnp)",
    "ax = subplot(m, n, p, ...)",
    summary="Axes in place p of an m-by-n grid; made current, or made where there are none.",
    errors=(ErrorCase("subplot(2, 2, 5)", "MATLAB:subplot:SubplotIndexTooLarge"),),
    see_also=("axes", "tiledlayout"),
)
def subplot(call, *arguments):
    figures = call.session.figures
    if len(arguments) >= 1 and isinstance(arguments[0], Handle):
        figures.select_axes(arguments[0].node)
        return give(call, [arguments[0].node])
    if len(arguments) == 1:
        digits = f"{int(as_array(arguments[0]).flat[0]):03d}"
        rows, columns, places, rest = int(digits[0]), int(digits[1]), [int(digits[2])], []
    elif is_text(arguments[0]):
        position = as_array(arguments[1]).ravel().tolist()
        return give(call, [figures.new_axes(figures.gcf(), Position=row(position))])
    else:
        rows, columns = (int(as_array(a).flat[0]) for a in arguments[:2])
        places, rest = [int(p) for p in as_array(arguments[2]).ravel()], list(arguments[3:])
    if not places:
        raise call.error("Illegal subplot number.", "MATLAB:subplot:SubplotIndexTooSmall")
    if max(places) > rows * columns:
        raise call.error("Index exceeds number of subplots.", "MATLAB:subplot:SubplotIndexTooLarge")
    if min(places) < 1:
        raise call.error("Illegal subplot number.", "MATLAB:subplot:SubplotIndexTooSmall")
    position = subplot_position(rows, columns, places)
    figure = figures.gcf()
    fresh = bool(rest) and is_text(rest[0]) and text_of(rest[0]) == "replace"
    found = None
    for node in [child for child in figure.children if child.type == "axes"]:
        own = node.vector("Position")
        if np.allclose(own, position, atol=1e-6) and not fresh:
            found = node
        elif _overlap(own, position):
            node.delete()
    if found is None:
        found = figures.new_axes(figure, Position=row(position))
    figures.select_axes(found)
    read.apply([found], rest[1:] if fresh else rest, "subplot")
    return give(call, [found])


def _overlap(a: Any, b: Any) -> bool:
    tolerance = 1e-3
    return (a[0] + tolerance < b[0] + b[2] and b[0] + tolerance < a[0] + a[2] and a[1] + tolerance < b[1] + b[3] and b[1] + tolerance < a[1] + a[3])  # fmt: skip


@builtin(
    "tiledlayout",
    "t = tiledlayout()",
    "t = tiledlayout(m, n, Name, Value, ...)",
    summary="Grid of tiles for axes; nexttile makes them.",
    see_also=("nexttile", "subplot"),
)
def tiledlayout(call, *arguments):
    figures = call.session.figures
    figure = figures.gcf()
    for child in list(figure.children):
        child.delete()
    rest, size = list(arguments), [0.0, 0.0]
    if rest and is_text(rest[0]):
        size = {"flow": [0.0, 0.0], "horizontal": [1.0, 0.0], "vertical": [0.0, 1.0]}.get(text_of(rest.pop(0)).lower(), size)
    elif len(rest) >= 2:
        size = [float(as_array(rest.pop(0)).flat[0]) for _ in range(2)]
    node = Node("tiledlayout", figure, GridSize=row(size))
    read.apply([node], rest, "tiledlayout")
    figures.touch(figure)
    return give(call, [node])


@builtin(
    "nexttile",
    "ax = nexttile()",
    "ax = nexttile(t, place, span)",
    summary="Axes in the next tile, or in a given one, of the tiled layout.",
    see_also=("tiledlayout",),
)
def nexttile(call, *arguments):
    figures = call.session.figures
    figure = figures.gcf()
    rest = [a for a in arguments if not isinstance(a, Handle)]
    layout = next((a.node for a in arguments if isinstance(a, Handle)), None)
    layout = layout or next((c for c in figure.children if c.type == "tiledlayout"), None)
    if layout is None:
        layout = Node("tiledlayout", figure, GridSize=row([0.0, 0.0]))
    taken = {int(t) for child in layout.children for t in child.values.get("_tiles", ())}
    span = [1, 1]
    place = next(i for i in range(1, len(taken) + 2) if i not in taken)
    for item in rest:
        if is_text(item):
            continue
        values = [int(v) for v in as_array(item).ravel()]
        span, place = (values, place) if len(values) == 2 else (span, values[0])
    _, columns = _grid_size(layout, place)
    tiles = [place + r * columns + c for r in range(span[0]) for c in range(span[1])]
    existing = next((c for c in layout.children if c.values.get("_tiles") == tuple(tiles)), None)
    axes = existing or Node("axes", layout)
    axes.values["_tiles"] = tuple(tiles)
    _arrange(layout)
    figures.select_axes(axes)
    return give(call, [axes])


def _grid_size(layout: Node, needed: int = 0) -> tuple[int, int]:
    rows, columns = (int(v) for v in layout.vector("GridSize"))
    if rows and columns:
        return rows, columns
    count = max([needed, *(max(child.values["_tiles"]) for child in layout.children if "_tiles" in child.values)], default=1)
    if rows:
        return 1, count
    if columns:
        return count, 1
    columns = int(np.ceil(np.sqrt(count)))
    return int(np.ceil(count / columns)), columns


def _arrange(layout: Node) -> None:
    rows, columns = _grid_size(layout)
    compact = layout.text("TileSpacing") in ("compact", "none", "tight")
    left, right, bottom, top = 0.09, 0.96, 0.1, 0.93 if "Title" not in layout.labels else 0.88
    gap_x, gap_y = (0.08, 0.11) if compact else (0.11, 0.15)
    width, height = (right - left - gap_x * (columns - 1)) / columns, (top - bottom - gap_y * (rows - 1)) / rows
    for child in layout.children:
        cells = [divmod(t - 1, columns) for t in child.values["_tiles"]]
        r0, r1, c0, c1 = min(r for r, _ in cells), max(r for r, _ in cells), min(c for _, c in cells), max(c for _, c in cells)
        x, y = left + c0 * (width + gap_x), top - (r1 + 1) * height - r1 * gap_y
        child.values["Position"] = row([x, y, (c1 - c0 + 1) * width + (c1 - c0) * gap_x, (r1 - r0 + 1) * height + (r1 - r0) * gap_y])


@builtin(
    "axes",
    "ax = axes()",
    "ax = axes(Name, Value, ...)",
    "axes(ax)",
    summary="New axes in the current figure, or make axes current.",
    see_also=("subplot", "gca"),
)
def axes_(call, *arguments):
    figures = call.session.figures
    if len(arguments) == 1 and isinstance(arguments[0], Handle) and arguments[0].node.type == "axes":
        figures.select_axes(arguments[0].node)
        return give(call, [arguments[0].node])
    rest = list(arguments)
    parent = rest.pop(0).node if rest and isinstance(rest[0], Handle) else figures.gcf()
    for i in range(len(rest) - 1):
        if is_text(rest[i]) and text_of(rest[i]).lower() == "parent":
            parent = rest[i + 1].node
            rest = rest[:i] + rest[i + 2 :]
            break
    node = figures.new_axes(parent)
    read.apply([node], rest, "axes")
    return give(call, [node])


@builtin(
    "legend",
    "lgd = legend()",
    "lgd = legend(labels, Name, Value, ...)",
    "legend off",
    summary="Legend of the axes: labels in the order of plotting.",
    see_also=("plot", "title"),
)
def legend(call, *arguments):
    axes, rest = target(call, arguments)
    if rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("off", "hide", "show", "toggle", "boxoff", "boxon") and len(rest) == 1:
        return _legend_word(axes, text_of(rest[0]).lower())
    items = list(rest.pop(0).nodes.flat) if rest and isinstance(rest[0], Handle) else None
    known = {name.lower() for name in ("Location", "Orientation", "Interpreter", "FontSize", "NumColumns", "Box", "Color", "TextColor", "EdgeColor", "Units", "Position", "AutoUpdate", "FontWeight", "FontName", "FontAngle", "LineWidth", "String", "Title", "Tag", "Visible")}  # fmt: skip
    words: list[str] = []
    while rest and not (is_text(rest[0]) and text_of(rest[0]).lower() in known and len(rest) % 2 == 0):
        item = rest.pop(0)
        words += [text_of(item)] if is_text(item) else read.texts(item)
    nodes = items if items is not None else legend_nodes(axes)
    for node, word in zip(nodes, words, strict=False):
        node.values["DisplayName"] = CharArray.row(word)
    old = axes.labels.get("Legend")
    box = old if old is not None and old.alive else Node("legend")
    box.parent = axes
    if items is not None or words:
        box.values["_items"] = list(nodes[: len(words)] if words else nodes)
    axes.labels["Legend"] = box
    read.apply([box], rest, "legend")
    if "String" in box.values and not words:
        for node, word in zip(legend_nodes(axes), read.texts(box.values["String"]), strict=False):
            node.values["DisplayName"] = CharArray.row(word)
    box.values["String"] = CellArray.of([CharArray.row(n.text("DisplayName") or f"data{i + 1}") for i, n in enumerate(nodes)])
    return give(call, [box])


def _legend_word(axes: Node, word: str) -> None:
    if word == "off":
        axes.labels.pop("Legend", None)
        return
    box = axes.labels.setdefault("Legend", Node("legend"))
    box.parent = axes
    if word in ("boxoff", "boxon"):
        box.values["Box"] = _OFF if word == "boxoff" else _ON
    elif word in ("hide", "show"):
        box.values["Visible"] = _OFF if word == "hide" else _ON


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
    values = np.concatenate([as_array(a).ravel(order="F") for a in rest]) if rest else np.zeros(0)
    if values.size == 1:
        axes.values["View"] = row([0, 90] if values[0] == 2 else [-37.5, 30])
    elif values.size == 2:
        axes.values["View"] = row(values)
    elif values.size == 3:
        x, y, z = values
        axes.values["View"] = row([np.degrees(np.arctan2(x, -y)), np.degrees(np.arctan2(z, np.hypot(x, y)))])
    if not rest or call.nargout:
        azimuth, elevation = axes.vector("View")[:2]
        return float(azimuth), float(elevation)
    return None


def _ratio(name: str, prop: str, summary: str):
    @builtin(name, f"r = {name}(ratio)", f"r = {name}()", f"{name}(ax, ratio)", f"{name} auto", summary=summary)
    def ratio(call, *arguments):
        axes, rest = target(call, arguments)
        if not rest:
            return axes.get(prop)
        if is_text(rest[0]):
            axes.values[f"{prop}Mode"] = CharArray.row(text_of(rest[0]))
        else:
            axes.values.update({prop: row(as_array(rest[0]).ravel()), f"{prop}Mode": _MANUAL})
        return None

    return ratio


RATIOS = (
    _ratio("daspect", "DataAspectRatio", "Relative length of data units along the axes."),
    _ratio("pbaspect", "PlotBoxAspectRatio", "Relative lengths of the sides of the axes."),
)


@builtin(
    "text",
    "t = text()",
    "t = text(x, y, z, txt, Name, Value, ...)",
    summary="Text at a place in the axes.",
    see_also=("title", "annotation"),
)
def text(call, *arguments):
    axes, rest = target(call, arguments)
    numbers = []
    while rest and read.is_numeric(rest[0]) and len(numbers) < 3:
        numbers.append(as_array(rest.pop(0)).ravel(order="F").astype(np.float64))
    if not numbers:
        node = Node("text", axes)
        read.apply([node], rest, "text")
        return give(call, [node])
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    content = rest.pop(0)
    words = list(content.array.ravel(order="F")) if type(content) is CellArray and numbers[0].size > 1 else [content] * numbers[0].size
    made = []
    for i, place in enumerate(zip(*numbers, strict=False)):
        position = [*place, 0.0][:3] if len(place) == 2 else list(place)
        made.append(Node("text", axes, Position=row(position), String=words[min(i, len(words) - 1)]))
    read.apply(made, rest, "text")
    return give(call, made)


def _constant(name: str, letter: str):
    @builtin(name, f"h = {name}()", f"h = {name}(value, LineSpec, label, ...)", summary=f"Line at a constant {letter} across the axes.")
    def constant(call, *arguments):
        axes, rest = target(call, arguments)
        values = as_array(rest.pop(0)).ravel(order="F")
        made = [Node("constantline", axes, Value=float(v), InterceptAxis=letter, Color=np.array([[0.15, 0.15, 0.15]])) for v in values]
        if rest and is_text(rest[0]):
            spec = read.line_spec(text_of(rest[0]))
            if spec is not None:
                rest.pop(0)
                for node in made:
                    for key, value in spec.items():
                        node.set(key, value)
        if rest and len(rest) % 2:
            label = rest.pop(0)
            for i, node in enumerate(made):
                node.values["Label"] = label if is_text(label) else CharArray.row(read.texts(label)[i])
        read.apply(made, rest, name)
        return give(call, made)

    return constant


CONSTANT_LINES = (_constant("xline", "x"), _constant("yline", "y"))


@builtin("yyaxis", "yyaxis(side)", "yyaxis(ax, side)", summary="Make the left or the right y-axis the one that plots and labels go to.")
def yyaxis(call, *arguments):
    figures = call.session.figures
    axes, rest = target(call, arguments)
    side = text_of(rest[0]).lower()
    left = axes.values.get("_twin", axes)
    if side == "left":
        figures.select_axes(left)
        return
    right = left.labels.get("_right")
    if right is None or not right.alive:
        right = figures.new_axes(left.parent, Position=left.get("Position"), YAxisLocation="right", Color="none")
        right.values.update(
            {"_twin": left, "ColorOrderIndex": 2.0, "YColor": to_value(np.array([[0.85, 0.325, 0.098]])), "NextPlot": CharArray.row("add")}
        )
        left.values["YColor"] = to_value(np.array([[0.0, 0.447, 0.741]]))
        left.values["NextPlot"] = CharArray.row("add")
        left.labels["_right"] = right
    figures.select_axes(right)


@builtin("linkaxes", "linkaxes(ax)", "linkaxes(ax, dims)", summary="Give several axes the same limits.")
def linkaxes(call, handles, *dims):
    letters = text_of(dims[0]).lower() if dims else "xy"
    nodes = list(handles.nodes.flat)
    for letter in (c.upper() for c in letters if c in "xyz"):
        bounds = [lim.axis_limits(node, letter) for node in nodes]
        for node in nodes:
            node.values.update({f"{letter}Lim": row([min(b[0] for b in bounds), max(b[1] for b in bounds)]), f"{letter}LimMode": _MANUAL})
    call.session.figures.touch(nodes[0])


@builtin("datetick", "datetick()", "datetick(axis, format, ...)", summary="Label an axis of date numbers with dates.")
def datetick(call, *arguments):
    axes, rest = target(call, arguments)
    letter = text_of(rest[0]).upper()[:1] if rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("x", "y", "z") else "X"
    form = next((a for a in rest[1:] if not (is_text(a) and text_of(a).startswith("keep"))), None)
    at = lim.ticks(axes, letter)
    words = call.feval("datestr", Tensor(at[:, None]), *([form] if form is not None else []))[0]
    axes.set(f"{letter}Tick", row(at))
    axes.set(f"{letter}TickLabel", words)


def _silent(name: str, summary: str):
    @builtin(name, f"{name}(...)", summary=summary, hidden=True)
    def nothing(call, *arguments):
        return Handle.of() if call.nargout else None

    return nothing


# Interaction with a window does not exist in a notebook; programs that ask for it run on.
NO_WINDOW = tuple(
    _silent(name, "Accepted; it needs a window, which a notebook does not have.")
    for name in (
        "zoom",
        "pan",
        "rotate3d",
        "datacursormode",
        "shg",
        "refresh",
        "movegui",
        "material",
        "camzoom",
        "camroll",
        "camorbit",
        "camva",
        "cameratoolbar",
    )
)


def _lit(name: str):
    @builtin(name, f"h = {name}(...)", summary="Light the surfaces of the axes.")
    def light(call, *arguments):
        axes, rest = target(call, arguments)
        if name == "lighting":
            axes.values["_lit"] = None if rest and text_of(rest[0]) == "none" else True
            return None
        axes.values["_lit"] = True
        return give(call, [Node("light", axes)])

    return light


LIGHTS = tuple(_lit(name) for name in ("camlight", "light", "lighting", "lightangle"))

"""Polar axes and what is plotted in them: polarplot, polarscatter, polarhistogram, and the rulers of angles and radii."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures import polar
from ...figures.arguments import give, row
from ...figures.properties import KINDS
from ...figures.tree import Node
from ...values import CharArray, Tensor
from ...values.convert import as_array, is_text, numel_of, text_of
from ..arrays.bins import normalised
from .handles import Handle
from .plots.histograms import counted, split_bins
from .plots.polar import angles_and_radii, sectors


@builtin(
    "polaraxes", "pax = polaraxes()", "pax = polaraxes(Name, Value, ...)", "pax = polaraxes(parent, ...)", "polaraxes(pax)",
    summary="New polar axes in the current figure, or make polar axes current.",
    examples=(
        Example("p = polaraxes('ThetaZeroLocation','top','ThetaDir','clockwise'); {p.Type, p.ThetaZeroLocation, p.ThetaDir}", "{'polaraxes','top','clockwise'}"),
        Example("p = polaraxes; {p.ThetaLim, p.RLim, p.ThetaTick(end), p.ThetaAxisUnits}", "{[0 360],[0 1],360,'degrees'}"),
    ),
    errors=(ErrorCase("polaraxes('NoSuchThing',1)", "MATLAB:hg:InvalidProperty"), ErrorCase("polaraxes('RLim',[2 1])", "MATLAB:hg:InvalidLimits")),
    see_also=("polarplot", "rlim", "thetalim"),
)  # fmt: skip
def polaraxes(call, *arguments):
    figures, rest = call.session.figures, list(arguments)
    parent = rest.pop(0).node if rest and isinstance(rest[0], Handle) else None
    if parent is not None and parent.type == "axes":
        figures.select_axes(parent)
        return give(call, [parent])
    for i in range(0, len(rest) - 1, 2):
        if is_text(rest[i]) and text_of(rest[i]).lower() == "parent":
            parent, rest = rest[i + 1].node, rest[:i] + rest[i + 2 :]
            break
    node = figures.new_axes(figures.gcf() if parent is None else parent)
    node.kind = KINDS["polaraxes"]
    read.apply([node], rest, "polaraxes")
    return give(call, [node])


def _prepared(call: Any, axes: Node | None) -> Node:
    """Polar axes to plot into: those that are named, else the current ones, which become polar."""
    figures = call.session.figures
    return figures.new_plot(figures.gca() if axes is None else axes, "polaraxes")


@builtin(
    "polarplot", "h = polarplot(theta, rho)", "h = polarplot(theta, rho, LineSpec, ...)", "h = polarplot(rho)", "h = polarplot(Z)",
    "h = polarplot(pax, ...)",
    summary="Lines in polar axes.",
    examples=(
        Example("h = polarplot([0 1 2],[1 2 3]); {h.ThetaData, h.RData}", "{[0 1 2],[1 2 3]}"),
        Example("polarplot([0 1],[3 9]); {get(gca,'Type'), rlim}", "{'polaraxes',[0 10]}"),
    ),
    errors=(ErrorCase("polarplot([0 1],[1 2 3])", "MATLAB:polarplot:VectorsSameLength"),),
    see_also=("polaraxes", "polarscatter", "polarhistogram"),
)  # fmt: skip
def polarplot(call, *arguments):
    axes, rest = read.take_axes(call.session.figures, arguments)
    groups, options = angles_and_radii(tuple(rest), "polarplot")
    read.line_options(options, KINDS["polarline"], "polarplot")
    series = [
        (columns, read.line_spec(text_of(spec[0])) if spec else {})
        for theta, rho, spec in groups
        for columns in read.columns([_beside(theta, rho), rho], "polarplot")
    ]
    if any(spec is None for _, spec in series):
        raise call.error("Error in color/linetype argument.", "MATLAB:polarplot:InvalidLineSpec")
    axes, lines = _prepared(call, axes), []
    for (theta, rho), spec in series:
        node = Node("polarline", axes, ThetaData=row(theta), RData=row(rho))
        call.session.figures.colour_next(axes, node)
        for name, value in spec.items():
            node.set(name, value)
        lines.append(node)
    read.apply(lines, options, "polarplot")
    return give(call, lines)


def _beside(theta: np.ndarray, rho: np.ndarray) -> np.ndarray:
    return theta.reshape(rho.shape, order="F") if theta.size == rho.size else theta


@builtin(
    "polarscatter", "h = polarscatter(theta, rho)", "h = polarscatter(theta, rho, sz, c)", "h = polarscatter(..., mkr, 'filled', Name, Value)",
    "h = polarscatter(pax, ...)",
    summary="Markers in polar axes.",
    examples=(
        Example("h = polarscatter([0 1],[1 2],25,'r','filled'); {h.RData, h.SizeData, h.CData}", "{[1 2],25,[1 0 0]}"),
        Example("h = polarscatter([0 1 2],[1 2 3],[],[5 6 7]); h.CData(:)'", "[5 6 7]"),
    ),
    errors=(ErrorCase("polarscatter([0 1],[1 2 3])", "MATLAB:polarscatter:VectorsSameLength"),),
    see_also=("polarplot", "scatter"),
)  # fmt: skip
def polarscatter(call, *arguments):
    axes, rest = read.take_axes(call.session.figures, arguments)
    if len(rest) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    arrays = [read.data(a, "polarscatter").ravel(order="F").astype(np.float64) for a in rest[:2]]
    read.same_length(arrays, "polarscatter")
    # sizes, colours and markers are read as by scatter, in axes that nobody sees
    holder = Node("axes")
    held = call.feval("scatter", Handle.of(holder), row(arrays[0]), row(arrays[1]), *rest[2:])[0].node
    target = _prepared(call, axes)
    node = Node("polarscatter", target, ThetaData=row(arrays[0]), RData=row(arrays[1]))
    node.values.update({name: value for name, value in held.values.items() if not name.startswith(("XData", "YData", "ZData"))})
    if not _coloured(rest[2:]):
        call.session.figures.colour_next(target, node)
    return give(call, [node])


def _coloured(options: list[Any]) -> bool:
    """Whether the arguments behind the places name colours: an array behind the sizes, or a word of a colour."""
    for k, item in enumerate(options[:3]):
        if is_text(item):
            word = text_of(item)
            spec = read.line_spec(word)
            if (spec and "Color" in spec) or word.startswith("#") or word.lower() in ("red", "green", "blue", "black", "white"):
                return True
        elif k == 1:
            return True
    return False


@builtin(
    "polarhistogram", "h = polarhistogram(theta)", "h = polarhistogram(theta, nbins)", "h = polarhistogram(theta, edges)",
    "h = polarhistogram('BinEdges', edges, 'BinCounts', counts)", "h = polarhistogram(..., Name, Value)", "h = polarhistogram(pax, ...)",
    summary="Histogram of angles in polar axes.",
    examples=(
        Example("h = polarhistogram([0 1 2],[0 1.5 3]); h.Values", "[2 1]"),
        Example("h = polarhistogram([0.1 6.4],4,'Normalization','probability'); {h.Values, h.NumBins}", "{[1 0 0 0],4}"),
        Example("h = polarhistogram([0.1 3],2); h.NumBins = 4; h.BinCounts", "[1 1 0 0]"),
    ),
    errors=(
        ErrorCase("polarhistogram([0 1],2,'NoSuchThing',3)", "MATLAB:hg:InvalidProperty"),
        ErrorCase("polarhistogram('BinEdges',[0 1 2],'BinCounts',[1 2 3])", "MATLAB:polarhistogram:CountsEdgesMismatch"),
    ),
)  # fmt: skip
def polarhistogram(call, *arguments):
    axes, rest = read.take_axes(call.session.figures, arguments)
    angles = read.data(rest.pop(0), "polarhistogram").ravel(order="F").astype(np.float64) if rest and not is_text(rest[0]) else np.zeros(0)
    bins_or_edges, options, others = split_bins(rest)
    kind = text_of(options["normalization"]).lower() if "normalization" in options else "count"
    if "bincounts" in options and "binedges" in options:
        edges, counts = (as_array(options[name]).ravel().astype(np.float64) for name in ("binedges", "bincounts"))
        if counts.size != edges.size - 1:
            raise call.error("There must be one count for each bin.", "MATLAB:polarhistogram:CountsEdgesMismatch")
    else:
        edges = _edges(angles, bins_or_edges, options)
        counts = _counts(angles, edges)
    node = Node("histogram", _prepared(call, axes), Data=angles[:, None], Normalization=kind)
    _put(node, edges, counts)
    call.session.figures.colour_next(node.parent, node)
    if "bincounts" not in options:
        node.follow = _bin_anew
    read.apply([node], others, "polarhistogram")
    return give(call, [node])


def _edges(angles: np.ndarray, bins_or_edges: Any, options: dict[str, Any]) -> np.ndarray:
    if "binlimits" not in options:
        bins_or_edges = options.pop("numbins", bins_or_edges)
    if not options.keys() & {"binedges", "binlimits", "numbins", "binwidth", "binmethod"} and (bins_or_edges is None or numel_of(bins_or_edges) == 1):
        bins_or_edges = Tensor(sectors(None, angles, bins_or_edges)[0].reshape(1, -1))
    return counted(angles, bins_or_edges, options)[0]


def _counts(angles: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """How many angles lie in each bin, modulo a full circle."""
    shifted = np.mod(angles[np.isfinite(angles)] - edges[0], 2 * np.pi) + edges[0]
    return counted(shifted, None, {"binedges": Tensor(edges.reshape(1, -1))})[1]


def _put(node: Node, edges: np.ndarray, counts: np.ndarray) -> None:
    shown = normalised(counts, edges, node.text("Normalization"), max(node.vector("Data").size, 1))
    node.values.update(
        BinEdges=row(edges), BinCounts=row(counts), Values=row(shown), NumBins=float(len(counts)), BinWidth=float(edges[1] - edges[0]),
        BinLimits=row([edges[0], edges[-1]]),
    )  # fmt: skip


def _bin_anew(node: Node, name: str) -> None:
    """The bins of a histogram of angles after one of the properties that say how they are made was set."""
    angles = node.vector("Data")
    if name in ("NumBins", "BinWidth", "BinLimits", "BinMethod"):
        edges = _edges(angles, None, {name.lower(): node.get(name)})
    elif name in ("BinEdges", "Normalization", "Data"):
        edges = node.vector("BinEdges")
    else:
        return
    _put(node, edges, _counts(angles, edges))


def _polar_target(call: Any, arguments: tuple[Any, ...]) -> tuple[Node, list[Any]]:
    """The polar axes named by the first argument, else the current ones, made where there are none."""
    figures = call.session.figures
    axes, rest = read.take_axes(figures, arguments)
    if axes is None:
        axes = figures.gca()
        if not polar.is_polar(axes) and not axes.children:
            axes.kind = KINDS["polaraxes"]
    if not polar.is_polar(axes):
        raise call.error("The axes must be polar axes.", f"MATLAB:{call.name}:NotPolarAxes")
    figures.touch(axes)
    return axes, rest


def _ruler(name: str, prop: str, summary: str, value: str, gives: str):
    """A function that gets or sets a property of polar axes, or says who chooses it."""
    modes = ("auto", "manual")

    @builtin(
        name, f"v = {name}()", f"{name}(value)", f"{name}(mode)", f"m = {name}('mode')", f"{name}(pax, ...)", summary=summary,
        examples=(Example(f"polarplot([0 1],[1 2]); {name}({value}); {name}", gives),),
        errors=(ErrorCase(f"plot(1:3); {name}({value})", f"MATLAB:{name}:NotPolarAxes"),), see_also=("polaraxes",),
    )  # fmt: skip
    def ruler(call, *arguments):
        axes, rest = _polar_target(call, arguments)
        if not rest:
            return axes.get(prop)
        word = text_of(rest[0]).lower() if is_text(rest[0]) and numel_of(rest[0]) else ""
        if word == "mode":
            return axes.get(prop + "Mode")
        if word in modes:
            if word == "manual":
                axes.values[prop] = axes.get(prop)
            axes.values[prop + "Mode"] = CharArray.row(word)
        elif prop.endswith(("Lim", "Tick")) and not is_text(rest[0]):
            axes.set(prop, row(read.data(rest[0], name).ravel(order="F")))
        else:
            axes.set(prop, rest[0])
        return axes.get(prop) if call.nargout else None

    return ruler


RULERS = (
    _ruler("rlim", "RLim", "Set or get the limits of the radii of polar axes.", "[0 5]", "[0 5]"),
    _ruler("thetalim", "ThetaLim", "Set or get the limits of the angles of polar axes.", "[0 90]", "[0 90]"),
    _ruler("rticks", "RTick", "Set or get the labelled radii of polar axes.", "[0 1 2]", "[0 1 2]"),
    _ruler("thetaticks", "ThetaTick", "Set or get the labelled angles of polar axes.", "0:90:270", "0:90:270"),
    _ruler("rticklabels", "RTickLabel", "Set or get the labels of the radii of polar axes.", "{'a','b'}", "{'a';'b'}"),
    _ruler("thetaticklabels", "ThetaTickLabel", "Set or get the labels of the angles of polar axes.", "{'N','W'}", "{'N';'W'}"),
)


@builtin(
    "rtickangle", "a = rtickangle()", "rtickangle(angle)", "rtickangle(pax, angle)", summary="Rotation of the labels of radii, in degrees.",
    examples=(Example("polarplot([0 1],[1 2]); rtickangle(45); rtickangle", "45"),), see_also=("rticks",),
)  # fmt: skip
def rtickangle(call, *arguments):
    axes, rest = _polar_target(call, arguments)
    if not rest:
        return axes.get("RTickLabelRotation")
    axes.set("RTickLabelRotation", rest[0])
    return None


def _format(name: str, prop: str, what: str):
    @builtin(
        name, f"{name}(fmt)", f"{name}('auto')", f"fmt = {name}()", f"{name}(pax, ...)", summary=f"How the labels of {what} are written.",
        examples=(Example(f"polarplot([0 1],[1 2]); {name}('%.1f'); t = {name}; t", "'%.1f'"),), see_also=("polaraxes",),
    )  # fmt: skip
    def tick_format(call, *arguments):
        axes, rest = _polar_target(call, arguments)
        key = f"_{prop}TickFormat"
        if not rest:
            return CharArray.row(axes.values.get(key, "%g"))
        word = text_of(rest[0])
        if word == "auto":
            axes.values.pop(key, None)
        else:
            axes.values[key] = word
        return None

    return tick_format


FORMATS = (_format("rtickformat", "R", "radii"), _format("thetatickformat", "Theta", "angles"))

"""Plots of samples and of groups of points: gscatter, cdfplot, qqplot, normplot, histfit, refline; zeros and poles; circles."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.element_values import cellstr_row
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures import limits
from ....figures.arguments import give
from ....figures.colors import COLOUR_ORDER, to_rgb
from ....figures.tree import Node
from ....values import StructArray
from ....values.convert import as_array, is_text, numel_of, text_of
from ..composing import Composition, composed
from .boxes import rows_of_groups


def _sample(call: Any, value: Any) -> np.ndarray:
    """The numbers of a vector that are known, in order of size."""
    data = read.data(value, call.name).ravel(order="F").astype(np.float64)
    data = np.sort(data[~np.isnan(data)])
    if not data.size:
        raise call.error("The sample must have at least one element that is no NaN.", f"MATLAB:{call.name}:EmptySample")
    return data


def _titled(plot: Composition, title: str, across: str, up: str) -> None:
    for name, text in (("title", title), ("xlabel", across), ("ylabel", up)):
        plot.label(name, text)


@builtin(
    "gscatter", "gscatter(x, y, g)", "gscatter(x, y, g, clr, sym, siz, doleg, xnam, ynam)", "h = gscatter(...)",
    summary="Scatter plot whose points have a colour and a marker for each group.",
    examples=(
        Example("h = gscatter(1:4,[1 3 2 4],[1 1 2 2]); {numel(h), h(2).XData, h(2).DisplayName}", "{2, [3 4], '2'}"),
        Example("h = gscatter(1:3,1:3,{'a','b','a'},'rk','ox'); {h.Color, h.Marker}", "{[1 0 0],[0 0 0],'o','x'}"),
    ),
    errors=(ErrorCase("gscatter(1:3,1:3,[1 2])", "MATLAB:gscatter:GroupSize"),), see_also=("scatter", "boxplot"),
)  # fmt: skip
def gscatter(call, x, y, groups, *more):
    across, up = (read.data(side, "gscatter").ravel(order="F").astype(np.float64) for side in (x, y))
    if across.size != up.size or numel_of(groups) != across.size:
        raise call.error("There must be a group for each point.", "MATLAB:gscatter:GroupSize")
    rows, names = rows_of_groups(call, groups, across.size)
    options = [None if item is None or (not is_text(item) and numel_of(item) == 0) else item for item in (*more, *[None] * (6 - len(more)))]
    colours: Any = COLOUR_ORDER
    if options[0] is not None:
        colours = [to_rgb(letter) for letter in text_of(options[0])] if is_text(options[0]) else as_array(options[0]).reshape(-1, 3)
    marks = text_of(options[1]) if options[1] is not None else "."
    sizes = as_array(options[2]).ravel() if options[2] is not None else None
    with composed(call) as plot:
        for k, part in enumerate(rows):
            mark = marks[k % len(marks)] if marks else "."
            size = float(sizes[k % sizes.size]) if sizes is not None and sizes.size else 15.0 if mark == "." else 6.0
            ink = np.array([np.asarray(colours[k % len(colours)], dtype=np.float64)])
            plot.draw("plot", across[part], up[part], mark, "LineStyle", "none", "Color", ink, "MarkerSize", size, "DisplayName", names[k])
        if options[3] is None or (text_of(options[3]) != "off" if is_text(options[3]) else bool(as_array(options[3]).any())):
            plot.label("legend", "show")
        for name, text in zip(("xlabel", "ylabel"), options[4:6], strict=True):
            if text is not None:
                plot.label(name, text_of(text))
        return plot.result()


@builtin(
    "cdfplot", "cdfplot(x)", "[h, stats] = cdfplot(x)", summary="The empirical distribution function of a sample.",
    examples=(Example("[h,s] = cdfplot([3 1 2 NaN]); {h.YData(end), s.median}", "{1, 2}"),),
    errors=(ErrorCase("cdfplot(NaN)", "MATLAB:cdfplot:EmptySample"),), see_also=("ecdf", "histogram"),
)  # fmt: skip
def cdfplot(call, x):
    data = _sample(call, x)
    places, first = np.unique(data, return_index=True)
    shares = np.append(first[1:], data.size) / data.size
    margin = 0.1 * (places[-1] - places[0]) or 1.0
    with composed(call) as plot:
        plot.draw(
            "stairs", np.concatenate([[places[0] - margin], places, [places[-1] + margin]]), np.concatenate([[0.0], shares, [1.0]])
        )  # fmt: skip
        _titled(plot, "Empirical CDF", "x", "F(x)")
        plot.label("grid", "on")
        handle = plot.result()
    if call.nargout < 2:
        return handle
    fields = {
        "min": data[0],
        "max": data[-1],
        "mean": data.mean(),
        "median": np.median(data),
        "std": data.std(ddof=1) if data.size > 1 else 0.0,
    }
    return handle, StructArray.scalar({name: float(value) for name, value in fields.items()})


def _positions(count: int) -> np.ndarray:
    return (np.arange(1, count + 1) - 0.5) / count


def _through_quartiles(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Slope and height of the line through the quartiles of both, and the quartiles along x."""
    quarters = [np.quantile(side, [0.25, 0.75], method="hazen") for side in (x, y)]
    slope = np.diff(quarters[1])[0] / (np.diff(quarters[0])[0] or 1.0)
    return slope, quarters[1][0] - slope * quarters[0][0], quarters[0]


def _with_line(plot: Composition, x: np.ndarray, y: np.ndarray) -> None:
    """Points of quantiles, and the line that they would lie on: whole between the quartiles, dashed beyond."""
    slope, height, quarters = _through_quartiles(x, y)
    ends = np.array([x[0], x[-1]])
    plot.draw("plot", x, y, "+", "Color", np.array([[0.0, 0.447, 0.741]]))
    plot.draw("plot", quarters, slope * quarters + height, "r-")
    plot.draw("plot", ends, slope * ends + height, "r-.")


@builtin(
    "qqplot", "qqplot(x)", "qqplot(x, y)", "h = qqplot(...)", summary="Quantiles of a sample against those of the normal distribution, or of another sample.",
    examples=(Example("h = qqplot([1 2 3 4]); {numel(h), h(1).YData, abs(h(1).XData(1) + 1.1503) < 1e-4}", "{3, [1 2 3 4], true}"),
              Example("h = qqplot([1 2 3],[2 4 6]); h(1).YData", "[2 4 6]")),
    errors=(ErrorCase("qqplot([])", "MATLAB:qqplot:EmptySample"),), see_also=("cdfplot", "normplot"),
)  # fmt: skip
def qqplot(call, x, y=None):
    first = _sample(call, x)
    if y is None:
        across, up = _normal(call, _positions(first.size)), first
        texts = ("QQ Plot of Sample Data versus Standard Normal", "Standard Normal Quantiles", "Quantiles of Input Sample")
    else:
        second = _sample(call, y)
        shares = _positions(min(first.size, second.size))
        across, up = (np.quantile(side, shares, method="hazen") for side in (first, second))
        texts = ("QQ Plot of Sample Data versus Sample Data", "X Quantiles", "Y Quantiles")
    with composed(call) as plot:
        _with_line(plot, across, up)
        _titled(plot, *texts)
        return plot.result()


def _normal(call: Any, shares: np.ndarray) -> np.ndarray:
    return np.asarray(as_array(call.feval("norminv", call.session.value(shares.reshape(1, -1)))[0])).ravel()


_SHARES = np.array([0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.997, 0.999])


@builtin(
    "normplot", "normplot(x)", "h = normplot(x)", summary="Normal probability plot of a sample: a straight line where the sample is normal.",
    examples=(Example("h = normplot([1 2 3 4]); {h(1).XData, numel(h)}", "{[1 2 3 4], 3}"),),
    errors=(ErrorCase("normplot([])", "MATLAB:normplot:EmptySample"),), see_also=("qqplot",),
)  # fmt: skip
def normplot(call, x):
    data = _sample(call, x)
    with composed(call) as plot:
        _with_line(plot, data, _normal(call, _positions(data.size)))
        low = min(0.5 / data.size, 0.05)
        kept = _SHARES[(_SHARES >= low / 2) & (_SHARES <= 1 - low / 2)]
        plot.label("yticks", _normal(call, kept))
        plot.label("yticklabels", cellstr_row([f"{share:g}" for share in kept]))
        _titled(plot, "Normal Probability Plot", "Data", "Probability")
        plot.label("grid", "on")
        return plot.result()


@builtin(
    "histfit", "histfit(x)", "histfit(x, nbins)", "h = histfit(...)", summary="A histogram, and the density of the normal distribution with its mean and deviation.",
    examples=(Example("h = histfit([1 2 2 3 3 3 4 4 5]); {sum(h(1).YData), numel(h(2).XData)}", "{9, 100}"), Example("h = histfit(1:9,4); numel(h(1).XData)", "4")),
    errors=(ErrorCase("histfit([])", "MATLAB:histfit:EmptySample"), ErrorCase("histfit(1:9,3,'gamma')", "MATLAB:histfit:UnsupportedDistribution")),
    see_also=("histogram", "normfit"),
)  # fmt: skip
def histfit(call, x, bins=None, distribution=None):
    data = _sample(call, x)
    if distribution is not None and text_of(distribution).lower() not in ("normal", "norm"):
        raise call.error("Only the normal distribution is fitted here.", "MATLAB:histfit:UnsupportedDistribution")
    count = arg.integer(bins) if bins is not None and numel_of(bins) else int(np.ceil(np.sqrt(data.size)))
    if count < 1:
        raise call.error("The number of bins must be a positive integer.", "MATLAB:histfit:InvalidBins")
    edges = np.linspace(data[0], data[-1], count + 1) if data[0] < data[-1] else np.array([data[0] - 0.5, data[0] + 0.5])
    heights = np.histogram(data, edges)[0].astype(np.float64)
    deviation = data.std(ddof=1) if data.size > 1 else 1.0
    at = np.linspace(data.mean() - 3 * deviation, data.mean() + 3 * deviation, 100)
    curve = np.exp(-(((at - data.mean()) / (deviation or 1.0)) ** 2) / 2) / ((deviation or 1.0) * np.sqrt(2 * np.pi))
    with composed(call) as plot:
        plot.draw("bar", (edges[:-1] + edges[1:]) / 2, heights, 1.0)
        plot.label("set", call.feval("gca")[0], "XTickMode", "auto")
        plot.draw("plot", at, curve * data.size * (edges[1] - edges[0]), "r-", "LineWidth", 2.0)
        return plot.result()


@builtin(
    "refline", "refline(m, b)", "refline(coefficients)", "refline()", "refline(ax, ...)", "h = refline(...)",
    summary="A straight line across the axes, by slope and height; without them lines of least squares.",
    examples=(Example("plot([0 10],[0 5]); h = refline(2,1); {h.XData, h.YData}", "{[0 10], [1 21]}"), Example("plot(1:3,'o'); h = refline([0 2]); unique(h.YData)", "2")),
    errors=(ErrorCase("refline(1,2,3)", "MATLAB:maxrhs"),), see_also=("lsline", "yline"),
)  # fmt: skip
def refline(call, *arguments):
    axes, rest = read.chosen_axes(call.session.figures, arguments)
    if len(rest) > 2:
        raise call.error("Too many input arguments.", "MATLAB:maxrhs")
    if not rest:
        results = call.feval("lsline", *arguments, nargout=call.nargout)
        return results[0] if results else None
    numbers = np.concatenate([read.data(item, "refline").ravel() for item in rest]).astype(np.float64)
    if not numbers.size:
        raise call.error("The slope must not be empty.", "MATLAB:expectedNonempty")
    slope, height = (numbers[0], numbers[1]) if numbers.size > 1 else (numbers[0], 0.0)
    ends = np.array(limits.axis_limits(axes, "X"))
    node = Node("line", axes, XData=read.row(ends), YData=read.row(slope * ends + height))
    call.session.figures.colour_next(axes, node)
    axes.touch()
    return give(call, [node])


@builtin(
    "zplane", "zplane(z, p)", "zplane(b, a)", "[hz, hp, ht] = zplane(...)", summary="Zeros and poles of a filter in the plane, with the unit circle; rows are coefficients.",
    examples=(Example("[z,p] = zplane([1 -1],[1 -0.5]); [z.XData p.XData]", "[1 0.5]"), Example("[z,p] = zplane([1;2],[]); [z.XData isempty(p.XData)]", "[1 2 1]")),
    errors=(ErrorCase("zplane()", "MATLAB:minrhs"),), see_also=("roots", "freqz"),
)  # fmt: skip
def zplane(call, zeros, poles=None):
    sides = [np.asarray(as_array(side)).astype(np.complex128) if side is not None else np.zeros((0, 0)) for side in (zeros, poles)]
    if poles is None and sides[0].shape[0] == 1:
        sides[1] = np.ones((1, 1))
    if all(side.shape[0] <= 1 for side in sides) and any(side.size for side in sides):  # polynomials of 1/z: as many of both
        most = max(side.size for side in sides)
        roots = [np.roots(np.pad(side.ravel(), (0, most - side.size))) for side in sides]
    else:
        roots = [side.ravel(order="F") for side in sides]
    angles = np.linspace(0, 2 * np.pi, 200)
    look = ("LineStyle", "none", "Color", np.array([[0.0, 0.447, 0.741]]), "MarkerSize", 8.0)
    with composed(call) as plot:
        circle = plot.draw("plot", np.cos(angles), np.sin(angles), "k:")
        drawn = [plot.draw("plot", part.real, part.imag, mark, *look) for part, mark in zip(roots, "ox", strict=True)]
        reach = 1.1 * max(1.0, *(float(np.max(np.abs(part), initial=0.0)) for part in roots))
        plot.draw("plot", np.array([-reach, reach]), np.zeros(2), "k:")
        plot.draw("plot", np.zeros(2), np.array([-reach, reach]), "k:")
        plot.label("axis", "equal")
        plot.label("xlabel", "Real Part")
        plot.label("ylabel", "Imaginary Part")
    return (*drawn, circle)[: call.nargout] if call.nargout else None


@builtin(
    "viscircles", "viscircles(centers, radii)", "viscircles(ax, centers, radii)", "h = viscircles(..., Name, Value)", summary="Circles by their centres and radii.",
    examples=(Example("h = viscircles([1 2;5 5],[1;2]); l = get(h,'Children'); {numel(l), max(l(1).XData)}", "{2, 7}"),),
    errors=(ErrorCase("viscircles([1 2],[1;2])", "MATLAB:viscircles:SizeMismatch"),), see_also=("rectangle",),
)  # fmt: skip
def viscircles(call, *arguments):
    axes, rest = read.chosen_axes(call.session.figures, arguments)
    if len(rest) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    centres, radii = (read.data(item, "viscircles").astype(np.float64) for item in rest[:2])
    radii = np.resize(radii.ravel(), len(centres)) if radii.size == 1 else radii.ravel()
    if centres.ndim != 2 or centres.shape[1] != 2 or radii.size != len(centres):
        raise MatlabError("There must be two coordinates and a radius for each circle.", "MATLAB:viscircles:SizeMismatch")
    options = [item for k in range(2, len(rest) - 1, 2) if text_of(rest[k]).lower() not in ("enhancevisibility", "drawbackgroundcircle") for item in rest[k : k + 2]]  # fmt: skip
    angles = np.linspace(0, 2 * np.pi, 181)
    group = Node("hggroup", axes)
    lines = [
        Node("line", group, XData=read.row(x + r * np.cos(angles)), YData=read.row(y + r * np.sin(angles)), Color=np.array([[1.0, 0.0, 0.0]]), LineWidth=2.0)
        for (x, y), r in zip(centres.tolist(), radii.tolist(), strict=True)
    ]  # fmt: skip
    read.apply(lines, options, "viscircles")
    axes.touch()
    return give(call, [group])

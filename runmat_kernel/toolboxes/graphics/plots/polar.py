"""Plots around a centre in Cartesian axes: polar, rose, compass, feather."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.spec import Example, builtin
from ....figures import arguments as read
from ....figures.limits import nice_step
from ....values.convert import as_array, is_text, numel_of
from ..composing import Composition, composed

_GREY = np.array([0.85, 0.85, 0.85])
_CIRCLES = 5
"""How many circles with a label there are at most."""
_LABELLED = np.radians(80)
"""The angle at which the labels of the circles stand."""


def _grid(plot: Composition, radius: float) -> None:
    """Circles and spokes with their labels under what is drawn, and equal axes without a frame; a smaller grid of held axes goes."""
    axes = plot.call.session.figures.gca()
    drawn = list(axes.children)
    if drawn and axes.values.get("_polar", 0.0) >= radius:
        return
    for node in drawn:
        if "_grid" in node.values:
            node.delete()
    _draw_grid(plot, radius)
    fresh = [node for node in axes.children if not any(node is other for other in drawn)]
    for node in fresh:
        node.values["_grid"] = True
    axes.children[:] = [*fresh, *(node for node in drawn if node.alive)]
    axes.values["_polar"] = radius


def _draw_grid(plot: Composition, radius: float) -> None:
    circle = np.linspace(0, 2 * np.pi, 181)
    step = nice_step(radius, _CIRCLES)
    for r in np.arange(1, np.floor(radius / step * (1 + 1e-12)) + 1) * step:
        plot.draw("line", r * np.cos(circle), r * np.sin(circle), "Color", _GREY, "HandleVisibility", "off")
        across, up = r * np.cos(_LABELLED), r * np.sin(_LABELLED)
        plot.draw(
            "text",
            across,
            up,
            f"{r:.4g}",
            "FontSize",
            8.0,
            "Color",
            np.array([0.15, 0.15, 0.15]),
            "HorizontalAlignment",
            "center",
            "HandleVisibility",
            "off",
        )
    plot.draw("line", radius * np.cos(circle), radius * np.sin(circle), "Color", _GREY, "HandleVisibility", "off")
    for degrees in range(0, 360, 30):
        x, y = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        plot.draw("line", np.array([0, radius * x]), np.array([0, radius * y]), "Color", _GREY, "HandleVisibility", "off")
        plot.draw(
            "text",
            1.1 * radius * x,
            1.1 * radius * y,
            f"{degrees}°",
            "HorizontalAlignment",
            "center",
            "FontSize",
            8.0,
            "HandleVisibility",
            "off",
        )
    plot.label("axis", "image")
    plot.label("axis", np.array([-1.0, 1.0, -1.0, 1.0]) * radius * 1.005)  # lines at the rim are whole
    plot.label("axis", "off")
    plot.handles.clear()


def _round_up(radius: float) -> float:
    """The next radius with one or two digits."""
    if not np.isfinite(radius) or radius <= 0:
        return 1.0
    unit = 10 ** np.floor(np.log10(radius))
    return float(next(m for m in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if m * unit >= radius * (1 - 1e-12)) * unit)


def angles_and_radii(arguments: tuple[Any, ...], name: str) -> tuple[list[tuple[np.ndarray, np.ndarray, list[Any]]], list[Any]]:
    """Angles, radii and line specification of each group; options after them."""
    groups, rest = [], list(arguments)
    while rest and not is_text(rest[0]):
        value = rest.pop(0)
        first = as_array(value) if read.is_numeric(value) else read.data(value, name)
        if rest and not is_text(rest[0]):
            theta, rho = first, read.data(rest.pop(0), name)
            if theta.shape != rho.shape:
                read.same_length([theta, rho if theta.size != rho.shape[0] else theta], name)
        else:
            rho = np.abs(first) if first.dtype.kind == "c" else first
            count = rho.shape[0] if rho.shape[0] > 1 else rho.size
            theta = np.angle(first) if first.dtype.kind == "c" else np.linspace(0, 2 * np.pi, count).reshape(-1, 1)
        spec = [rest.pop(0)] if rest and is_text(rest[0]) and len(rest) % 2 else []
        groups.append((theta.astype(np.float64), rho.astype(np.float64), spec))
    if not groups:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs", function=name)
    return groups, rest


def _polar(name: str, summary: str):
    @builtin(
        name, f"h = {name}(theta, rho)", f"h = {name}(theta, rho, LineSpec, ...)", f"h = {name}(rho)", summary=summary,
        examples=(Example(f"h = {name}([0 1 2],[1 2 3]); numel(h)", "1"),), see_also=("polarplot",),
    )  # fmt: skip
    def function(call, *arguments):
        groups, options = angles_and_radii(arguments, name)
        with composed(call) as plot:
            radius = max((float(np.nanmax(np.abs(rho), initial=0)) for _, rho, _ in groups), default=1.0)
            _grid(plot, _round_up(radius))
            for theta, rho, spec in groups:
                if theta.size == rho.size:
                    theta = theta.reshape(rho.shape, order="F")
                x, y = rho * np.cos(theta), rho * np.sin(theta)
                plot.draw("plot", np.asfortranarray(x), np.asfortranarray(y), *spec, *options)
            return plot.result()

    return function


POLAR = (_polar("polar", "Lines in polar coordinates (old name), with a grid of lines in Cartesian axes."),)


def sectors(call: Any, angles: np.ndarray, bins: Any) -> tuple[np.ndarray, np.ndarray]:
    """Edges of the bins of angles, and how many angles lie in each."""
    if bins is not None and numel_of(bins) > 1:
        centres = np.sort(np.mod(as_array(bins).ravel().astype(np.float64), 2 * np.pi))
        gaps = np.diff(np.append(centres, centres[0] + 2 * np.pi)) / 2
        edges = np.append(centres[0] - gaps[-1], centres + gaps)
    else:
        edges = np.linspace(0, 2 * np.pi, (arg.integer(bins) if bins is not None else 20) + 1)
    shifted = np.mod(angles - edges[0], 2 * np.pi) + edges[0]
    return edges, np.histogram(shifted, edges)[0].astype(np.float64)


@builtin(
    "rose", "rose(theta)", "rose(theta, nbins)", "rose(theta, x)", "[tout, rout] = rose(...)", summary="Histogram of angles.",
    examples=(Example("[t,r] = rose([0.1 0.1 3],4); max(r)", "2"),),
)  # fmt: skip
def rose(call, theta, bins=None):
    edges, counts = sectors(call, read.data(theta, "rose").ravel().astype(np.float64), bins)
    outline_angle = np.concatenate([[edges[k], edges[k], edges[k + 1], edges[k + 1]] for k in range(len(counts))])
    outline = np.concatenate([[0, n, n, 0] for n in counts])
    if call.nargout:
        return outline_angle.reshape(1, -1), outline.reshape(1, -1)
    with composed(call) as plot:
        _grid(plot, _round_up(float(counts.max(initial=1))))
        plot.draw("plot", outline * np.cos(outline_angle), outline * np.sin(outline_angle))
    return None


def _arrows(arguments: tuple[Any, ...]) -> tuple[np.ndarray, np.ndarray, list[Any]]:
    """The ends of arrows: from two arrays, or from complex numbers; and a line specification."""
    arrays = [as_array(a).ravel(order="F") for a in arguments if not is_text(a)]
    spec = [a for a in arguments if is_text(a)]
    if not arrays:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    if len(arrays) == 1:
        z = arrays[0].astype(np.complex128)
        return z.real, z.imag, spec
    return arrays[0].astype(np.float64), arrays[1].astype(np.float64), spec


def _arrow(start: float, x: float, y: float) -> tuple[np.ndarray, np.ndarray]:
    """The path of an arrow from ``start`` on the x-axis by (x, y): shaft and head."""
    head = np.array([-0.2 + 0.08j, 0, -0.2 - 0.08j]) * complex(x, y)
    end = complex(start + x, y)
    path = np.array([complex(start), end, *(end + h for h in (head[0], head[1], head[2]))])
    return path.real, path.imag


@builtin(
    "compass", "h = compass(U, V)", "h = compass(Z)", "h = compass(..., LineSpec)", "h = compass(ax, ...)", summary="Arrows from the centre of a polar grid.",
    examples=(Example("h = compass([1 0],[0 1]); numel(h)", "2"),),
)  # fmt: skip
def compass(call, *arguments):
    u, v, spec = _arrows(arguments)
    with composed(call) as plot:
        _grid(plot, _round_up(float(np.hypot(u, v).max(initial=0))))
        for a, b in zip(u, v, strict=True):
            plot.draw("plot", *_arrow(0.0, a, b), *spec)
        return plot.result()


@builtin(
    "feather", "h = feather(U, V)", "h = feather(Z)", "h = feather(..., LineSpec)", "h = feather(ax, ...)", summary="Arrows from points along a line.",
    examples=(Example("h = feather([1 0],[0 1]); numel(h)", "2"),),
)  # fmt: skip
def feather(call, *arguments):
    u, v, spec = _arrows(arguments)
    with composed(call) as plot:
        for k, (a, b) in enumerate(zip(u, v, strict=True)):
            plot.draw("plot", *_arrow(k + 1.0, a, b), *spec)
        return plot.result()

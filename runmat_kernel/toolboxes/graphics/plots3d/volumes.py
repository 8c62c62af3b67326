"""Volumes: slice, contourslice, smooth3, and parts of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures.drawing.contours import level_lines
from ....values.convert import is_text, numel_of, shape_of, text_of, to_value
from ..composing import composed
from .volume_arguments import sampled, volume


@builtin(
    "slice", "slice(X, Y, Z, V, xslice, yslice, zslice)", "slice(V, xslice, yslice, zslice)", "s = slice(...)", summary="Planes through a volume, coloured by its values.",
    examples=(Example("h = slice(rand(4,4,4),2,[],[1 3]); numel(h)", "3"),),
)  # fmt: skip
def slices(call, *arguments):
    inputs = [a for a in arguments if not is_text(a)]
    axes, values, _ = volume(inputs[:4] if len(inputs) >= 7 else inputs[:1])
    places = [arg.flat(p).astype(np.float64) for p in inputs[-3:]]
    at = sampled(axes, values)
    with composed(call) as plot:
        for axis, wanted in enumerate(places):
            others = [axes[k] for k in range(3) if k != axis]
            first, second = np.meshgrid(*others)
            for place in wanted:
                grids = [first, second]
                grids.insert(axis, np.full(first.shape, place))
                colours = at(np.stack(grids, axis=-1))
                plot.draw("surface", *(np.asfortranarray(g) for g in grids), np.asfortranarray(colours))
        plot.label("view", 3.0)
        plot.label("grid", "on")
        return plot.result()


@builtin("smooth3", "W = smooth3(V)", "W = smooth3(V, filter)", "W = smooth3(V, filter, size, sd)", summary="Smoothed volume.",
         examples=(Example("smooth3(ones(3,3,3))", "ones(3,3,3)"), Example("class(smooth3(ones(3,3,3,'single')))", "'single'")))  # fmt: skip
def smooth3(call, volume, kind=None, size=3.0, sd=0.65):
    from scipy.ndimage import correlate

    if kind is not None and not any(word.startswith(text_of(kind).lower()) for word in ("gaussian", "box")):
        raise call.error("The filter must be 'gaussian' or 'box'.", "MATLAB:smooth3:InvalidFilter")
    values = arg.floating(volume)
    sizes = arg.flat(size).astype(int)
    if values.ndim != 3 or sizes.size not in (1, 3) or (sizes < 1).any() or (sizes % 2 == 0).any():
        raise call.error("V must have three dimensions, and the size of the filter must be odd.", "MATLAB:smooth3:InvalidInput")
    sizes = np.repeat(sizes, 3) if sizes.size == 1 else sizes
    if kind is not None and text_of(kind).lower().startswith("g"):
        grids = np.meshgrid(*(np.arange(n) - (n - 1) / 2 for n in sizes), indexing="ij")
        kernel = np.exp(-sum(g**2 for g in grids) / (2 * arg.scalar(sd) ** 2))
    else:
        kernel = np.ones(sizes)
    return np.asfortranarray(correlate(values, kernel / kernel.sum(), mode="nearest"))


@builtin(
    "contourslice", "contourslice(X, Y, Z, V, xslice, yslice, zslice)", "contourslice(V, xslice, yslice, zslice)", "contourslice(..., n)", "contourslice(..., levels)",
    "h = contourslice(...)",
    summary="Contour lines on planes through a volume.",
    examples=(
        Example("[x,y,z] = meshgrid(0:4); h = contourslice(x,y,z,x,[],[],2,[1.5 2.5]); p = h(1).XData; all(abs(p(~isnan(p)) - 1.5) < 1e-12)", "true"),
        Example("h = contourslice(rand(4,4,4),2,[],[]); isempty(h)", "false"),
    ),
    errors=(ErrorCase("contourslice(rand(4,4,4),1)", "MATLAB:minrhs"),), see_also=("slice", "contour"),
)  # fmt: skip
def contourslice(call, *arguments):
    inputs = [a for a in arguments if not is_text(a)]
    whole = len(inputs) >= 7 and numel_of(inputs[3]) > 1 and shape_of(inputs[3]) != (1, numel_of(inputs[3]))
    axes, values, _ = volume(inputs[:4] if whole else inputs[:1])
    rest = inputs[4:] if whole else inputs[1:]
    if len(rest) < 3:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    places = [arg.flat(p).astype(np.float64) for p in rest[:3]]
    finite = values[np.isfinite(values)]
    wanted = arg.flat(rest[3]).astype(np.float64) if len(rest) > 3 else np.array([5.0])
    if wanted.size == 1 and not 0 <= wanted[0] < np.inf:
        raise call.error("The number of contours must not be negative.", "MATLAB:contourslice:InvalidNumber")
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    levels = np.linspace(low, high, int(wanted[0]) + 2)[1:-1] if wanted.size == 1 else wanted
    at = sampled(axes, values)
    with composed(call) as plot:
        for k, at_places in enumerate(places):
            across, up = [m for m in range(3) if m != k]
            first, second = np.meshgrid(axes[across], axes[up])
            for place in at_places:
                grids = [first, second]
                grids.insert(k, np.full(first.shape, place))
                for level, lines in zip(levels, level_lines(first, second, at(np.stack(grids, axis=-1)), levels), strict=True):
                    for line in lines:
                        corners = np.full((len(line) + 1, 3), place)
                        corners[:-1, across], corners[:-1, up] = line.T
                        corners[-1] = np.nan  # an open line, not a face
                        shades = np.full((len(corners), 1), level)
                        plot.draw("patch", *(corners[:, [m]] for m in range(3)), shades, "EdgeColor", "flat", "FaceColor", "none")
        plot.label("view", 3.0)
        return plot.result() if plot.handles else to_value(np.zeros((0, 1)))


def _bounds_of(limits: np.ndarray, axis: np.ndarray) -> slice:
    """The part of an axis between two limits; NaN is an open end."""
    low, high = (-np.inf if np.isnan(limits[0]) else limits[0]), (np.inf if np.isnan(limits[1]) else limits[1])
    inside = np.flatnonzero((axis >= low) & (axis <= high))
    return slice(int(inside[0]), int(inside[-1]) + 1) if inside.size else slice(0, 0)


def _with_grid(call: Any, axes: Sequence[np.ndarray], values: np.ndarray) -> Any:
    """A volume alone, or after its coordinates, by what is asked for."""
    if call.nargout < 2:
        return np.asfortranarray(values)
    return (*(np.asfortranarray(grid) for grid in np.meshgrid(*axes)), np.asfortranarray(values))


@builtin(
    "subvolume", "[Nx, Ny, Nz, Nv] = subvolume(X, Y, Z, V, limits)", "[Nx, Ny, Nz, Nv] = subvolume(V, limits)", "Nv = subvolume(...)",
    summary="Part of a volume between limits [xmin xmax ymin ymax zmin zmax]; NaN leaves an end open.",
    examples=(Example("size(subvolume(rand(5,6,7),[2 4 1 3 NaN 2]))", "[3 3 2]"),
              Example("[x,y,z,v] = subvolume(ones(3,3,3),[2 3 NaN NaN NaN NaN]); [min(x(:)) max(y(:))]", "[2 3]")),
    errors=(ErrorCase("subvolume(rand(3,3,3),[1 2])", "MATLAB:subvolume:InvalidLimits"),), see_also=("reducevolume",),
)  # fmt: skip
def subvolume(call, *arguments):
    limits = arg.flat(arguments[-1]).astype(np.float64)
    if limits.size != 6:
        raise call.error("The limits must be six numbers.", "MATLAB:subvolume:InvalidLimits")
    axes, values, _ = volume(arguments[:-1])
    parts = [_bounds_of(limits[2 * k : 2 * k + 2], axes[k]) for k in range(3)]
    return _with_grid(call, [axis[part] for axis, part in zip(axes, parts, strict=True)], values[parts[1], parts[0], parts[2]])


@builtin(
    "reducevolume", "[nx, ny, nz, nv] = reducevolume(X, Y, Z, V, [Rx Ry Rz])", "[nx, ny, nz, nv] = reducevolume(V, [Rx Ry Rz])", "nv = reducevolume(...)",
    summary="Every Rx-th element along x, Ry-th along y and Rz-th along z of a volume; one number is for all.",
    examples=(Example("size(reducevolume(rand(9,8,7),[4 3 2]))", "[3 2 4]"), Example("v = reducevolume(rand(5,5,5),2); size(v)", "[3 3 3]")),
    errors=(ErrorCase("reducevolume(rand(3,3,3),0)", "MATLAB:reducevolume:InvalidReduction"),), see_also=("subvolume",),
)  # fmt: skip
def reducevolume(call, *arguments):
    steps = arg.flat(arguments[-1]).astype(np.float64)
    steps = np.repeat(steps, 3) if steps.size == 1 else steps
    if steps.size != 3 or (steps < 1).any() or (steps != np.floor(steps)).any():
        raise call.error("The reduction must be one or three positive integers.", "MATLAB:reducevolume:InvalidReduction")
    axes, values, _ = volume(arguments[:-1])
    x, y, z = (slice(None, None, int(step)) for step in steps)
    return _with_grid(call, [axis[part] for axis, part in zip(axes, (x, y, z), strict=True)], values[y, x, z])


@builtin(
    "volumebounds", "lims = volumebounds(X, Y, Z, V)", "lims = volumebounds(V)", "lims = volumebounds(X, Y, Z, U, V, W)",
    summary="Limits of the coordinates of a volume, and of its values (as axis takes them).",
    examples=(Example("volumebounds(cat(3,[1 2;3 4],[5 6;7 8]))", "[1 2 1 2 1 2 1 8]"), Example("[x,y,z] = meshgrid(0:1,0:2,0:3); volumebounds(x,y,z,x,y,z)", "[0 1 0 2 0 3]")),
    errors=(ErrorCase("volumebounds([1 2])", "MATLAB:volume:VNot3D"),),
)  # fmt: skip
def volumebounds(call, *arguments):
    axes, values, rest = volume(arguments)
    bounds = [limit for axis in axes for limit in (axis.min(), axis.max())]
    if not rest:
        bounds += [np.nanmin(values), np.nanmax(values)]
    return np.array([bounds])

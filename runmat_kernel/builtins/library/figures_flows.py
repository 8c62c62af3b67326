"""Flows in a plane and in space: streamlines, ribbons and tubes along them, cones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, Tensor
from ...values.convert import as_array, is_text, to_value
from .. import arguments as arg
from ..spec import Example, builtin
from ..volumes import axis

_BLUE = np.array([0.0, 0.447, 0.741])


def _paths(axes: Sequence[np.ndarray], flow: Sequence[np.ndarray], starts: np.ndarray, step: float, most: int) -> list[np.ndarray]:
    """Streamlines from points by Euler's midpoint steps, measured in cells of the grid."""
    from scipy.interpolate import RegularGridInterpolator

    order = (1, 0) if len(axes) == 2 else (1, 0, 2)
    grid = [axes[k] for k in order]
    cell = np.array([np.abs(np.diff(a)).mean() for a in axes])
    at = [RegularGridInterpolator(grid, f, bounds_error=False, fill_value=np.nan) for f in flow]

    def direction(point: np.ndarray) -> np.ndarray:
        v = np.array([f(point[list(order)])[0] for f in at]) / cell
        return v / np.linalg.norm(v)

    paths = []
    for start in starts:
        points = [start]
        for _ in range(most):
            with np.errstate(invalid="ignore", divide="ignore"):
                half = direction(points[-1])
                v = direction(points[-1] + 0.5 * step * half * cell)
            if not np.isfinite(v).all():
                break
            points.append(points[-1] + step * v * cell)
            if len(points) > 20 and np.abs(points[-1] - points[-20]).max() < 1e-9:
                break
        paths.append(np.array(points))
    return paths


def _flow(arguments: Sequence[Any]) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray, tuple[float, int]]:
    """Axes, components, starting points, and step and number of steps of a streamline's arguments."""
    given = [arg.floating(a).astype(np.float64) for a in arguments if not is_text(a)]
    if len(given) < 4:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    dimensions = 3 if any(a.ndim == 3 for a in given) else 2
    options = given.pop().ravel() if len(given) in (2 * dimensions + 1, 3 * dimensions + 1) else np.zeros(0)
    if len(given) >= 3 * dimensions:
        axes = [
            axis(a, k) if dimensions == 3 else (a.ravel(order="F") if min(a.shape) == 1 else (a[0, :], a[:, 0])[k])
            for k, a in enumerate(given[:dimensions])
        ]
        given = given[dimensions:]
    else:
        shape = given[0].shape
        axes = [np.arange(1.0, n + 1) for n in ((shape[1], shape[0]) if dimensions == 2 else (shape[1], shape[0], shape[2]))]
    starts = np.stack([a.ravel(order="F") for a in given[dimensions : 2 * dimensions]], axis=1)
    step = float(options[0]) if options.size else 0.1
    return axes, given[:dimensions], starts, (step, int(options[1]) if options.size > 1 else 1000)


def _streams(name: str, usage: tuple[str, ...], summary: str, drawn: bool, *examples: Example):
    @builtin(name, *usage, summary=summary, examples=examples)
    def function(call, *arguments):
        if len(arguments) == 1 and drawn:  # the vertices that stream2 and stream3 give
            if type(arguments[0]) is not CellArray:
                raise call.error("Vertices must be a cell array, as stream2 and stream3 give it.", "MATLAB:streamline:InvalidVertices")
            paths = [as_array(p) for p in arguments[0].array.ravel(order="F")]
        else:
            axes, flow, starts, (step, most) = _flow(arguments)
            paths = _paths(axes, flow, starts, step, most)
        if not drawn:
            return CellArray.of([Tensor(np.asfortranarray(p)) for p in paths])
        lines = [
            call.feval("line", *(to_value(path[:, k].reshape(1, -1)) for k in range(path.shape[1])), to_value("Color"), to_value(_BLUE))[0]
            for path in paths
            if len(path)
        ]  # added to what is there, as the arrows of the flow are
        if not call.nargout:
            return None
        return call.feval("vertcat", *lines)[0]

    return function


_GRID = "[x,y] = meshgrid(0:4); "
STREAMS = (
    _streams("stream2", ("XY = stream2(X, Y, U, V, startx, starty)", "XY = stream2(U, V, startx, starty)", "XY = stream2(..., options)"), "Vertices of streamlines in a plane.", False,
             Example(_GRID + "p = stream2(x,y,ones(5),zeros(5),0,2); max(abs(p{1}(:,2) - 2)) < 1e-12", "true")),
    _streams("stream3", ("XYZ = stream3(X, Y, Z, U, V, W, startx, starty, startz)", "XYZ = stream3(U, V, W, startx, starty, startz)", "XYZ = stream3(..., options)"), "Vertices of streamlines in space.", False),
    _streams("streamline", ("streamline(X, Y, U, V, startx, starty)", "streamline(X, Y, Z, U, V, W, startx, starty, startz)", "streamline(XY)", "h = streamline(...)"), "Lines along a flow.", True,
             Example(_GRID + "h = streamline(x,y,ones(5),zeros(5),[0 0],[1 2]); numel(h)", "2")),
)  # fmt: skip


@builtin("streamslice", "streamslice(X, Y, U, V)", "streamslice(U, V)", "h = streamslice(..., density)", summary="Lines along a flow from evenly spread points.",
         examples=(Example(_GRID + "h = streamslice(x,y,ones(5),zeros(5)); numel(h) > 3", "true"),))  # fmt: skip
def streamslice(call, *arguments):
    given = [a for a in arguments if not is_text(a)]
    density = arg.scalar(given.pop()) if len(given) in (3, 5) else 1.0
    if len(given) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    flow = given[-2:]
    shape = as_array(flow[0]).shape
    count = max(int(6 * density), 2)
    if len(given) == 4:
        x, y = (as_array(a).astype(np.float64) for a in given[:2])
        low, high = (x.min(), y.min()), (x.max(), y.max())
    else:
        low, high = (1.0, 1.0), (float(shape[1]), float(shape[0]))
    gx, gy = np.meshgrid(
        *(np.linspace(a + (b - a) / (2 * count), b - (b - a) / (2 * count), count) for a, b in zip(low, high, strict=True))
    )
    found = call.feval("streamline", *given, to_value(gx), to_value(gy), to_value(np.array([[0.1, 60.0]])), nargout=1)[0]
    return found if call.nargout else None

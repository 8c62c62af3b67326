"""Flows in a plane and in space: streamlines, ribbons and tubes along them, cones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....values import CellArray, Tensor
from ....values.convert import as_array, is_text, numel_of, text_of, to_value
from ..composing import composed
from .volume_arguments import axis, sampled

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
    if len(given) < 2 * dimensions:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    options = given.pop().ravel() if len(given) in (2 * dimensions + 1, 3 * dimensions + 1) else np.zeros(0)
    if len(given) >= 3 * dimensions:
        if not all(a.size for a in given[:dimensions]):
            raise MatlabError("The coordinates must not be empty.", "MATLAB:expectedNonempty")
        axes = [
            axis(a, k) if dimensions == 3 else (a.ravel(order="F") if min(a.shape) == 1 else (a[0, :], a[:, 0])[k])
            for k, a in enumerate(given[:dimensions])
        ]
        given = given[dimensions:]
    else:
        shape = given[0].shape
        if len(shape) != dimensions:
            raise MatlabError("Arrays have incompatible sizes for this operation.", "MATLAB:sizeDimensionsMustMatch")
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


# --- bodies along a flow ------------------------------------------------------------------------------------------------


def _smoothest(path: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Unit vectors along a path and two across it that turn with it as little as can be."""
    ahead = np.gradient(path, axis=0) if len(path) > 1 else np.zeros(path.shape)
    ahead = ahead / np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-300)
    side = np.zeros(path.shape)
    last = np.cross(ahead[0], [0.0, 0.0, 1.0] if abs(ahead[0, 2]) < 0.9 else [1.0, 0.0, 0.0])
    for k, direction in enumerate(ahead):
        last = last - (last @ direction) * direction
        last = last / max(float(np.linalg.norm(last)), 1e-300)
        side[k] = last
    return ahead, side, np.cross(ahead, side)


def _paths_of(call: Any, arguments: Sequence[Any]) -> tuple[list[np.ndarray], list[Any], list[np.ndarray] | None, list[np.ndarray]]:
    """Streamlines that are given or follow from a flow in space, what comes after them, and axes and flow."""
    if arguments and type(arguments[0]) is CellArray:
        return [as_array(p).astype(np.float64) for p in arguments[0].array.ravel(order="F")], list(arguments[1:]), None, []
    rest = list(arguments)
    count = 0
    while count < len(rest) and not is_text(rest[count]) and type(rest[count]) is not CellArray:
        count += 1
    numbers = 9 if count >= 9 else 6
    if count < numbers:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    axes, parts, starts, (step, most) = _flow(rest[:numbers])
    return _paths(axes, parts, starts, step, most), rest[numbers:], axes, parts


def _rotation(axes: Sequence[np.ndarray], flow: Sequence[np.ndarray], path: np.ndarray) -> np.ndarray:
    """By which angle the flow has turned around a path at each of its points."""
    u, v, w = flow
    slopes = [np.gradient(part, axes[1], axes[0], axes[2]) for part in (u, v, w)]  # along y, x, z
    curl = (slopes[2][0] - slopes[1][2], slopes[0][2] - slopes[2][1], slopes[1][1] - slopes[0][0])
    speed = np.sqrt(u**2 + v**2 + w**2)
    around = np.stack([sampled(axes, part)(path) for part in curl], axis=1)
    along = np.stack([sampled(axes, part)(path) for part in flow], axis=1)
    pace = np.maximum(sampled(axes, speed)(path), 1e-300)
    turning = 0.5 * (around * along).sum(axis=1) / pace  # radians in a unit of time
    times = np.linalg.norm(np.diff(path, axis=0), axis=1) / pace[:-1]
    return np.concatenate([[0.0], np.cumsum(np.nan_to_num(turning[:-1] * times))])


@builtin(
    "streamtube", "streamtube(X, Y, Z, U, V, W, startx, starty, startz)", "streamtube(U, V, W, startx, starty, startz)", "streamtube(vertices, widths)",
    "streamtube(vertices)", "streamtube(..., [scale n])", "h = streamtube(...)",
    summary="Tubes along the lines of a flow in space; their widths are given, or follow from how the flow spreads.",
    examples=(
        Example("h = streamtube({[0 0 0;0 0 1;0 0 2]},{[1;1;1]}); max(h.XData(:))", "0.5"),
        Example("h = streamtube({[0 0 0;1 0 0]},{[2;4]},[1 8]); size(h.ZData)", "[2 9]"),
    ),
    errors=(ErrorCase("streamtube(1)", "MATLAB:minrhs"),), see_also=("streamribbon", "streamline"),
)  # fmt: skip
def streamtube(call, *arguments):
    paths, rest, axes, flow = _paths_of(call, arguments)
    widths = (
        [as_array(w).astype(np.float64).ravel() for w in rest.pop(0).array.ravel(order="F")]
        if rest and type(rest[0]) is CellArray
        else None
    )
    if widths is None and rest and numel_of(rest[0]) == 1:
        widths = [np.full(len(path), arg.scalar(rest[0])) for path in paths]
        rest.pop(0)
    options = arg.nonempty(rest[0], "scale") if rest and not is_text(rest[0]) else np.array([1.0])
    scale, sides = float(options[0]), int(options[1]) if options.size > 1 else 20
    ends = np.concatenate([path for path in paths if len(path)]) if any(map(len, paths)) else np.zeros((1, 3))
    usual = float(np.ptp(ends, axis=0).max()) / 20 or 1.0
    turn = np.linspace(0, 2 * np.pi, sides + 1)
    with composed(call) as plot:
        for k, path in enumerate(paths):
            if len(path) < 2:
                continue
            if widths is not None:
                width = widths[k]
            elif axes is not None:
                spread = sampled(axes, _divergence(axes, flow))(path)
                width = usual * np.clip(np.exp(np.cumsum(np.nan_to_num(spread)) / max(len(path), 1)), 0.2, 5)
            else:
                width = np.full(len(path), usual)
            _, side, up = _smoothest(path)
            radius = scale * width[:, None, None] / 2
            skin = path[:, None] + radius * (np.cos(turn)[:, None] * side[:, None] + np.sin(turn)[:, None] * up[:, None])
            plot.draw(
                "surface",
                *(np.asfortranarray(skin[..., m]) for m in range(3)),
                np.repeat(width[:, None], sides + 1, axis=1),
                "EdgeColor",
                "none",
            )
        plot.label("view", 3.0)
        return plot.result() if plot.handles else None


def _divergence(axes: Sequence[np.ndarray], flow: Sequence[np.ndarray]) -> np.ndarray:
    return sum(np.gradient(part, axes[k], axis=(1, 0, 2)[k]) for k, part in enumerate(flow))


@builtin(
    "streamribbon", "streamribbon(X, Y, Z, U, V, W, startx, starty, startz)", "streamribbon(U, V, W, startx, starty, startz)", "streamribbon(vertices, twists)",
    "streamribbon(..., width)", "h = streamribbon(...)",
    summary="Ribbons along the lines of a flow in space, which turn as the flow turns, or by angles in radians.",
    examples=(
        Example("h = streamribbon({[0 0 0;0 0 1;0 0 2]},{[0;0;0]},2); max(h.YData(:)) - min(h.YData(:)) + max(h.XData(:)) - min(h.XData(:))", "2"),
    ),
    errors=(ErrorCase("streamribbon(1)", "MATLAB:minrhs"),), see_also=("streamtube", "streamline"),
)  # fmt: skip
def streamribbon(call, *arguments):
    paths, rest, axes, flow = _paths_of(call, arguments)
    twists = (
        [as_array(w).astype(np.float64).ravel() for w in rest.pop(0).array.ravel(order="F")]
        if rest and type(rest[0]) is CellArray
        else None
    )
    ends = np.concatenate([path for path in paths if len(path)]) if any(map(len, paths)) else np.zeros((1, 3))
    width = arg.scalar(rest[0]) if rest and not is_text(rest[0]) else float(np.ptp(ends, axis=0).max()) / 20 or 1.0
    with composed(call) as plot:
        for k, path in enumerate(paths):
            if len(path) < 2:
                continue
            turn = twists[k] if twists is not None else _rotation(axes, flow, path) if axes is not None else np.zeros(len(path))
            _, side, up = _smoothest(path)
            across = np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * up
            band = np.stack([path - width / 2 * across, path + width / 2 * across], axis=1)
            plot.draw(
                "surface", *(np.asfortranarray(band[..., m]) for m in range(3)), np.repeat(turn[:, None], 2, axis=1), "EdgeColor", "none"
            )
        plot.label("view", 3.0)
        return plot.result() if plot.handles else None


_CONE_SIDES = 14


@builtin(
    "coneplot", "coneplot(X, Y, Z, U, V, W, Cx, Cy, Cz)", "coneplot(U, V, W, Cx, Cy, Cz)", "coneplot(..., s)", "coneplot(..., color)", "coneplot(..., 'quiver')",
    "coneplot(..., method)", "coneplot(X, Y, Z, U, V, W, 'nointerp')", "h = coneplot(...)",
    summary="Cones that point along a flow at places of it, the longer the faster; s stretches them (0: no scale), color is a volume.",
    examples=(
        Example("[x,y,z] = meshgrid(0:3); h = coneplot(x,y,z,ones(4,4,4),0*x,0*x,1,1,1,0); max(h.Vertices(:,1)) - min(h.Vertices(:,1))", "1"),
        Example("[x,y,z] = meshgrid(0:3); h = coneplot(x,y,z,x,y,z,[1 2],[1 2],[1 2],'quiver'); h.Type", "'quiver'"),
    ),
    errors=(ErrorCase("coneplot(1,2)", "MATLAB:minrhs"),), see_also=("quiver3", "streamline"),
)  # fmt: skip
def coneplot(call, *arguments):
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    given = [arg.floating(a).astype(np.float64) for a in arguments if not is_text(a)]
    fixed = "nointerp" in words
    count = 6 if fixed or len(given) < 9 else 9
    if len(given) < 6:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    stretch, colours = 1.0, None
    for extra in given[count:]:
        stretch, colours = (float(extra.flat[0]), colours) if extra.size == 1 else (stretch, extra)
    if fixed:
        places = np.stack([a.ravel(order="F") for a in given[:3]], axis=1)
        arrows = np.stack([a.ravel(order="F") for a in given[3:6]], axis=1)
        shades = colours.ravel(order="F") if colours is not None else None
    else:
        flow = given[count - 6 : count - 3]
        axes = (
            [axis(a, k) for k, a in enumerate(given[:3])]
            if count == 9
            else [np.arange(1.0, n + 1) for n in (flow[0].shape[1], flow[0].shape[0], flow[0].shape[2])]
        )
        places = np.stack([a.ravel(order="F") for a in np.broadcast_arrays(*given[count - 3 : count])], axis=1)
        arrows = np.stack([sampled(axes, part)(places) for part in flow], axis=1)
        shades = sampled(axes, colours)(places) if colours is not None else None
    keep = np.isfinite(arrows).all(axis=1) & (np.linalg.norm(arrows, axis=1) > 0)
    places, arrows = places[keep], arrows[keep]
    if "quiver" in words:
        found = call.feval("quiver3", *(to_value(a.reshape(-1, 1)) for a in (*places.T, *arrows.T)), to_value(stretch), nargout=1)[0]
        return found if call.nargout else None
    lengths = np.linalg.norm(arrows, axis=1, keepdims=True)
    if stretch and len(places):
        room = np.ptp(places, axis=0) / max(len(places) ** (1 / 3), 1.0)
        arrows = arrows * stretch * (float(room.max()) or 1.0) / lengths.max()
    corners, faces = _cones(places, arrows)
    look: tuple[Any, ...] = ("FaceColor", _BLUE)
    if shades is not None:
        look = ("FaceVertexCData", np.repeat(shades[keep], _CONE_SIDES + 2).reshape(-1, 1), "FaceColor", "interp")
    with composed(call) as plot:
        plot.draw("patch", "Faces", faces, "Vertices", corners, *look, "EdgeColor", "none")
        plot.label("view", 3.0)
        return plot.result()


def _cones(places: np.ndarray, arrows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Faces and vertices of cones whose middles are places and whose axes are arrows."""
    turn = np.linspace(0, 2 * np.pi, _CONE_SIDES, endpoint=False)
    ahead = arrows / np.maximum(np.linalg.norm(arrows, axis=1, keepdims=True), 1e-300)
    side = np.cross(ahead, np.where(np.abs(ahead[:, 2:]) < 0.9, [[0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]]))
    side = side / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-300)
    up, radius = np.cross(ahead, side), np.linalg.norm(arrows, axis=1)[:, None, None] / 5
    ring = radius * (np.cos(turn)[:, None] * side[:, None] + np.sin(turn)[:, None] * up[:, None])
    base = (places - arrows / 2)[:, None]
    corners = np.concatenate([base + ring, base, (places + arrows / 2)[:, None]], axis=1).reshape(-1, 3)
    edge = np.arange(_CONE_SIDES)
    one = np.concatenate([np.stack([edge, np.roll(edge, -1), np.full(_CONE_SIDES, _CONE_SIDES + k)], axis=1) for k in range(2)])
    faces = (one + (_CONE_SIDES + 2) * np.arange(len(places))[:, None, None]).reshape(-1, 3)
    return corners, faces + 1.0

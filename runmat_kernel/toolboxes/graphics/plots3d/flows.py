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
from ..composing import Composition, composed
from .volume_arguments import axis, sampled

_BLUE = np.array([0.0, 0.447, 0.741])


def _paths(axes: Sequence[np.ndarray], flow: Sequence[np.ndarray], starts: np.ndarray, step: float, most: int) -> list[np.ndarray]:
    """Streamlines from points by Euler's midpoint steps, measured in cells of the grid."""
    from scipy.interpolate import RegularGridInterpolator

    order = [1, 0] if len(axes) == 2 else [1, 0, 2]
    grid = [axes[k] for k in order]
    cell = np.array([np.abs(np.diff(a)).mean() for a in axes])
    at = RegularGridInterpolator(grid, np.stack(flow, axis=-1), bounds_error=False, fill_value=np.nan)

    def directions(points: np.ndarray) -> np.ndarray:
        v = at(points[:, order]) / cell
        return v / np.linalg.norm(v, axis=1, keepdims=True)

    paths = [[start] for start in starts]
    going = np.arange(len(starts))
    for _ in range(most - 1):
        if not going.size:
            break
        points = np.stack([paths[k][-1] for k in going])
        with np.errstate(invalid="ignore", divide="ignore"):
            v = directions(points + 0.5 * step * directions(points) * cell)
        on = np.isfinite(v).all(axis=1)
        going, points = going[on], points[on] + step * v[on] * cell
        for k, point in zip(going, points, strict=True):
            paths[k].append(point)
        going = np.array([k for k in going if len(paths[k]) <= 20 or np.abs(paths[k][-1] - paths[k][-20]).max() >= 1e-9], int)
    return [np.array(path) for path in paths]


def _flow(arguments: Sequence[Any]) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray, tuple[float, int]]:
    """Axes, components, starting points, and step and largest number of vertices of a streamline's arguments."""
    arrays = [arg.floating(a).astype(np.float64) for a in arguments if not is_text(a)]
    if len(arrays) < 4:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    dimensions = 3 if any(a.ndim == 3 for a in arrays) else 2
    if len(arrays) < 2 * dimensions:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    options = arrays.pop().ravel() if len(arrays) in (2 * dimensions + 1, 3 * dimensions + 1) else np.zeros(0)
    if len(arrays) >= 3 * dimensions:
        if not all(a.size for a in arrays[:dimensions]):
            raise MatlabError("The coordinates must not be empty.", "MATLAB:expectedNonempty")
        axes = [axis(a, k) if dimensions == 3 else _axis_in_plane(a, k) for k, a in enumerate(arrays[:dimensions])]
        arrays = arrays[dimensions:]
    else:
        if arrays[0].ndim != dimensions:
            raise MatlabError("Arrays have incompatible sizes for this operation.", "MATLAB:sizeDimensionsMustMatch")
        axes = _unit_axes(arrays[0].shape)
    starts = np.stack([a.ravel(order="F") for a in arrays[dimensions : 2 * dimensions]], axis=1)
    step = float(options[0]) if options.size else 0.1
    return axes, arrays[:dimensions], starts, (step, int(options[1]) if options.size > 1 else 10000)


def _axis_in_plane(places: np.ndarray, k: int) -> np.ndarray:
    """The places along x (``k`` is 0) or y: a vector, or a matrix of a grid."""
    if min(places.shape) == 1:
        return places.ravel(order="F")
    return places[0, :] if k == 0 else places[:, 0]


def _unit_axes(shape: tuple[int, ...]) -> list[np.ndarray]:
    """The numbers of columns, rows (and pages) as places along x, y (and z)."""
    return [np.arange(1.0, n + 1) for n in (shape[1], shape[0], *shape[2:])]


def _take_vectors(rest: list[Any]) -> list[np.ndarray] | None:
    """The vectors of a cell array that ``rest`` begins with, one for each path; None where it begins with anything else."""
    if not rest or type(rest[0]) is not CellArray:
        return None
    return [as_array(w).astype(np.float64).ravel() for w in rest.pop(0).array.ravel(order="F")]


def _usual_width(paths: list[np.ndarray]) -> float:
    """A twentieth of the space that paths take."""
    ends = np.concatenate([path for path in paths if len(path)]) if any(map(len, paths)) else np.zeros((1, 3))
    return float(np.ptp(ends, axis=0).max()) / 20 or 1.0


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
             Example(_GRID + "p = stream2(x,y,ones(5),zeros(5),0,2); max(abs(p{1}(:,2) - 2)) < 1e-12", "true"),
             Example(_GRID + "p = stream2(x,y,ones(5),zeros(5),0,2,[0.1 7]); size(p{1})", "[7 2]")),
    _streams("stream3", ("XYZ = stream3(X, Y, Z, U, V, W, startx, starty, startz)", "XYZ = stream3(U, V, W, startx, starty, startz)", "XYZ = stream3(..., options)"), "Vertices of streamlines in space.", False),
    _streams("streamline", ("streamline(X, Y, U, V, startx, starty)", "streamline(X, Y, Z, U, V, W, startx, starty, startz)", "streamline(XY)", "h = streamline(...)"), "Lines along a flow.", True,
             Example(_GRID + "h = streamline(x,y,ones(5),zeros(5),[0 0],[1 2]); numel(h)", "2")),
)  # fmt: skip


# --- bodies along a flow ------------------------------------------------------------------------------------------------


def _smoothest(path: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Unit vectors along a path, and two across it that rotate about it as little as possible."""
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
    """Streamlines (given, or computed from a flow in space), the arguments behind them, and axes and flow."""
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
    widths = _take_vectors(rest)
    if widths is None and rest and numel_of(rest[0]) == 1:
        width = arg.scalar(rest.pop(0))
        widths = [np.full(len(path), width) for path in paths]
    options = arg.nonempty(rest[0], "scale") if rest and not is_text(rest[0]) else np.array([1.0])
    scale, sides = float(options[0]), int(options[1]) if options.size > 1 else 20
    if widths is None:
        widths = _widths_by_divergence(paths, axes, flow)
    angles = np.linspace(0, 2 * np.pi, sides + 1)
    with composed(call) as plot:
        for path, width in zip(paths, widths, strict=False):
            if len(path) > 1:
                _, side, up = _smoothest(path)
                radius = scale * width[:, None, None] / 2
                skin = path[:, None] + radius * (np.cos(angles)[:, None] * side[:, None] + np.sin(angles)[:, None] * up[:, None])
                _draw_along(plot, skin, width)
        plot.label("view", 3.0)
        return plot.result() if plot.handles else None


def _widths_by_divergence(paths: list[np.ndarray], axes: Any, flow: Any) -> list[np.ndarray]:
    """Widths of tubes along paths, which grow where the flow diverges; all the same without a flow."""
    usual = _usual_width(paths)
    if axes is None:
        return [np.full(len(path), usual) for path in paths]
    spread = sampled(axes, _divergence(axes, flow))
    return [
        usual * np.clip(np.exp(np.cumsum(np.nan_to_num(spread(path))) / len(path)), 0.2, 5) if len(path) else np.zeros(0) for path in paths
    ]


def _draw_along(plot: Composition, skin: np.ndarray, shades: np.ndarray) -> None:
    """A surface of points, a row for each point of a path, coloured by one number for each row."""
    colours = np.repeat(shades[:, None], skin.shape[1], axis=1)
    plot.draw("surface", *(np.asfortranarray(skin[..., m]) for m in range(3)), colours, "EdgeColor", "none")


def _divergence(axes: Sequence[np.ndarray], flow: Sequence[np.ndarray]) -> np.ndarray:
    return sum(np.gradient(part, axes[k], axis=(1, 0, 2)[k]) for k, part in enumerate(flow))


@builtin(
    "streamribbon", "streamribbon(X, Y, Z, U, V, W, startx, starty, startz)", "streamribbon(U, V, W, startx, starty, startz)", "streamribbon(vertices, twists)",
    "streamribbon(..., width)", "h = streamribbon(...)",
    summary="Ribbons along the lines of a flow in space, which twist with its rotation, or by angles in radians.",
    examples=(
        Example("h = streamribbon({[0 0 0;0 0 1;0 0 2]},{[0;0;0]},2); max(h.YData(:)) - min(h.YData(:)) + max(h.XData(:)) - min(h.XData(:))", "2"),
    ),
    errors=(ErrorCase("streamribbon(1)", "MATLAB:minrhs"),), see_also=("streamtube", "streamline"),
)  # fmt: skip
def streamribbon(call, *arguments):
    paths, rest, axes, flow = _paths_of(call, arguments)
    twists = _take_vectors(rest)
    width = arg.scalar(rest[0]) if rest and not is_text(rest[0]) else _usual_width(paths)
    with composed(call) as plot:
        for k, path in enumerate(paths):
            if len(path) < 2:
                continue
            twist = twists[k] if twists is not None else _rotation(axes, flow, path) if axes is not None else np.zeros(len(path))
            _, side, up = _smoothest(path)
            across = np.cos(twist)[:, None] * side + np.sin(twist)[:, None] * up
            _draw_along(plot, np.stack([path - width / 2 * across, path + width / 2 * across], axis=1), twist)
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
    arrays = [arg.floating(a).astype(np.float64) for a in arguments if not is_text(a)]
    if len(arrays) < 6:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    fixed = "nointerp" in words
    count = 6 if fixed or len(arrays) < 9 else 9
    stretch, colours = 1.0, None
    for extra in arrays[count:]:
        stretch, colours = (float(extra.flat[0]), colours) if extra.size == 1 else (stretch, extra)
    places, arrows, shades = (_arrows_as_given if fixed else _arrows_in_flow)(arrays[:count], colours)
    keep = np.isfinite(arrows).all(axis=1) & (np.linalg.norm(arrows, axis=1) > 0)
    places, arrows = places[keep], arrows[keep]
    if "quiver" in words:
        quiver = call.feval("quiver3", *(to_value(a.reshape(-1, 1)) for a in (*places.T, *arrows.T)), to_value(stretch), nargout=1)[0]
        return quiver if call.nargout else None
    if stretch and len(places):
        spacing = np.ptp(places, axis=0) / max(len(places) ** (1 / 3), 1.0)
        arrows = arrows * stretch * (float(spacing.max()) or 1.0) / np.linalg.norm(arrows, axis=1, keepdims=True).max()
    corners, faces = _cones(places, arrows)
    look: tuple[Any, ...] = ("FaceColor", _BLUE)
    if shades is not None:
        look = ("FaceVertexCData", np.repeat(shades[keep], _CONE_SIDES + 2).reshape(-1, 1), "FaceColor", "interp")
    with composed(call) as plot:
        plot.draw("patch", "Faces", faces, "Vertices", corners, *look, "EdgeColor", "none")
        plot.label("view", 3.0)
        return plot.result()


def _arrows_as_given(arrays: list[np.ndarray], colours: np.ndarray | None) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Places and vectors of cones that are the arguments themselves, and numbers for their colours."""
    places, arrows = (np.stack([a.ravel(order="F") for a in side], axis=1) for side in (arrays[:3], arrays[3:]))
    return places, arrows, colours.ravel(order="F") if colours is not None else None


def _arrows_in_flow(arrays: list[np.ndarray], colours: np.ndarray | None) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Places of cones, the vectors of the flow there, and numbers for their colours."""
    flow = arrays[-6:-3]
    axes = [axis(a, k) for k, a in enumerate(arrays[:3])] if len(arrays) == 9 else _unit_axes(flow[0].shape)
    places = np.stack([a.ravel(order="F") for a in np.broadcast_arrays(*arrays[-3:])], axis=1)
    arrows = np.stack([sampled(axes, component)(places) for component in flow], axis=1)
    return places, arrows, sampled(axes, colours)(places) if colours is not None else None


def _cones(places: np.ndarray, arrows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Faces and vertices of cones whose middles are places and whose axes are arrows."""
    angles = np.linspace(0, 2 * np.pi, _CONE_SIDES, endpoint=False)
    ahead = arrows / np.maximum(np.linalg.norm(arrows, axis=1, keepdims=True), 1e-300)
    side = np.cross(ahead, np.where(np.abs(ahead[:, 2:]) < 0.9, [[0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]]))
    side = side / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-300)
    up, radius = np.cross(ahead, side), np.linalg.norm(arrows, axis=1)[:, None, None] / 5
    ring = radius * (np.cos(angles)[:, None] * side[:, None] + np.sin(angles)[:, None] * up[:, None])
    base = (places - arrows / 2)[:, None]
    corners = np.concatenate([base + ring, base, (places + arrows / 2)[:, None]], axis=1).reshape(-1, 3)
    edge = np.arange(_CONE_SIDES)
    one = np.concatenate([np.stack([edge, np.roll(edge, -1), np.full(_CONE_SIDES, _CONE_SIDES + k)], axis=1) for k in range(2)])
    faces = (one + (_CONE_SIDES + 2) * np.arange(len(places))[:, None, None]).reshape(-1, 3)
    return corners, faces + 1.0

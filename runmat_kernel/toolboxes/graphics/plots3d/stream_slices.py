"""Evenly spread lines with arrows along a flow: streamslice, in a plane and on planes through space."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....values import CellArray, Tensor
from ....values.convert import as_array, is_text, text_of, to_value
from ..composing import composed
from .volume_arguments import axis, sampled

_SQUARES = 20
"""Squares along each side of a plane, of which each is crossed by at least one line; ``density`` changes their number."""
_STEP = 0.2
_MOST_STEPS = 1000
_BLUE = np.array([[0.0, 0.447, 0.741]])
_METHODS = ("linear", "cubic", "nearest")


def _direction(across: np.ndarray, up: np.ndarray, squares: int) -> Callable[[float, float], tuple[float, float] | None]:
    """Where the flow goes at a place in squares, as a step of the length one; None where it is not known or stands still."""
    rows, columns = across.shape
    u, v = across.tolist(), up.tolist()

    def at(x: float, y: float) -> tuple[float, float] | None:
        right, above = x / squares * (columns - 1), y / squares * (rows - 1)
        i, j = min(int(above), rows - 2), min(int(right), columns - 2)
        a, b = right - j, above - i
        weights = ((1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b)
        dx, dy = (weights[0] * f[i][j] + weights[1] * f[i][j + 1] + weights[2] * f[i + 1][j] + weights[3] * f[i + 1][j + 1] for f in (u, v))
        length = math.hypot(dx, dy)
        return (dx / length, dy / length) if 0 < length < math.inf else None

    return at


def _walk(
    start: tuple[float, float], sign: float, squares: int, flow: Callable[[float, float], tuple[float, float] | None], taken: dict[tuple[int, int], int], line: int
) -> list[tuple[float, float]]:  # fmt: skip
    """Points from a start along the flow (or against it) until the plane ends or another line has been there."""
    x, y = start
    points, been = [start], [(int(2 * x), int(2 * y))]
    for _ in range(_MOST_STEPS):
        first = flow(x, y)
        if first is None:
            break
        middle = x + sign * _STEP / 2 * first[0], y + sign * _STEP / 2 * first[1]
        if not (0 <= middle[0] <= squares and 0 <= middle[1] <= squares) or (step := flow(*middle)) is None:
            break
        x, y = x + sign * _STEP * step[0], y + sign * _STEP * step[1]
        if not (0 <= x <= squares and 0 <= y <= squares):
            break
        square = (int(2 * x), int(2 * y))
        if taken.get(square, line) != line:
            break
        if square != been[-1]:
            if square in been[:-4]:  # round once
                points.append((x, y))
                break
            been.append(square)
            taken[square] = line
        points.append((x, y))
    return points


def _lines(across: np.ndarray, up: np.ndarray, squares: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Lines, and arrows of three points each, in squares."""
    flow = _direction(across, up, squares)
    taken: dict[tuple[int, int], int] = {}
    crossed: set[tuple[int, int]] = set()
    lines, arrows = [], []
    places = [(i, j) for i in range(squares) for j in range(squares)]
    places.sort(key=lambda p: min(p[0], p[1], squares - 1 - p[0], squares - 1 - p[1]))  # from the border inwards
    for i, j in places:
        start = (i + 0.5, j + 0.5)
        if (i, j) in crossed or taken.get((int(2 * start[0]), int(2 * start[1]))) is not None:
            continue
        line = len(lines) + 1
        taken[int(2 * start[0]), int(2 * start[1])] = line
        back = _walk(start, -1.0, squares, flow, taken, line)
        points = back[:0:-1] + _walk(start, 1.0, squares, flow, taken, line)
        for x, y in points:
            crossed |= {(int(x + dx), int(y + dy)) for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)}
        if len(points) > 3:
            lines.append(np.array(points))
            arrows += _arrows(lines[-1])
    return lines, arrows


def _arrows(path: np.ndarray) -> list[np.ndarray]:
    """Heads of arrows along a line, the first in its middle or an even part of it."""
    count = max(1, len(path) // 60)
    arrows = []
    for k in range(count):
        place = int((k + 0.5) * len(path) / count)
        tip, before = path[place], path[max(place - 1, 0)]
        ahead = tip - before if place else path[1] - path[0]
        ahead = ahead / (np.hypot(*ahead) or 1.0)
        side = np.array([-ahead[1], ahead[0]])
        arrows.append(np.array([tip - 0.4 * ahead + 0.2 * side, tip, tip - 0.4 * ahead - 0.2 * side]))
    return arrows


def _on_plane(x: np.ndarray, y: np.ndarray, u: np.ndarray, v: np.ndarray, density: float) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Lines and arrows of a plane whose rows and columns stand at y and x."""
    squares = max(math.ceil(_SQUARES * density), 2)
    low, span = np.array([x[0], y[0]]), np.array([np.ptp(x) * np.sign(x[-1] - x[0]), np.ptp(y) * np.sign(y[-1] - y[0])])
    lines, arrows = _lines(u / (span[0] or 1.0), v / (span[1] or 1.0), squares)
    return tuple([low + part / squares * span for part in parts] for parts in (lines, arrows))  # type: ignore[return-value]


def _along(value: Any, dimension: int) -> np.ndarray:
    """The places of a grid along a dimension, from a vector or from the whole grid."""
    array = as_array(value).astype(np.float64)
    if array.ndim == 2 and min(array.shape) > 1:
        return array[0] if dimension == 0 else array[:, 0]
    return axis(array, dimension)


def _in_space(values: Sequence[Any], density: float) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Lines and arrows on planes across x, y and z."""
    numbers = [as_array(a).astype(np.float64) for a in values]
    flow, planes = numbers[-6:-3], [p.ravel(order="F") for p in numbers[-3:]]
    shape = flow[0].shape
    sides = (
        [_along(a, k) for k, a in enumerate(values[:3])]
        if len(values) == 9
        else [np.arange(1.0, n + 1) for n in (shape[1], shape[0], shape[2])]
    )
    lines: list[np.ndarray] = []
    arrows: list[np.ndarray] = []
    for k in range(3):
        one, other = [m for m in range(3) if m != k]
        for place in planes[k]:
            a, b = np.meshgrid(sides[one], sides[other])
            points = np.empty((*a.shape, 3))
            points[..., one], points[..., other], points[..., k] = a, b, place
            u, v = (sampled(sides, flow[m])(points.reshape(-1, 3)).reshape(a.shape) for m in (one, other))
            for into, parts in zip((lines, arrows), _on_plane(sides[one], sides[other], u, v, density), strict=True):
                for part in parts:
                    path = np.full((len(part), 3), place)
                    path[:, [one, other]] = part
                    into.append(path)
    return lines, arrows


@builtin(
    "streamslice", "streamslice(X, Y, U, V)", "streamslice(U, V)", "streamslice(X, Y, Z, U, V, W, xslice, yslice, zslice)",
    "streamslice(U, V, W, xslice, yslice, zslice)", "streamslice(..., density)", "streamslice(..., 'noarrows')", "h = streamslice(...)",
    "[verts, averts] = streamslice(...)",
    summary="Evenly spread lines along a flow, with arrows, in a plane or on planes through space; their vertices for two outputs.",
    examples=(
        Example("[x,y] = meshgrid(0:4); [p,a] = streamslice(x,y,ones(5),zeros(5)); {all(cellfun(@(q) all(diff(q(:,1)) > 0 & abs(diff(q(:,2))) < 1e-12), p)), numel(p) > 5, size(a{1})}", "{true,true,[3 2]}"),
        Example("[x,y] = meshgrid(0:4); h = streamslice(x,y,ones(5),zeros(5),0.5,'noarrows'); numel(h) >= 5", "true"),
        Example("[x,y,z] = meshgrid(0:4); p = streamslice(x,y,z,ones(5,5,5),zeros(5,5,5),zeros(5,5,5),[],[],2,'noarrows'); size(p,2)", "1"),
    ),
    errors=(ErrorCase("streamslice(1)", "MATLAB:minrhs"), ErrorCase("streamslice(eye(3),eye(3),'sideways')", "MATLAB:streamslice:unknownOption")),
    see_also=("streamline", "quiver"),
)  # fmt: skip
def streamslice(call: Any, *arguments: Any) -> Any:
    values = [a for a in arguments if not is_text(a)]
    words = [text_of(a).lower() for a in arguments if is_text(a)]
    arg.check_options(call, words, "arrows", "noarrows", *_METHODS)
    density = 1.0
    if len(values) in (3, 5, 7, 10):
        density = arg.scalar(values.pop())
        density = math.sqrt(density) if density > 0 else 1.0
    if len(values) not in (2, 4, 6, 9):
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if len(values) in (6, 9):
        lines, arrows = _in_space(values, density)
    else:
        u, v = (as_array(a).astype(np.float64) for a in values[-2:])
        if u.shape != v.shape or u.ndim != 2 or min(u.shape) < 2:
            raise call.error("U and V must be matrices of the same size, of at least 2-by-2.", "MATLAB:streamslice:UVSizeMismatch")
        x, y = (_along(a, k) for k, a in enumerate(values[:2])) if len(values) == 4 else (np.arange(1.0, n + 1) for n in u.shape[::-1])
        lines, arrows = _on_plane(x, y, u, v, density)
    arrows = [] if "noarrows" in words else arrows
    if call.nargout > 1:
        return tuple(CellArray.of([Tensor(np.asfortranarray(p)) for p in parts]) for parts in (lines, arrows))
    with composed(call) as plot:
        for part in (*lines, *arrows):
            plot.draw("line", *(to_value(side.reshape(1, -1)) for side in part.T), "Color", _BLUE)
        if lines and lines[0].shape[1] == 3:
            plot.label("view", 3.0)
        return plot.result() if plot.handles else None

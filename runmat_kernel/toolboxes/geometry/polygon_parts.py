"""Lines cut by polygons, and the boundaries and regions of polygons in order."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example
from ...values.convert import text_of
from ...values.tensor import Tensor
from .overlay import crossings_odd, on_sides
from .polyshape import Polyshape, loop_area

_RING = "p = polyshape({[0 0 4 4],[1 1 3 3]},{[0 4 4 0],[1 3 3 1]}); "


def cut_line(call: Any, shape: Polyshape, line: Any, *options: Any) -> Any:
    """``[in, out] = intersect(poly, lineseg)``: the parts of a line (corners in rows) inside and outside of a polygon."""
    keep = arg.name_values(options, call.name, "keepcollinearpoints").flag("keepcollinearpoints")
    corners = arg.matrix(line)
    if corners.shape[1] != 2:
        raise call.error("The line must be a matrix with two columns.", "MATLAB:polyshape:lineInputError")
    parts: dict[bool, list[np.ndarray]] = {True: [], False: []}
    for run in np.split(corners, np.flatnonzero(np.isnan(corners).any(axis=1))):
        _cut_run(run[~np.isnan(run).any(axis=1)], shape, keep, parts)
    return tuple(_below(parts[inside]) for inside in (True, False))


def _cut_run(run: np.ndarray, shape: Polyshape, keep: bool, parts: dict[bool, list[np.ndarray]]) -> None:
    """Add the parts of one line; ``keep``: with crossings at which the line stays on its side."""
    current: list[np.ndarray] = [run[0]] if len(run) else []
    state: bool | None = None
    for start, stop in pairwise(run):
        for a, b in pairwise(_crossings(start, stop, shape).tolist()):
            middle = (start + (a + b) / 2 * (stop - start)).reshape(1, 2)
            inside = bool(shape.loops) and bool(crossings_odd(middle, shape.loops)[0] or on_sides(middle, shape.loops)[0])
            if state is not None and inside != state:
                parts[state].append(np.array(current))
                current = [current[-1]]
            elif a > 0 and not keep:
                current.pop()  # the line is straight here
            state = inside
            current.append(start + b * (stop - start) if b < 1 else stop)
    if state is not None:
        parts[state].append(np.array(current))


def _crossings(start: np.ndarray, stop: np.ndarray, shape: Polyshape) -> np.ndarray:
    """The places (0 to 1) where a segment meets the sides of a polygon, and its own ends."""
    along = stop - start
    length = float(along @ along)
    places = [0.0, 1.0]
    for loop in shape.loops:
        side = np.roll(loop, -1, axis=0) - loop
        to = loop - start
        across = along[0] * side[:, 1] - along[1] * side[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (to[:, 0] * side[:, 1] - to[:, 1] * side[:, 0]) / across
            u = (to[:, 0] * along[1] - to[:, 1] * along[0]) / across
        places += t[(across != 0) & (u >= 0) & (u <= 1)].tolist()
        if length:  # sides that lie along the segment begin and end within it
            places += ((to @ along) / length)[np.abs(to[:, 0] * along[1] - to[:, 1] * along[0]) <= 1e-12 * length].tolist()
    at = np.sort([t for t in places if 1e-12 < t < 1 - 1e-12]) if length else np.zeros(0)
    return np.concatenate([[0.0], at[np.diff(at, prepend=0.0) > 1e-12], [1.0]])


def _below(parts: list[np.ndarray]) -> Tensor:
    gap = np.full((1, 2), np.nan)
    rows = [piece for k, part in enumerate(parts) for piece in ((gap, part) if k else (part,))]
    return Tensor(np.asfortranarray(np.concatenate(rows) if rows else np.zeros((0, 2))))


# --- order -----------------------------------------------------------------------------------------------------------


def _key(call: Any, criterion: str, options: tuple[Any, ...]) -> Callable[[np.ndarray], float]:
    if criterion != "centroid" and options:
        raise call.error("A reference point goes with 'centroid' only.", f"MATLAB:polyshape:{call.name}:InvalidOption")
    if criterion == "area":
        return lambda loop: abs(loop_area(loop))
    if criterion == "perimeter":
        return lambda loop: float(np.hypot(*(np.roll(loop, -1, axis=0) - loop).T).sum())
    if criterion == "numsides":
        return len
    if criterion == "centroid":
        point = arg.flat(arg.name_values(options, call.name, "refpoint").get("refpoint", Tensor(np.zeros((1, 2)))))
        return lambda loop: float(np.hypot(*(_middle(loop) - point)))
    text = "The criterion must be 'area', 'perimeter', 'numsides', or 'centroid'."
    raise call.error(text, f"MATLAB:polyshape:{call.name}:InvalidCriterion")


def _middle(loop: np.ndarray) -> np.ndarray:
    """The centroid of what a loop encloses."""
    x, y = (loop - loop[0]).T
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    return loop[0] + np.array([((x + np.roll(x, -1)) * cross).sum(), ((y + np.roll(y, -1)) * cross).sum()]) / (3 * cross.sum())


def _falling(call: Any, direction: Any) -> bool:
    word = text_of(direction).lower()
    if word not in ("ascend", "descend"):
        raise call.error("The direction must be 'ascend' or 'descend'.", f"MATLAB:polyshape:{call.name}:InvalidDirection")
    return word == "descend"


def sort_boundaries(call: Any, shape: Polyshape, criterion: Any, direction: Any, *options: Any) -> Polyshape:
    key = _key(call, text_of(criterion).lower(), options)
    return Polyshape(sorted(shape.loops, key=key, reverse=_falling(call, direction)))


def sort_regions(parts: Callable[[Polyshape], list[Polyshape]]) -> Callable[..., Any]:
    """``parts`` gives each solid with its holes.  Regions are ordered by their outer boundary, or by their area without holes."""

    def method(call: Any, shape: Polyshape, criterion: Any, direction: Any, *options: Any) -> Polyshape:
        word = text_of(criterion).lower()
        key = _key(call, word, options)

        def of_region(region: Polyshape) -> float:
            return -sum(loop_area(loop) for loop in region.loops) if word == "area" else key(region.loops[0])

        ordered = sorted(parts(shape), key=of_region, reverse=_falling(call, direction))
        return Polyshape([loop for region in ordered for loop in region.loops])

    return method


OF_PARTS = (
    method_only(
        "sortboundaries",
        "polyout = sortboundaries(polyin, criterion, direction)",
        "Polygon with its boundaries by area, perimeter, number of sides, or distance of the centroid from a point ('refpoint').",
        Example(_RING + "q = sortboundaries(p,'area','ascend'); q.Vertices(1,:)", "[1 1]"),
        errors=(ErrorCase(_RING + "sortboundaries(p,'size','ascend')", "MATLAB:polyshape:sortboundaries:InvalidCriterion"),),
    ),
    method_only(
        "sortregions",
        "polyout = sortregions(polyin, criterion, direction)",
        "Polygon with its regions by area, perimeter, number of sides, or distance of the centroid from a point ('refpoint').",
        Example("p = sortregions(polyshape([0 0 1 1 NaN 2 2 6 6],[0 1 1 0 NaN 0 4 4 0]),'area','descend'); p.Vertices(1,1)", "2"),
        errors=(ErrorCase("sortregions(polyshape([0 0 1],[0 1 1]),'area','down')", "MATLAB:polyshape:sortregions:InvalidDirection"),),
    ),
)

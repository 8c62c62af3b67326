"""Objects that are functions of points: griddedInterpolant, scatteredInterpolant; and triangulations of points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.containers import CellArray
from ...values.convert import as_array, text_of, to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, property_list
from ...values.subscripts import COLON
from ...values.tensor import Tensor
from ...values.text import CharArray


def _points(subscripts: Sequence[Any], dimensions: int) -> tuple[list[np.ndarray], tuple[int, ...]]:
    """Coordinates of query points and the shape of the answer: an array each, one matrix of rows, or a cell of grid vectors."""
    if any(s is COLON for s in subscripts):
        raise MatlabError("Query points must be numeric arrays.", "MATLAB:griddedInterpolant:NonFloatQueryPts")
    if len(subscripts) == 1 and type(subscripts[0]) is CellArray:
        coordinates, shape = _grid_of([as_array(v).ravel(order="F").astype(np.float64) for v in subscripts[0].array.ravel(order="F")])
        return coordinates, shape if dimensions > 1 else (coordinates[0].size, 1)
    arrays = [as_array(s).astype(np.float64) for s in subscripts]
    if len(arrays) == 1 and dimensions > 1:
        if arrays[0].shape[1] != dimensions:
            raise MatlabError("Query points must have one column for each dimension.", "MATLAB:griddedInterpolant:InvalidQuery")
        return list(arrays[0].T), (arrays[0].shape[0], 1)
    if len(arrays) != dimensions:
        raise MatlabError(
            "The number of query coordinates must match the dimension of the interpolant.", "MATLAB:griddedInterpolant:InvalidQuery"
        )
    # a row and a column stand for their grid
    if len(arrays) == 2 and all(1 in a.shape and a.size > 1 for a in arrays) and {a.shape.index(1) for a in arrays} == {0, 1}:
        return _grid_of([a.ravel() for a in arrays])
    shape = np.broadcast_shapes(*(a.shape for a in arrays)) if len({a.size for a in arrays}) > 1 else arrays[0].shape
    return [np.broadcast_to(a, shape).ravel(order="F") for a in arrays], shape


def _grid_of(vectors: list[np.ndarray]) -> tuple[list[np.ndarray], tuple[int, ...]]:
    """The coordinates of all points of a grid, and its shape."""
    grids = np.meshgrid(*vectors, indexing="ij")
    return [g.ravel(order="F") for g in grids], grids[0].shape


class GriddedInterpolant(HostObject):
    """Values on a grid; ``F(x, ...)`` interpolates by ``way`` and beyond the grid by ``beyond``.

    ``compute(vectors, values, points, way, beyond)`` does the work; the builtin that makes the object passes it.
    """

    __slots__ = ("beyond", "compute", "values", "vectors", "way")
    matlab_class = "griddedInterpolant"

    def __init__(
        self, vectors: Sequence[np.ndarray], values: np.ndarray, way: str, beyond: str, compute: Callable[..., np.ndarray]
    ) -> None:
        self.vectors = [np.asarray(v, np.float64) for v in vectors]
        self.values = values
        self.way, self.beyond, self.compute = way, beyond, compute

    def properties(self) -> Mapping[str, Any]:
        grid = CellArray.of([to_value(v.reshape(1, -1)) for v in self.vectors])
        method, extrapolation = CharArray.row(self.way), CharArray.row(self.beyond)
        return {"GridVectors": grid, "Values": to_value(self.values), "Method": method, "ExtrapolationMethod": extrapolation}

    def set_property(self, name: str, value: Any) -> HostObject:
        fields = {"way": self.way, "beyond": self.beyond, "values": self.values}
        key = {"Method": "way", "ExtrapolationMethod": "beyond", "Values": "values"}.get(name)
        if key is None:
            return super().set_property(name, value)
        fields[key] = as_array(value).astype(np.float64) if key == "values" else text_of(value)
        return GriddedInterpolant(self.vectors, fields["values"], fields["way"], fields["beyond"], self.compute)  # type: ignore[arg-type]

    def index(self, subscripts: Sequence[Any]) -> Any:
        points, shape = _points(subscripts, len(self.vectors))
        return to_value(self.compute(self.vectors, self.values, points, self.way, self.beyond).reshape(shape, order="F"))


class ScatteredInterpolant(HostObject):
    """Values at scattered points; linear in triangles, nearest, or by natural neighbours (in space taken as linear ones)."""

    __slots__ = ("_known", "beyond", "compute", "points", "values", "way")
    matlab_class = "scatteredInterpolant"

    def __init__(self, points: np.ndarray, values: np.ndarray, way: str, beyond: str, compute: Callable[..., np.ndarray]) -> None:
        self.points, self.values, self.way, self.beyond, self.compute = points, values, way, beyond, compute

    def properties(self) -> Mapping[str, Any]:
        method, extrapolation = CharArray.row(self.way), CharArray.row(self.beyond)
        return {"Points": to_value(self.points), "Values": to_value(self.values), "Method": method, "ExtrapolationMethod": extrapolation}

    def set_property(self, name: str, value: Any) -> HostObject:
        interpolant = ScatteredInterpolant(self.points, self.values, self.way, self.beyond, self.compute)
        if name in ("Points", "Values"):
            setattr(interpolant, name.lower(), as_array(value).astype(np.float64))
        elif name in ("Method", "ExtrapolationMethod"):
            setattr(interpolant, "way" if name == "Method" else "beyond", text_of(value))
        else:
            return super().set_property(name, value)
        if name != "Points" and hasattr(self, "_known"):
            interpolant._known = self._known
        return interpolant

    def index(self, subscripts: Sequence[Any]) -> Any:
        points, shape = _points(subscripts, self.points.shape[1])
        if not hasattr(self, "_known"):  # triangles and circles of the points, kept for later calls
            self._known: dict[str, Any] = {}
        result = self.compute(self.points, self.values, np.stack(points, axis=1), self.way, self.beyond, self._known)
        return to_value(result.reshape(shape, order="F"))


class Triangulation(HostObject):
    """Simplices over points: ``cells`` are rows of positions counted from 1."""

    __slots__ = ("cells", "constraints", "delaunay", "points")

    def __init__(self, cells: np.ndarray, points: np.ndarray, delaunay: bool, constraints: np.ndarray | None = None) -> None:
        self.cells, self.points, self.delaunay = np.asfortranarray(cells, np.float64), np.asfortranarray(points, np.float64), delaunay
        self.constraints = constraints if constraints is not None else np.zeros((0, 2))

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return "delaunayTriangulation" if self.delaunay else "triangulation"

    def properties(self) -> Mapping[str, Any]:
        result = {"Points": Tensor(self.points), "ConnectivityList": Tensor(self.cells)}
        return {**result, "Constraints": to_value(self.constraints)} if self.delaunay else result

    def index(self, subscripts: Sequence[Any]) -> Any:
        from ...values.indexing import index

        return index(Tensor(self.cells), tuple(subscripts))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.cells.shape

    def disp_text(self, format: DisplayFormat) -> str:
        return property_list(self.matlab_class, self.properties(), format.style)

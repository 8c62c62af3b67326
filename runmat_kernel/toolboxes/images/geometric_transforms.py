"""Geometric transformations as values: affine2d, projective2d and their relatives; coordinates of pixels (imref2d)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import methods
from ...values import Tensor
from ...values.convert import as_array, numel_of, to_value
from ...values.objects import HostObject


def _pair(arguments: Sequence[Any]) -> tuple[np.ndarray, tuple[int, ...] | None]:
    """Points as rows, and the shape of the coordinates where x and y are separate arguments."""
    if len(arguments) == 2:
        u, v = (as_array(a).astype(np.float64) for a in arguments)
        if u.shape != v.shape:
            raise MatlabError("Coordinates must have the same size.", "images:geotrans:invalidSize")
        return np.stack([u.ravel(order="F"), v.ravel(order="F")], axis=1), u.shape
    points = as_array(arguments[0]).astype(np.float64)
    if points.ndim != 2 or points.shape[1] != 2:
        raise MatlabError("Points must be a matrix with two columns.", "images:geotrans:invalidPoints")
    return points, None


def _mapped(matrix: np.ndarray, arguments: Sequence[Any]) -> Any:
    points, shape = _pair(arguments)
    moved = moved_by(matrix, points)
    if shape is None:
        return Tensor(np.asfortranarray(moved))
    return tuple(Tensor(moved[:, k].reshape(shape, order="F")) for k in (0, 1))


def moved_by(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (rows) transformed by a matrix that multiplies columns from the left."""
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    with np.errstate(divide="ignore", invalid="ignore"):
        return homogeneous[:, :2] / homogeneous[:, 2:]


def _limits(call: Any, transform: Transform, x: Any, y: Any) -> tuple[Any, Any]:
    corners = [(a, b) for a in _spread(x) for b in _spread(y)]
    moved = moved_by(transform.matrix, np.array(corners))
    return tuple(Tensor(np.array([[moved[:, k].min(), moved[:, k].max()]])) for k in (0, 1))


def _spread(limits: Any) -> np.ndarray:
    low, high = as_array(limits).astype(np.float64).ravel()[:2]
    return np.linspace(low, high, 3)


def _is_rigid(call: Any, transform: Transform) -> bool:
    rotation = transform.matrix[:2, :2]
    return bool(np.allclose(rotation @ rotation.T, np.eye(2), atol=1e-9)) and bool(np.linalg.det(rotation) > 0)


def _is_similarity(call: Any, transform: Transform) -> bool:
    square = transform.matrix[:2, :2] @ transform.matrix[:2, :2].T
    return bool(np.allclose(square, square[0, 0] * np.eye(2), atol=1e-9 * max(1.0, abs(square[0, 0]))))


def _is_translation(call: Any, transform: Transform) -> bool:
    return bool(np.array_equal(transform.matrix[:2, :2], np.eye(2)))


class Transform(HostObject):
    """``matrix`` stands before columns (x, y, 1); classes of old releases show its transpose as ``T``."""

    __slots__ = ("kind", "matrix")

    def __init__(self, kind: str, matrix: np.ndarray) -> None:
        self.kind, self.matrix = kind, np.asarray(matrix, dtype=np.float64)

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return self.kind

    @property
    def is_old(self) -> bool:
        """Whether the class shows the transpose."""
        return self.kind in ("affine2d", "projective2d", "rigid2d")

    def properties(self) -> dict[str, Any]:
        fields: dict[str, Any] = {"Dimensionality": 2.0}
        if self.kind in ("rigidtform2d", "simtform2d"):
            scale = float(np.hypot(*self.matrix[:2, 0]))
            fields |= {"Scale": scale} if self.kind == "simtform2d" else {}
            fields["RotationAngle"] = float(np.degrees(np.arctan2(self.matrix[1, 0], self.matrix[0, 0])))
        if self.kind in ("rigidtform2d", "simtform2d", "transltform2d"):
            fields["Translation"] = Tensor(self.matrix[:2, 2][None, :].copy())
        if self.kind in ("rigidtform2d", "simtform2d"):
            rotation = self.matrix[:2, :2] / np.hypot(*self.matrix[:2, 0])
            fields["R"] = Tensor(np.asfortranarray(rotation))
        name, matrix = ("T", self.matrix.T) if self.is_old else ("A", self.matrix)
        return {name: Tensor(np.asfortranarray(matrix)), **fields} if self.is_old else {**fields, name: Tensor(np.asfortranarray(matrix))}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name == ("T" if self.is_old else "A"):
            matrix = as_array(value).astype(np.float64)
            return transform_of(self.kind, matrix.T if self.is_old else matrix)
        return super().set_property(name, value)


TRANSFORM_METHODS = methods(
    Transform,
    {
        "transformPointsForward": lambda call, t, *points: _mapped(t.matrix, points),
        "transformPointsInverse": lambda call, t, *points: _mapped(np.linalg.inv(t.matrix), points),
        "invert": lambda call, t: Transform(t.kind, np.linalg.inv(t.matrix)),
        "outputLimits": _limits,
        "isRigid": _is_rigid,
        "isSimilarity": _is_similarity,
        "isTranslation": _is_translation,
    },
)


def transform_of(kind: str, matrix: np.ndarray) -> Transform:
    """A transformation from its matrix, which must be one of its kind."""
    if matrix.shape == (2, 3):
        matrix = np.vstack([matrix, [0, 0, 1]])
    if matrix.shape != (3, 3):
        raise MatlabError("Expected the transformation matrix to be 3-by-3.", f"images:{kind}:invalidTransformationMatrix")
    if "proj" not in kind and not np.allclose(matrix[2], [0, 0, 1]):
        part = "column" if kind in ("affine2d", "rigid2d") else "row"
        text = f"The final {part} of the matrix must consist of zeros, except for the last element."
        raise MatlabError(text, f"images:{kind}:invalidAffineMatrix")
    if abs(np.linalg.det(matrix)) < 1e-300:
        raise MatlabError("The transformation matrix must be nonsingular.", f"images:{kind}:singularTransformationMatrix")
    transform = Transform(kind, matrix)
    if kind in ("rigid2d", "rigidtform2d") and not _is_rigid(None, transform):
        raise MatlabError("The matrix must be that of a rotation and a translation.", f"images:{kind}:invalidRigidMatrix")
    return transform


def _within(value: Any, limits: tuple[float, float]) -> np.ndarray:
    array = as_array(value)
    return (array >= limits[0]) & (array <= limits[1])


class ImageReference(HostObject):
    """``imref2d``: which part of the plane an image of some size covers; pixel (1, 1) has its middle at (1, 1) by default."""

    __slots__ = ("size", "x", "y")
    matlab_class = "imref2d"

    def __init__(self, size: Sequence[int], x: Sequence[float] | None = None, y: Sequence[float] | None = None) -> None:
        self.size = tuple(int(n) for n in size)
        self.x = (0.5, self.size[1] + 0.5) if x is None else (float(x[0]), float(x[1]))
        self.y = (0.5, self.size[0] + 0.5) if y is None else (float(y[0]), float(y[1]))

    @property
    def pixel(self) -> tuple[float, float]:
        """The width and height of a pixel."""
        return (self.x[1] - self.x[0]) / self.size[1], (self.y[1] - self.y[0]) / self.size[0]

    def moved(self, x: Any, y: Any, outwards: bool) -> tuple[Any, Any]:
        moved_points = []
        for value, limits, step in ((x, self.x, self.pixel[0]), (y, self.y, self.pixel[1])):
            numbers = as_array(value).astype(np.float64)
            moved_points.append(to_value(limits[0] + (numbers - 0.5) * step if outwards else (numbers - limits[0]) / step + 0.5))
        return moved_points[0], moved_points[1]

    def subscripts(self, x: Any, y: Any) -> tuple[Any, Any]:
        across, down = (as_array(part) for part in self.moved(x, y, False))
        rows, columns = (np.minimum(np.floor(part + 0.5), n) for part, n in ((down, self.size[0]), (across, self.size[1])))
        outside = (rows < 1) | (columns < 1) | (down > self.size[0] + 0.5) | (across > self.size[1] + 0.5)
        return tuple(to_value(np.where(outside, np.nan, part)) for part in (rows, columns))  # type: ignore[return-value]

    def properties(self) -> dict[str, Any]:
        def row(values: Sequence[float]) -> Tensor:
            return Tensor(np.array([list(values)], dtype=np.float64))

        return {
            "XWorldLimits": row(self.x),
            "YWorldLimits": row(self.y),
            "ImageSize": row(self.size),
            "PixelExtentInWorldX": self.pixel[0],
            "PixelExtentInWorldY": self.pixel[1],
            "ImageExtentInWorldX": self.x[1] - self.x[0],
            "ImageExtentInWorldY": self.y[1] - self.y[0],
            "XIntrinsicLimits": row((0.5, self.size[1] + 0.5)),
            "YIntrinsicLimits": row((0.5, self.size[0] + 0.5)),
        }

    def set_property(self, name: str, value: Any) -> HostObject:
        if name in ("XWorldLimits", "YWorldLimits") and numel_of(value) == 2:
            low, high = as_array(value).astype(np.float64).ravel()
            return ImageReference(self.size, (low, high) if name[0] == "X" else self.x, (low, high) if name[0] == "Y" else self.y)
        return super().set_property(name, value)


REFERENCE_METHODS = methods(
    ImageReference,
    {
        "intrinsicToWorld": lambda call, r, x, y: r.moved(x, y, True),
        "worldToIntrinsic": lambda call, r, x, y: r.moved(x, y, False),
        "worldToSubscript": lambda call, r, x, y: r.subscripts(x, y),
        "contains": lambda call, r, x, y: to_value(_within(x, r.x) & _within(y, r.y)),
        "sizesMatch": lambda call, r, image: tuple(r.size[:2]) == as_array(image).shape[:2],
    },
)  # fmt: skip



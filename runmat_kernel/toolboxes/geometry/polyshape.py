"""``polyshape``: regions of the plane with several parts and holes, and arrays of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.assignment import assign
from ...values.containers import CellArray
from ...values.convert import shape_of
from ...values.indexing import delete, index
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from ...values.tensor import SCALAR_SHAPE, Tensor

Loops = Sequence[np.ndarray]


def loop_area(loop: np.ndarray) -> float:
    """The area of a loop of corners (n-by-2), negative where it runs clockwise."""
    x, y = (loop - loop[0]).T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


class Polyshape(HostObject):
    """One region: ``loops`` are its boundaries (n-by-2 corners, not closed), solids clockwise, holes counterclockwise.

    An array of regions has ``members`` (an array of objects) instead.
    """

    __slots__ = ("loops", "members")
    matlab_class = "polyshape"

    def __init__(self, loops: Loops = (), members: np.ndarray | None = None) -> None:
        self.loops = tuple(np.asfortranarray(loop, np.float64) for loop in loops)
        self.members = members

    @classmethod
    def array_of(cls, members: np.ndarray) -> Polyshape:
        """The region that is the only one of an array, or an array of regions; places without one are empty regions."""
        filled = np.array(members, object, order="F", copy=True)
        for place in np.ndindex(filled.shape):
            if not isinstance(filled[place], Polyshape):
                filled[place] = Polyshape()
        return filled.flat[0] if filled.size == 1 else cls((), filled)

    @property
    def shape(self) -> tuple[int, ...]:
        return SCALAR_SHAPE if self.members is None else self.members.shape

    def each_element(self) -> np.ndarray:
        return self.each()

    def of_elements(self, elements: np.ndarray) -> Polyshape:
        return Polyshape.array_of(elements)

    def each(self) -> np.ndarray:
        """The regions as an array of objects."""
        if self.members is not None:
            return self.members
        alone = np.empty((1, 1), object)
        alone[0, 0] = self
        return alone

    @property
    def holes(self) -> list[bool]:
        """Which boundaries are holes."""
        return [loop_area(loop) > 0 for loop in self.loops]

    def properties(self) -> Mapping[str, Any]:
        holes = sum(self.holes)
        return {"Vertices": Tensor(parted(self.loops)), "NumRegions": float(len(self.loops) - holes), "NumHoles": float(holes)}

    def listed_property(self, name: str) -> tuple[Any, ...]:
        return tuple(shape.get_property(name) for shape in self.each().ravel(order="F"))

    def index(self, subscripts: Sequence[Any]) -> Any:
        return Polyshape.array_of(index(CellArray(self.each()), tuple(subscripts)).array)

    def assign(self, subscripts: Sequence[Any], value: Any) -> Polyshape:
        if not isinstance(value, Polyshape):
            raise MatlabError("Input must be a polyshape object.", "MATLAB:polyshape:polyshapeTypeError")
        return Polyshape.array_of(assign(CellArray(self.each()), tuple(subscripts), CellArray(value.each())).array)

    def delete(self, subscripts: Sequence[Any]) -> Polyshape:
        return Polyshape.array_of(delete(CellArray(self.each()), tuple(subscripts)).array)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        if not isinstance(other, Polyshape) or self.shape != other.shape:
            return False
        if self.members is not None:
            return all(a.equals(b) for a, b in zip(self.members.flat, other.members.flat, strict=True))
        return len(self.loops) == len(other.loops) and all(np.array_equal(a, b) for a, b in zip(self.loops, other.loops, strict=True))

    def disp_text(self, format: DisplayFormat) -> str:
        if self.members is None:
            return super().disp_text(format)
        names = "\n".join(f"    {name}" for name in ("Vertices", "NumRegions", "NumHoles"))
        return f"  {'×'.join(map(str, self.shape))} polyshape array with properties:\n\n{names}\n"


def joined_shapes(axis: int, items: Sequence[Any]) -> Polyshape:
    """``[a b]`` (axis 1) and ``[a; b]`` (axis 0)."""
    parts = [item.each() for item in items if isinstance(item, Polyshape)]
    if len(parts) != sum(1 for item in items if 0 not in shape_of(item) or isinstance(item, Polyshape)):
        raise MatlabError("Only polyshape objects can be joined with polyshape objects.", "MATLAB:polyshape:polyshapeTypeError")
    return Polyshape.array_of(np.concatenate(parts, axis=axis))


def parted(loops: Loops, closed: bool = False) -> np.ndarray:
    """The corners of loops below each other, with a row of NaN between two of them."""
    rows: list[np.ndarray] = []
    for loop in loops:
        rows += [np.full((1, 2), np.nan)] if rows else []
        rows += [loop, loop[:1]] if closed else [loop]
    return np.asfortranarray(np.concatenate(rows)) if rows else np.zeros((0, 2))

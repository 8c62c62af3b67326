"""Elements at places that arrays of the loop say (``[~, k] = max(r); x(k) = x(k) + 1``), while an iteration of a loop is traced.

That a subscript is a place of the array is proved, or asked in every iteration: where it is none, the loop runs iteration by iteration and
says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...accel.loops import LoopRefused, node_of
from ...graph.generators import LARGEST_INDEX
from ...graph.loop import Carry
from ...graph.node import Node, range_of
from ...graph.primitives import CASTS
from ...graph.ranges import Range
from ...graph.shapes import numel
from ...graph.views import PLACE, TAKE
from ...values.classes import FLOAT_CLASSES
from ...values.convert import class_of, shape_of
from ...values.subscripts import COLON, Resolved, folded, linear_shape
from ...values.tensor import Tensor, matlab_shape
from ...values.text import CharArray
from .array_parts import Parts
from .arrays import worth_whole
from .ranges import counting
from .scalars import Induction, Stretch, first_of

_LARGEST_ON_HOST = 1 << 16
"""Elements of a matrix from which on a part of it is not looked for among all of them, which ordinary code writes at once."""
_NOT_PROVED = "an index depends on the elements of an array"


class NeedsBounds(LoopRefused):
    """A variable that is carried from iteration to iteration says where elements are: it must be known to hold places of so many
    elements."""

    def __init__(self, name: str, extent: int) -> None:
        super().__init__(_NOT_PROVED)
        self.name, self.extent = name, extent


class Indices(Parts):
    """Subscripts that are computed from arrays in each iteration."""

    def read(self, value: Any, subscripts: list[Any]) -> Any:
        """Of an array that stays the same."""
        if type(value) is Tensor and any(map(self._from_arrays, subscripts)) and (element := self._taken(value, subscripts)) is not None:
            return element
        return super().read(value, subscripts)

    def picked(self, name: str, value: Any, subscripts: Sequence[Any]) -> Any:
        """Of an array that differs from iteration to iteration."""
        moves = any(type(s) in (Induction, Stretch) or self._from_arrays(s) for s in subscripts)
        if type(value) is Tensor and moves and (element := self._taken(value, subscripts)) is not None:
            return element
        return super().picked(name, value, subscripts)

    def replaced(self, name: str, old: Any, subscripts: Sequence[Any], value: Any) -> Tensor:
        if type(old) is Tensor and (name in self.wholes or any(map(self._from_arrays, subscripts))):
            replaced = self._put_where(name, old, subscripts, value)
            if replaced is not None:
                return replaced
        return super().replaced(name, old, subscripts, value)

    def _from_arrays(self, subscript: Any) -> bool:
        return type(subscript) is Tensor and subscript.matlab_class != "logical" and self.is_symbolic(subscript)

    # ------------------------------------------------------------------ reading

    def _taken(self, value: Tensor, subscripts: Sequence[Any]) -> Tensor | None:
        """Elements at places that are computed in each iteration; None where subscripts are of another kind."""
        engine, count = self.session.engine, len(subscripts)
        if value._is_complex or 0 in value.shape or numel(value.shape) >= LARGEST_INDEX or subscripts == [COLON]:
            return None
        counts, stride = [], 1
        at: Tensor | None = None
        offsets, moves = np.zeros(self.trace.iterations), False
        for d, (s, extent) in enumerate(zip(subscripts, folded(value.shape, count), strict=True)):
            first = s.first if type(s) is Stretch else s
            if type(first) in (Induction, float):
                length = s.count if type(s) is Stretch else 1
                reach = s.step * (length - 1) if type(s) is Stretch else 0
                numbers = self._inside(first, extent, reach)
                offsets, moves = offsets + (numbers - 1) * stride, moves or type(first) is Induction
                along: Any = np.arange(length) * s.step if type(s) is Stretch else None
            elif (line := self._line_of_places(s, extent, count)) is not None:
                length, along = line
            else:
                return None
            counts.append(length)
            if along is not None:
                at = self._placed_at(at, self._steps(along, stride, d, count))
            stride *= extent
        self.record = None
        if moves:
            scalar = self.as_tensor(self.inductions.known(offsets.tolist(), offsets))
            at = self._placed_at(at, engine.elementwise(CASTS["uint32"], (scalar,)))
        elif at is not None and offsets[0]:
            at = self._placed_at(at, Tensor(np.full((1, 1), offsets[0], np.uint32)))
        if at is None:
            return None
        shape = _shape_taken(value, subscripts, counts)
        if at.shape != shape:
            at = engine.reshape(at, shape)
        self.kept.append(at)
        return engine._tensor(Node.map(TAKE, (engine._node(value), engine._node(at)), value.matlab_class, value.matlab_class, shape))

    def _line_of_places(self, subscript: Any, extent: int, count: int) -> tuple[int, Any] | None:
        """How many places a subscript has that is no scalar and no range, and where they are from 0; None for other kinds."""
        if subscript is COLON:
            return extent, np.arange(extent)
        if self._from_arrays(subscript):
            return subscript.numel, self._inside_always(subscript, extent)
        listed = _listed(subscript, extent) if type(subscript) is Tensor and count > 1 else None
        return (len(listed), listed) if listed is not None else None

    def _inside(self, scalar: Any, extent: int, reach: int) -> np.ndarray:
        """A scalar in each iteration, which says where elements are that reach as far."""
        if type(scalar) is float:
            numbers = np.full(self.trace.iterations, scalar)
        else:
            self.known_scalar(scalar, "an index is no scalar that is known for every iteration")
            values = self._used(scalar)
            if values is None:
                raise LoopRefused("an index is no scalar that is known for every iteration")
            numbers = values
        low, high = numbers + min(reach, 0), numbers + max(reach, 0)
        if not ((low >= 1) & (high <= extent) & (numbers == np.floor(numbers))).all():
            raise LoopRefused("an index leaves the array, which then grows or is an error")
        return numbers

    def _inside_always(self, subscript: Tensor, extent: int) -> Tensor:
        """A subscript as far as it is inside; where that is not proved, every iteration asks whether all of it is.  Raises NeedsBounds
        where it is carried from iteration to iteration."""
        node = node_of(subscript)
        if node is None or subscript.matlab_class not in FLOAT_CLASSES:
            raise LoopRefused(_NOT_PROVED)
        if _proved(node, extent):
            return subscript
        carry = next((c for c in self.trace.carries if c.symbol is node and c.part is None), None)
        if carry is not None and self.bounded.get(carry.name, extent + 1) > extent:
            raise NeedsBounds(carry.name, extent)
        self._ask(subscript, extent)
        return self.call_builtin("min", [subscript, float(extent)], 1)[0]

    def _ask(self, subscript: Tensor, extent: int) -> None:
        """Have every iteration ask whether a subscript is a place."""
        operate, whole = self.operate, self.call_builtin("floor", [subscript], 1)[0]
        fine = operate("and", (operate("ge", (subscript, 1.0)), operate("le", (subscript, float(extent)))))
        fine = operate("and", (fine, operate("eq", (subscript, whole))))
        if subscript.numel > 1:
            fine = self.call_builtin("all", [fine, CharArray.row("all")], 1)[0]
        self.places.append(self.where_taken(fine))

    def _steps(self, along: Any, stride: int, dim: int, count: int) -> Tensor:
        """How far elements lie from the first one, along a dimension of a subscript."""
        engine = self.session.engine
        shape = (-1,) if count == 1 else tuple([-1 if d == dim else 1 for d in range(count)])
        if type(along) is not Tensor:
            steps = (along * stride).astype(np.int64).astype(np.uint32).reshape(*shape, *(1,) * (2 - len(shape)))
            return Tensor(np.asfortranarray(steps))
        scaled = self.operate("times", (self.operate("minus", (along, 1.0)), float(stride)))
        offsets = engine.elementwise(CASTS["uint32"], (scaled,))
        size = tuple([along.numel if n == -1 else n for n in shape])
        size = matlab_shape((*size, 1) if len(size) == 1 else size)
        return offsets if offsets.shape == size else engine.reshape(offsets, size)

    def _placed_at(self, at: Tensor | None, more: Tensor) -> Tensor:
        """Positions with the steps along another dimension added."""
        if at is None:
            return more
        engine, rank = self.session.engine, max(len(at.shape), len(more.shape))
        shapes = [(*x.shape, *(1,) * (rank - len(x.shape))) for x in (at, more)]
        shape = tuple([max(pair) for pair in zip(*shapes, strict=True)])
        self.kept += [at, more]
        return engine._tensor(Node.map(PLACE, (engine._node(at), engine._node(more)), "uint32", "uint32", shape))

    # ------------------------------------------------------------------ writing

    def _put_where(self, name: str, old: Tensor, subscripts: Sequence[Any], value: Any) -> Tensor | None:
        """``old`` with the element, or the line, replaced that scalars say; None where subscripts are of another kind."""
        engine, count, extents = self.session.engine, len(subscripts), folded(old.shape, len(subscripts))
        if old._is_complex or 0 in old.shape or numel(old.shape) >= LARGEST_INDEX:
            return None
        if count > 1 and (shape := matlab_shape(tuple(extents))) != old.shape:
            # the last subscript counts through all dimensions that are left
            result = self._put_where(name, engine.reshape(old, shape), subscripts, value)
            return engine.reshape(result, old.shape) if result is not None else None
        marked = self._mask_where(old, subscripts, extents)
        if marked is None:
            return None
        mask, counts = marked
        self.record = None
        self._check_value(name, old, value, counts)
        self.kept.append(mask)
        if shape_of(first_of(value)) == (1, 1):
            return self.masked(name, old, mask, value)
        value = self._in_class(value, old.matlab_class)
        if value.matlab_class != old.matlab_class or value._is_complex:
            raise LoopRefused(f"a value of class {value.matlab_class} is written into '{name}'")
        shape = matlab_shape(tuple(counts))
        value = value if value.shape == shape else engine.reshape(value, shape)
        self.kept.append(value)
        return self._selected(engine._node(mask), value, old, old.shape)

    def _mask_where(self, old: Tensor, subscripts: Sequence[Any], extents: Sequence[int]) -> tuple[Tensor, list[int]] | None:
        """A mask of the elements that scalar subscripts and colons name, and how many of them along each dimension; None for others."""
        count, counts = len(subscripts), []
        mask: Any = None
        for d, (s, extent) in enumerate(zip(subscripts, extents, strict=True)):
            if s is COLON and count > 1:
                counts.append(extent)
                continue
            if type(s) not in (Tensor, Induction, float) or numel(shape_of(first_of(s))) != 1:
                return None
            if self._from_arrays(s):
                self._inside_always(s, extent)
            elif type(s) is Tensor:
                return None
            else:
                self._inside(s, extent, 0)
            counts.append(1)
            shape = old.shape if count == 1 else matlab_shape(tuple([extent if k == d else 1 for k in range(count)]))
            where = self.operate("eq", (self._counting(extent, shape), s))
            mask = where if mask is None else self.operate("and", (mask, where))
        return mask, counts

    def _check_value(self, name: str, old: Tensor, value: Any, counts: Sequence[int]) -> None:
        """Raise LoopRefused where a value cannot be written to a part of ``counts`` elements, or where the host does so faster."""
        on_host, matlab_class, size = not self.session.engine.device.info.gathers, class_of(value), shape_of(first_of(value))
        if on_host and name in self.wholes and not worth_whole(numel(old.shape), numel(tuple(counts))):
            raise LoopRefused(f"a small part of '{name}' is written at a time, which the host does faster iteration by iteration")
        if matlab_class != old.matlab_class and (type(value) is not Tensor or value._is_complex):
            if matlab_class not in ("double", "logical") or type(value) is complex:
                raise LoopRefused(f"a value of class {matlab_class} is written into '{name}'")
        if size == (1, 1):
            return
        if [n for n in size if n != 1] != [n for n in counts if n != 1] or type(value) is not Tensor:
            raise LoopRefused(f"elements of '{name}' are assigned")
        if on_host and numel(old.shape) > _LARGEST_ON_HOST:
            raise LoopRefused(f"arrays say which part of '{name}' is written, which the host does faster iteration by iteration")

    def _counting(self, extent: int, shape: tuple[int, ...]) -> Tensor:
        """1, 2, ... in an array of a shape, the same one whenever it is asked for."""
        key = range(1, extent + 1)
        row = self.ranges.get(key)
        if row is None:
            row = self.ranges[key] = counting(self.session.engine, key)
        numbers = row
        if row.shape != shape:
            # Short ranges have no deferred form of another shape.
            numbers = self.session.engine.reshape(row, shape) if extent >= self.session.engine._least else _in_shape(row, shape)
        self.kept.append(numbers)
        return numbers

    # ------------------------------------------------------------------ what is carried

    def carried_bounds(self, name: str) -> Range | None:
        """The bounds that a carried variable is assumed to keep."""
        extent = self.bounded.get(name)
        return None if extent is None else Range(1.0, float(extent), True, True)

    def check_bounds(self, carry: Carry) -> None:
        """Raise LoopRefused where a carried variable holds no places before the first iteration; after the others, iterations ask."""
        extent = self.bounded.get(carry.name) if carry.part is None else None
        if extent is None:
            return
        numbers = carry.initial.array
        if not ((numbers >= 1) & (numbers <= extent) & (numbers == np.floor(numbers))).all():
            raise LoopRefused(_NOT_PROVED)
        if not _proved(carry.following, extent):
            self._ask(self.session.engine._tensor(carry.following), extent)


def _listed(subscript: Tensor, extent: int) -> np.ndarray | None:
    """The places that a list names which stays the same, from 0 on; None where it is empty or leaves the array."""
    numbers = subscript.array.ravel(order="F")
    if subscript.matlab_class == "logical":
        numbers = np.flatnonzero(numbers) + 1
    fine = numbers.size > 0 and numbers.dtype.kind in "fiu" and numbers.min() >= 1 and numbers.max() <= extent
    return numbers.astype(np.int64) - 1 if fine and (numbers == np.floor(numbers)).all() else None


def _proved(node: Node, extent: int) -> bool:
    """Whether an array can only hold whole numbers up to an extent."""
    bounds = range_of(node)
    return bounds.integer and bounds.defined and bounds.low >= 1 and bounds.high <= extent


def _in_shape(value: Tensor, shape: tuple[int, ...]) -> Tensor:
    return Tensor(np.asfortranarray(value.array.reshape(shape, order="F")))


def _shape_taken(value: Tensor, subscripts: Sequence[Any], counts: Sequence[int]) -> tuple[int, ...]:
    """The shape of the elements that subscripts name, ``counts`` of them along each dimension."""
    if len(subscripts) > 1:
        return matlab_shape(tuple(counts))
    own = subscripts[0]
    form = own.shape if type(own) is Tensor else (counts[0], 1) if getattr(own, "column", False) else (1, counts[0])
    return matlab_shape(linear_shape(Resolved(None, counts[0], form, 0), value.shape))

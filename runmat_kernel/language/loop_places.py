"""Parts of arrays that are read while a turn of a loop is traced: where subscripts point to in each turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import ref

import numpy as np

from ..accel.loops import Untraceable
from ..accel.storage import Source
from ..graph.loop import Moving, symbol
from ..graph.shapes import numel
from ..graph.sources import range_node
from ..syntax import ast as m
from ..values.classes import DTYPES
from ..values.convert import shape_of
from ..values.functions import FunctionHandle
from ..values.indexing import COLON
from ..values.tensor import Tensor, matlab_shape
from .loop_arrays import Place, WrittenArray
from .loop_masks import Masks
from .loop_scalars import Scheduled
from .loop_symbols import NeedsScalars, SomeTurns, first_of


class Places(Masks):
    """Reading parts of arrays."""

    def subscripts(self, value: Any, nodes: Sequence[m.Expression]) -> list[Any]:
        found = []
        whole = value.original if type(value) is WrittenArray else value
        for k, node in enumerate(nodes):
            if type(whole) is not FunctionHandle:
                self.ends.append((first_of(whole), k, len(nodes)))
            found.append(self._positions_of(node) if isinstance(node, m.Range) else self.value(node))
            if type(whole) is not FunctionHandle:
                self.ends.pop()
        return found

    def _positions_of(self, node: m.Range) -> Any:
        """A range as a subscript: whole numbers are not made, and the same ones are not made again."""
        parts = [self.value(x) for x in (node.start, node.step, node.stop) if x is not None]
        if any(self.is_symbolic(x) for x in parts):
            raise Untraceable("a range depends on the turn")
        start, step, stop = parts if len(parts) == 3 else (parts[0], 1.0, parts[1])
        if not all(type(x) is float and x.is_integer() and abs(x) < 2**40 for x in (start, step, stop)) or not step:
            return self.runtime["$range"](*parts)
        numbers = range(int(start), int(stop) + (1 if step > 0 else -1), int(step))
        if len(numbers) < 2:
            return self.runtime["$range"](*parts)
        found = self.ranges.get(numbers)
        if found is None:
            found = self.ranges[numbers] = _counting(self.session.engine, numbers)
        return found

    def _element(self, value: Tensor, subscripts: list[Any]) -> Tensor | None:
        """One element of an array that changes from turn to turn, at a place that does not."""
        extents = folded(value.shape, len(subscripts))
        if any(type(s) is not float or not 1 <= s <= n or s != int(s) for s, n in zip(subscripts, extents, strict=True)):
            return None
        at, step = 0, 1
        for s, n in zip(subscripts, extents, strict=True):
            at, step = at + (int(s) - 1) * step, step * n
        steps = []
        for n in value.shape:
            steps.append((at % n, 1, 1))
            at //= n
        return self.session.engine.view(value, steps)

    def read(self, value: Any, subscripts: list[Any]) -> Any:
        """Part of an array that stays the same, at a place that depends on the turn."""
        if type(value) is not Tensor or any(type(s) is Tensor and self.is_symbolic(s) for s in subscripts):
            raise Untraceable("an index depends on the elements of an array")
        if self.single(value, subscripts):
            return self.schedule.call(lambda *s: self.session.reader.index(value, *s), subscripts)
        place = self.place(value, subscripts)
        return self.moving(value, place)

    @staticmethod
    def single(value: Any, subscripts: Sequence[Any]) -> bool:
        """Whether subscripts name one element in each turn, of an array that is there."""
        return (
            type(value) is Tensor
            and value._array is not None
            and not any(s is COLON or (type(s) is Tensor and numel(s.shape) != 1) for s in subscripts)
            and all(numel(shape_of(first_of(s))) == 1 for s in subscripts)
        )

    def moving(self, value: Tensor, place: Place) -> Tensor:
        if value.is_complex or value.matlab_class not in DTYPES:
            raise Untraceable("a part of a complex array is read")
        for read in self.trace.reads:
            if read.array is value and (read.strides, read.offset, read.move) == (place.strides, place.offset, place.move):
                return self.held(read.symbol)
        node = symbol("read", value.matlab_class, place.shape)
        self.trace.reads.append(Moving(node, value, place.strides, place.offset, place.move))
        return self.held(node)

    def place(self, array: Tensor, subscripts: Sequence[Any]) -> Place:
        """Where subscripts point to in each turn: colons and scalars, whose step from turn to turn is always the same."""
        count = len(subscripts)
        extents = folded(array.shape, count)
        strides, shape, step = [], [], 1
        offsets = np.zeros(self.trace.turns, dtype=np.int64)
        for s, extent in zip(subscripts, extents, strict=True):
            if s is COLON:
                strides.append(step)
                shape.append(extent)
            else:
                offsets += (self.positions(s, extent) - 1) * step
                strides.append(0)
                shape.append(1)
            step *= extent
        if count == 1 and subscripts[0] is COLON:
            raise Untraceable("all elements of an array are written")
        moves = np.diff(offsets)
        if moves.size and (moves != moves[0]).any():
            raise Untraceable("an index moves unevenly from turn to turn")
        trimmed = matlab_shape(tuple(shape) if count > 1 else (1, 1))
        over = (*strides, 0)[: len(trimmed)]
        return Place(tuple(over), trimmed, int(offsets[0]), int(moves[0]) if moves.size else 0)

    def _everywhere(self, subscript: Scheduled) -> np.ndarray:
        """The values of a subscript in all turns; those that do not use it get values that go on evenly."""
        mask = self.schedule.mask
        if mask is None:
            if subscript.gaps:
                raise Untraceable("an index is used in some turns only")
            return subscript.array().astype(float)
        if not self.selecting:
            raise SomeTurns("an index is used in some turns only", mask)
        used = np.flatnonzero(mask)
        numbers = subscript.array().astype(float)
        if len(used) < 2:
            raise Untraceable("an index is used in one turn only")
        step = (numbers[used[1]] - numbers[used[0]]) / (used[1] - used[0])
        even = numbers[used[0]] + step * (np.arange(len(numbers)) - used[0])
        return np.where(mask, numbers, even)

    def positions(self, subscript: Any, extent: int) -> np.ndarray:
        """A scalar subscript in each turn; it is inside in every one."""
        if type(subscript) is float:
            numbers = np.full(self.trace.turns, subscript)
        elif type(subscript) is Scheduled and subscript.values is not None and subscript.matlab_class != "logical":
            numbers = self._everywhere(subscript)
        else:
            if type(subscript) is Scheduled and subscript.values is None and (names := self._running(subscript)):
                raise NeedsScalars(names)
            raise Untraceable("an index is no scalar that is known for every turn")
        if not ((numbers >= 1) & (numbers <= extent) & (numbers == np.floor(numbers))).all():
            raise Untraceable("an index leaves the array, which then grows or is an error")
        return numbers.astype(np.int64)

    def _running(self, scalar: Scheduled) -> frozenset[str]:
        """The variables from which a scalar is computed that is not known yet; none where it takes more than such variables."""
        names, seen, left = {id(s): name for name, s in self.carried.items()}, set(), [scalar]
        found = set()
        while left:
            item = left.pop()
            if type(item) is not Scheduled or item.values is not None or id(item) in seen:
                continue
            seen.add(id(item))
            if item.function is not None:
                left += item.arguments
            elif id(item) in names:
                found.add(names[id(item)])
            else:
                return frozenset()
        return frozenset(found)

    @staticmethod
    def moves(subscripts: Sequence[Any]) -> bool:
        """Whether subscripts are colons and scalars of which at least one depends on the turn."""
        return Scheduled in map(type, subscripts) and all(s is COLON or type(s) in (float, Scheduled) for s in subscripts)


def _counting(engine: Any, numbers: range) -> Tensor:
    """Whole numbers in a row, made when something looks at them."""
    shape = (1, len(numbers))
    storage = Source(
        engine,
        lambda: np.arange(numbers.start, numbers.stop, numbers.step, dtype=float).reshape(shape),
        lambda shape: range_node(numbers[0], numbers.step, numbers[-1], True, shape, "double"),
        shape,
        constant=False,
        positions=numbers,
    )
    tensor = Tensor.stored(storage, "double", shape)
    storage.tensor = ref(tensor)
    return tensor


def folded(shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The extents that ``count`` subscripts see."""
    if count >= len(shape):
        return shape + (1,) * (count - len(shape))
    last = 1
    for n in shape[count - 1 :]:
        last *= n
    return (*shape[: count - 1], last)

"""Parts of arrays that are read while an iteration of a loop is traced: where subscripts point to in each iteration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import gcd
from typing import Any

import numpy as np

from ...accel.loops import LoopRefused, node_of
from ...accel.split_complex import whole
from ...graph.loop import SYMBOL, Moving, symbol
from ...graph.node import order
from ...graph.shapes import numel
from ...syntax import ast as m
from ...values.classes import DTYPES
from ...values.convert import class_of, shape_of
from ...values.functions import FunctionHandle
from ...values.subscripts import COLON, folded
from ...values.tensor import Tensor, matlab_shape
from .arrays import Place, WrittenArray
from .complex import halves
from .ranges import Ranges, counting
from .scalars import Induction, Stretch, first_of
from .symbols import Masked, NeedsElements, SomeIterations

_ANY = 1 << 60
_MOST_LOOKED_UP = 1 << 24
"""Elements of an array that are computed before a loop because some of them are subscripts."""
_MOST_BYTES = 1 << 30
"""The most bytes of parts that are put in the order of the iterations."""


class Places(Ranges):
    """Reading parts of arrays."""

    def subscripts(self, value: Any, nodes: Sequence[m.Expression]) -> list[Any]:
        values = []
        for k, node in enumerate(nodes):
            if type(value) is not FunctionHandle:
                self.ends.append((first_of(value), k, len(nodes)))
            values.append(self._subscript(self._positions_of(node) if isinstance(node, m.Range) else self.value(node)))
            if type(value) is not FunctionHandle:
                self.ends.pop()
                self._look_up(values[-1])
        return values

    def _look_up(self, subscript: Any) -> None:
        """Raise NeedsElements for a subscript that is computed from single elements of arrays that wait, and stay the same."""
        if type(subscript) is not Tensor or subscript.numel != 1 or (node := node_of(subscript)) is None or not self.trace.depends(node):
            return
        reads = {r.symbol: r.array for r in self.trace.reads if numel(r.symbol.shape) == 1}
        symbols = [n for n in order([node]) if n.kind == SYMBOL]
        arrays = [self.before.get(id(reads[n]), reads[n]) for n in symbols if n in reads]
        if len(arrays) == len(symbols) and all(a._array is None and a.numel <= _MOST_LOOKED_UP for a in arrays):
            raise NeedsElements(arrays)

    def _subscript(self, value: Any) -> Any:
        """A subscript, as a range where it is one that moves with the iterations."""
        if type(value) is Masked and value.places:
            return value.mask
        known = self.stretches.get(id(value))
        if known is None:
            return self.plain(value)
        if known[1].looked:
            self.record = None
        return known[1]

    def _positions_of(self, node: m.Range) -> Any:
        """A range as a subscript: whole numbers are not made, and the same ones are not made again."""
        parts = [self.value(x) for x in (node.start, node.step, node.stop) if x is not None]
        if any(self.is_symbolic(x) for x in parts):
            return self.range_that_moves(parts)
        start, step, stop = parts if len(parts) == 3 else (parts[0], 1.0, parts[1])
        if not all(type(x) is float and x.is_integer() and abs(x) < 2**40 for x in (start, step, stop)) or not step:
            return self.runtime["$range"](*parts)
        numbers = range(int(start), int(stop) + (1 if step > 0 else -1), int(step))
        if len(numbers) < 2:
            return self.runtime["$range"](*parts)
        tensor = self.ranges.get(numbers)
        if tensor is None:
            tensor = self.ranges[numbers] = counting(self.session.engine, numbers)
        return tensor

    def element(self, value: Tensor, subscripts: Sequence[Any]) -> Tensor | None:
        """One element of an array that changes from iteration to iteration, at a place that does not."""
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
        """Part of an array that stays the same, at a place that depends on the iteration."""
        if type(value) is not Tensor:
            raise LoopRefused(f"elements of class {class_of(value)} are read")
        if any(type(s) is Tensor and self.is_symbolic(s) for s in subscripts):
            raise LoopRefused("an index depends on the elements of an array")
        if self.single(value, subscripts):
            known = self._elements_of(value, subscripts)
            return known if known is not None else self.inductions.call(lambda *s: self.session.reader.index(value, *s), subscripts)
        value, subscripts = self._gathered(value, subscripts)
        for s in subscripts:
            if type(s) is Stretch:
                self.known_scalar(s.first, "an index is no scalar that is known for every iteration")
        forward = [s.turned() if type(s) is Stretch and s.step < 0 else s for s in subscripts]
        element = self._in_order_of_iterations(value, forward)
        if element is None:
            element = self.moving(value, self.place(value, forward))
        if any(s is not t for s, t in zip(subscripts, forward, strict=True)):
            # Parts that are read backwards are reversed.
            back = [
                counting(self.session.engine, range(s.count, 0, -1)) if s is not t else COLON
                for s, t in zip(subscripts, forward, strict=True)
            ]
            element = self.session.engine.read(element, tuple(back[: len(element.shape)] if len(back) > 1 else back))
            if element is None:
                raise LoopRefused("a range that goes backwards depends on the iteration")
        return element

    def _elements_of(self, value: Tensor, subscripts: Sequence[Any]) -> Induction | None:
        """One element for each iteration, looked up at once; None where that takes more than doubles that are places in every iteration."""
        if value.matlab_class not in ("double", "logical") or value._is_complex or self.inductions.mask is not None:
            return None
        offset, step = np.zeros(self.trace.iterations, np.int64), 1
        for s, extent in zip(subscripts, folded(value.shape, len(subscripts)), strict=True):
            if type(s) is float:
                numbers = np.full(self.trace.iterations, s)
            elif type(s) is Induction and s.is_double and s.values is not None and not s.gaps:
                numbers = s.array()
            else:
                return None
            if not ((numbers >= 1) & (numbers <= extent) & (numbers == np.floor(numbers))).all():
                return None
            offset += (numbers.astype(np.int64) - 1) * step
            step *= extent
        column = value.array.reshape(-1, order="F")[offset]
        return self.inductions.known(column.tolist(), column if value.matlab_class == "double" else None)

    def _gathered(self, value: Tensor, subscripts: list[Any]) -> tuple[Tensor, list[Any]]:
        """An array with those elements only that lists of places name (``X([3 1 7], t)``), and the other subscripts."""
        lists = [k for k, s in enumerate(subscripts) if type(s) is Tensor and (s.matlab_class == "logical" or self._in_disorder(s))]
        if not lists or len(subscripts) == 1:
            return value, subscripts
        self.record, key = None, (id(value), *(id(subscripts[k]) if k in lists else None for k in range(len(subscripts))))
        if key not in self.ordered:
            gathered = self.session.reader.index(value, *[s if k in lists else COLON for k, s in enumerate(subscripts)])
            if gathered.numel < 2:
                raise LoopRefused("a list of places has no elements, or one")
            self.kept += [value, *subscripts]
            self.ordered[key] = gathered, None
        return self.ordered[key][0], [COLON if k in lists else s for k, s in enumerate(subscripts)]

    def _in_disorder(self, subscript: Tensor) -> bool:
        """Whether a subscript has several numbers that are not in a row."""
        return subscript.numel > 1 and self.stretch(subscript) is None

    def _in_order_of_iterations(self, value: Tensor, subscripts: Sequence[Any]) -> Any:
        """The parts that iterations read at places that do not move evenly (``X(:, p(k))``): the host looks up where; for a device the
        parts are put side by side first, in the order of the iterations.  None where places move evenly, or where only some iterations
        read."""
        if self.inductions.mask is not None and not self.selecting:
            return None
        iterations, extents = self.trace.iterations, folded(value.shape, len(subscripts))
        uneven = self._uneven_places(subscripts, extents)
        if uneven is None:
            return None
        where, resting = uneven
        part, self.record = self.place(value, resting), None
        offsets = np.zeros(iterations, np.int64)
        for k, numbers in where.items():
            offsets += (numbers.astype(np.int64) - 1) * int(np.prod(extents[:k]))
        if not self.session.engine.device.info.gathers or self.staged:
            start, step = int(offsets.min()), int(np.gcd.reduce(offsets - offsets.min()))
            return self.moving(value, replace(part, offset=start, move=step, slots=tuple(((offsets - start) // step).tolist())))
        if numel(part.shape) * iterations * DTYPES[value.matlab_class].itemsize > _MOST_BYTES:
            raise LoopRefused(
                "an index moves unevenly from iteration to iteration, and what all iterations read is too much to put side by side"
            )
        key = (id(value), part.strides, part.shape, offsets.tobytes())
        if key not in self.ordered:
            self.kept.append(value)
            self.ordered[key] = self._side_by_side(value, subscripts, part, where, offsets)
            self.before[id(self.ordered[key][0])] = value
        return self.moving(*self.ordered[key])

    def _uneven_places(self, subscripts: Sequence[Any], extents: Sequence[int]) -> tuple[dict[int, np.ndarray], list[Any]] | None:
        """The number that each moving subscript begins with in every iteration, by its position, and the subscripts as they would be if
        nothing moved.  None where all of them move evenly, or where one is of another kind."""
        iterations = self.trace.iterations
        where: dict[int, np.ndarray] = {}
        resting: list[Any] = list(subscripts)
        for k, (s, extent) in enumerate(zip(subscripts, extents, strict=True)):
            part = self.stretch(s) if type(s) is Tensor else s
            first = part.first if type(part) is Stretch else part
            if type(part) is Stretch:
                extent -= part.step * (part.count - 1)
                resting[k] = Stretch(1.0, part.step, part.count, part.column)
            if type(first) is Induction:
                numbers = self._used(first)
                if numbers is None:
                    return None
                if not ((numbers >= 1) & (numbers <= extent) & (numbers == np.floor(numbers))).all():
                    raise LoopRefused("an index leaves the array, which then grows or is an error")
                where[k] = numbers
                resting[k] = resting[k] if type(part) is Stretch else 1.0
            elif type(part) is Stretch and part.step > 0:
                where[k] = np.full(iterations, first)
            elif type(part) is float:
                where[k], resting[k] = np.full(iterations, part), 1.0
            elif part is not COLON:
                return None
        return (where, resting) if any(np.ptp(np.diff(numbers)) for numbers in where.values()) else None

    def _used(self, subscript: Induction) -> np.ndarray | None:
        """A subscript in each iteration; iterations that do not use it have the number of one that does.  None where it is not known
        beforehand."""
        if subscript.values is None or subscript.matlab_class in ("logical", "char") or (self.inductions.mask is None and subscript.gaps):
            return None
        numbers, mask = subscript.array().astype(float), self.inductions.mask
        return numbers if mask is None else np.where(mask, numbers, numbers[mask.index(True)])

    def _side_by_side(
        self, value: Tensor, subscripts: Sequence[Any], part: Place, where: dict[int, np.ndarray], offsets: np.ndarray
    ) -> tuple[Tensor, Place]:
        """The parts that all iterations read, one behind the other, and what each iteration reads of that."""
        moving = [k for k, s in enumerate(subscripts) if type(s) is Induction]
        if len(moving) == 1 and all(s is COLON or type(s) is float for k, s in enumerate(subscripts) if k != moving[0]):
            # A device has the array, or its own memory for what it moves.
            parts = list(subscripts)
            parts[moving[0]] = Tensor(where[moving[0]].reshape(1, -1))
            whole = self.session.reader.index(value, *parts)
            one = [1.0 if type(s) is float else s for s in subscripts]
            one[moving[0]] = self.inductions.known(
                [k + 1.0 for k in range(self.trace.iterations)], np.arange(1.0, self.trace.iterations + 1)
            )
            return whole, self.place(whole, one)
        flat, width = value.array.reshape(-1, order="F"), value.array.itemsize
        stack = np.empty((*part.shape, self.trace.iterations), flat.dtype, order="F")
        strides = tuple(s * width for s in part.strides)
        for iteration, offset in enumerate(offsets.tolist()):
            stack[..., iteration] = np.lib.stride_tricks.as_strided(flat[offset:], part.shape, strides, writeable=False)
        steps = [int(np.prod(part.shape[:d])) for d in range(len(part.shape))]
        place = Place(tuple([0 if n == 1 else s for n, s in zip(part.shape, steps, strict=True)]), part.shape, 0, numel(part.shape))
        return Tensor(stack, value.matlab_class), place

    @staticmethod
    def single(value: Any, subscripts: Sequence[Any]) -> bool:
        """Whether subscripts name one element in each iteration, of an array that is there."""
        return (
            type(value) is Tensor
            and value._array is not None
            and not any(s is COLON or type(s) is Stretch or (type(s) is Tensor and numel(s.shape) != 1) for s in subscripts)
            and all(numel(shape_of(first_of(s))) == 1 for s in subscripts)
        )

    def moving(self, value: Tensor, place: Place) -> Tensor:
        if value.matlab_class not in DTYPES:
            raise LoopRefused(f"a part of an array of class {value.matlab_class} is read")
        if value.is_complex:
            real, imaginary = (self.moving(part, place) for part in halves(self, value))
            return whole(self.session.engine, (real, imaginary))
        for read in self.trace.reads:
            own = (read.strides, read.offset, read.move, read.slots, read.symbol.shape)
            if read.array is value and own == (place.strides, place.offset, place.move, place.slots, place.shape):
                return self.held(read.symbol)
        node = symbol("read", value.matlab_class, place.shape)
        self.trace.reads.append(Moving(node, value, place.strides, place.offset, place.move, place.slots))
        return self.held(node)

    def place(self, array: Tensor | WrittenArray, subscripts: Sequence[Any], *, reads: bool = False) -> Place:
        """Where subscripts point to in each iteration: colons, scalars and ranges, whose step from iteration to iteration is always the
        same."""
        count = len(subscripts)
        extents = folded(array.shape, count)
        if reads and (count > 1 or 1 in array.shape):
            # An element beyond the end before the loop may exist in the iteration that reads it: this is checked when all writes are known.
            extents = (*extents[:-1], extents[-1] if subscripts[-1] is COLON else _ANY)
        strides, shape, step = [], [], 1
        offsets = np.zeros(self.trace.iterations, dtype=np.int64)
        window = overlaps = False
        for s, extent in zip(subscripts, extents, strict=True):
            part = self.stretch(s) if type(s) is Tensor and not self.is_symbolic(s) else s
            if s is COLON:
                strides.append(step if extent != 1 else 0)
                shape.append(extent)
            elif type(part) is Stretch:
                if part.step < 0:
                    raise LoopRefused("a range that goes backwards says where")
                if part is not s and part.looked:
                    self.record = None
                first = self.positions(part.first, extent - part.step * (part.count - 1))
                offsets += (first - 1) * step
                strides.append(step * part.step)
                shape.append(part.count)
                window, overlaps = True, overlaps or _overlaps(first, part)
            else:
                offsets += (self.positions(s, extent) - 1) * step
                strides.append(0)
                shape.append(1)
            step *= extent
        if count == 1 and subscripts[0] is COLON:
            raise LoopRefused("all elements of an array are written")
        moves = np.diff(offsets)
        slots = None
        if moves.size and (moves != moves[0]).any():
            if type(array) is not WrittenArray or array.name not in self.in_order:
                reason = "an index moves unevenly from iteration to iteration"
                raise array.in_order(self, reason) if type(array) is WrittenArray else LoopRefused(reason)  # type: ignore[arg-type]
            start = int(offsets.min())
            step = int(np.gcd.reduce(offsets - start))
            slots = tuple(((offsets - start) // step).tolist())
            offsets, moves = np.array([start]), np.array([step])
        if count == 1:
            # Elements of a vector lie as the vector does, those of another array as the subscript does.
            upright = array.shape[1] == 1 if len(array.shape) == 2 and 1 in array.shape else getattr(part, "column", False)
            shape, strides = ([*shape, 1], [*strides, 0]) if upright else ([1, *shape], [0, *strides])
        trimmed = matlab_shape(tuple(shape))
        over = (*strides, 0)[: len(trimmed)]
        return Place(tuple(over), trimmed, int(offsets[0]), int(moves[0]) if moves.size else 0, window, overlaps, slots)

    def _everywhere(self, subscript: Induction) -> np.ndarray:
        """The values of a subscript in all iterations; those that do not use it get values that go on evenly, where
        the others do."""
        mask = self.inductions.mask
        if mask is None:
            if subscript.gaps:
                raise LoopRefused("an index is used in some iterations only")
            return subscript.array().astype(float)
        if not self.selecting:
            raise SomeIterations("an index is used in some iterations only", mask)
        used = np.flatnonzero(mask)
        numbers = subscript.array().astype(float)
        if len(used) < 2:
            raise LoopRefused("an index is used in one iteration only")
        step = (numbers[used[1]] - numbers[used[0]]) / (used[1] - used[0])
        even = numbers[used[0]] + step * (np.arange(len(numbers)) - used[0])
        return np.where(mask, numbers, even if (even[used] == numbers[used]).all() else numbers[used[0]])

    def positions(self, subscript: Any, extent: int) -> np.ndarray:
        """A scalar subscript in each iteration; it is inside in every one."""
        if type(subscript) is float:
            numbers = np.full(self.trace.iterations, subscript)
        elif type(subscript) is Induction and subscript.values is not None and subscript.matlab_class != "logical":
            numbers = self._everywhere(subscript)
        else:
            if type(subscript) is Induction:
                self.known_scalar(subscript, "an index is no scalar that is known for every iteration")
            raise LoopRefused("an index is no scalar that is known for every iteration")
        if not ((numbers >= 1) & (numbers <= extent) & (numbers == np.floor(numbers))).all():
            raise LoopRefused("an index leaves the array, which then grows or is an error")
        return numbers.astype(np.int64)

    @staticmethod
    def moves(subscripts: Sequence[Any]) -> bool:
        """Whether subscripts are colons, scalars and ranges of which at least one depends on the iteration."""
        kinds = {*map(type, subscripts)}
        return bool(kinds & {Induction, Stretch}) and all(s is COLON or type(s) in (float, Induction, Stretch) for s in subscripts)


def _overlaps(first: np.ndarray, part: Stretch) -> bool:
    """Whether ranges of two iterations, whose first numbers are given and move evenly, have numbers in common."""
    moves = np.diff(first)
    if not moves.any():
        return False
    if (moves != moves[0]).any():
        return True
    move = abs(int(moves[0]))
    common = gcd(move, part.step)
    return part.step // common < len(first) and move // common < part.count

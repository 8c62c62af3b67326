"""Ranges of whole numbers that move with the iterations of a traced loop, and what they are as subscripts: ``x(t:t+w)``, ``x(k +
(1:n))``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import ref

import numpy as np

from ...accel.loops import LoopRefused
from ...accel.storage import Source
from ...graph.generators import range_node
from ...values.tensor import Tensor
from .masks import Masks
from .scalars import Induction, Stretch
from .symbols import NeedsScalars


class Ranges(Masks):
    """Making such ranges, and finding what numbers are in them."""

    def range_that_moves(self, parts: Sequence[Any]) -> Any:
        """``start:step:stop``, of which some depend on the iteration: a Stretch, or a scalar where it is one number."""
        start, step, stop = parts if len(parts) == 3 else (parts[0], 1.0, parts[1])
        if type(step) is not float or not step.is_integer() or step == 0 or abs(step) >= 2**31:
            raise LoopRefused("a range of numbers that are not whole, or that are no doubles, depends on the iteration")
        starts, stops = self._column(start), self._column(stop)
        if (starts != np.floor(starts)).any() or not (np.isfinite(starts) & np.isfinite(stops)).all():
            raise LoopRefused("a range of numbers that are not whole, or that are no doubles, depends on the iteration")
        counts = np.floor((stops - starts) / step) + 1
        if (counts != counts[0]).any():
            raise LoopRefused("the length of a range differs from iteration to iteration")
        if counts[0] < 1:
            raise LoopRefused("a range in the loop is empty")
        if type(start) is not Induction:
            start = self.inductions.known([start] * self.trace.iterations)
        return start if counts[0] == 1 else Stretch(start, int(step), int(counts[0]))

    def _column(self, value: Any) -> np.ndarray:
        """A scalar in the iterations that run the statement which is traced."""
        iterations = self.trace.iterations
        if type(value) is float:
            return np.full(iterations if self.inductions.mask is None else sum(self.inductions.mask), value)
        if type(value) is Tensor and self.is_symbolic(value):
            raise LoopRefused("where a range begins or ends depends on the elements of an array")
        if type(value) is not Induction or not value.is_double:
            raise LoopRefused("a range of numbers that are not whole, or that are no doubles, depends on the iteration")
        self.known_scalar(value, "a range depends on what arrays say in each iteration")
        mask = self.inductions.mask
        if mask is None:
            if value.gaps:
                raise LoopRefused("a range is used in some iterations only")
            return value.array()
        return np.array([value.values[k] for k in range(iterations) if mask[k]], float)  # type: ignore[index]

    def known_scalar(self, value: Any, reason: str) -> None:
        """Raise NeedsScalars where a scalar is not known beforehand but can be, LoopRefused where it cannot."""
        if type(value) is Induction and value.values is None:
            if names := self.running(value):
                raise NeedsScalars(names, "an index")
            raise LoopRefused(reason)

    @staticmethod
    def only_scalars(subscripts: Sequence[Any]) -> None:
        if Stretch in map(type, subscripts):
            raise LoopRefused("a range that moves with the iterations is used with what is no array of numbers")

    def running(self, scalar: Induction) -> frozenset[str]:
        """The variables from which a scalar is computed that is not known yet; none where it takes more than such variables."""
        names = {id(s): name for name, s in self.carried.items()}
        seen, left, running = set(), [scalar], set()
        while left:
            item = left.pop()
            if type(item) is not Induction or item.values is not None or id(item) in seen:
                continue
            seen.add(id(item))
            if item.function is not None:
                left += item.arguments
            elif id(item) in names:
                running.add(names[id(item)])
            else:
                return frozenset()
        return frozenset(running)

    # ------------------------------------------------------------------ as values

    def operate(self, name: str, operands: tuple[Any, ...]) -> Any:
        result = super().operate(name, operands)
        if name in ("plus", "minus") and type(result) is Tensor and Induction in map(type, operands):
            self._shifted(name, operands, result)
        elif name in ("plus", "minus") and type(result) is Tensor and any(id(x) in self.stretches for x in operands):
            self._shifted(name, operands, result)
        return result

    def _shifted(self, name: str, operands: tuple[Any, ...], shifted: Tensor) -> None:
        """Note what a range of whole numbers is that a scalar was added to."""
        array, scalar = operands if name == "minus" or type(operands[0]) is Tensor else reversed(operands)
        if type(array) is not Tensor or type(scalar) not in (float, Induction) or (type(scalar) is Induction and not scalar.is_double):
            return
        stretch = self.stretch(array)
        if stretch is None:
            return
        try:
            first = super().operate(name, (stretch.first, scalar))
        except LoopRefused:
            return
        if type(first) is Induction and first.values is not None and not _whole(first):
            return
        self.stretches[id(shifted)] = (shifted, Stretch(first, stretch.step, stretch.count, stretch.column, stretch.looked))

    def in_range(self, value: Any) -> Stretch | None:
        """The range of numbers in an array that depends on the iteration, where it is known in all iterations."""
        known = self.stretches.get(id(value))
        if known is None or type(known[1].first) is not Induction or known[1].first.values is None or known[1].first.gaps:
            return None
        return known[1]

    def numbers_of(self, stretch: Stretch) -> Tensor:
        """The numbers of a range as an array that depends on the iteration."""
        row = counting(self.session.engine, range(0, stretch.step * stretch.count, stretch.step))
        numbers = super().operate("plus", (row, stretch.first))
        self.stretches[id(numbers)] = (numbers, stretch)
        return numbers

    def stretch(self, value: Any) -> Stretch | None:
        """The numbers of an array as a range, or None."""
        known = self.stretches.get(id(value))
        if known is not None:
            return known[1]
        if type(value) is not Tensor or value.matlab_class != "double" or value.numel < 2 or len(value.shape) != 2 or 1 not in value.shape:
            return None
        column = value.shape[1] == 1
        storage = value.storage
        if type(storage) is Source and storage.positions is not None:
            numbers = storage.positions
            return Stretch(float(numbers.start), numbers.step, len(numbers), column)
        if value._array is None or value._is_complex:
            return None
        array = value._array.reshape(-1, order="F")
        step = array[1] - array[0]
        if not step or step != np.floor(step) or array[0] != np.floor(array[0]) or not abs(step) < 2**31:
            return None
        if array[-1] != array[0] + step * (array.size - 1) or (np.diff(array) != step).any():
            return None
        return Stretch(float(array[0]), int(step), array.size, column, looked=True)


def _whole(scalar: Induction) -> bool:
    """Whether all values of a scalar are whole numbers, to which others can be added in any order."""
    values = [v for v in scalar.values or () if v is not None]
    return all(v == v // 1 and abs(v) < 2**52 for v in values)


def counting(engine: Any, numbers: range) -> Tensor:
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
    tensor = Tensor.stored(storage, "double", shape)  # type: ignore[arg-type]
    storage.tensor = ref(tensor)
    return tensor

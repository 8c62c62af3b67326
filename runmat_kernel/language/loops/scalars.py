"""Scalars that differ from iteration to iteration of a traced loop: their values in all iterations, computed as ordinary iterations would
compute them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...accel.loops import LoopRefused
from ...base.records import record
from ...values.classes import DTYPES
from ...values.convert import class_of
from ...values.tensor import Tensor

_ARRAYS: dict[str, Callable[..., Any]] = {
    "plus": np.add, "minus": np.subtract, "times": np.multiply, "mtimes": np.multiply, "rdivide": np.divide, "mrdivide": np.divide,
    "uminus": np.negative,
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}  # fmt: skip
"""Operations that arrays of doubles round exactly as single numbers do."""


_EITHER = (float, complex)


class NotFixpoint(LoopRefused):
    """A variable is of another class or size after an iteration than before it."""


class Guarded(LoopRefused):
    """Arrays decide whether the loop fails: an iteration in which they may say so ends what is computed at once."""


class InnerIterations(LoopRefused):
    """The iterations of an inner loop differ, or are many: it is no part of an iteration, but can be a stage of it."""


class InLines(LoopRefused):
    """Parts of the lines of an array are read or written: it must be taken by whole lines."""

    def __init__(self, name: str) -> None:
        super().__init__(f"elements of '{name}', which changes from iteration to iteration, are picked")
        self.name = name


class InOrder(LoopRefused):
    """Iterations write an array unevenly or over each other, or read what others wrote: they must do so one after the other."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name


class AsWhole(LoopRefused):
    """An array of which iterations write parts is needed as a whole behind that, or arrays say which parts: it is one value, handed from
    iteration to iteration."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name


class FromArrays(LoopRefused):
    """A scalar that is carried from iteration to iteration is computed from arrays: it must be carried as an array of one element."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the scalar '{name}' is computed from arrays that change from iteration to iteration")
        self.name = name


class Induction:
    """A scalar with a value for each iteration: ``values`` (None in iterations that do not compute it), or None as long as it is not known,
    because it is computed from a scalar that is carried from iteration to iteration.  ``first`` is the value in the first iteration that
    has one."""

    __slots__ = ("_column", "arguments", "first", "function", "matlab_class", "values")

    def __init__(self, values: Any, first: Any, function: Any = None, arguments: Sequence[Any] = ()) -> None:
        self.values, self.first, self.function, self.arguments = values, first, function, arguments
        self.matlab_class = class_of(first)
        self._column: np.ndarray | None = None

    @property
    def is_double(self) -> bool:
        return type(self.first) is float

    @property
    def gaps(self) -> bool:
        """Whether there are iterations without a value."""
        return self._column is None and None in self.values  # type: ignore[operator]

    def array(self) -> np.ndarray:
        """The values over the iterations; zeros where there is none."""
        values, dtype = self.values, DTYPES[self.matlab_class]
        assert values is not None
        if self._column is not None and len(self._column) == len(values):
            return self._column
        if type(self.first) is Tensor or None in values:
            return np.array([0 if v is None else v.array.item() if type(v) is Tensor else v for v in values], dtype)
        self._column = np.array(values, dtype)
        return self._column


def first_of(value: Any) -> Any:
    """A value as it is in the first iteration that has one."""
    return value.first if type(value) is Induction else value


@record
class Stretch:
    """``count`` whole numbers, at least two, each ``step`` further on: a row, or a ``column``.  ``first`` is a scalar; it depends on the
    iteration, or not.  ``looked``: the elements of an array from before the loop say so."""

    first: Any
    step: int
    count: int
    column: bool = False
    looked: bool = False

    def turned(self) -> Stretch:
        """The same numbers from the last one to the first one."""
        by = self.step * (self.count - 1.0)
        first = self.first
        if type(first) is Induction:
            values = [None if v is None else v + by for v in first.values]
            first = Induction(values, first.first + by)
        else:
            first += by
        return Stretch(first, -self.step, self.count, self.column, self.looked)

    def after(self, iterations: int) -> Tensor:
        """The numbers after so many iterations."""
        first = self.first.values[iterations - 1] if type(self.first) is Induction else self.first
        numbers = first + self.step * np.arange(self.count, dtype=float)
        return Tensor(numbers.reshape((-1, 1) if self.column else (1, -1), order="F"))


class Inductions:
    """The scheduled scalars of one loop.  ``mask`` says in which turns the statement that is traced now runs; None for all."""

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations
        self.mask: list[bool] | None = None
        self.waiting: list[Induction] = []

    def known(self, values: Sequence[Any], column: np.ndarray | None = None) -> Induction:
        """A scalar whose values are given, doubles perhaps also as a ``column``; all must be of one class."""
        if column is not None:
            scalar = Induction(list(values), values[0])
            scalar._column = column
            return scalar
        first = next((v for v in values if v is not None), None)
        if first is None:
            raise LoopRefused("a statement runs in no iteration")
        if type(first) in _EITHER and any(type(v) is complex for v in values):
            # Scalars are complex where one of them is: arrays beside them then are.
            if not all(v is None or type(v) in _EITHER for v in values):
                raise LoopRefused("a scalar changes its class, or is no scalar, in some iterations")
            return Induction(list(values), next(v for v in values if type(v) is complex))
        # Loops of thousands of iterations are traced in well under a millisecond: no work for each iteration that types alone can spare.
        if type(first) not in (float, bool) or not {type(first), type(None)}.issuperset(map(type, values)):
            for v in values:
                if v is not None and not alike(v, first):
                    raise LoopRefused("a scalar changes its class, or is no scalar, in some iterations")
        return Induction(list(values), first)

    def carried(self, initial: Any) -> Induction:
        """A scalar that each iteration takes from the iteration before; ``close`` says from what."""
        scalar = Induction(None, initial)
        self.waiting.append(scalar)
        return scalar

    def close(self, carried: Induction, following: Any, first: Sequence[Any] = ()) -> None:
        """Define a carried scalar: ``following`` as it was some iterations ago, and in as many iterations before that the values of
        ``first``."""
        carried.arguments = (first or (carried.first,), following)

    def call(self, function: Callable[..., Any], arguments: Sequence[Any], name: str = "") -> Any:
        """``function`` of scalars, some of them scheduled."""
        if any(type(a) is Induction and a.values is None for a in arguments):
            first = function(*[a.first if type(a) is Induction else a for a in arguments])
            _check_scalar(first)
            scalar = Induction(None, first, function, arguments)
            self.waiting.append(scalar)
            return scalar
        quick = _ARRAYS.get(name)
        if quick is not None and self.mask is None and all(type(a) is float or (type(a) is Induction and a.is_double) for a in arguments):
            with np.errstate(all="ignore"):
                column = quick(*[a if type(a) is float else a.array() for a in arguments])
            values = column.tolist()
            scalar = Induction(values, values[0])
            scalar._column = column
            return scalar
        mask = self.mask
        values = []
        for k in range(self.iterations):
            if mask is not None and not mask[k]:
                values.append(None)
                continue
            value = function(*[a.values[k] if type(a) is Induction else a for a in arguments])
            _check_scalar(value)
            values.append(value)
        return self.known(values)

    def resolve(self) -> None:
        """Compute the scalars that depend on carried ones, iteration by iteration."""
        waiting, self.waiting = self.waiting, []
        if not waiting:
            return
        for item in waiting:
            item.values = []
        for k in range(self.iterations):
            for item in waiting:
                if item.function is None:
                    first, following = item.arguments
                    age = len(first)
                    value = first[k] if k < age else following.values[k - age] if type(following) is Induction else following
                else:
                    value = item.function(*[a.values[k] if type(a) is Induction else a for a in item.arguments])
                if not alike(value, item.first):
                    raise LoopRefused("a running scalar changes its class")
                item.values.append(value)  # type: ignore[union-attr]

    @staticmethod
    def after(value: Any, iterations: int) -> Any:
        """The value of a variable after so many iterations."""
        return value.values[iterations - 1] if type(value) is Induction else value


def _check_scalar(value: Any) -> None:
    if type(value) in (float, bool, complex) or (type(value) is Tensor and value.numel == 1 and value._array is not None):
        return
    raise LoopRefused("what depends on the iteration here is no single number")


def alike(value: Any, first: Any) -> bool:
    """Whether two scalars are of one class."""
    if type(value) is not type(first):
        return type(first) is complex and type(value) is float
    if type(value) is Tensor:
        return value.matlab_class == first.matlab_class and value.numel == 1 and not value._is_complex and value._array is not None
    return type(value) in (float, bool, complex)

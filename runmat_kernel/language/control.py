"""Truth, loops and switch in generated code."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

import numpy as np

from ..accel.fast_operators import tensor
from ..base.errors import MatlabError
from ..values.containers import CellArray, StructArray
from ..values.convert import class_of, numel_of, shape_of
from ..values.functions import FunctionHandle
from ..values.indexing import COLON, index
from ..values.objects import HostObject
from ..values.tensor import Tensor
from ..values.text import CharArray, StringArray


def true(value: Any, _: None = None) -> bool:
    """Whether a branch is taken: nonempty and all elements nonzero.  Raises for values that have no truth."""
    kind = type(value)
    if kind is bool:
        return value
    if kind is float:
        if value != value:
            raise MatlabError("NaN values cannot be converted to logicals.", "MATLAB:nologicalnan")
        return value != 0.0
    if kind is complex:
        return value != 0
    if kind is Tensor or kind is CharArray:
        array = value.array
        if not array.size:
            return False
        if array.dtype.kind in "fc" and np.isnan(array).any():
            raise MatlabError("NaN values cannot be converted to logicals.", "MATLAB:nologicalnan")
        return bool(array.all())
    array = getattr(value, "truth", None)
    if array is not None:
        return array()
    raise MatlabError(f"Conversion to logical from {class_of(value)} is not possible.", "MATLAB:invalidConversion")


def scalar_true(value: Any, _: None = None) -> bool:
    """The truth of an operand of ``&&`` or ``||``."""
    kind = type(value)
    if kind is bool:
        return value
    if kind is float:
        return true(value)
    if kind in (CellArray, StructArray, StringArray) or numel_of(value) != 1:
        raise MatlabError(
            "Operands to the logical AND (&&) and OR (||) operators must be convertible to logical scalar values. "
            "Use the ANY or ALL functions to reduce operands to logical scalar values.",
            "MATLAB:nonLogicalConditional",
        )
    return true(value)


def decides(value: Any) -> bool:
    """The truth of the left operand of ``|`` or ``&`` in a condition."""
    return true(value)


class NoRounds:
    """The iterations of a loop over nothing; ``value`` is what the loop variable becomes, whatever kind of nothing it is."""

    __slots__ = ()
    value = Tensor(np.empty((0, 0)))

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class Counted:
    """The numbers that a loop counts through: ``whole``, or (start, step, stop, first, behind) in ``numbers`` where they are not whole:
    the numbers at these places of the range."""

    __slots__ = ("numbers", "whole")

    def __init__(self, whole: range | None, numbers: Any = None) -> None:
        self.whole, self.numbers = whole, numbers

    def __iter__(self) -> Iterator[float]:
        return map(float, self.whole) if self.whole is not None else _numbers(*self.numbers)

    def __len__(self) -> int:
        return len(self.whole) if self.whole is not None else self.numbers[4] - self.numbers[3]

    def cut(self, first: int, behind: int) -> Counted:
        """Those at some of the places."""
        if self.whole is not None:
            return type(self)(self.whole[first:behind])
        start, step, stop, skipped, _ = self.numbers
        return type(self)(None, (start, step, stop, skipped + first, skipped + behind))


class Paired(Counted):
    """Numbers, each with its int twin before it."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        if self.whole is None:
            return zip(repeat(NO_TWIN), super().__iter__())
        return zip(self.whole, map(float, self.whole), strict=True)


def for_range(make_range: Any, start: Any, step: Any, stop: Any = None) -> Iterable[Any]:
    """The rounds of ``for i = start:step:stop`` (three values) or ``start:stop`` (two), one number at a time."""
    if stop is None:
        bounds: tuple[Any, ...] = (start, step)
        step, stop = 1.0, step
    else:
        bounds = (start, step, stop)
    if type(start) is type(step) is type(stop) is float:
        count = range_count(start, step, stop)
        if count is not None:
            if count == 0:
                return NoRounds()
            if start == int(start) and step == int(step) and abs(start) < 2**53 and abs(stop) < 2**53:
                first, by = int(start), int(step)
                return Counted(range(first, first + by * count, by))
            return Counted(None, (start, step, stop, 0, count))
    return for_columns(make_range(*bounds))


NO_TWIN = -(2**62)
"""The twin of a loop variable that does not count in whole numbers: far outside the bounds of any array."""


def for_pairs(make_range: Any, start: Any, step: Any, stop: Any = None) -> Iterable[Any]:
    """As ``for_range``, each number with its int twin before it."""
    first, by, last = (start, 1.0, step) if stop is None else (start, step, stop)
    floats = type(first) is type(by) is type(last) is float
    if floats and abs(first) < 2**31 and abs(last) < 2**31 and first.is_integer() and by.is_integer():
        count = range_count(first, by, last)
        if count:
            return Paired(range(int(first), int(first) + int(by) * count, int(by)))
    rounds = for_range(make_range, start, step, stop)
    if type(rounds) is Counted and rounds.whole is None:
        return Paired(None, rounds.numbers)
    return rounds if type(rounds) is NoRounds else zip(repeat(NO_TWIN), rounds)


def _numbers(start: float, step: float, stop: float, first: int, behind: int) -> Iterator[float]:
    """The same numbers as the colon operator's, whose last one never passes ``stop``."""
    for k in range(first, behind):
        x = start + k * step
        yield min(x, stop) if step > 0 else max(x, stop)


def range_count(start: float, step: float, stop: float) -> int | None:
    """How many numbers ``start:step:stop`` has; None where that is not a finite number."""
    if start != start or step != step or stop != stop or step == 0.0:
        return 0 if step == 0.0 else None
    if math.isinf(start) or math.isinf(step):
        return None
    if (step > 0.0 and start > stop) or (step < 0.0 and start < stop):
        return 0
    if math.isinf(stop):
        return None if start != int(start) or step != int(step) else 2**62 // max(1, int(abs(step)))
    ratio = (stop - start) / step
    tolerance = 2.0 * 2.220446049250313e-16 * max(abs(start), abs(stop)) / abs(step)
    return math.floor(ratio + min(tolerance, 0.5)) + 1


def for_columns(value: Any) -> Iterable[Any]:
    """The rounds of ``for x = value``: its columns; elements of a row."""
    kind = type(value)
    if kind is float or kind is bool or kind is complex:
        return (value,)
    shape = shape_of(value)
    columns = 1
    for extent in shape[1:]:
        columns *= extent
    if columns == 0 or (shape[0] == 0 and len(shape) == 2 and shape[1] == 0):
        return NoRounds()
    if kind is Tensor and shape[0] == 1 and value.matlab_class in ("double", "logical") and not value.is_complex:
        return value.array.ravel(order="F").tolist()
    if isinstance(value, HostObject) and value.numel == 1:
        return (value,)
    if kind is StructArray and value.numel == 1:
        return (value,)
    return Columns(value, columns)


class Columns:
    """The ``count`` columns of an array, of any class; trailing dimensions count as one."""

    __slots__ = ("count", "value")

    def __init__(self, value: Any, count: int) -> None:
        self.value, self.count = value, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, k: int) -> Any:
        where = (COLON, float(k + 1))
        return self.value.index(where) if isinstance(self.value, HostObject) else index(self.value, where)

    def __iter__(self) -> Iterator[Any]:
        value = self.value
        if type(value) is Tensor and len(value.shape) == 2 and not value.is_complex:
            array = value.array
            return (tensor(array[:, k : k + 1].copy("F"), value.matlab_class) for k in range(self.count))
        return map(self.__getitem__, range(self.count))


def case(subject: Any, label: Any) -> bool:
    """Whether ``switch subject`` takes ``case label``; a cell lists several labels."""
    kind = type(label)
    if kind is type(subject):
        if kind is float:
            return subject == label
        if kind is CharArray and subject._array is None and label._array is None:
            return subject._text == label._text
    if kind is CellArray:
        return any([case(subject, item) for item in label.array.ravel(order="F").tolist()])
    text = _text(subject)
    if text is not None and not isinstance(label, HostObject):
        if not text and kind is CharArray and type(subject) is CharArray:  # as strcmp, which tells empty rows from ''
            return subject.shape == label.shape
        return text == _text(label)
    if isinstance(subject, HostObject):
        return subject.matches(label)
    if isinstance(label, HostObject):
        return label.matches(subject)
    return _text(label) is None and _numbers_match(subject, label)


def _numbers_match(subject: Any, label: Any) -> bool:
    """Whether two values that are no text are the same number, or empty values of one class."""
    if numel_of(subject) == 0 or numel_of(label) == 0:
        return numel_of(subject) == 0 and numel_of(label) == 0 and class_of(subject) == class_of(label)
    if isinstance(subject, (CellArray, StructArray, FunctionHandle)) or numel_of(subject) != 1:
        raise MatlabError("SWITCH expression must be a scalar or a character vector.", "MATLAB:badSwitchExpression")
    if numel_of(label) != 1 or isinstance(label, (StructArray, FunctionHandle, HostObject)):
        return False
    return bool(_number(subject) == _number(label))


def _text(value: Any) -> str | None:
    if type(value) is CharArray:
        return value.text if value.is_row else None
    if type(value) is StringArray and value.numel == 1:
        return value.array.item(0)
    return None


def _number(value: Any) -> Any:
    return value if type(value) in (float, bool, complex) else value.array.item(0)

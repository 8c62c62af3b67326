"""NumberedArray: value objects whose elements are numbers with a meaning (datetime, duration, categorical)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..display import cut_note, upper_left
from ..indexing import delete as delete_elements
from ..indexing import index as index_elements
from ..numerals import DisplayFormat
from ..objects import HostObject
from ..tensor import Tensor, matlab_shape

_LINE = 80  # characters of a line of the command window


class NumberedArray(HostObject):
    """``numbers`` is a float64 array of the object's shape, NaN where an element is missing.

    A subclass has ``numbers`` (an attribute or a property), ``like(numbers)`` (an array of the same class, form or categories) and
    ``admitting(value) -> (array, numbers)``: this array, changed where it must be so that it can hold ``value``, and the numbers of
    ``value`` in it; it raises where the class cannot hold them.
    """

    __slots__ = ()
    numbers: np.ndarray

    @property
    def shape(self) -> tuple[int, ...]:
        return self.numbers.shape

    def like(self, numbers: Any) -> Any:
        raise NotImplementedError

    def admitting(self, value: Any) -> tuple[NumberedArray, np.ndarray]:
        raise NotImplementedError

    def written(self, value: Any) -> tuple[NumberedArray, np.ndarray]:
        """The result of ``admitting`` for a value that a program writes into the array."""
        return self.admitting(value)

    def partners(self, left: Any, right: Any) -> tuple[NumberedArray, NumberedArray]:
        """Two operands, of which one is of this class, as arrays of this class that can be compared."""
        return self.methods["_partners"](left, right)

    def texts(self) -> list[str]:
        """Each element as text, in column-major order."""
        raise NotImplementedError

    def shown(self, style: str) -> list[str]:
        """The texts in a display where numbers are shown in a style."""
        return self.texts()

    blank = np.nan
    """The value of elements between the old ones and those that are written beyond them."""

    def index(self, subscripts: Sequence[Any]) -> Any:
        return self.like(float_array(index_elements(Tensor(self.numbers), tuple(subscripts))))

    def delete(self, subscripts: Sequence[Any]) -> Any:
        return self.like(float_array(delete_elements(Tensor(self.numbers), tuple(subscripts))))

    def assign(self, subscripts: Sequence[Any], value: Any) -> Any:
        """``x(subscripts) = value``; ``[]`` deletes; elements between the old ones and the new ones are blank."""
        from ..assignment import assign

        if type(value) is Tensor and value.shape == (0, 0) and value.matlab_class == "double":
            return self.delete(subscripts)
        base, numbers = self.written(value)
        rhs_numbers = Tensor(numbers) if numbers.size != 1 else float(numbers.flat[0])
        result = float_array(assign(Tensor(self.numbers.copy(order="F")), tuple(subscripts), rhs_numbers))
        if result.shape != self.shape:
            held = assign(Tensor(np.ones(self.shape, order="F")), tuple(subscripts), 1.0)
            result = np.where(float_array(held) == 0, self.blank, result)
        return base.like(result)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return type(other) is type(self) and np.array_equal(self.numbers, other.numbers, equal_nan=nan_equal)

    def brief(self) -> str | None:
        return self.texts()[0] if self.numel == 1 else None

    def brief_in(self, style: str) -> str | None:
        return self.shown(style)[0] if self.numel == 1 else None

    def header(self) -> str | None:
        if self.numel == 1:
            return f"  {self.matlab_class}"
        size = "×".join(map(str, self.shape))
        return f"  {size} empty {self.matlab_class} array" if not self.numel else f"  {size} {self.matlab_class} array"

    def _padded(self, texts: np.ndarray) -> np.ndarray:
        """Texts of a matrix as they stand in their columns, the gap to the column before included."""
        width = max((len(text) for text in texts.flat), default=0)
        return np.array([["   " + text.rjust(width) for text in row] for row in texts], object)

    def disp_text(self, format: DisplayFormat) -> str:
        if not self.numel:
            return ""
        if self.numel > format.limit and len(self.shape) == 2:
            part = np.asfortranarray(upper_left(self.numbers, format.limit))
            return self.like(part).disp_text(format) + cut_note(part.shape, self.shape)
        texts = np.array([*self.shown(format.style), None], object)[:-1].reshape(self.shape, order="F")
        if texts.ndim == 2:
            return in_columns(self._padded(texts))
        pages = []
        for position in np.ndindex(*reversed(texts.shape[2:])):
            place = position[::-1]
            title = f"(:,:,{','.join(str(k + 1) for k in place)}) = \n\n"
            pages.append(title + in_columns(self._padded(texts[(slice(None), slice(None), *place)])))
        return "\n".join(pages)


def in_columns(padded: np.ndarray) -> str:
    """A matrix of padded texts as lines, in groups of columns (``Columns 1 through 4``) where they do not fit on a line."""
    widths = [len(text) for text in padded[0]]
    groups, start, used = [], 0, 0
    for j, width in enumerate(widths):
        if j > start and used + width >= _LINE:
            groups.append((start, j))
            start, used = j, 0
        used += width
    groups.append((start, len(widths)))
    parts = []
    for first, stop in groups:
        lines = "".join("".join(row[first:stop]) + "\n" for row in padded)
        title = f"  Column {stop}\n\n" if stop - first == 1 else f"  Columns {first + 1} through {stop}\n\n"
        parts.append(lines if len(groups) == 1 else title + lines)
    return "\n".join(parts)


def shaped_numbers(numbers: Any) -> np.ndarray:
    """Numbers as a column-major float64 array of a MATLAB shape."""
    array = np.asarray(numbers, np.float64)
    return np.asfortranarray(array.reshape(matlab_shape(array.shape), order="F"))


def float_array(value: Any) -> np.ndarray:
    """The elements of a double value."""
    return value.array if isinstance(value, Tensor) else np.array([[value]], np.float64)

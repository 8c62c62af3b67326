"""``categorical``: an array of values from a list of names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ..containers import CellArray
from ..convert import shape_of
from ..tensor import Tensor
from ..text import CharArray, StringArray
from .numbered import NumberedArray, in_columns, shaped_numbers

UNDEFINED = "<undefined>"


class Categorical(NumberedArray):
    """``numbers`` are positions in ``names`` counted from 1, NaN for undefined elements.

    An ordinal array compares by the order of its names; a protected one (every ordinal is) takes no new names.
    """

    __slots__ = ("names", "numbers", "ordinal", "protected")
    matlab_class = "categorical"

    def __init__(self, numbers: Any, names: Sequence[str], *, ordinal: bool = False, protected: bool = False) -> None:
        self.numbers = shaped_numbers(numbers)
        self.names = tuple(names)
        self.ordinal = ordinal
        self.protected = protected or ordinal

    def like(self, numbers: Any) -> Categorical:
        return Categorical(numbers, self.names, ordinal=self.ordinal, protected=self.protected)

    def renamed(self, names: Sequence[str], new_numbers: Sequence[float] | None = None) -> Categorical:
        """The array with other names, where old number k becomes ``new_numbers[k - 1]`` (NaN: undefined)."""
        numbers = self.numbers
        if new_numbers is not None:
            table = np.array([np.nan, *new_numbers], np.float64)
            numbers = table[np.where(np.isnan(numbers), 0, numbers).astype(np.int64)]
        return Categorical(numbers, names, ordinal=self.ordinal, protected=self.protected)

    def texts(self) -> list[str]:
        return [UNDEFINED if k != k else self.names[int(k) - 1] for k in self.numbers.ravel(order="F").tolist()]

    def strings(self) -> list[str | None]:
        """The names of the elements in column-major order, None for undefined ones."""
        return [None if k != k else self.names[int(k) - 1] for k in self.numbers.ravel(order="F").tolist()]

    def admitting(self, value: Any) -> tuple[Categorical, np.ndarray]:
        if type(value) in (float, Tensor) and np.isnan(value if type(value) is float else value.array).all():
            return self, np.full(shape_of(value), np.nan)
        base, other = common(self, value, "assign")
        return base, other.numbers

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        if type(other) is not Categorical:
            if type(other) not in (CharArray, StringArray, CellArray):
                return False
            other = of_texts(other)
        if self.shape != other.shape or self.ordinal != other.ordinal or (self.ordinal and self.names != other.names):
            return False
        left, right = self.strings(), other.strings()
        return left == right and (nan_equal or None not in left)

    def matches(self, label: Any) -> bool:
        """A case of a switch: a name, or a categorical of the same name."""
        if type(label) in (CharArray, StringArray):
            label = of_texts(label)
        return type(label) is Categorical and label.numel == 1 and self.numel == 1 and self.strings() == label.strings() != [None]

    def _padded(self, texts: np.ndarray) -> np.ndarray:
        columns = [[f"     {text.ljust(max(len(t) for t in column))} " for text in column] for column in texts.T]
        return np.array(columns, object).T

    def _cells(self) -> str:
        return in_columns(self._padded(np.array([*self.texts(), None], object)[:-1].reshape(self.shape, order="F")))


def texts_and_shape(value: Any) -> tuple[list[str | None], tuple[int, ...]]:
    """The texts of a char array (its rows), string array or cellstr without blanks around them, None for empty and missing ones."""
    if type(value) is CharArray:
        texts: list[str | None] = list(value.lines()) if value.shape[0] != 1 else [value.text]
        shape: tuple[int, ...] = (len(texts), 1)
    elif type(value) is StringArray:
        texts, shape = list(value.array.ravel(order="F")), value.shape
    elif type(value) is CellArray and all(type(x) is CharArray for x in value.array.flat):
        texts, shape = [x.text if x.numel else "" for x in value.array.ravel(order="F")], value.shape
    else:
        raise MatlabError(
            "Values must be a categorical array, a character vector, a string array, or a cell array of character vectors.",
            "MATLAB:categorical:InvalidType",
        )
    return [None if text is None or not text.strip() or text.strip() == UNDEFINED else text.strip() for text in texts], shape


def of_texts(value: Any) -> Categorical:
    """The categorical of texts, with their sorted names."""
    texts, shape = texts_and_shape(value)
    names = sorted({text for text in texts if text is not None})
    place = {name: k + 1.0 for k, name in enumerate(names)}
    return Categorical(np.array([place.get(t, np.nan) for t in texts], np.float64).reshape(shape, order="F"), names)


def common(left: Any, right: Any, purpose: str) -> tuple[Categorical, Categorical]:
    """Both operands with one list of names: those of the first, then what the second adds.

    Names that a protected array lacks are an error, except in comparisons (``purpose`` "compare") of arrays that are not ordinal.
    """
    first = left if type(left) is Categorical else None
    second = right if type(right) is Categorical else None
    texts_left, texts_right = first is None, second is None
    first = first if first is not None else of_texts(left)
    second = second if second is not None else of_texts(right)
    if not texts_left and not texts_right and first.ordinal != second.ordinal:
        raise MatlabError(
            "Categorical arrays must all be ordinal or all not ordinal to be combined or compared.",
            f"MATLAB:categorical:{purpose}:OrdinalMismatch",
        )
    if first.ordinal and second.ordinal and first.names != second.names:
        raise MatlabError(
            "Ordinal categorical arrays must have the same set of categories, including their order.",
            "MATLAB:categorical:OrdinalCategoriesMismatch",
        )
    base = second if texts_left else first
    extra = [name for name in (first if texts_left else second).names if name not in base.names]
    if extra and purpose != "compare" and (first.protected or second.protected):
        raise MatlabError(
            f"Cannot add a new category '{extra[0]}' to a protected categorical array; use ADDCATS first.",
            "MATLAB:categorical:ProtectedForCombination",
        )
    names = [*base.names, *extra]
    place = {name: k + 1.0 for k, name in enumerate(names)}
    ordinal, protected = first.ordinal or second.ordinal, base.protected
    return tuple(  # type: ignore[return-value]
        Categorical(c.renamed(names, [place[name] for name in c.names]).numbers, names, ordinal=ordinal, protected=protected)
        for c in (first, second)
    )

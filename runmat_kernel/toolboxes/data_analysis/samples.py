"""Groups of a sample, as functions of statistics count them: numbers sorted, texts in the order in which they come first."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.records import record
from ...builtins.element_values import cellstr_column
from ...values import CellArray, CharArray, StringArray, Tensor
from ...values.convert import as_array, is_text, numel_of, text_of
from ...values.times.categorical import Categorical


@record
class SampleGroups:
    """``index`` is the number of each element's group from 0 on, -1 for missing ones; ``levels`` has a value for each, as a column."""

    index: np.ndarray
    names: tuple[str, ...]
    levels: Any

    @property
    def count(self) -> int:
        return len(self.names)


def sample_groups(value: Any) -> SampleGroups:
    """The groups of a vector of numbers, logicals, texts or categories, or of the rows of a char matrix."""
    if isinstance(value, Categorical):
        numbers = value.numbers.ravel(order="F")
        index = np.where(np.isnan(numbers), 0, numbers).astype(np.int64) - 1
        return SampleGroups(index, value.names, value.like(np.arange(1.0, len(value.names) + 1).reshape(-1, 1)))
    if type(value) in (CharArray, StringArray, CellArray):
        return _groups_of_texts(_texts(value), as_strings=type(value) is StringArray)
    numbers = as_array(value).ravel(order="F")
    if numbers.dtype.kind not in "biuf":
        raise MatlabError("A grouping variable must be numeric, logical, categorical or text.", "stats:grp2idx:BadGroup")
    present = ~np.isnan(numbers) if numbers.dtype.kind == "f" else np.ones(numbers.size, bool)
    levels, places = np.unique(numbers[present], return_inverse=True)
    index = np.full(numbers.size, -1, np.int64)
    index[present] = places
    return SampleGroups(index, tuple(f"{float(level):.5g}" for level in levels), Tensor(levels.reshape(-1, 1)))


def _groups_of_texts(texts: list[str], as_strings: bool) -> SampleGroups:
    names = tuple(dict.fromkeys(text for text in texts if text))
    place = {name: k for k, name in enumerate(names)}
    index = np.array([place.get(text, -1) for text in texts], np.int64)
    return SampleGroups(index, names, StringArray(np.array(names, object).reshape(-1, 1)) if as_strings else cellstr_column(names))


def _texts(value: Any) -> list[str]:
    """The texts without blanks around them; missing strings are empty."""
    if type(value) is CharArray:
        return [line.strip() for line in value.lines()]
    if type(value) is StringArray:
        return [(text or "").strip() for text in value.array.ravel(order="F")]
    return [_text(item) for item in value.array.ravel(order="F")]


def _text(item: Any) -> str:
    """The text of a cell, empty for an empty char array."""
    if is_text(item):
        return text_of(item).strip()
    if type(item) is not CharArray or numel_of(item):
        raise MatlabError("A grouping variable that is a cell array must hold character vectors.", "stats:grp2idx:BadGroup")
    return ""


def joined_groups(value: Any) -> SampleGroups:
    """Groups of one variable, or of several in a cell array: those combinations that there are, the last variable fastest."""
    if type(value) is not CellArray or all(is_text(item) for item in value.array.flat):
        return sample_groups(value)
    parts = [sample_groups(item) for item in value.array.ravel(order="F")]
    if len({part.index.size for part in parts}) != 1:
        raise MatlabError("Grouping variables must have the same number of elements.", "stats:grp2idx:SizeMismatch")
    rows = np.stack([part.index for part in parts], axis=1)
    present = (rows >= 0).all(axis=1)
    levels, places = np.unique(rows[present], axis=0, return_inverse=True)
    index = np.full(len(rows), -1, np.int64)
    index[present] = places.ravel()
    names = tuple(",".join(part.names[k] for part, k in zip(parts, level, strict=True)) for level in levels)
    return SampleGroups(index, names, Tensor(levels + 1.0))

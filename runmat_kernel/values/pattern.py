"""``pattern``: a rule that text can match, built from smaller ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .containers import CellArray
from .convert import as_array, text_of
from .indexing import index
from .numerals import DisplayFormat
from .objects import HostObject
from .tensor import Tensor
from .text import CharArray, StringArray


class Pattern(HostObject):
    """An array of rules; each is a regular expression (of the ``regex`` package) and the words that MATLAB shows for it."""

    __slots__ = ("dimensions", "rules")
    matlab_class = "pattern"

    def __init__(self, rules: Sequence[tuple[str, str]], dimensions: tuple[int, ...] | None = None) -> None:
        self.rules = tuple(rules)
        self.dimensions = dimensions or (1, len(self.rules))

    @classmethod
    def of(cls, expression: str, words: str) -> Pattern:
        return cls([(expression, words)])

    @property
    def shape(self) -> tuple[int, ...]:
        return self.dimensions

    @property
    def expression(self) -> str:
        """One expression: of the only rule, or of any of several."""
        return self.rules[0][0] if len(self.rules) == 1 else "(?:" + "|".join(rule for rule, _ in self.rules) + ")"

    @property
    def words(self) -> str:
        return " | ".join(words for _, words in self.rules)

    def index(self, subscripts: Sequence[Any]) -> Pattern:
        places = index(Tensor(np.arange(float(len(self.rules))).reshape(self.dimensions, order="F")), tuple(subscripts))
        array = as_array(places)
        return Pattern([self.rules[int(k)] for k in array.ravel(order="F")], array.shape)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return type(other) is Pattern and self.rules == other.rules and self.dimensions == other.dimensions

    def header(self) -> str | None:
        return "  pattern" if self.numel == 1 else f"  {'×'.join(map(str, self.shape))} pattern array"

    def disp_text(self, format: DisplayFormat) -> str:
        if self.numel == 1:
            return f"  Matching:\n\n    {self.words}\n"
        rows = np.array([*(words for _, words in self.rules), None], object)[:-1].reshape(self.dimensions[0], -1, order="F")
        widths = [max(len(text) for text in column) for column in rows.T]
        return "".join("".join("    " + text.ljust(w) for text, w in zip(row, widths, strict=True)) + "\n" for row in rows)


@lru_cache(maxsize=256)
def compiled(expression: str, ignore_case: bool) -> Any:
    """The expression ready to match, whole lines and texts told apart as patterns ask for it."""
    import regex

    try:
        return regex.compile(expression, regex.DOTALL | regex.VERSION1 | (regex.IGNORECASE if ignore_case else 0))
    except regex.error as error:
        raise MatlabError(f"Invalid pattern: {error}.", "MATLAB:string:InvalidPattern") from None


def as_pattern(value: Any) -> Pattern:
    """A pattern, or texts as patterns that match them literally."""
    if type(value) is Pattern:
        return value
    if type(value) is StringArray:
        texts, shape = list(value.array.ravel(order="F")), value.shape
    elif type(value) is CellArray:
        texts, shape = [text_of(item) for item in value.array.ravel(order="F")], value.shape
    elif type(value) is CharArray:
        texts, shape = [text_of(value)], (1, 1)
    else:
        raise MatlabError(
            "Argument must be a pattern, string array, character vector, or cell array of character vectors.", "MATLAB:string:MustBePattern"
        )
    if any(text is None for text in texts):
        raise MatlabError("A missing string is no pattern.", "MATLAB:string:MustBePattern")
    return Pattern([(re.escape(text), f'"{text}"') for text in texts], shape)


def any_of(*values: Any) -> str:
    """One expression for all rules of several patterns or texts; longer literal texts come before shorter ones."""
    rules = [rule for value in values for rule, _ in as_pattern(value).rules]
    return "|".join(f"(?:{rule})" for rule in rules) or "(?!)"


def either(left: Any, right: Any) -> Pattern:
    """A rule that one of both matches, the first tried first."""
    a, b = as_pattern(left), as_pattern(right)
    return Pattern.of(f"(?:{a.expression}|{b.expression})", f"{a.words} | {b.words}")

"""rowfilter: conditions on the variables of a table, as a subscript for its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ..convert import as_array
from ..numerals import DisplayFormat
from ..objects import HostObject, no_such_member
from ..tensor import Tensor


class RowFilter(HostObject):
    """``names`` are the variables that it knows; ``variable`` the one that was picked with a dot; ``test(table)`` the condition on rows."""

    __slots__ = ("names", "test", "variable", "words")
    matlab_class = "matlab.io.RowFilter"

    def __init__(
        self, names: Sequence[str], variable: str = "", test: Callable[[Any], np.ndarray] | None = None, words: str = "<unconstrained>"
    ) -> None:
        self.names, self.variable, self.test, self.words = tuple(names), variable, test, words

    def properties(self) -> Mapping[str, Any]:
        return {name: RowFilter(self.names, name) for name in self.names}

    def get_property(self, name: str) -> Any:
        if name not in self.names:
            raise no_such_member(self, name)
        return RowFilter(self.names, name)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        own = (self.names, self.variable, self.words)
        return type(other) is RowFilter and own == (other.names, other.variable, other.words)

    def holds(self, table: Any) -> Tensor:
        """Which rows of a table meet the condition."""
        if self.test is None:
            raise MatlabError(
                "The row filter has no condition: compare one of its variables with a value.", "MATLAB:rowfilter:Unconstrained"
            )
        return Tensor(np.asarray(self.test(table), bool).reshape(-1, 1))

    def disp_text(self, format: DisplayFormat) -> str:
        listed = "".join(f"    {name}: {'<unconstrained>' if name not in self.words else '<constrained>'}\n" for name in self.names)
        shown = f"  RowFilter with constraints:\n\n    {self.words}\n" if self.test is not None else "  RowFilter with no constraints\n"
        return f"{shown}\n  VariableNames:\n\n{listed}"


def values_of(table: Any, name: str) -> Any:
    """A variable of a table, or the row times of a timetable.

    Raises MatlabError where the table has no such variable.
    """
    if name in table.columns:
        return table.columns[name]
    times = getattr(table, "times", None)
    if times is not None and name == table.about.dimensions[0]:
        return times
    raise MatlabError(f"Unrecognized table variable name '{name}'.", "MATLAB:table:UnrecognizedVarName")


def flags(value: Any) -> np.ndarray:
    """Logical values, one for each row."""
    return np.asarray(as_array(value), bool).ravel(order="F")

"""What a variable is bound to while a loop is built, and what is assumed of a variable that iterations change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..base.records import record
from ..graph import ranges
from ..graph.ranges import Range
from ..values.classes import INTEGER_LIMITS
from .nodes import Value


@dataclass(slots=True, eq=False)
class Scalar:
    """One number: its class, its real and maybe its imaginary part, and its ``state`` where it may not be set.

    A complex number whose imaginary part is zero is a real one, as everywhere in the language.
    """

    matlab_class: str
    parts: tuple[Value, ...]
    state: Value | None = None

    @property
    def is_complex(self) -> bool:
        return len(self.parts) == 2

    @property
    def real(self) -> Value:
        return self.parts[0]


@dataclass(slots=True, eq=False)
class Array:
    """An array in memory; ``own``: it may be written, ``grows``: and get longer."""

    value: Value
    own: bool = False
    grows: bool = False


@dataclass(slots=True, eq=False)
class Handle:
    """A function handle: ``node`` of an anonymous function or ``name`` of another one; what it captured is bound to ``captured``."""

    node: Any
    name: str | None
    captured: dict[str, Any]
    names: Any


@dataclass(slots=True, eq=False)
class Unsettled:
    """A variable that cannot be used here, for a ``reason``."""

    reason: str


Binding = Scalar | Array | Handle | Unsettled


@record
class Assumed:
    """What every iteration finds a variable to be: a number of a class (``integer``: whole; within ``bounds``, where these were found to
    hold), or an array."""

    matlab_class: str
    is_complex: bool = False
    surely: bool = True
    integer: bool = False
    is_array: bool = False
    unsettled: str = ""
    bounds: tuple[float, float] | None = None

    def range(self) -> Range:
        if self.bounds is not None and self.bounds[0] <= self.bounds[1]:
            return Range(*self.bounds, True, True)
        if self.matlab_class == "logical" or self.matlab_class in INTEGER_LIMITS:
            return ranges.of_class(self.matlab_class)
        return Range(integer=self.integer)

    @property
    def words(self) -> str:
        """The variable in words."""
        word = f"{'complex ' if self.is_complex else ''}{self.matlab_class}"
        return f"an array of {word}" if self.is_array else f"a {word}"


class Refine(Exception):
    """An assumption was wrong: the loop is built again with another one."""

    def __init__(self, key: Any, assumed: Any) -> None:
        super().__init__(key)
        self.key, self.assumed = key, assumed


class Refused(Exception):
    """A loop, or a statement of it, that is not compiled: the reason, and the line."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.line = reason, line

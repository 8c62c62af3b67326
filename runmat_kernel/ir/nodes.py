"""The form of a loop: values that are assigned once, operations, and regions in each other.

A ``Loop`` is one ``for`` or ``while`` operation over what it carries from iteration to iteration.  ``for``, ``while`` and ``if`` hold
regions; a region takes parameters, goes through its operations, and ends in one way.  Arrays are values as well: ``update`` gives the array
after an element was written, and nobody looks at the array before it again, so that the element may be written in place.

An operation that meets what it was not built for *exits*: the iteration of the outermost loop is taken back, and ordinary code runs it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..base.records import record
from ..graph.ranges import ANY, Range


@record
class Type:
    """A class of MATLAB, or ``index``: a count or a place from 0, of 64 bits.  ``is_array``: a column-major matrix of such elements."""

    matlab_class: str
    is_array: bool = False
    is_complex: bool = False
    """Arrays alone: scalars are two values, their real and imaginary parts."""

    def __str__(self) -> str:
        return f"{'complex ' if self.is_complex else ''}{self.matlab_class}{'[]' if self.is_array else ''}"


DOUBLE, SINGLE, LOGICAL, CHAR, INDEX, STATE = map(Type, ("double", "single", "logical", "char", "index", "uint8"))
UNSET, SET, EMPTIED = 0, 1, 2
"""What the state of a variable says: it has no value yet, it has one, it is the empty array that a loop over nothing leaves."""


@dataclass(slots=True, eq=False)
class Value:
    """What an operation gives, or what a region takes.  ``range``: bounds that hold for every element."""

    type: Type
    name: str = ""
    range: Range = ANY


@dataclass(slots=True, eq=False)
class Constant(Value):
    """A value that is known: it stands wherever it is used."""

    number: Any = 0


@dataclass(slots=True, eq=False)
class End:
    """How a region ends: ``yield`` to what holds it, ``break`` or ``continue`` of the nearest loop, ``return`` of the function, ``exit``,
    or ``never``, where nothing comes to it.

    ``values`` are what the operation, the loop or the function goes on with; an exit has none, but a ``reason``.
    """

    kind: str
    values: tuple[Value, ...] = ()
    reason: str = ""
    line: int = 0


@dataclass(slots=True, eq=False)
class Region:
    parameters: list[Value] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)
    end: End | None = None


@dataclass(slots=True, eq=False)
class Op:
    """``results = name operands``, with ``attributes`` that are no values, at a ``line`` of the source.

    ``for`` takes the first number, the step, the last number, how many there are, and what is carried; its region takes the number and what
    is carried.  ``while`` takes what is carried; its first region yields the condition, its second one is the body.
    """

    name: str
    operands: tuple[Value, ...]
    results: tuple[Value, ...] = ()
    regions: tuple[Region, ...] = ()
    attributes: dict[str, Any] = field(default_factory=dict)
    line: int = 0


@dataclass(slots=True, eq=False)
class Function:
    """A function of the program, compiled for the types of its parameters; its region ends by ``return``."""

    name: str
    region: Region
    results: tuple[Type, ...] = ()


@dataclass(slots=True, eq=False)
class Input:
    """What the machine code is handed: the ``value``s of a variable (real and imaginary part; an array), by the ``path`` to it.

    ``path`` is the name of a variable, or a handle's name and that of what it captured.  ``state``: whether the variable is set.
    """

    path: tuple[str, ...]
    values: tuple[Value, ...]
    state: Value | None = None
    grows: bool = False


@dataclass(slots=True, eq=False)
class Carry:
    """A variable that iterations change: where its values, and its state, are among what the loop carries."""

    name: str
    matlab_class: str
    is_array: bool
    first: int
    parts: int
    state: int | None = None


@dataclass(slots=True, eq=False)
class Loop:
    """A loop as it is compiled: what it takes, the operation, and which variables that changes."""

    inputs: list[Input]
    op: Op
    carries: list[Carry]
    functions: list[Function]


def walk(region: Region) -> list[Op]:
    """All operations of a region, those of inner regions behind the one that holds them."""
    ops: list[Op] = []
    for op in region.ops:
        ops.append(op)
        for inner in op.regions:
            ops += walk(inner)
    return ops

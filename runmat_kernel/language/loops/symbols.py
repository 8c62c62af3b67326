"""Stand-ins for values while an iteration of a loop is traced: symbols, carries, scalars that depend on the iteration."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...accel.loops import LoopRefused, Tracing, node_of, tensor_of
from ...graph.loop import Carry, Trace, symbol
from ...graph.node import Node
from ...graph.ranges import Range
from ...graph.shapes import numel
from ...syntax import ast as m
from ...values.classes import DTYPES
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of, to_value
from ...values.functions import FunctionHandle
from ...values.tensor import Tensor
from ...values.text import CharArray, StringArray
from ..reading import UNDEFINED
from .arrays import WrittenArray
from .complex import carry as complex_carry
from .complex import halves, in_symbols, part_names
from .complex import scheduled as complex_scalar
from .scalars import Induction, Inductions, NotFixpoint, Stretch, alike
from .trace_record import TraceRecord

_HOLDING = frozenset((StructArray, CellArray))
"""Classes of values that an iteration takes parts of, as long as the loop does not change them."""
PLAIN = frozenset((float, bool, complex, Tensor, CharArray, StringArray, FunctionHandle, Induction))
_MOST_CALLS = 16


class NeedsScalars(LoopRefused):
    """A branch, or an index (then by the scalars of these ``names``), depends on what is carried from iteration to iteration: what that is
    in each iteration must be known beforehand."""

    def __init__(self, names: frozenset[str] = frozenset(), what: str = "a branch") -> None:
        super().__init__(f"{what} depends on a running scalar")
        self.names = names


class NeedsElements(LoopRefused):
    """Elements of ``arrays`` that wait are subscripts: they must be computed before the loop is traced."""

    def __init__(self, arrays: list[Tensor]) -> None:
        super().__init__("an index depends on the elements of an array")
        self.arrays = arrays


class SomeIterations(LoopRefused):
    """Iterations that take a branch and iterations that do not cannot be one kernel; ``taken`` says which do."""

    def __init__(self, reason: str, taken: list[bool]) -> None:
        super().__init__(reason)
        self.taken = taken


class Masked:
    """``whole(mask)``: what is computed from it pointwise is computed for all elements; only those of the mask are ever taken up.
    ``places``: the whole has the position of each element, as in ``find(mask)``."""

    __slots__ = ("mask", "places", "whole")

    def __init__(self, whole: Any, mask: Tensor, *, places: bool = False) -> None:
        self.whole, self.mask, self.places = whole, mask, places


class Select:
    """A logical scalar computed from arrays that says in each iteration whether a branch is taken: both are computed, and what they assign
    is chosen from."""

    __slots__ = ("condition",)

    def __init__(self, condition: Tensor) -> None:
        self.condition = condition


class Conditional:
    """The value of a variable that only some branches set: it is there where a ``condition`` of arrays holds."""

    __slots__ = ("condition", "value")

    def __init__(self, value: Any, condition: Tensor) -> None:
        self.value, self.condition = value, condition


class Frame:
    """Variables of the loop's body, or of a function called in it; for such a function ``counts`` are its nargin and nargout, and
    ``missing`` the parameters that it was not given."""

    __slots__ = ("counts", "functions", "missing", "variables")

    def __init__(
        self, functions: Any, variables: dict[str, Any], counts: tuple[int, int] | None = None, missing: tuple[str, ...] = ()
    ) -> None:
        self.functions, self.variables, self.counts, self.missing = functions, variables, counts, missing


class Symbols:
    """One iteration of a loop.  ``initial`` are the variables before it; ``assigned`` the names that it assigns, ``written`` those that it
    assigns through indices only.  ``known`` are the values that scalars have at the beginning of each iteration, where that was found out
    before; with ``stopping``, iterations may say that the loop ends with them; with ``selecting``, what some iterations write is written by
    all. ``staged``: others change variables between the iterations."""

    def __init__(
        self, session: Any, functions: Any, initial: dict[str, Any], assigned: set[str], written: set[str], iterations: int
    ) -> None:
        self.session, self.initial, self.assigned, self.written = session, initial, assigned, written
        self.runtime = session.runtime
        self.trace = Trace(iterations)
        self.inductions = Inductions(iterations)
        self.tracing = Tracing(session.engine, self.trace)
        self.body = Frame(functions, {})
        self.frame = self.body
        self.carried: dict[str, Induction] = {}
        self.symbols: dict[int, tuple[Induction, Node]] = {}
        self.arrays: dict[str, WrittenArray] = {}
        self.draws: list[tuple[int, list[bool] | None, Node, Node]] = []
        self.known: dict[str, list[Any]] = {}
        self.stopping = self.open = self.selecting = self.staged = False
        self.stops: list[Tensor] = []
        self.conditional: dict[str, tuple[Carry, Carry]] = {}
        """Variables that arrays may set in an iteration: the last value that they did, and whether they did at all."""
        self.chosen: Tensor | None = None
        """In which turns the statement runs that is traced now, where arrays say so."""
        self.guards: list[Tensor] = []
        self.inner = self.unrolled = 0
        self.worth: tuple[int, Collection[str]] | None = None
        self.ends: list[tuple[Any, int, int]] = []
        self.kept: list[Any] = []
        self.complexes: dict[str, Tensor] = {}
        self.halves: dict[int, Tensor] = {}
        self.as_arrays: frozenset[str] = frozenset()
        self.lined: frozenset[str] = frozenset()
        self.in_order: frozenset[str] = frozenset()
        """Arrays that iterations read and write one after the other, as ordinary code does."""
        self.wholes: frozenset[str] = frozenset()
        """Arrays that are written by parts but handed from iteration to iteration as one value."""
        self.in_parts = frozenset(written)
        self.bounded: Mapping[str, int] = {}
        """Carried variables that say where elements are, with how many elements there are."""
        self.conditions: list[Tensor] = []
        self.places: list[Tensor] = []
        self.marked: list[Tensor] = []
        """Conditions that must hold in all iterations: of norms, of subscripts taken from arrays, and of masks that have to mark
        something."""
        self.oriented: dict[tuple[int, tuple[int, ...]], tuple[Tensor, Tensor]] = {}
        """Masks lying along a dimension, with those that they are made of."""
        self.sequence: list[tuple[str, tuple[int, ...], str, list[bool] | None, Any]] = []
        self.drawn: list[tuple[Any, np.ndarray]] = []
        """Draws of the iterations from the sequential stream, with the numbers that they will draw where these were asked for;
        and the state of the stream behind them."""
        self.drawn_until: Any = None
        self.picks: dict[int, Any] = {}
        self.depth = 0
        self.ranges: dict[range, Tensor] = {}
        self.ordered: dict[Any, tuple[Tensor, Any]] = {}
        self.before: dict[int, Tensor] = {}
        """Of what array others are parts, in the order of the iterations."""
        self.appended: Mapping[str, Any] = {}
        """How arrays are written behind their end; a ``join`` is traced as such a write."""
        self.stretches: dict[int, tuple[Tensor, Any]] = {}
        self.record: TraceRecord | None = None

    def is_symbolic(self, value: Any) -> bool:
        if type(value) in (Induction, WrittenArray, Masked, Stretch):
            return True
        if type(value) is not Tensor:
            return False
        node = node_of(value)
        return self.trace.depends(node) if node is not None else value._is_complex and in_symbols(self, value)

    def is_array(self, value: Any) -> bool:
        """Whether a value differs from iteration to iteration, and is no scalar that is known for every iteration."""
        return type(value) is not Induction and self.is_symbolic(value)

    def variable(self, name: str) -> Any:
        """The value of a variable now; a carry becomes a symbol when it is read first."""
        variables = self.frame.variables
        if name in variables:
            value_now = variables[name]
            if type(value_now) is Conditional:
                raise NotFixpoint(f"'{name}' is set only where arrays say so")
            return value_now
        if self.frame is not self.body:
            if name in self.frame.missing:
                raise LoopRefused(f"'{name}' is not given to a function")
            return UNDEFINED
        if self.record is not None:
            self.record.reads.append(name)
        if name in self.written and (name in self.initial or name in self.arrays):
            return self.written_array(name)
        value = self.initial.get(name, UNDEFINED)
        if value is UNDEFINED:
            return UNDEFINED
        if type(value) not in PLAIN and (type(value) not in _HOLDING or name in self.assigned):
            raise LoopRefused(f"'{name}' is of class {class_of(value)}")
        if type(value) is complex or (type(value) is Tensor and value.is_complex):
            self.record = None
        if name not in self.assigned:
            return value
        value_now = self._foreseen(name) if name in self.known else self._carry(name, value)
        variables[name] = value_now
        return value_now

    def _foreseen(self, name: str) -> Induction:
        values = self.known[name]
        if any(not alike(v, values[0]) for v in values):
            raise NotFixpoint(f"'{name}' changes its class")
        return Induction(values, values[0])

    def _carry(self, name: str, value: Any) -> Any:
        if name in self.carried:
            return self.carried[name]
        if name in self.complexes:
            return self.complexes[name]
        known = next((c for c in self.trace.carries if c.name == name), None)
        if known is not None:
            return self.held(known.symbol)
        kind = type(value)
        if kind is float or kind is bool or kind is complex or (kind is Tensor and value.numel == 1 and not value.is_complex):
            if kind is Tensor and (value._array is None or value.storage is not None):
                value = to_value(value.array)
                kind = type(value)
            if name in self.as_arrays and kind is not complex:
                own = value if kind is Tensor else Tensor(np.array([[value]], DTYPES[class_of(value)]))
                node = symbol("carry", own.matlab_class, (1, 1), self.carried_bounds(name))
                self.trace.carries.append(Carry(name, node, own))
                return self.held(node)
            scalar = self.carried[name] = self.inductions.carried(value)
            return scalar
        if kind is Tensor and value.is_complex:
            return complex_carry(self, name, value)
        if kind is not Tensor or value.matlab_class not in DTYPES or numel(value.shape) == 0:
            if kind is not Tensor:
                raise LoopRefused(f"'{name}' is of class {class_of(value)}")
            some = self.chosen is not None or self.inductions.mask is not None
            raise LoopRefused(
                f"'{name}' grows in some iterations only" if some else f"'{name}', which is empty at first, is used as a whole"
            )
        node = symbol("carry", value.matlab_class, value.shape, self.carried_bounds(name))
        self.trace.carries.append(Carry(name, node, value))
        return self.held(node)

    def carried_bounds(self, name: str) -> Range | None:
        """The bounds that a carried variable is assumed to keep; None where nothing is known."""
        raise NotImplementedError

    def value(self, node: m.Expression) -> Any:
        """The value of an expression in the iteration."""
        raise NotImplementedError

    def block(self, statements: m.Block, after: m.Block = ()) -> str | None:
        """Go through statements, then through those ``after`` them."""
        raise NotImplementedError

    def call_builtin(self, name: str, arguments: list[Any], count: int) -> Sequence[Any]:
        """The outputs of a builtin function."""
        raise NotImplementedError

    def held(self, node: Node) -> Tensor:
        """The Tensor of a symbol, kept as long as the trace."""
        tensor = tensor_of(self.session.engine, node)
        self.kept.append(tensor)
        return tensor

    def as_tensor(self, scalar: Induction) -> Tensor:
        """A scheduled scalar as an array of one element that is given to the kernel."""
        if type(scalar.first) is complex:
            return complex_scalar(self, scalar)
        return self.held(self.symbol_node(scalar))

    def symbol_node(self, scalar: Induction) -> Node:
        entry = self.symbols.get(id(scalar))
        if entry is None:
            if scalar.matlab_class not in DTYPES or scalar.matlab_class == "char" or type(scalar.first) is complex:
                raise LoopRefused(f"a scalar of class {scalar.matlab_class} depends on the iteration")
            bounds = None
            if scalar.values is not None:
                array = scalar.array().astype(float)
                if not np.isnan(array).any():
                    bounds = Range(float(array.min()), float(array.max()), bool((array == np.floor(array)).all()), True)
            entry = self.symbols[id(scalar)] = (scalar, symbol("scheduled", scalar.matlab_class, (1, 1), bounds))
        return entry[1]

    def written_array(self, name: str) -> WrittenArray:
        array = self.arrays.get(name)
        if array is None:
            original, missing = self.initial.get(name, UNDEFINED), name not in self.initial
            if missing or type(original) in (float, bool):
                original = Tensor(np.zeros((0, 0)) if missing else np.array([[original]]))
            if type(original) is not Tensor or original.matlab_class not in DTYPES:
                kind = "complex" if type(original) is complex else f"of class {class_of(original)}"
                raise LoopRefused(f"'{name}' is {kind}, and its elements are assigned")
            array = self.arrays[name] = WrittenArray(name, original, missing=missing)
            if original.is_complex:
                array.halves = tuple(WrittenArray(*own) for own in zip(part_names(name), halves(self, original), strict=True))
        return array

    def every_array(self) -> list[WrittenArray]:
        """All arrays that iterations write parts of; those that are complex as their parts."""
        return [half for array in self.arrays.values() for half in array.halves or (array,)]

    def as_whole(self, name: str) -> Any:
        """A variable that is assigned through indices, as a whole: possible as long as no part was read or written by its place."""
        array = self.arrays.get(name)
        if name in self.in_order:
            return self.written_array(name).read_whole(self)  # type: ignore[arg-type]
        if array is not None and (array.reads or array.writes or array.single):
            raise array.in_order(self, f"'{name}' is written in parts and used as a whole")  # type: ignore[arg-type]
        if array is not None and array.missing:
            raise NotFixpoint(f"'{name}' is made in the loop")
        self.arrays.pop(name, None)
        self.written = self.written - {name}
        with self.inside(self.body):
            return self.variable(name)

    def plain(self, value: Any) -> Any:
        """A value under another name than its variable's: no part of that variable may be written by its place any more."""
        return self.as_whole(value.name) if type(value) is WrittenArray else value

    @contextmanager
    def inside(self, frame: Frame) -> Any:
        outer, ends, inner = self.frame, self.ends, self.inner
        self.frame, self.ends, self.inner, self.depth = frame, [], 0, self.depth + 1
        if self.depth > _MOST_CALLS:
            raise LoopRefused("functions call each other too deeply")
        try:
            yield
        finally:
            self.frame, self.ends, self.inner, self.depth = outer, ends, inner, self.depth - 1

"""The scalar strategy: loops over single numbers and elements of arrays as machine code.

A loop begins as ordinary code.  Where its iterations take long enough, together with those that are still to come, it is built and
compiled for what its variables are by then, and goes on as machine code from the iteration that it has come to.  An iteration that was left
(a class changes, a subscript is outside, something prints) runs as ordinary code, then the machine code is tried again.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...base.events import Machined, Refused
from ...codegen.llvm.scalar import FINISHED, FULL_SITE, HEADER, LEFT, STOP_SITE, STOPPED
from ...ir.bindings import Refused as NotBuilt
from ...ir.build import Observed, build
from ...ir.nodes import DOUBLE, EMPTIED, SET, UNSET, Carry, Input, Type
from ...ir.nodes import Loop as Built
from ...providers.native.compiler import is_available, is_loaded
from ...providers.native.scalar import Code
from ...syntax import ast as m
from ...values.assignment import writable
from ...values.classes import DTYPES
from ...values.functions import FunctionHandle
from ...values.tensor import Tensor
from ...values.text import CharArray
from ..control import Counted, NoRounds
from ..reading import UNDEFINED
from ..scope import below
from .calls import user_function
from .pauses import Progress, divisible

_FIRST, _FIRST_AROUND = 32, 2
"""Iterations that run as ordinary code before it is asked what they take; of a loop around others, which is better compiled than they."""
_MOST_CHUNK = 1 << 14
_MOST_SHORT, _SKIPPED = 5, 7
"""Runs of a loop that was short are not looked at: 2^5 in a row at most, and as many of a loop that counts few iterations."""
_SLOW = 1e-4
"""Seconds of an iteration from which on short loops are measured to their end: the next ones may take longer."""
_LOADED = 0.1
"""Seconds that loading the compiler takes."""
_MOST_VARIANTS = 4
_MOST_EXITS = 8
_LEAST_BETWEEN = 24
"""Iterations between two exits, on average, from which on machine code pays."""
_LARGEST = 2.0**31
_COPIED = 64
"""Elements that are copied for each iteration, at most, where an array is not the loop's own."""
_SMALL = 4096


@dataclass(slots=True)
class Scalars:
    """Knowledge about a loop: its code by the types of its variables, and how it ran.

    ``waits``: its next iterations are ordinary code, and what comes ``later`` is looked at again; ``spent``: the seconds of such ones,
    ``each``: those of one; ``skip``: the next runs of the loop that are not looked at, since it was ``short`` so often.
    """

    node: m.For | m.While
    variants: list[Variant] = field(default_factory=list)
    refused: str = ""
    spent: float = 0.0
    each: float = 0.0
    chunk: int = 0
    later: Any = None
    waits: bool = False
    started: float = 0.0
    growing: set[str] = field(default_factory=set)
    sizes: dict[str, int] = field(default_factory=dict)
    exits: int = 0
    iterations: int = 0
    skip: int = 0
    short: int = 0
    looked: bool = False
    first: int = field(init=False)

    def ended_early(self) -> bool:
        """Whether the loop ended among its first iterations when it was last looked at: then more and more of its runs are not."""
        ended, self.looked = self.looked, False
        if ended:
            self.short = min(self.short + 1, _MOST_SHORT)
            self.skip = (1 << self.short) - 1
        return ended

    def __post_init__(self) -> None:
        inside = any(isinstance(s, (m.For, m.While)) for s in below(self.node.body))
        self.first = _FIRST_AROUND if inside else _FIRST


class Names:
    """The meaning of names in code with a table of functions; ``asked`` remembers the names that were looked up."""

    def __init__(self, session: Any, functions: Any, asked: list[tuple[Any, str, Any]]) -> None:
        self.session, self.functions, self.asked = session, functions, asked

    def is_builtin(self, name: str) -> bool:
        function = self._lookup(name)
        return function is not None and function is self.session.calls.builtin(name)

    def user(self, name: str) -> tuple[m.Function, Names] | None:
        self._lookup(name)
        user = user_function(self.session, self.functions, name)
        return None if user is None else (user.node, Names(self.session, user.unit.functions, self.asked))

    def _lookup(self, name: str) -> Any:
        function = self.functions.lookup(name)
        self.asked.append((self.functions, name, function))
        return function


class Variant:
    """A loop compiled for what its variables were."""

    def __init__(self, session: Any, functions: Any, scalars: Scalars, observed: dict[str, Observed], whole: bool | None) -> None:
        self.asked: list[tuple[Any, str, Any]] = []
        self.whole, self.functions = whole, functions
        self.built: Built = build(scalars.node, observed, Names(session, functions, self.asked), whole)
        self.code = Code(self.built, session.engine.host.code_folder)
        self.own = frozenset(c.name for c in self.built.carries if c.is_array)
        self.grows = frozenset(i.path[0] for i in self.built.inputs if i.grows)
        self.rooms: dict[str, int] = {}
        self.compiling = 0.0
        self.words = _types(self.built)
        self.handles = {name: seen.handle for name, seen in observed.items() if seen.handle is not None}

    def means_the_same(self, functions: Any) -> bool:
        """Whether all functions that were compiled are still what their names mean."""
        return functions is self.functions and all(table.lookup(name) is function for table, name, function in self.asked)

    def fits(self, values: dict[str, Any]) -> bool:
        """Whether the variables are of the classes that the code was made for."""
        for item in self.built.inputs:
            if item.path[0][0] == "$":
                continue
            value = _at(item.path, values)
            if item.state is None and (value is UNDEFINED or not _is(value, item)):
                return False
            if item.state is not None and type(value) is float and item.values[0].type == DOUBLE and not _is(value, item):
                return False
        return all(_same_handle(values.get(name), handle) for name, handle in self.handles.items())


def _at(path: tuple[str, ...], values: dict[str, Any]) -> Any:
    value = values.get(path[0], UNDEFINED)
    for name in path[1:]:
        if type(value) is not FunctionHandle:
            return UNDEFINED
        value = value.captured.get(name, UNDEFINED)
    return value


def _same_handle(value: Any, handle: _HandleOf) -> bool:
    return type(value) is FunctionHandle and value.node is handle.node and (handle.node is not None or value.name == handle.name)


@dataclass(slots=True)
class _HandleOf:
    """A handle as the builder wants it."""

    node: Any
    name: str | None
    names: Names


def _is(value: Any, item: Input) -> bool:
    """Whether a value is what an input takes."""
    kind = item.values[0].type
    observed = observe(value)
    if observed is None or (observed.matlab_class, observed.is_array) != (kind.matlab_class, kind.is_array):
        return False
    if kind.is_array:
        return observed.is_complex == kind.is_complex
    if observed.is_complex and len(item.values) == 1:
        return False
    bounds = item.values[0].range
    if kind.matlab_class != "double" or not bounds.integer:
        return True
    return type(value) is float and value.is_integer() and bounds.low <= value <= bounds.high


def observe(value: Any) -> Observed | None:
    """The type that machine code gives a value; None where it has none."""
    kind = type(value)
    if kind is float:
        whole = value.is_integer() and abs(value) < _LARGEST
        return Observed("double", whole=whole, number=value if whole else 0.0)
    if kind is bool:
        return Observed("logical")
    if kind is complex:
        return Observed("double", is_complex=True)
    if kind is CharArray:
        shape = value.shape
        return Observed("char", is_array=shape != (1, 1)) if len(shape) == 2 else None
    if kind is not Tensor or len(value.shape) != 2 or value.matlab_class not in DTYPES:
        return None
    if value.shape == (1, 1) and not value.is_complex and value.matlab_class not in ("double", "logical"):
        return Observed(value.matlab_class)
    return Observed(value.matlab_class, is_array=True, is_complex=value.is_complex)


class ScalarLoops:
    """Running loops of a session as machine code."""

    def __init__(self, session: Any) -> None:
        self.session = session

    def run(self, loop: Any, rounds: Any, functions: Any, values: tuple[Any, ...]) -> tuple[dict[str, Any] | None, Progress | None]:
        """Run a loop as machine code from the iteration that it has come to, or say for how long it is ordinary code.

        Gives the variables that are assigned (None: nothing ran), and which iterations, from the first of ``rounds`` on, are ordinary
        code's before the loop is looked at again (None: all of them, or none where the loop ended).
        """
        known: Scalars = loop.scalars
        if known.refused or not divisible(rounds) or type(rounds) is list:
            return None, None
        continued, known.later = known.later is rounds and rounds is not True, None
        count = len(rounds) if isinstance(rounds, Counted) else None
        if count is not None and count < 2 and not continued:
            return None, None
        if not known.variants:
            if not continued and known.ended_early():
                return None, None
            if not self._is_hot(known, count, continued):
                return None, self._ordinary(known, count, continued)
        variables = dict(zip(loop.names, values, strict=True))
        if known.sizes:
            self._watch_growth(known, variables)
        variant = next((v for v in known.variants if v.whole == _whole(rounds) and v.fits(variables) and v.means_the_same(functions)), None)
        if variant is None:
            if known.variants and not self._is_hot(known, count, continued):
                return None, self._ordinary(known, count, continued)
            variant = self._compiled(known, loop, rounds, functions, variables)
            if variant is None:
                return None, None
        return self._go(known, variant, rounds, variables)

    # ------------------------------------------------------------------ when it pays

    def _is_hot(self, known: Scalars, count: int | None, continued: bool) -> bool:
        """Whether what was spent on ordinary iterations, or is to come, is more than compiling takes."""
        cost = self.session.settings.hot_milliseconds / 1000
        if cost and not is_loaded():
            cost += _LOADED
        if continued:
            spent = time.perf_counter() - known.started
            known.spent += spent
            known.each = spent / known.chunk
            known.looked, known.short = False, 0
        elif known.each:  # a short loop is not measured again
            known.spent += known.each * (count if count is not None and count <= known.first else known.first // 4)
        return known.spent >= cost or (count is not None and known.each * count >= 2 * cost)

    def _ordinary(self, known: Scalars, count: int | None, continued: bool) -> Progress | None:
        """The next iterations are ordinary code; how many before the loop is looked at again (None: all of them)."""
        known.chunk = min(2 * known.chunk, _MOST_CHUNK) if continued else known.first
        if count is not None and count <= known.chunk + known.first // 4:
            if count < 4 or 0 < known.each < _SLOW:
                known.skip = 0 if continued else _SKIPPED
                known.spent += known.skip * known.each * count
                return None
            known.chunk = count // 2
        known.started, known.looked = time.perf_counter(), True
        progress = Progress()
        progress.pause(0, known.chunk)
        return progress

    def _watch_growth(self, known: Scalars, variables: dict[str, Any]) -> None:
        """A vector that an iteration of ordinary code made longer by one may grow in machine code as well."""
        for name, size in known.sizes.items():
            value = variables.get(name)
            if type(value) is Tensor and value.numel == size + 1 and name not in known.growing:
                known.growing.add(name)
                known.variants.clear()
        known.sizes.clear()

    # ------------------------------------------------------------------ building

    def _compiled(self, known: Scalars, loop: Any, rounds: Any, functions: Any, variables: dict[str, Any]) -> Variant | None:
        line, word = known.node.span.line, "for" if isinstance(known.node, m.For) else "while"
        if len(known.variants) >= _MOST_VARIANTS:
            known.refused = "its variables are of other classes again and again"
        elif not is_available():
            known.refused = "LLVM is not installed"
        else:
            start = time.perf_counter()
            try:
                variant = Variant(self.session, functions, known, self._observed(known, loop, variables, functions), _whole(rounds))
                known.variants.insert(0, variant)
                variant.compiling = time.perf_counter() - start
                return variant
            except NotBuilt as error:
                known.refused = f"{error.reason} (line {error.line})"
            except NotImplementedError as error:
                known.refused = str(error)
            except Exception as error:
                if self.session.settings.strict:
                    raise
                known.refused = f"compiling failed ({type(error).__name__}: {error})"
        self.session.engine.note(Refused(f"the loop is no machine code: {known.refused}", line, (word,), "scalar"))
        return None

    def _observed(self, known: Scalars, loop: Any, variables: dict[str, Any], functions: Any) -> dict[str, Observed]:
        observed = {}
        growing = known.growing | _appended(known.node)
        for name, value in variables.items():
            if value is UNDEFINED:
                continue
            if type(value) is FunctionHandle:
                observed[name] = self._handle(value, functions)
                continue
            seen = observe(value) or Observed("")
            if name in growing and seen.is_array and name in loop.assigned:
                seen = Observed(seen.matlab_class, True, seen.is_complex, grows=True)
            observed[name] = seen
        return observed

    def _handle(self, value: FunctionHandle, functions: Any) -> Observed:
        if value.node is None:
            if value.name is None or (value.target is not None and functions.lookup(value.name) is not value.target):
                return Observed("")
            return Observed("handle", handle=_HandleOf(None, value.name, Names(self.session, functions, [])))
        own = getattr(value.target, "__globals__", {}).get("$functions")
        if own is None or any(n.startswith("$nested_") for n in getattr(getattr(value.target, "__code__", None), "co_freevars", ())):
            return Observed("")
        items = tuple((name, observe(item) or Observed("")) for name, item in value.captured.items())
        return Observed("handle", handle=_HandleOf(value.node, None, Names(self.session, own, [])), items=items)

    # ------------------------------------------------------------------ running

    def _go(
        self, known: Scalars, variant: Variant, rounds: Any, variables: dict[str, Any]
    ) -> tuple[dict[str, Any] | None, Progress | None]:
        count = len(rounds) if isinstance(rounds, Counted) else None
        for name in variant.own:
            if not _is_alone(variables, name):
                if count is not None and variables[name].numel > _COPIED * count + _SMALL:
                    return None, None
                variables[name] = Tensor(variables[name].array.copy(order="F"), variables[name].matlab_class)
        code, interrupt, numbers, done = variant.code, self.session.engine.interrupt, _numbers_of(rounds), 0
        first = rounds.numbers[3] if count is not None and rounds.whole is None else 0
        start, begun = time.perf_counter(), done
        while True:
            held = self._fill(variant, numbers, variables)
            status = code.run(first + done, interrupt)
            ran, done = code.iteration - first - done, code.iteration - first
            self._take(variant, variables)
            del held
            if code.site != FULL_SITE or status != LEFT or code.log_is_full:
                self._note(known, variant, done - begun, time.perf_counter() - start)
            if status == FINISHED:
                return _changed(variant, variables), None
            if status == STOPPED or code.site == STOP_SITE:
                self.session.loops.interrupted = True
                return _changed(variant, variables), None
            if code.site != FULL_SITE or code.log_is_full:
                return self._left(known, variant, variables, done, ran)
            for name in variant.grows:
                variant.rooms[name] = 2 * variables[name].numel + _SMALL

    def _note(self, known: Scalars, variant: Variant, iterations: int, seconds: float) -> None:
        word = "for" if isinstance(known.node, m.For) else "while"
        event = Machined(known.node.span.line, word, variant.words, iterations, seconds, variant.compiling)
        self.session.engine.note(event)
        variant.compiling = 0.0

    def _left(self, known: Scalars, variant: Variant, variables: dict[str, Any], at: int, ran: int) -> tuple[dict[str, Any], Progress]:
        """An iteration is ordinary code's."""
        reason, line = variant.code.signature.exits[variant.code.site]
        known.exits += 1
        known.iterations += ran
        known.sizes = {name: variables[name].numel for name in variant.own}
        if variant.code.log_is_full:
            known.refused = "an iteration writes too many elements"
        elif known.exits >= _MOST_EXITS and known.iterations < _LEAST_BETWEEN * known.exits:
            known.refused = f"too many iterations are left: {reason} (line {line})"
        if known.refused:
            word = "for" if isinstance(known.node, m.For) else "while"
            text = f"the loop goes on as ordinary code: {known.refused}"
            self.session.engine.note(Refused(text, known.node.span.line, (word,), "scalar"))
        known.chunk, known.started = 1, time.perf_counter()
        progress = Progress()
        progress.pause(at, at + 1)
        return _changed(variant, variables), progress

    def _fill(self, variant: Variant, numbers: tuple[float, ...], variables: dict[str, Any]) -> list[np.ndarray]:
        """Put the variables into the table; the arrays whose memory the code works on."""
        table, doubles, at = variant.code.table, variant.code.doubles, len(HEADER)
        held: list[np.ndarray] = []
        own_numbers = iter(numbers)
        for item in variant.built.inputs:
            kind = item.values[0].type
            if item.path[0][0] == "$":
                (doubles if kind.matlab_class == "double" else table)[at] = next(own_numbers)
                at += 1
                continue
            value = _at(item.path, variables)
            if kind.is_array:
                array = _with_room(value, variant.rooms.get(item.path[0], 0)) if item.grows else value.array
                held.append(array)
                table[at : at + 4] = array.ctypes.data, *value.shape, array.size
                at += 4
                continue
            is_set = value is not UNDEFINED and (item.state is None or _is(value, item))
            for part in range(len(item.values)):
                table[at] = 0
                if is_set:
                    _put(table, doubles, at, value, kind, part)
                at += 1
            if item.state is not None:
                table[at] = SET if is_set else UNSET
                at += 1
        return held

    def _take(self, variant: Variant, variables: dict[str, Any]) -> None:
        """The variables from what the loop carries."""
        table, doubles, at = variant.code.table, variant.code.doubles, variant.code.signature.outputs
        for carry in variant.built.carries:
            if carry.is_array:
                if carry.name in variant.grows:
                    tensor, shape = variables[carry.name], (table.item(at), table.item(at + 1))
                    tensor._array, tensor.shape = tensor.spare[: shape[0] * shape[1]].reshape(shape, order="F"), shape
                    at += 2
                continue
            state = SET if carry.state is None else table.item(at + carry.parts) & 255
            if state == SET:
                variables[carry.name] = _number(table, doubles, at, carry)
            elif state == EMPTIED:
                variables[carry.name] = NoRounds.value
            at += carry.parts + (carry.state is not None)


def _with_room(value: Tensor, room: int) -> np.ndarray:
    """The buffer that a vector is the front of, with room to grow."""
    array, size = value.array, value.numel
    held: np.ndarray | None = getattr(value, "spare", None)
    if held is not None and array.base is held and held.size > max(size, room - 1):
        return held
    buffer = np.empty(max(room, size + size // 2 + _SMALL), array.dtype)
    buffer[:size] = array.reshape(-1, order="F")
    value.spare, value._array = buffer, buffer[:size].reshape(value.shape, order="F")  # type: ignore[attr-defined]
    return buffer


def _held(variables: dict[str, Any], name: str) -> int:
    return sys.getrefcount(variables[name])


def _measure() -> int:
    def capture(*values: Any) -> int:
        return _held(dict(zip(("x",), values, strict=True)), "x")

    variable = Tensor(np.zeros((1, 2)))
    return capture(variable)


_HELD_BY_VARIABLE = _measure()
"""The count of ``_held`` for an argument of ``capture`` that otherwise only its variable holds."""


def _is_alone(variables: dict[str, Any], name: str) -> bool:
    """Whether an array can be written where it is."""
    if _held(variables, name) > _HELD_BY_VARIABLE:
        return False
    value = variables[name]
    value.array  # noqa: B018  (computes what is deferred)
    return value.storage is None and writable(value)


def _changed(variant: Variant, variables: dict[str, Any]) -> dict[str, Any]:
    return {c.name: variables[c.name] for c in variant.built.carries if variables.get(c.name, UNDEFINED) is not UNDEFINED}


def _put(table: np.ndarray, doubles: np.ndarray, at: int, value: Any, kind: Type, part: int) -> None:
    """One number into its field."""
    name = kind.matlab_class
    if name == "double":
        doubles[at] = value.imag if part else value.real
    elif name == "logical":
        table[at] = value
    elif name == "single":
        table[at] = int(value.array.view(np.uint32).item())
    else:
        number = int(value.array.item())
        table[at] = number - (1 << 64) if number >= 1 << 63 else number


def _number(table: np.ndarray, doubles: np.ndarray, at: int, carry: Carry) -> Any:
    """The Value of a carried number."""
    name = carry.matlab_class
    if name == "double":
        if carry.parts == 1:
            return doubles.item(at)
        z = complex(doubles.item(at), doubles.item(at + 1))
        return z if z.imag else z.real
    bits = table.item(at)
    if name == "logical":
        return bool(bits & 1)
    if name == "char":
        return CharArray(np.array([[bits & 0xFFFF]], np.uint16))
    if name == "single":
        return Tensor(np.array([[bits & 0xFFFFFFFF]], np.uint32).view(np.float32), name)
    width = 8 * DTYPES[name].itemsize
    return Tensor(np.array([[bits & ((1 << width) - 1)]], np.uint64).astype(f"u{width // 8}").view(DTYPES[name]), name)


def _whole(rounds: Any) -> bool | None:
    """Whether a ``for`` counts through whole numbers of middle size; None of a ``while``."""
    if not isinstance(rounds, Counted):
        return None
    whole = rounds.whole
    return whole is not None and max(abs(whole.start), abs(whole.stop), abs(whole.step)) < _LARGEST


def _numbers_of(rounds: Any) -> tuple[Any, ...]:
    """First number, step, last, and the place behind the last of a ``for``."""
    if not isinstance(rounds, Counted):
        return ()
    if rounds.whole is not None:
        whole = rounds.whole
        return (float(whole.start), float(whole.step), float(whole.stop), len(whole))
    start, step, stop, _, behind = rounds.numbers
    return (start, step, stop, behind)


def _appended(node: m.Node) -> set[str]:
    """The variables of which an element behind the last is assigned: ``x(end+1) = v``."""
    names = set()
    for statement in below([node]):
        if not isinstance(statement, m.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if not isinstance(target, m.Index) or not isinstance(target.target, m.Name) or len(target.arguments) != 1:
            continue
        at = target.arguments[0]
        if isinstance(at, m.Binary) and at.operator == "+" and isinstance(at.left, m.End):
            names.add(target.target.name)
    return names


def _types(loop: Built) -> str:
    """For which classes of variables a loop was compiled, in words."""
    words = []
    for item in loop.inputs:
        if item.path[0][0] != "$":
            complex_word = "complex " if len(item.values) == 2 else ""
            words.append(f"{'.'.join(item.path)} {complex_word}{item.values[0].type}")
    return ", ".join(words)

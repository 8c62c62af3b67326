"""Loops of a program that run as kernels: which are looked at, when tracing is worth it, and what becomes of the variables.

A loop that is refused runs in the ordinary way, with a Refusal that names the reason; nothing was changed until then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..accel import loops as accel
from ..accel.loops import Untraceable
from ..accel.replay import Replay
from ..base.errors import MatlabError
from ..base.events import Refused
from ..graph.loop import Carry, Trace, symbol
from ..graph.node import Node
from ..graph.shapes import numel
from ..plan.loops import LoopCall, NotPointwise, largest_array, lower
from ..syntax import ast as m
from ..values.convert import class_of, shape_of, to_value
from ..values.tensor import Tensor
from .control import Counted, Paired
from .loop_arrays import WrittenArray
from .loop_scalars import Scheduled
from .loop_symbols import FromArrays, Masked, NotFixpoint
from .loop_trace import Tracer
from .reading import UNDEFINED
from .scope import base_name, children, usage_of

LEAST_TURNS = 3
_CONDITION = "$condition"
_MOST_TURNS = 1 << 20
_MOST_IDLE = 64
_MOST_FAILURES = 3
_BLOCKING = (
    m.Break, m.Continue, m.Return, m.While, m.DoUntil, m.Switch, m.Try, m.Unwind, m.Spmd, m.Global, m.Persistent, m.Import, m.Command,
    m.ExpressionStatement, m.Delete, m.CellLiteral, m.SuperReference, m.MetaClass,
)  # fmt: skip
_MAKERS = frozenset(("rand", "randn", "zeros", "ones", "linspace"))


class Loop:
    """A ``for`` loop as generated code knows it: its names, and whether it is worth another look."""

    __slots__ = ("assigned", "failures", "idle", "index", "lines", "makes", "names", "node", "results", "written")

    def __init__(self, node: m.For, names: tuple[str, ...], results: tuple[str, ...]) -> None:
        usage = usage_of(node.body)
        self.node, self.names, self.results = node, names, results
        self.index = node.target.name  # type: ignore[union-attr]
        self.lines = tuple(sorted({s.span.line for s in _all(node.body) if isinstance(s, m.Assign)}))
        self.assigned = usage.assigned
        self.written = _written(node.body)
        self.makes = bool(usage.mentioned & _MAKERS)
        self.idle = self.failures = 0

    @property
    def ready(self) -> bool:
        return self.idle < _MOST_IDLE and self.failures < _MOST_FAILURES


def screened(node: m.For) -> bool:
    """Whether a loop can be traced at all: assignments, branches and inner loops, and nothing that prints or leaves."""
    if not isinstance(node.target, m.Name):
        return False
    found = False
    for inner in _all(node.body):
        if isinstance(inner, _BLOCKING):
            return False
        if isinstance(inner, m.Assign):
            if inner.printed or any(not _plain_target(t) for t in inner.targets):
                return False
            found = True
    return found


def _plain_target(target: m.Expression) -> bool:
    return isinstance(target, (m.Name, m.Ignored)) or (isinstance(target, m.Index) and isinstance(target.target, m.Name))


def _all(nodes: Iterable[m.Node]) -> Iterable[m.Node]:
    for node in nodes:
        yield node
        yield from _all(children(node))


def _written(body: m.Block) -> set[str]:
    """The names that are assigned through indices and in no other way."""
    through, whole = set(), set()
    for node in _all(body):
        if isinstance(node, m.Assign):
            for target in node.targets:
                name = base_name(target)
                if name is not None:
                    (through if isinstance(target, m.Index) else whole).add(name)
        elif isinstance(node, m.For):
            whole.add(base_name(node.target) or "")
    return through - whole


class Loops:
    """The loops of a session."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.depth = 0

    def capture(self, loop: Loop, rounds: Any, functions: Any, *values: Any) -> tuple[Any, ...] | None:
        """Run a whole loop as a kernel: the values of ``loop.results`` after it; None when it has to run turn by turn.

        ``values`` are those of the names before the loop (UNDEFINED where there is none).
        """
        settings = self.session.settings
        if not loop.ready or not settings.loops or not settings.fusion:
            return None
        largest = 0
        for value in values:
            if type(value) is Tensor:
                size = value.numel
                if size > largest:
                    largest = size
        kind = type(rounds)
        turns = len(rounds) if kind is Counted or kind is Paired or kind is list else 0
        if largest < settings.loop_elements and not loop.makes:
            loop.idle += 1
            return None
        if not LEAST_TURNS <= turns <= _MOST_TURNS or (largest * turns < settings.loop_work and not loop.makes):
            return None
        loop.idle = 0
        numbers = list(map(float, rounds.whole)) if kind is Paired else list(rounds)
        if self.session.engine.tracing is not None or (kind is list and any(type(n) is not float for n in numbers)):
            return None
        self.session.engine.expect_device()
        before = {name: value for name, value in zip(loop.names, values, strict=True) if value is not UNDEFINED}
        try:
            after = self._run(loop, functions, before, numbers)
        except (Untraceable, NotPointwise) as error:
            self._refuse(loop, error.reason)
            return None
        except MatlabError:
            # Ordinary turns raise it at its own line.
            return None
        except Exception as error:
            # A loop is never worth a failure: it runs as it stands.
            self._refuse(loop, f"tracing failed ({type(error).__name__}: {error})")
            return None
        if after is None:
            return None
        after[loop.index] = after.get(loop.index, numbers[-1])
        return tuple([after.get(name, before.get(name, UNDEFINED)) for name in loop.results])

    def _refuse(self, loop: Loop, reason: str) -> None:
        loop.failures += 1
        self.session.engine.note(Refused(f"the loop runs turn by turn: {reason}", loop.node.span.line, ("for",), "loop"))

    def _run(self, loop: Loop, functions: Any, before: dict[str, Any], numbers: list[float]) -> dict[str, Any] | None:
        try:
            return self._traced(loop, functions, before, numbers)
        except NotFixpoint as error:
            if len(numbers) - 1 < LEAST_TURNS:
                raise
            streams = self.session.random
            kept = (streams.block, streams.twister.get_state())
            try:
                peeled = self._one_turn(loop, functions, before, numbers[0])
                after = self._traced(loop, functions, {**before, **peeled}, numbers[1:])
                if after is not None:
                    return {**peeled, **after}
            except BaseException:
                streams.block = kept[0]
                streams.twister.set_state(kept[1])
                raise
            streams.block = kept[0]
            streams.twister.set_state(kept[1])
            raise Untraceable(error.reason) from None

    def _traced(self, loop: Loop, functions: Any, before: dict[str, Any], numbers: list[float]) -> dict[str, Any] | None:
        """Trace and run; again where a scalar turns out to be computed from arrays."""
        as_arrays: frozenset[str] = frozenset()
        while True:
            try:
                return self._as_kernel(loop, functions, before, numbers, as_arrays)
            except FromArrays as error:
                if error.name in as_arrays:
                    raise
                as_arrays |= {error.name}

    def _one_turn(self, loop: Loop, functions: Any, before: dict[str, Any], number: float) -> dict[str, Any]:
        """The first turn, run by itself: what it assigns."""
        walker = PlainTurn(self.session, functions, {**before, loop.index: number}, set(), set(), [number])
        walker.block(loop.node.body)
        return walker.body.variables

    def _as_kernel(
        self, loop: Loop, functions: Any, before: dict[str, Any], numbers: list[float], as_arrays: frozenset[str]
    ) -> dict[str, Any] | None:
        tracer = Tracer(self.session, functions, before, loop.assigned, loop.written, numbers)
        trace, tracer.as_arrays = tracer.trace, as_arrays
        tracer.body.variables[loop.index] = tracer.index
        with tracer.tracing:
            tracer.block(loop.node.body)
            self._close(tracer)
            after = tracer.body.variables
            if any(type(value) is Masked for value in after.values()):
                raise Untraceable("a variable holds as many elements as a mask marks")
            results = {name: node for name, value in after.items() if (node := self._result(tracer, value)) is not None}
            carried = {c.following: k for k, c in enumerate(trace.carries)}
            trace.results = [node for node in dict.fromkeys(results.values()) if node not in carried]
        streams = self.session.random
        state = streams.twister.get_state() if tracer.sequence else None
        try:
            tracer.draw_sequence()
            found = self._finished(loop, tracer, after, results, carried)
        except BaseException:
            if state is not None:
                streams.twister.set_state(state)
            raise
        return found

    def _finished(
        self, loop: Loop, tracer: Tracer, after: dict[str, Any], results: dict[str, Node], carried: dict[Any, int]
    ) -> dict[str, Any]:
        """Run what was traced: the variables after the last turn."""
        engine, trace = self.session.engine, tracer.trace
        blocks = tracer.draw_tables()
        tracer.schedule.resolve()
        trace.scheduled += [(node, scalar.array()) for scalar, node in tracer.symbols.values()]
        kept = accel.ready_inputs(engine, trace)
        if any(t.is_complex for t in kept):
            raise Untraceable("an array is complex")
        try:
            made, written = self._in_kernel(lower(trace), trace, loop)
        except NotPointwise as error:
            made, written = self._replayed(trace, error)
        if not all(made[c.following].array.all() for c in trace.carries if c.name == _CONDITION):
            raise Untraceable("a norm is too large or too small to be squared")
        del kept
        self.session.random.block += blocks
        found = {name: tracer.schedule.last(value) for name, value in after.items() if type(value) is not WrittenArray}
        found.update({name: made[node] for name, node in results.items()})
        found.update({w.name: tensor for w, tensor in zip(trace.writes, written, strict=True)})
        return found

    def _in_kernel(self, call: LoopCall, trace: Trace, loop: Loop) -> tuple[dict[Node, Tensor], list[Tensor]]:
        """Run a loop as one kernel: the values of the nodes after the last turn, and the arrays that were written."""
        tensors = accel.run(self.session.engine, call, loop.lines)
        if tensors is None:
            raise Untraceable("an element leaves the real domain")
        nodes = [*(c.following for c in trace.carries), *trace.results]
        made = {node: _one(tensor) if numel(node.shape) == 1 else tensor for node, tensor in zip(nodes, tensors, strict=False)}
        return made, tensors[len(nodes) :]

    def _replayed(self, trace: Trace, why: NotPointwise) -> tuple[dict[Node, Tensor], list[Tensor]]:
        """Run the planned kernels of a turn for every turn."""
        if largest_array(trace) < self.session.settings.defer_elements:
            raise why
        replay = Replay(self.session.engine, trace)
        found = replay.run()
        if found is None:
            raise Untraceable("an element leaves the real domain")
        return found, [Tensor(target, w.original.matlab_class) for w, target in zip(trace.writes, replay.targets, strict=True)]

    def _result(self, tracer: Tracer, value: Any) -> Node | None:
        """The Node of a variable that differs from turn to turn; its value in the last turn is wanted."""
        node = accel.node_of(value) if type(value) is Tensor else None
        return node if node is not None and tracer.trace.depends(node) else None

    def _close(self, tracer: Tracer) -> None:
        """What each carry is at the end of a turn: of the same class and size as before it."""
        variables = tracer.body.variables
        for name, carried in tracer.carried.items():
            value = variables[name]
            scalar = type(value) in (Scheduled, float, bool, Tensor) and tracer_size(value) == (1, 1)
            if not scalar or class_of(value) != carried.matlab_class:
                raise NotFixpoint(f"'{name}' changes its class or size")
            if type(value) is Tensor and tracer.is_symbolic(value):
                raise FromArrays(name)
            tracer.schedule.close(carried, value)
        named = list(tracer.trace.carries)
        for condition in tracer.conditions:
            symbol_node = symbol("carry", "logical", (1, 1))
            before = tracer.held(symbol_node)
            held = tracer.operate("and", (before, condition))
            tracer.kept.append(held)
            carry = Carry(_CONDITION, symbol_node, Tensor(np.array([[True]])), self.session.engine._node(held))
            tracer.trace.carries.append(carry)
        for carry in named:
            value = variables[carry.name]
            if type(value) is not Tensor or value.matlab_class != carry.symbol.matlab_class or value.shape != carry.symbol.shape:
                raise NotFixpoint(f"'{carry.name}' changes its class or size")
            carry.following = self.session.engine._node(value)
        for array in tracer.arrays.values():
            array.settle(tracer)
        _single_writes(tracer)


def _one(tensor: Tensor) -> Any:
    """The value of a result that is a scalar in each turn: the kernel stored it over the whole index space."""
    return to_value(tensor.array.flat[:1].reshape(1, 1))


def tracer_size(value: Any) -> tuple[int, ...]:
    return shape_of(value.first if type(value) is Scheduled else value)


def _single_writes(tracer: Tracer) -> None:
    names = [w.name for w in tracer.trace.writes]
    if len(set(names)) != len(names):
        raise Untraceable("an array is written in several places in each turn")


class PlainTurn(Tracer):
    """A turn run by itself, with plain values: the same statements, nothing but the ordinary operations."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.body.variables.update(self.initial)

    def draw(self, name: str, arguments: list[Any]) -> Any:
        return self.session.calls.builtin(name)(1, *arguments)[0]
